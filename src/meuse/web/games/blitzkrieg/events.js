/** Events: which of them are played out and for how long, the dice they roll, and where pieces come from. */

import { h } from "../../common/dom.js";
import { inWords } from "./battle.js";
import { card } from "./cards.js";
import { stranger } from "./fog.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */
/** @typedef {import("../../common/types.js").Sheet} Sheet */

/** After these their units are in their hex. */
export const arrivals = new Set(["step", "retreat", "pursuit", "rail", "landed", "reinforcement"]);

/** What is worth seeing besides dice: whoever does it, and where the other side does. */
export const seen = {
  all: new Set(["card", "eliminated", "collapse", "italy", "usa", "netherlands at war", "fort destroyed", "nobody there", "game over"]),
  theirs: new Set(["sighted", "named", "attack", "opened", "support", "retreat", "pursuit", "fatigued", "condition", "missions"]),
};

/** The column, as the die falls. */
export const odds = (/** @type {GameEvent} */ e) => (e.what === "combat" ? `${e.data.column}%` : "");

/** The card that is played. @param {GameEvent} e @param {Sheet} sheet */
export const token = (e, sheet) => (e.what === "card" ? card(sheet, e.data.card) : null);

/** @type {Object<string, number>} */
const WEIGHTS = { sighted: 0.22, step: 0.22, card: 1.4, collapse: 2, "shock roll": 1.2, combat: 1.5 };
export const weight = (/** @type {GameEvent} */ e) => WEIGHTS[e.what] ?? 0.7;

/** Where a piece comes from of which only the class is known. @param {GameEvent} e @returns {Object<string, string>} */
export const comes = (e) => (e.what === "sighted" ? { [stranger(e.data.hex)]: e.data.start } : {});

/** @type {Object<string, string>} */
export const told = {
  sighted: "Seen on the map",
  step: "Movement",
  rail: "By rail",
  card: "Operational Card",
  condition: "Condition of a card",
  collapse: "Collapse",
  shock: "Shock",
};

/** @type {Object<string, string>} */
const TITLES = { "shock roll": "Shock of a nation", recovery: "Recovery", "italian table": "The Italian table", deception: "Deception units" };

/** @type {Object<string, string>} */
const TABLES = { probe: "Probe", assault: "Assault", combined_arms: "Combined Arms" };

/** @param {GameEvent} e @param {Sheet} sheet @returns {import("../../common/types.js").Roll|null} */
export function roll(e, sheet) {
  const { die } = e.data;
  if (e.what === "combat") {
    const d = e.data;
    return {
      title: `${sheet.hexes[d.hex]?.name ?? d.hex}: ${TABLES[d.table]} table, ${d.column}%`,
      dice: [{ n: die, colour: "red" }],
      text: [h("b", null, `${d.attack} against ${d.defence}, ${die} → ${d.result}`), h("br"), inWords(sheet, d.result)],
    };
  }
  return die === undefined ? null : { title: TITLES[e.what] ?? "Die", dice: [{ n: die, colour: "white" }], text: e.text };
}
