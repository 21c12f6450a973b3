/** Counters that are not ground units: air units, special forces, ships; and how the pieces of a hex lie side by side. */

import { s } from "../../common/dom.js";
import { SIZE } from "../../common/counters.js";

const R = SIZE / 2;
const PLANE =
  "M0 -11L1.9 -7.5V-2.6L11.5 1.2V3.6L1.9 2.2L1.3 6.9L4.4 8.9V10.4L0 9.4L-4.4 10.4V8.9L-1.3 6.9L-1.9 2.2L-11.5 3.6V1.2L-1.9 -2.6V-7.5Z";
const TRANSPORT =
  "M0 -11L2.4 -8V-2.4L12 -0.6V2.2L2.4 3L1.8 7L5 8.6V10.4H-5V8.6L-1.8 7L-2.4 3L-12 2.2V-0.6L-2.4 -2.4V-8Z";
const SHIP = "M-13 3H13L10.5 8H-10.5ZM-7 3V-1H-2V-6H0V-9H1.2V-6H3V-1H8V3M-12 0.6H-7M8 0.6H12.4";
const PARACHUTE = "M-10 -2A10 9 0 0 1 10 -2L0 8ZM-3.4 -2L0 8L3.4 -2M-10 -2Q-6.6 -4.4 -3.4 -2Q0 -4.4 3.4 -2Q6.6 -4.4 10 -2";

/** @type {Object<string, string>} */
const SHAPES = { air: PLANE, airlift: TRANSPORT, naval: SHIP, special: PARACHUTE };

/** @param {string} _id @param {any} c @param {any} piece */
export function face(_id, c, piece) {
  if (c.kind === "ground") return null;
  return s(
    "g",
    { class: `sky-face kind-${c.kind}` },
    s("rect", { x: -R + 1.2, y: -R + 1.6, width: SIZE, height: SIZE, rx: 3.5, class: "counter-shadow" }),
    s("rect", { x: -R, y: -R, width: SIZE, height: SIZE, rx: 3.5, class: "counter-face" }),
    s("path", { d: `M${-R} ${-R + 9}V${-R + 3.5}a3.5 3.5 0 0 1 3.5 -3.5H${R - 3.5}a3.5 3.5 0 0 1 3.5 3.5V${-R + 9}Z`, class: "sky-band" }),
    s("text", { y: -R + 6.9, class: "band-text light", ...fitting(short(c.designation)) }, short(c.designation)),
    s("path", { d: SHAPES[c.type] ?? PLANE, class: "silhouette", transform: "translate(0 -1)" }),
    steps(c, piece),
    s("text", { x: -R + 4, y: R - 3.4, class: "sky-value" }, value(c, piece)),
  );
}

/** So short that a mark in the corner leaves the number readable. @param {string} name */
const short = (name) => name.replace("Fliegerkorps", "FlK").replace("Fliegerdivision", "FlD");

/** Letters that fit on a band. */
const MOST = 10;

/** Long names are set closer. @param {string} name */
const fitting = (name) => (name.length > MOST ? { textLength: SIZE - 4, lengthAdjust: "spacingAndGlyphs" } : {});

/** What it is worth: an air unit's support, the dice on which special forces succeed, the columns of the ships. */
function value(/** @type {any} */ c, /** @type {any} */ piece) {
  const { support, success, columns } = c.ratings;
  if (support !== undefined) return String(piece.support ?? support);
  return success !== undefined ? `1–${success}` : String(columns);
}

/** A dot a step, hollow where it is lost. @param {any} c @param {any} piece */
const steps = (c, piece) =>
  c.steps > 1 &&
  Array.from({ length: c.steps }, (_, i) =>
    s("circle", { cx: R - 5 - 5 * i, cy: R - 6, r: 1.8, class: i < (piece.steps ?? c.steps) ? "pip" : "pip gone" }),
  );

/** Rows of places around the centre of a hex, by how many ground units stand there: x, y and the scale of all. */
/** @type {[number, [number, number][]][]} */
const PLACES = [
  [1, []],
  [1.7, [[0, 2]]],
  [1.18, [[-27, 2], [27, 2]]],
  [1.12, [[-26, -24], [26, -24], [0, 27]]],
  [1.1, [[-25.5, -25.5], [25.5, -25.5], [-25.5, 25.5], [25.5, 25.5]]],
  [0.86, [[-39, -20], [0, -20], [39, -20], [-20, 20], [20, 20]]],
  [0.86, [[-39, -20], [0, -20], [39, -20], [-39, 20], [0, 20], [39, 20]]],
];

/** Ground units side by side, air units small above them. @param {string} _hex @param {string[]} ids @param {number} _size @param {any} units */
export function layout(_hex, ids, _size, units) {
  const ground = ids.filter((id) => !flies(units[id]));
  const [scale, spots] = PLACES[Math.min(ground.length, PLACES.length - 1)];
  let low = 0,
    high = 0;
  const aloft = ids.length - ground.length;
  return ids.map((id) => {
    if (flies(units[id])) {
      const n = high++;
      return { x: 30 * (n - (aloft - 1) / 2), y: ground.length ? -47 : 0, scale: ground.length ? 0.74 : 1.3 };
    }
    const n = low++;
    const spot = spots[n] ?? [-39 + 13 * (n - spots.length), 34];
    return { x: spot[0], y: spot[1], scale };
  });
}

/** An air unit: it has a support value, and no attack. */
const flies = (/** @type {any} */ piece) => piece.support !== undefined;

/** Armies below, then corps, fortress troops, logistics; air units above all. */
export const rank = (/** @type {any} */ c) =>
  c.kind !== "ground" ? 9 : c.size === "XXXX" ? 0 : c.type === "logistics" ? 3 : c.type === "fortification" ? 2 : 1;
