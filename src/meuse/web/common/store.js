/** What this browser remembers: matches, and how the player likes the table. */

const MATCHES = "meuse.matches";
const TASTE = "meuse.taste";
const DICE = "meuse.dice.";

/** @type {Map<string, any>} what a private window may refuse to keep */ const here = new Map();

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {any} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    /* private windows may refuse; play goes on */
  }
}

/** @typedef {{id: string, token: string, game: string, title: string, seats: string, opened: number,
 *   invites?: Object<string, string>, invitation?: string, spectate?: string, turn?: number, over?: boolean,
 *   briefed?: boolean, result?: string, broken?: boolean, place?: {x: number, y: number, scale: number},
 *   recap?: {last: number, kept?: {from: number, to?: number}}}} Remembered `place`: what of the map was seen last; `recap`: how far the log went when the player moved last */

/** @returns {Remembered[]} newest first */
export function myMatches() {
  return read(MATCHES, []).sort((/** @type {Remembered} */ a, /** @type {Remembered} */ b) => b.opened - a.opened);
}

/** @param {Partial<Remembered> & {id: string, token: string}} match */
export function remember(match) {
  const all = myMatches();
  const old = all.find((m) => m.id === match.id && m.token === match.token);
  const rest = all.filter((m) => m !== old);
  write(MATCHES, [{ ...old, ...match, opened: Date.now() }, ...rest].slice(0, 60));
}

export function recall(/** @type {string} */ id, /** @type {string} */ token) {
  return myMatches().find((m) => m.id === id && m.token === token);
}

export function forget(/** @type {string} */ id, /** @type {string} */ token) {
  write(
    MATCHES,
    myMatches().filter((m) => m.id !== id || m.token !== token),
  );
}

/** What this browser saw of a match's dice at first, and its own salts. @returns {any} */
export function diceSeen(/** @type {string} */ id) {
  return read(DICE + id, here.get(id) ?? null);
}

export function seeDice(/** @type {string} */ id, /** @type {any} */ more) {
  here.set(id, { ...diceSeen(id), ...more });
  write(DICE + id, here.get(id));
}

/** A setting of the player's, such as the open panel. */
export function taste(/** @type {string} */ name, /** @type {any} */ otherwise) {
  return read(TASTE, {})[name] ?? otherwise;
}

export function setTaste(/** @type {string} */ name, /** @type {any} */ value) {
  write(TASTE, { ...read(TASTE, {}), [name]: value });
}

const BESTS = "meuse.bests";

/** @typedef {{game: string, scenario: string, title: string, side: string, worth: number, points: number, measure: string, verdict: string, at: number}} Best */

/** The best results of this browser, by game and scenario. @returns {Best[]} */
export const bests = () => read(BESTS, []);

/** A finished match that one person played against the game or computers, if it is the best of its scenario and side so far. */
export function keepBest(
  /** @type {import("./types.js").Sheet} */ sheet,
  /** @type {string[]} */ mine,
  /** @type {import("./types.js").TableMessage} */ table,
  /** @type {number|null} */ points,
) {
  const others = Object.entries(table.seats.all).filter(([side]) => !mine.includes(side));
  if (points === null || mine.length !== 1 || others.some(([, seat]) => seat.kind !== "computer") || table.hindsight) return;
  const [side] = mine;
  const worth = points * ((sheet.victory?.weights[side] ?? -1) < 0 ? -1 : 1);
  const found = { game: sheet.game, scenario: sheet.scenario, title: sheet.title, side, worth, points, measure: sheet.victory?.measure ?? "", verdict: table.outcome?.verdict ?? "", at: Date.now() };
  const same = (/** @type {Best} */ b) => b.game === found.game && b.scenario === found.scenario && b.side === side;
  const before = bests().find(same);
  if (before && before.worth >= worth) return;
  write(BESTS, [found, ...bests().filter((b) => !same(b))]);
}
