/** Action texts by pattern: a verb, and a noun that is a hex, a counter, a hexside, a number, or nothing. */

import { title } from "./dom.js";

/** @typedef {{text: string, verb: string, noun: string, kind: "hex"|"unit"|"side"|"number"|"plain"}} Action */

/** @returns {Action} */
export function read(/** @type {string} */ text, /** @type {import("./types.js").Sheet} */ sheet) {
  const at = text.indexOf(" ");
  const verb = at < 0 ? text : text.slice(0, at),
    noun = at < 0 ? "" : text.slice(at + 1);
  const kind =
    noun in sheet.counters
      ? "unit"
      : noun in sheet.hexes
        ? "hex"
        : noun in sheet.sides_of_hexes
          ? "side"
          : /^-?\d+$/.test(noun)
            ? "number"
            : "plain";
  return { text, verb, noun, kind };
}

/** The legal list by where on the table it is done. */
export class Offer {
  /** @param {string[]} texts @param {import("./types.js").Sheet} sheet */
  constructor(texts, sheet) {
    this.all = texts.map((t) => read(t, sheet));
    /** @type {Map<string, Action[]>} */ this.units = new Map();
    /** @type {Map<string, Action[]>} */ this.hexes = new Map();
    /** @type {Map<string, Action[]>} */ this.sides = new Map();
    /** @type {Action[]} */ this.buttons = [];
    for (const a of this.all) {
      const place = { unit: this.units, hex: this.hexes, side: this.sides }[/** @type {string} */ (a.kind)];
      if (place) place.set(a.noun, [...(place.get(a.noun) ?? []), a]);
      else this.buttons.push(a);
    }
  }

  has(/** @type {string} */ text) {
    return this.all.some((a) => a.text === text);
  }

  /** The verbs that take nouns of a kind, the commonest first. */
  verbs(/** @type {string} */ kind) {
    /** @type {Map<string, number>} */ const counts = new Map();
    for (const a of this.all) if (a.kind === kind) counts.set(a.verb, (counts.get(a.verb) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]).map(([verb]) => verb);
  }
}

/**
 * An action in words for a button. A game's own words come first: texts by verb, `%` standing for the noun.
 * @param {Action} a @param {import("./types.js").Sheet} sheet @param {Object<string, string>} words
 */
export function label(a, sheet, words) {
  const noun = sheet.counters[a.noun]?.name ?? a.noun;
  const own = words[a.text] ?? words[`${a.verb} ${a.kind}`] ?? words[a.verb];
  if (own) return own.includes("%") ? own.replace("%", noun) : own;
  return `${title(a.verb).replaceAll("-", " ")}${noun ? ` ${noun}` : ""}`;
}
