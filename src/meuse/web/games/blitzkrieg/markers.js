/** What lies on the map below the counters: places taken, works destroyed, earthworks, floods, damage, terror. */

import { s } from "../../common/dom.js";
import { pins } from "../../common/pins.js";

/** Signs by what the view calls their hexes: path and words. @type {[string, string, string][]} */
const SIGNS = [
  ["destroyed", "M-5 -5L5 5M5 -5L-5 5", "the works are destroyed"],
  ["entrenched", "M-6 3H-3V-2H0V3H3V-2H6", "entrenched"],
  ["damaged", "M-4 -6L1 -1L-2 1L4 6", "damaged"],
  ["terror", "M0 -7L2 -2L7 -3L3.6 1.6L6 7L0 3.6L-6 7L-3.6 1.6L-7 -3L-2 -2Z", "under terror from the air"],
  ["open_cities", "M-5 6V-6H5V-1H-4", "an open city"],
];

/** @param {any} view @param {any} sheet */
export function markers(view, sheet) {
  const pin = pins(sheet);
  const lands = new Set(Object.values(view.units).map((/** @type {any} */ u) => u.hex));
  return [
    ...arrows(view, sheet),
    ...view.flooded.map((/** @type {string} */ n) => water(sheet, n)),
    ...view.taken.filter((/** @type {string} */ n) => !lands.has(n)).map((/** @type {string} */ n) => flag(sheet, n, pin(n))),
    ...Object.entries(view.bridgeheads).map(([side, owner]) => bridge(sheet, side, owner)),
    ...SIGNS.flatMap(([key, d, says]) =>
      view[key].map((/** @type {string} */ n) => mark(pin(n), key, d, `${label(sheet, n)}: ${says}`)),
    ),
  ];
}

/** From where an attack comes that is being put together or fought. @param {any} view @param {any} sheet */
function arrows(view, sheet) {
  if (!view.preparing) return [];
  const { target, units, side } = view.preparing;
  const from = new Set(units.map((/** @type {string} */ id) => view.units[id]?.hex).filter((/** @type {string} */ n) => n && n !== target));
  return [...from].map((n) => {
    const [a, b] = [sheet.hexes[n], sheet.hexes[target]];
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return s(
      "path",
      { class: `attack-arrow side-${side}`, d: "M-16 -9H6V-18L26 0L6 18V9H-16Z", transform: `translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2}) rotate(${turn})` },
    );
  });
}

const label = (/** @type {any} */ sheet, /** @type {string} */ n) => (sheet.hexes[n].name ? `${sheet.hexes[n].name} (${n})` : n);

/** @param {any} sheet @param {string} hex */
function water(sheet, hex) {
  const { x, y } = sheet.hexes[hex];
  return s(
    "g",
    { class: "flood", transform: `translate(${x} ${y})` },
    s("path", { d: "M-30 -12q7 -7 15 0t15 0t15 0t15 0M-30 2q7 -7 15 0t15 0t15 0t15 0M-30 16q7 -7 15 0t15 0t15 0t15 0" }),
    s("title", null, `${label(sheet, hex)}: flooded`),
  );
}

/** 35.1: a crossing that a headquarters has secured. @param {any} sheet @param {string} name @param {string} owner */
function bridge(sheet, name, owner) {
  const { x1, y1, x2, y2 } = sheet.sides_of_hexes[name];
  const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI + 90;
  return s(
    "g",
    { class: `marker bridgehead side-${owner}`, transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${turn})` },
    s("rect", { x: -13, y: -9, width: 26, height: 18, rx: 3 }),
    s("path", { d: "M-10 -5H10M-10 5H10M-5 -5V5M0 -5V5M5 -5V5" }),
    s("title", null, `Bridgehead of the ${owner} side at ${name}`),
  );
}

/** A city out of its own country's hands that nobody stands in. @param {any} sheet @param {string} hex @param {import("../../table/geometry.js").Point} at */
function flag(sheet, hex, { x, y }) {
  const { country } = sheet.hexes[hex];
  const side = country === "germany" ? "allied" : "axis";
  return s(
    "g",
    { class: `held-by pinned side-${side}`, transform: `translate(${x - 7} ${y + 1}) scale(0.56)` },
    s("path", { d: "M0 14V-18", class: "staff-of-flag" }),
    s("path", { d: "M0 -18Q7 -22 13 -18T26 -18V-4Q20 0 13 -4T0 -4Z", class: "cloth" }),
    s("title", null, `${label(sheet, hex)} has been taken`),
  );
}

/** @param {import("../../table/geometry.js").Point} at @param {string} kind @param {string} d @param {string} says */
function mark({ x, y }, kind, d, says) {
  return s(
    "g",
    { class: `marker pinned ${kind}`, transform: `translate(${x} ${y})` },
    s("circle", { r: 9 }),
    s("path", { d }),
    s("title", null, says),
  );
}
