/** Counters that are no land units: airstrikes by what they fly, and ships. */

import { s } from "../../common/dom.js";
import { SIZE } from "../../common/counters.js";

const R = SIZE / 2;
const FIGHTER =
  "M0 -11L1.9 -7.5V-2.6L11.5 1.2V3.6L1.9 2.2L1.3 6.9L4.4 8.9V10.4L0 9.4L-4.4 10.4V8.9L-1.3 6.9L-1.9 2.2L-11.5 3.6V1.2L-1.9 -2.6V-7.5Z";
const BOMBER =
  "M0 -11L2.2 -8V-3L5 -3.6V-5H6.6V-3L13.5 -0.6V2.4L2 2.6L1.5 6.8L5 8.6V10.4H-5V8.6L-1.5 6.8L-2 2.6L-13.5 2.4V-0.6L-6.6 -3V-5H-5V-3.6L-2.2 -3V-8Z";
const DIVER =
  "M0 -11L1.8 -8V-2L4 -1L11.5 -3V-0.4L4.4 3H1.6L1.2 7L5 8.6V10.4H-5V8.6L-1.2 7L-1.6 3H-4.4L-11.5 -0.4V-3L-4 -1L-1.8 -2V-8Z";
const TRANSPORT =
  "M0 -11L2.4 -8V-2.4L13 -0.6V2.2L2.4 3L1.8 7L5.4 8.6V10.4H-5.4V8.6L-1.8 7L-2.4 3L-13 2.2V-0.6L-2.4 -2.4V-8Z";
const GUNS = "M-13 3H13L10.5 8H-10.5ZM-7 3V-1H-2V-6H0V-9H1.2V-6H3V-1H8V3M-12 0.6H-7M8 0.6H12.4";
const LIFT = "M-12 1H12L9.5 8H-9.5ZM-9 1V-4H7V1M-4 -4V-8H1V-4";

/** @type {Object<string, string>} */
const SHAPES = {
  fighter: FIGHTER,
  bomber: BOMBER,
  attack: DIVER,
  mixed: FIGHTER,
  transport: TRANSPORT,
  reconnaissance: TRANSPORT,
  gunfire: GUNS,
  amphibious: LIFT,
};

/** @param {string} _id @param {any} c @param {any} piece */
export function face(_id, c, piece) {
  if (c.kind === "land") return null;
  return s(
    "g",
    { class: `wing-face kind-${c.kind} ${piece.fatigued ? "tired" : ""}` },
    s("rect", { x: -R + 1.2, y: -R + 1.6, width: SIZE, height: SIZE, rx: 3.5, class: "counter-shadow" }),
    s("rect", { x: -R, y: -R, width: SIZE, height: SIZE, rx: 3.5, class: "counter-face" }),
    s("path", { d: `M${-R} ${-R + 9}V${-R + 3.5}a3.5 3.5 0 0 1 3.5 -3.5H${R - 3.5}a3.5 3.5 0 0 1 3.5 3.5V${-R + 9}Z`, class: "wing-band" }),
    s("text", { y: -R + 6.9, class: "band-text light", ...fitting(c.designation) }, c.designation),
    s("path", { d: SHAPES[c.type] ?? FIGHTER, class: "silhouette", transform: "translate(0 -2.4) scale(0.92)" }),
    c.kind === "air" && numbers(c, piece),
  );
}

/** Letters that fit on a band. */
const MOST = 10;

/** Long names are set closer. @param {string} name */
const fitting = (name) => (name.length > MOST ? { textLength: SIZE - 4, lengthAdjust: "spacingAndGlyphs" } : {});

/** Air value (in a box where it is offensive), bombs, range. @param {any} c @param {any} piece */
function numbers(c, piece) {
  const { air, bombardment, range } = { ...c.ratings, ...piece };
  return [
    c.fights === "offensive" && s("rect", { x: -R + 2, y: R - 12.5, width: 11, height: 11, rx: 1.5, class: "offensive" }),
    s("text", { x: -R + 7.5, y: R - 3.4, class: "wing-value" }, air),
    s("text", { x: 0, y: R - 3.4, class: "wing-value bombs" }, bombardment || "·"),
    s("text", { x: R - 8.5, y: R - 3.6, class: "wing-range" }, `(${range})`),
  ];
}
