/** Events: which of them are played out and for how long, the dice they roll, and where pieces come from. */

import { h } from "../../common/dom.js";
import { inWords } from "../../common/results.js";
import { chip } from "./displays.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */
/** @typedef {import("../../common/types.js").Sheet} Sheet */

/** After these their units are in their hex. */
export const arrivals = new Set(["step", "retreat", "pursuit", "ride", "landed", "reinforcement"]);

/** What is worth seeing besides dice: whoever does it, and where the other side does. */
export const seen = {
  all: new Set(["marker", "eliminated", "capitulation", "city bombed", "morale victory", "game over", "fort destroyed"]),
  theirs: new Set([
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
    "evacuated",
    "refitted",
    "rebuilt",
  ]),
};

export const attacks = new Set(["attack", "counterattack"]);

/** The column, as the die falls. */
export const odds = (/** @type {GameEvent} */ e) => (e.what === "combat" ? `${e.data.column}%` : "");

/** The command marker that is drawn. @param {GameEvent} e @param {Sheet} sheet */
export const token = (e, sheet) => (e.what === "marker" ? chip(sheet, e.data.marker, "drawn") : null);

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
