/** What lies on the map below the counters: who holds the hexes, works destroyed, cities in ruins or open, bridgeheads. */

import { s } from "../../common/dom.js";

/** @param {any} view @param {any} sheet */
export function markers(view, sheet) {
  const taken = new Set(Object.values(view.units).map((/** @type {any} */ u) => u.hex));
  const german = new Set(view.control);
  const empty = Object.keys(sheet.hexes).filter((n) => !taken.has(n) && sheet.hexes[n].terrain !== "sea");
  const abroad = empty.filter((n) => german.has(n) && sheet.hexes[n].country !== "germany");
  const lost = empty.filter((n) => !german.has(n) && sheet.hexes[n].country === "germany");
  return [
    ...abroad.map((n) => flag(sheet, n, "german", `${n} is held by the Germans`)),
    ...lost.map((n) => flag(sheet, n, "allied", `${n} is held by the Allies`)),
    ...view.destroyed.map((/** @type {string} */ n) => mark(sheet, n, "destroyed", "M-6 -6L6 6M6 -6L-6 6", `The works of ${n} are destroyed`, -40, -34)),
    ...view.bombed.map((/** @type {string} */ n) => mark(sheet, n, "bombed", "M0 -8L2 -2L8 -3L4 2L7 8L0 4L-7 8L-4 2L-8 -3L-2 -2Z", `${n} lies in ruins`, 34, 34)),
    ...view.open_cities.map((/** @type {string} */ n) => mark(sheet, n, "open-city", "M-6 6V-7H6V-1H-5", `${n} is an open city`, 34, 34)),
    ...view.bridgeheads.map((/** @type {any} */ b) => bridgehead(sheet, b)),
    view.landing && mark(sheet, view.landing, "landing", "M-9 -2A9 8 0 0 1 9 -2L0 8Z", `An opposed landing in ${view.landing}`, 0, -44),
  ].filter(Boolean);
}

/** A hex that the other side has taken and left. @param {any} sheet @param {string} hex @param {string} side @param {string} says */
function flag(sheet, hex, side, says) {
  const { x, y } = sheet.hexes[hex];
  return s(
    "g",
    { class: `held-by side-${side}`, transform: `translate(${x - 6} ${y + 14})` },
    s("path", { d: "M0 14V-18", class: "staff-of-flag" }),
    s("path", { d: "M0 -18Q7 -22 13 -18T26 -18V-4Q20 0 13 -4T0 -4Z", class: "cloth" }),
    s("title", null, says),
  );
}

/** @param {any} sheet @param {string} hex @param {string} kind @param {string} d @param {string} says @param {number} dx @param {number} dy */
function mark(sheet, hex, kind, d, says, dx, dy) {
  const { x, y } = sheet.hexes[hex];
  return s(
    "g",
    { class: `marker ${kind}`, transform: `translate(${x + dx} ${y + dy})` },
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
