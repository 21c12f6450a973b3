/**
 * What goes over the wire, as docs/protocol.md has it, and what a game's own module may give.
 *
 * @typedef {{x: number, y: number, terrain?: string, name?: string, near?: string, w?: number, h?: number}} Hex a cell, or with its own width and height a box beside the grid
 * @typedef {{x1: number, y1: number, x2: number, y2: number, river?: string, class?: string}} HexSide
 * @typedef {{name: string, title?: string, designation?: string, formation?: string, side: string, nation?: string, corps?: string, command?: string,
 *   colour?: string, type?: string, arm?: string, size?: string, mech?: boolean, ratings?: any, reduced?: any, hq?: boolean, history?: string,
 *   turn?: number, entry?: string, steps?: number}} Counter
 * @typedef {{title: string, rule: string, columns: string[], rows: any[], note?: string}} Chart
 * @typedef {{what: string, title: string, sides?: boolean}} OverlayKind
 * @typedef {{takes: string, special: string[], ours: boolean, sides: Object<string, {who: string, wins: string, hints: string[]}>}} Briefing
 * @typedef {{measure: string, weights: Object<string, number>, levels: {least: number|null, says: string}[]}} Ladder levels of victory, from the top
 * @typedef {{game: string, scenario: string, title: string, sides: string[], secrets: boolean, client?: string,
 *   briefing?: Briefing|null, victory?: Ladder|null, options?: {title: string, says: string, rule: string, value: string, usual: boolean}[],
 *   verbs: Object<string, {noun: string, says: string, roles: string[]}[]>, told: Object<string, string>, segment: string[],
 *   grid: "pointy"|"flat"|"square", hex: number, map: string|null, viewbox: number[], hexes: Object<string, Hex>,
 *   sides_of_hexes: Object<string, HexSide>, counters: Object<string, Counter>, chits: Object<string, any>,
 *   charts: Chart[], rules: Object<string, {chapter: string, says: string, ruling?: string}>,
 *   entries?: {label: string, side: string, hex: string}[], overlays: OverlayKind[], turns: {turn: number, title: string}[],
 *   reinforcements: {turn: number, side: string, entry: string, units: string[]}[]}} Sheet
 * @typedef {{n: number, state: number, what: string, rule: string, text: string, data: any, changes?: Change[],
 *   level?: number, side?: string, tone?: string, note?: string, title?: string, luck?: string, joined?: string}} GameEvent `joined` is the sentence for the whole line that it goes on with
 * @typedef {{number: number, state: number, seats: {mine: string[], side: string|null, all: Object<string, any>}, view: any,
 *   changes?: Change[], legal: Object<string, string[]>, stakes: Object<string, Object<string, {price?: string, chance?: string}>>, prompt?: string, actors: string[], paused: string,
 *   undoable: Object<string, number>, under_way: Object<string, [string[], number]>, events: GameEvent[], events_from: number, over: boolean, outcome: Outcome|null,
 *   clocks: any, offer: {side: string, state: number, asked_by?: string[], agreed?: string[], hindsight?: boolean}|null, hindsight?: boolean, advice?: boolean, muted: boolean, trouble: string, fresh?: boolean}} TableMessage
 *   `fresh` is ours: the first table of a connection; so is `view` where only `changes` were sent
 * @typedef {{winner: string|null, level: string, points: Object<string, number>, by: string, side: string, verdict: string}} Outcome
 * @typedef {{rule: string, reason: string}} Refusal
 * @typedef {{label: string, value: number|string, rule: string}} Part
 * @typedef {{title: string, total: number|string, parts: Part[]}} Tally
 * @typedef {{cost: number|string, path: string[], actions: string[], over?: boolean, crowded?: string}} Way `over`: the move ends there of itself; `crowded`: the rule that the stack there would break
 * @typedef {{title: string, dice: {n: number, colour: string, says?: string}[], text: any}} Roll
 * @typedef {import("./actions.js").Action} Action
 * @typedef {import("./changes.js").Change} Change
 */

/**
 * What a board of a game's own sees and may do.
 *
 * @typedef {object} Desk
 * @property {any} view what is seen
 * @property {Sheet} sheet
 * @property {Display} game
 * @property {import("./actions.js").Offer} offer what may be done now
 * @property {string|null} side who may do it, a side of ours
 * @property {boolean} watching nothing can be done: a moment is looked back at, or events are played out
 * @property {Object<string, string[]>} at the counters in each hex, the top one last
 * @property {GameEvent[]} events all that has happened
 * @property {GameEvent|null} now the event that is being played out
 * @property {any} before the view that it has changed
 * @property {(question: string, fields?: any) => Promise<any>} ask the server
 * @property {(actions: string[]) => void} send do this
 * @property {(actions: Action[]) => void} which do this, or ask which of these
 * @property {(unit: string) => void} inspect show all about a unit
 */

