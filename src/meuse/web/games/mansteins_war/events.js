/** Events: which of them are played out and for how long, the dice they roll, and where pieces come from. */

import { h } from "../../common/dom.js";
import { inWords } from "./battle.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */
/** @typedef {import("../../common/types.js").Sheet} Sheet */

/** What is worth seeing when the other side does it. */
const SEEN = new Set([
  "marker",
  "activated",
  "corps activated",
  "reinforcement",
  "flight",
  "air recalled",
  "step",
  "ride",
  "landing",
  "landed",
  "airlift",
  "attack",
  "counterattack",
  "retreat",
  "pursuit",
  "eliminated",
  "evacuated",
  "refitted",
  "rebuilt",
]);

/** What everybody should see happen, whoever does it. */
const FOR_ALL = new Set(["capitulation", "city bombed", "morale victory", "game over", "fort destroyed"]);

/** Dice for all; moves of the other side. @param {GameEvent} e @param {Sheet} sheet @param {string[]} mine sides that sit here */
export function plays(e, sheet, mine) {
  if (e.data.die !== undefined || FOR_ALL.has(e.what)) return true;
  return SEEN.has(e.what) && !mine.includes(doer(e, sheet));
}

/** Whose doing it is. @param {GameEvent} e @param {Sheet} sheet */
function doer({ data: d }, sheet) {
  const id = d.unit ?? d.air ?? d.units?.[0];
  return d.side ?? (id ? sheet.counters[id]?.side : "") ?? "";
}

/** @type {Object<string, number>} */
const WEIGHTS = { step: 0.35, ride: 0.7, flight: 0.7, "air recalled": 0.5, activated: 0.8, combat: 1.5, "air fight": 1.3, marker: 1.2 };
export const weight = (/** @type {GameEvent} */ e) => WEIGHTS[e.what] ?? 0.8;

/** Units that ride or ride in come from where they were; the map knows by itself. @param {GameEvent} e */
export const comes = (e) => (e.what === "ride" ? { [e.data.unit]: e.data.start } : {});

/** @type {Object<string, string>} */
export const told = {
  step: "Movement",
  ride: "By rail",
  flight: "In the air",
  marker: "Command marker",
  activated: "Activation",
  "corps activated": "Activation",
  reinforcement: "Reinforcement",
};

/** @param {GameEvent} e @param {Sheet} sheet @returns {import("../../common/types.js").Roll|null} */
export function roll(e, sheet) {
  const d = e.data;
  if (e.what === "combat") {
    const place = sheet.hexes[d.hex]?.name ?? d.hex;
    return {
      title: `${place}: ${d.mobile ? "Mobile" : "Assault"} table, ${d.column}%`,
      dice: [{ n: d.die, colour: "red" }],
      text: [h("b", null, `${d.attack} against ${d.defence}, ${d.die} → ${d.result}`), h("br"), inWords(sheet, d.result)],
    };
  }
  if (d.die === undefined) return null;
  return { title: TITLES[e.what] ?? "Die", dice: [{ n: d.die, colour: e.what === "air fight" ? "grey" : "white" }], text: e.text };
}

/** @type {Object<string, string>} */
const TITLES = { "air fight": "Air fight", bombing: "Bombs on the city", mission: "Special forces", schedule: "The turn track" };
