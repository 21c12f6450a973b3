/** Action texts: a verb, and perhaps a noun; what kind of noun it is the game has declared with the verb. */

import { title } from "./dom.js";
import { placed } from "./places.js";

/** @typedef {{text: string, verb: string, noun: string, kind: string, says: string, price?: string, chance?: string}} Action */

/** @returns {Action} */
export function read(/** @type {string} */ text, /** @type {import("./types.js").Sheet} */ sheet) {
  const at = text.indexOf(" ");
  const verb = at < 0 ? text : text.slice(0, at),
    noun = at < 0 ? "" : text.slice(at + 1);
  const found = sheet.verbs[verb]?.find((v) => Boolean(v.noun) === Boolean(noun));
  return { text, verb, noun, kind: found?.noun ?? "", says: found?.says ?? "" };
}

/** What the verbs of a game do at its table. */
export function rolesOf(/** @type {import("./types.js").Sheet} */ sheet) {
  const having = (/** @type {string} */ role) =>
    Object.entries(sheet.verbs)
      .filter(([, kinds]) => kinds.some((v) => v.roles.includes(role)))
      .map(([verb]) => verb);
  return {
    movers: having("mover"),
    step: having("step")[0] ?? "",
    join: having("join")[0] ?? "",
    finish: having("finish")[0] ?? "",
    quiet: having("quiet"),
    instead: having("instead"),
    main: having("main"),
    closes: having("closes"),
    every: having("every"),
    attack: having("attack"),
    out: having("out"),
  };
}

/** The legal list by where on the table it is done. */
export class Offer {
  /**
   * @param {string[]} texts @param {import("./types.js").Sheet} sheet
   * @param {Object<string, {price?: string, chance?: string}>} stakes what some of them cost, and their chances
   */
  constructor(texts, sheet, stakes = {}) {
    this.all = texts.map((t) => ({ ...read(t, sheet), ...stakes[t] }));
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
 * An action in words for a button, as its verb is declared: `%` stands for the noun.
 * @param {Action} a @param {import("./types.js").Sheet} sheet
 */
export function label(a, sheet) {
  const more = [a.price, a.chance].filter(Boolean).join("; ");
  return more ? `${plainly(a, sheet)} (${more})` : plainly(a, sheet);
}

/** What it is done with or to. @param {Action} a @param {import("./types.js").Sheet} sheet */
function named({ kind, noun }, sheet) {
  if (kind === "unit") return sheet.counters[noun]?.name ?? noun;
  if (kind === "card") return /** @type {any} */ (sheet).cards?.[noun]?.name ?? noun;
  return placed(noun, sheet);
}

/** The same without price and chance. @param {Action} a @param {import("./types.js").Sheet} sheet */
function plainly(a, sheet) {
  const noun = named(a, sheet);
  if (a.says) return a.says.replace("%", noun);
  return `${title(a.verb).replaceAll("-", " ")}${noun ? ` ${noun}` : ""}`;
}