/**
 * A game's own module: docs/adding-a-game.md says what each part is for. All of it is optional; games/plain.js has what
 * stands in its place.
 *
 * @typedef {object} Display
 * @property {string[]} movers verbs that set a unit in motion: picking it shows its reach first
 * @property {string} step the verb of one step, asked about where a hex is refused
 * @property {string} join the verb that takes another unit of the stack along
 * @property {string} finish the action that ends a move, sent after a path is gone
 * @property {string[]} quiet verbs of work beside the main business, lit quietly
 * @property {string} reachRule the rule for "out of reach"
 * @property {string} supplyRule the rule beside a supply line
 * @property {string[]} attack verbs that name the hex of an attack
 * @property {string[]} every verbs that stand for every unit that can be chosen
 * @property {string[]} out verbs that leave a unit out
 * @property {string[]} main actions that go on with the game, the first found being the main button
 * @property {string[]} closes verbs that end a segment
 * @property {Object<string, string>} told headings for events that are played out, by what happened
 * @property {Object<string, string>} places headings for the places off the map that pieces may be in
 * @property {[string, string[]][]} aid the player aid: headings, and the rules under each
 * @property {[string, string, string][]} marks flags of a piece shown on its counter: flag, sign, words
 * @property {(id: string) => string[]} questions what `explain` is asked for a unit's card
 * @property {(result: string) => string} spell a combat result in words
 * @property {(result: string) => string} brief the same in the width of a bar
 * @property {(result: string, sheet: Sheet) => string} favours attacker, defender, both or nobody
 * @property {(table: TableMessage) => boolean} fighting whether `preview` is worth asking
 * @property {(view: any) => boolean} embattled whether a battle is being fought on a board of its own
 * @property {(e: GameEvent, sheet: Sheet) => Roll|null} roll dice to roll in sight
 * @property {(view: any, sheet: Sheet) => any[]} status the line on top
 * @property {(view: any, sheet: Sheet) => any[]} panels sections of the Turn panel: displays that only this game has
 * @property {(view: any, sheet: Sheet) => any[]} markers SVG that lies on the map below the counters
 * @property {(view: any, sheet: Sheet) => {text: string, rule: string}[]} warnings what the prompt should warn of
 * @property {(piece: any) => string[]} tells more words on the state of a piece
 * @property {(view: any) => any} focus when this changes and it is the player's turn, the map goes where units are lit
 * @property {(counter: Counter, piece: any) => number} rank the order in a stack, the highest on top
 * @property {((id: string, counter: Counter, piece: any) => SVGElement|null)|null} face a counter's face of its own, 44 by 44 around the origin
 * @property {((hex: string, ids: string[], size: number, units: any, sheet: Sheet) => {x: number, y: number, scale?: number}[])|null} layout where the counters of a hex lie, from its centre: they are spread, and stacks do not fan out
 * @property {number} size how large the counters of a pile are on the map, 1 for the usual 44 units
 * @property {(piece: any) => boolean} aloft pieces that lie small above the pile of their hex
 * @property {boolean} glides counters are seen to move
 * @property {boolean} oneTable all seats see the same: no hand-over screen between them
 * @property {string[]} instead verbs that are another way into a hex in reach: a click there asks
 * @property {(view: any, sheet: Sheet) => Object<string, any>} complete the view's pieces with what else is on the table among them; the view stays as it is
 * @property {(view: any) => string[]} opens hexes where the eye goes first
 * @property {((desk: Desk) => any)|null} board a display of its own beneath the map, or null when there is none
 * @property {{all: Set<string>, theirs: Set<string>}} seen events that are played out one after another, besides those with dice: whoever does it, and where the other side does
 * @property {Set<string>} attacks events that get arrows from `units` to their target
 * @property {Set<string>} arrivals events after which their units are in their hex
 * @property {(e: GameEvent) => string} odds the odds that an attack, or its dice, tell of
 * @property {(e: GameEvent, sheet: Sheet) => any} token what an event draws, to be seen on its card: a chit, a marker, an Operational Card
 * @property {(e: GameEvent) => Object<string, string>} comes pieces that an event moves, and the hex each comes from
 * @property {(e: GameEvent, sheet: Sheet) => {hex: string, back: SVGElement, face: SVGElement}|null} turns a marker that an event turns up
 * @property {(e: GameEvent) => number} weight how long an event is shown, 1 for the usual time
 * @property {((desk: Desk, preview: any, tally: Tally|undefined) => any)|null} battle what the attack panel shows
 * @property {((desk: Desk) => any)|null} choice a panel of its own for the choice at hand, or null when there is none
 * @property {(a: Action) => boolean} placed actions that the choice panel offers, left out beside the prompt
 */
export {};
