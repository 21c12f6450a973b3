/** What lies on the map below the counters: who holds the hexes, works destroyed, cities in ruins or open, bridgeheads. */

import { s } from "../../common/dom.js";
import { pins } from "../../common/pins.js";

/** @typedef {import("../../table/geometry.js").Point} Point */

/** @param {any} view @param {any} sheet */
export function markers(view, sheet) {
  const pin = pins(sheet);
  const taken = new Set(Object.values(view.units).map((/** @type {any} */ u) => u.hex));
  const german = new Set(view.control);
  const empty = Object.keys(sheet.hexes).filter((n) => !taken.has(n) && sheet.hexes[n].terrain !== "sea");
  const abroad = empty.filter((n) => german.has(n) && sheet.hexes[n].country !== "germany");
  const lost = empty.filter((n) => !german.has(n) && sheet.hexes[n].country === "germany");
  return [
    ...abroad.map((n) => flag(pin(n), "german", `${n} is held by the Germans`)),
    ...lost.map((n) => flag(pin(n), "allied", `${n} is held by the Allies`)),
    ...view.destroyed.map((/** @type {string} */ n) => mark(pin(n), "destroyed", "M-6 -6L6 6M6 -6L-6 6", `The works of ${n} are destroyed`)),
    ...view.bombed.map((/** @type {string} */ n) => mark(pin(n), "bombed", "M0 -8L2 -2L8 -3L4 2L7 8L0 4L-7 8L-4 2L-8 -3L-2 -2Z", `${n} lies in ruins`)),
    ...view.open_cities.map((/** @type {string} */ n) => mark(pin(n), "open-city", "M-6 6V-7H6V-1H-5", `${n} is an open city`)),
    ...view.bridgeheads.map((/** @type {any} */ b) => bridgehead(sheet, b)),
    view.landing && mark(pin(view.landing), "landing", "M-9 -2A9 8 0 0 1 9 -2L0 8Z", `An opposed landing in ${view.landing}`),
  ].filter(Boolean);
}

/** A hex that the other side has taken and left. @param {Point} at @param {string} side @param {string} says */
function flag({ x, y }, side, says) {
  return s(
    "g",
    { class: `held-by pinned side-${side}`, transform: `translate(${x - 9.5} ${y + 1.5}) scale(0.75)` },
    s("path", { d: "M0 14V-18", class: "staff-of-flag" }),
    s("path", { d: "M0 -18Q7 -22 13 -18T26 -18V-4Q20 0 13 -4T0 -4Z", class: "cloth" }),
    s("title", null, says),
  );
}

/** @param {Point} at @param {string} kind @param {string} d @param {string} says */
function mark({ x, y }, kind, d, says) {
  return s(
    "g",
    { class: `marker pinned ${kind}`, transform: `translate(${x} ${y})` },
    s("circle", { r: 12 }),
    s("path", { d }),
    s("title", null, says),
  );
}

/** @param {any} sheet @param {any} b */
function bridgehead(sheet, b) {
  const from = sheet.hexes[b.from],
    to = sheet.hexes[b.to];
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return s(
    "g",
    { class: `marker bridgehead side-${b.side}`, transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${turn})` },
    s("rect", { x: -16, y: -12, width: 32, height: 24, rx: 4 }),
    s("path", { d: "M-12 -6H12M-12 6H12M-6 -6V6M0 -6V6M6 -6V6" }),
    s("title", null, `Bridgehead of the ${b.side} side from ${b.from} to ${b.to}`),
  );
}
