/** Events: which of them are played out and for how long, the dice they roll, and where pieces come from. */

import { h } from "../../common/dom.js";
import { inWords } from "./battle.js";
import { stranger } from "./fog.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */
/** @typedef {import("../../common/types.js").Sheet} Sheet */

/** What is worth seeing when the other side does it. */
const SEEN = new Set(["sighted", "card", "named", "attack", "opened", "support", "retreat", "pursuit", "eliminated", "fatigued", "condition"]);

/** What everybody should see happen, whoever does it. */
const FOR_ALL = new Set(["collapse", "italy", "usa", "netherlands at war", "fort destroyed", "nobody there", "game over"]);

/** Dice for all; what is seen of the other side's doings. @param {GameEvent} e @param {Sheet} sheet @param {string[]} mine sides that sit here */
export function plays(e, sheet, mine) {
  if (e.data.die !== undefined || FOR_ALL.has(e.what)) return true;
  return SEEN.has(e.what) && !mine.includes(doer(e, sheet));
}

/** Whose doing it is. @param {GameEvent} e @param {Sheet} sheet */
function doer({ data: d }, sheet) {
  const id = d.unit ?? d.units?.[0];
  return d.side ?? (id ? sheet.counters[id]?.side : "") ?? "";
}

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
