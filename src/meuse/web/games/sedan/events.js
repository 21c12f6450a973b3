/** Events: which of them are played out and for how long, the dice they roll, and the chit that is drawn. */

import { h, s } from "../../common/dom.js";
import { tint } from "../../common/counters.js";
import { spell } from "./results.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */
/** @typedef {import("../../common/types.js").Sheet} Sheet */

/** After these their units are in their hex. */
export const arrivals = new Set(["step", "retreat", "advance", "overrun step"]);

/** What is worth seeing besides dice: whoever does it, and where the other side does. */
export const seen = {
  all: new Set(["chit", "eliminated", "bridge blown", "road blocked", "game over"]),
  theirs: new Set([
    "mission",
    "step",
    "exit",
    "pontoon",
    "road cleared",
    "attack",
    "air support",
    "reduced",
    "retreat",
    "no retreat",
    "advance",
    "overrun step",
    "returned",
    "withdrawn",
  ]),
};

export const attacks = new Set(["attack"]);
export const odds = (/** @type {GameEvent} */ e) => (e.what === "attack" || e.what === "combat" ? e.data.column : "");

/** @type {Object<string, string>} */
export const told = {
  chit: "Chit drawn",
  step: "Movement",
  mission: "In the air",
  "air support": "In the air",
  reduced: "Loss",
  eliminated: "Loss",
  "overrun step": "Overrun",
  pontoon: "Pontoon bridge",
};

/** @type {Object<string, number>} */
const WEIGHTS = { step: 0.7, chit: 1.1, combat: 1.5, attack: 1.2, "air support": 0.6, reduced: 0.7 };
export const weight = (/** @type {GameEvent} */ e) => WEIGHTS[e.what] ?? 0.8;

/** A chit as it lies on the table. @param {Sheet} sheet @param {string} id */
export const chip = (sheet, id, state = "") =>
  h(
    "span",
    { class: `chit side-${sheet.chits[id]?.side} ${state}`, title: `${sheet.chits[id]?.corps} (${sheet.chits[id]?.side})` },
    s("svg", { viewBox: "0 0 8 24" }, s("rect", { width: 8, height: 24, fill: tint(sheet.chits[id]?.colour) })),
    sheet.chits[id]?.corps ?? id,
  );

/** The chit that is drawn. @param {GameEvent} e @param {Sheet} sheet */
export const token = (e, sheet) => (e.what === "chit" ? chip(sheet, e.data.chit, "drawn") : null);

/** Dice to roll in sight for an event. @param {GameEvent} e @param {Sheet} sheet @returns {import("../../common/types.js").Roll|null} */
export function roll(e, sheet) {
  const d = e.data ?? {};
  const of = (/** @type {number[]} */ list, /** @type {string} */ colour) => (list ?? []).map((n) => ({ n, colour }));
  if (e.what === "combat")
    return {
      title: `Attack on ${sheet.hexes[d.hex]?.name ?? d.hex}, column ${d.column}`,
      dice: of(d.dice, "red"),
      text: [
        h(
          "b",
          null,
          `${d.dice.join(" + ")}${d.bonus ? ` ${d.bonus > 0 ? "+" : "−"} ${Math.abs(d.bonus)}` : ""} → ${d.result}`,
        ),
        h("br"),
        spell(d.result),
      ],
    };
  if (e.what === "dogfight")
    return { title: "Dogfight", dice: [...of(d.german, "grey"), ...of(d.french, "blue")], text: e.text };
  if (e.what === "fuel") return { title: "Fuel", dice: of([d.die], "white"), text: e.text };
  if (d.dice)
    return {
      title: e.what === "attempt" ? "Engineers" : "Bombs on the bridge",
      dice: of(d.dice, "white"),
      text: e.text,
    };
  return null;
}
