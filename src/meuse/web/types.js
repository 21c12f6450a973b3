/**
 * What goes over the wire, as docs/protocol.md has it.
 *
 * @typedef {{x: number, y: number, terrain: string, name?: string}} Hex
 * @typedef {{x1: number, y1: number, x2: number, y2: number, river?: string, class?: string}} HexSide
 * @typedef {{name: string, designation: string, formation: string, side: string, nation: string, corps: string,
 *   colour: string, type: string, size: string, ratings: any, reduced?: any, hq: boolean, history?: string,
 *   turn?: number, entry?: string}} Counter
 * @typedef {{title: string, rule: string, columns: string[], rows: any[], note?: string}} Chart
 * @typedef {{game: string, scenario: string, title: string, sides: string[], hex: number, map: string,
 *   viewbox: number[], hexes: Object<string, Hex>, sides_of_hexes: Object<string, HexSide>,
 *   counters: Object<string, Counter>, chits: Object<string, any>, charts: Chart[],
 *   rules: Object<string, {chapter: string, says: string, ruling?: string}>,
 *   turns: {turn: number, title: string}[],
 *   reinforcements: {turn: number, side: string, entry: string, units: string[]}[]}} Sheet
 * @typedef {{n: number, state: number, what: string, rule: string, text: string, data: any}} GameEvent
 * @typedef {{state: number, seats: {mine: string[], side: string|null, all: Object<string, any>}, view: any, legal: Object<string, string[]>, prompt: string, rule: string,
 *   actors: string[], undoable: Object<string, number>, events: GameEvent[], events_from: number,
 *   over: boolean, outcome: any, clocks: any, offer: {side: string, state: number}|null, fresh?: boolean}} TableMessage
 *   `fresh` is ours: the first table of a connection
 * @typedef {{rule: string, reason: string}} Refusal
 * @typedef {{cost: number|string, path: string[], actions: string[]}} Way
 */
export {};
