/** Events: which of them are played out and for how long, the dice they roll, and what they turn up. */

import { h } from "../../common/dom.js";
import { fogBack, fogFace, formationBack, formationFace } from "./markers.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */

/** @type {Object<string, string>} */
export const COLUMNS = {
  artillery: "Artillery",
  anti_tank: "Anti-tank",
  close_assault: "Close assault",
  bomber: "Bomber",
  dive_bomber: "Dive bomber",
  fighter_cas: "Fighter CAS",
  air_superiority: "Air superiority",
  flak: "Flak",
};
/** @type {Object<string, string>} */
export const RESULTS = {
  none: "–",
  suppress: "Suppress",
  hit: "Hit",
  overrun: "Overrun",
  abort: "Abort",
  kill: "Kill",
};
const SIDES = { german: "German", allied: "Allied" };

/** What is worth seeing besides dice: whatever they or the enemy have brought about. */
const ALL = [
  "marker placed",
  "formation moves",
  "formation withdrawn",
  "fog revealed",
  "formation revealed",
  "unit destroyed",
  "battle over",
  "bridge blown",
  "air units drawn",
  "units drawn",
  "game over",
  "battle",
  "strike",
  "air raid",
  "hit",
  "suppressed",
  "withdrawal",
  "formation contact",
  "formation destroyed",
  "formation shattered",
  "fortification destroyed",
  "air unit shot down",
  "order obeyed",
  "diverted",
  "released",
];
export const seen = { all: new Set(ALL), theirs: new Set() };

/** After these their units are in their hex. */
export const arrivals = new Set(["step", "withdrawal"]);

const SHORT = new Set([
  "op",
  "hit",
  "suppressed",
  "no effect",
  "fog cleared",
  "landed",
  "rally",
  "air unit sent",
  "air refit",
  "recovery",
]);
const LONG = new Set([
  "allied event",
  "okw event",
  "volley",
  "tactical superiority",
  "battle over",
  "units drawn",
  "formation revealed",
]);
export const weight = (/** @type {GameEvent} */ e) =>
  SHORT.has(e.what) ? 0.6 : LONG.has(e.what) ? 1.5 : 1;

/** Where a marker comes from that an event moves. */
export const comes = (/** @type {GameEvent} */ e) =>
  e.what === "formation moves"
    ? { [e.data.formation ? `@${e.data.formation}` : `@down-${e.data.grid}-1`]: e.data.start }
    : {};

/** @param {GameEvent} e @param {any} sheet */
export function turns(e, sheet) {
  if (e.what === "fog revealed") return { hex: e.data.grid, back: fogBack(), face: fogFace(e.data.kind) };
  if (e.what === "formation revealed")
    return { hex: e.data.grid, back: formationBack(), face: formationFace(sheet.formations[e.data.formation]) };
  return null;
}

const dice = (/** @type {number[]} */ list, /** @type {string} */ colour, /** @type {string[]} */ says = []) =>
  list.map((n, i) => ({ n, colour, says: says[i] }));
const COLOUR = { german: "grey", allied: "blue" };

/** @type {Object<string, string>} */
const TITLES = {
  "okw event": "OKW Events Table",
  "allied event": "Allied Events Table",
  recon: "Recon",
  engineering: "Engineers at work",
  "air refit": "Luftwaffe Maintenance",
  recovery: "Recovery",
  demolition: "Demolitions",
  "bridge bombed": "Bombs on the bridge",
  "formation die": "Formation Movement",
  "raid strength": "Allied air attack",
  "air attacks": "Allied air attack",
  "crowded grid": "Too many Formations",
  "ace roll": "Panzer Ace",
  patrol: "Patrol",
  "kommando drop": "Operation Niwi",
};
const ALLIED = new Set([
  "allied event",
  "formation die",
  "raid strength",
  "air attacks",
  "demolition",
  "bridge bombed",
  "crowded grid",
]);

/** @param {GameEvent} e @param {import("../../common/types.js").Sheet} sheet @returns {import("../../common/types.js").Roll|null} */
export function roll(e, sheet) {
  const d = e.data;
  if (e.what === "volley")
    return {
      title: `${/** @type {any} */ (SIDES)[d.side]} ${COLUMNS[d.column]}${d.round ? `, round ${d.round}` : ""}`,
      dice: dice(
        d.dice,
        /** @type {any} */ (COLOUR)[d.side],
        d.results.map((/** @type {string} */ r) => RESULTS[r]),
      ),
      text: e.text,
    };
  if (e.what === "tactical superiority")
    return {
      title: `Tactical Superiority, round ${d.round}`,
      dice: [...dice([d.dice[0]], "grey", [`+${d.bonus[0]}`]), ...dice([d.dice[1]], "blue", [`+${d.bonus[1]}`])],
      text: e.text,
    };
  if (e.what === "first fire")
    return {
      title: "Who fires first in the air",
      dice: [...dice([d.german], "grey", [`+${d.german_bonus}`]), ...dice([d.allied], "blue", [`+${d.allied_bonus}`])],
      text: e.text,
    };
  if (e.what === "formation called") return { title: "The Formation's dice", dice: dice(d.dice, "blue"), text: e.text };
  if (d.die === undefined) return null;
  const rows = d.modifiers ? tableRow(e, sheet) : e.text;
  return { title: TITLES[e.what] ?? e.what, dice: dice([d.die], ALLIED.has(e.what) ? "blue" : "white"), text: rows };
}

/** The row of an events table that the net die has found, among the others. @param {GameEvent} e @param {import("../../common/types.js").Sheet} sheet */
function tableRow({ data: d, rule }, sheet) {
  const chart = sheet.charts.find((c) => c.rule === rule);
  const sum = d.modifiers.map(
    (/** @type {[string, number]} */ [why, n]) => `${n > 0 ? "+" : "−"}${Math.abs(n)} ${why}`,
  );
  return [
    sum.length > 0 && h("div", { class: "event-sum" }, `${[d.die, ...sum].join(", ")}: net ${d.net}`),
    h(
      "div",
      { class: "event-rows" },
      chart?.rows.map((r) => h("span", { class: r[1] === d.name ? "found" : "" }, h("b", null, r[0]), " ", r[1])),
    ),
    h("div", { class: "event-row" }, h("b", null, d.name), ". ", d.says),
  ];
}
