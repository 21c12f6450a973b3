/** Counters: what is printed on them, and the state they are in, readable without colour as well. */

import { s } from "./dom.js";
import { sizeMark, symbol } from "./nato.js";

export const SIZE = 44;
const R = SIZE / 2;

/** The corps colours that the data name, in tones that sit on the paper map. @type {Object<string, string>} */
const COLOURS = {
  yellow: "#e8c43a",
  "lime green": "#a9cf46",
  "dark green": "#2f6b3c",
  blue: "#3f78c4",
  red: "#c23b2e",
  white: "#f7f4ea",
  green: "#4c9a54",
  orange: "#e08a2e",
  purple: "#7d54a0",
  grey: "#8d8d86",
  black: "#333",
};
const DARK = new Set(["dark green", "blue", "red", "green", "purple", "black"]);

/** How the game on the table draws its counters. @type {Pick<import("./types.js").Display, "face"|"marks"|"tells">} */
let display = { face: null, marks: [], tells: () => [] };

export function useFaces(/** @type {import("./types.js").Display} */ game) {
  display = game;
}

export const tint = (/** @type {string} */ colour) => COLOURS[colour] ?? colour ?? "#ccc";

/** The printed ratings by name, each as the view has it now. */
export function ratings(/** @type {import("./types.js").Counter} */ c, /** @type {any} */ piece) {
  return Object.entries(c.ratings ?? {}).map(([name, printed]) => {
    const n = piece?.[name] ?? printed;
    return { name, n: n ?? "-", changed: n !== printed };
  });
}

export const isReduced = (/** @type {any} */ c, /** @type {any} */ piece) => Boolean(c.reduced) && piece?.steps < c.steps;

/**
 * @param {string} id
 * @param {import("./types.js").Counter} c
 * @param {any} piece the unit as the view shows it
 * @param {import("./types.js").Display["face"]} face how its game draws it
 */
export function counter(id, c, piece = {}, face = display.face) {
  const reduced = isReduced(c, piece);
  const spent = piece.activated && !piece.acting;
  const names = [
    "counter",
    `nation-${c.nation ?? c.side}`,
    reduced && "reduced",
    spent && "spent",
    piece.acting && "acting",
    c.hq && "is-hq",
    c.mech && "is-mech",
    piece.supply && `supply-${piece.supply}`,
  ]
    .filter(Boolean)
    .join(" ");
  return s(
    "g",
    { class: names, "data-unit": id },
    face?.(id, c, piece) ?? printed(c, piece, reduced),
    spent && s("rect", { x: -R, y: -R, width: SIZE, height: SIZE, rx: 3.5, class: "spent-veil" }),
    s("rect", { x: -R, y: -R, width: SIZE, height: SIZE, rx: 3.5, class: "counter-edge" }),
    supplyBadge(piece),
    marks(piece),
    spent && check(),
  );
}

/** The usual face: corps band, size, NATO symbol and ratings. */
function printed(/** @type {any} */ c, /** @type {any} */ piece, /** @type {boolean} */ reduced) {
  return [
    s("rect", { x: -R + 1.2, y: -R + 1.6, width: SIZE, height: SIZE, rx: 3.5, class: "counter-shadow" }),
    s("rect", { x: -R, y: -R, width: SIZE, height: SIZE, rx: 3.5, class: "counter-face" }),
    s("path", {
      d: `M${-R} ${-R + 8.5}V${-R + 3.5}a3.5 3.5 0 0 1 3.5 -3.5H${R - 3.5}a3.5 3.5 0 0 1 3.5 3.5V${-R + 8.5}Z`,
      fill: tint(c.colour),
      class: "corps-band",
    }),
    s("text", { y: -R + 6.7, class: `band-text ${DARK.has(c.colour) ? "light" : ""}` }, bandText(c)),
    s("g", { transform: "translate(0 -10.6)" }, sizeMark(c.size ?? "")),
    pips(c, piece),
    s("g", { transform: "translate(0 -0.9)" }, symbol(c.type ?? "")),
    s("text", { transform: `translate(${-R + 5.6} -0.9) rotate(-90)`, class: "corps-text" }, c.corps),
    reduced && s("rect", { x: -R + 1, y: R - 12.6, width: SIZE - 2, height: 11.6, rx: 2.5, class: "reduced-band" }),
    s("text", { y: R - 3, class: "ratings" }, ratingSpans(c, piece)),
  ];
}

/** A dot a step, hollow where it is lost: two in a row above the symbol, more of them in a column beside it. */
function pips(/** @type {any} */ c, /** @type {any} */ piece) {
  if (!(c.steps > 1)) return null;
  const row = c.steps === 2;
  return Array.from({ length: c.steps }, (_, i) =>
    s("circle", {
      cx: R - 4 - (row ? 4.4 * i : 0.6),
      cy: row ? -10.4 : 5.6 - 4.4 * i,
      r: 1.6,
      class: i < (piece.steps ?? c.steps) ? "pip" : "pip gone",
    }),
  );
}

/** "SR 1 · 1 Pz": which unit, of which formation; by its printed regiment where a number alone could be another's. */
function bandText(/** @type {any} */ c) {
  const regiment = /^\d+$/.test(c.designation ?? "") && c.history?.length <= 6 ? c.history : null;
  const own = regiment ?? c.designation ?? c.name;
  const text = c.hq || !c.formation || own.includes(c.formation) ? own : `${own} · ${c.formation}`;
  return text.length > 13 ? own : text;
}

function ratingSpans(/** @type {any} */ c, /** @type {any} */ piece) {
  return ratings(c, piece).flatMap(({ name, n, changed }, i) => [
    i ? s("tspan", { class: "dash" }, "-") : null,
    s("tspan", { class: changed ? "changed" : "" }, name === "range" ? `(${n})` : n),
  ]);
}

/** Low supply is a triangle, out of supply a barred disc: shape as well as colour. */
function supplyBadge(/** @type {any} */ piece) {
  if (piece.supply === "low") {
    return s(
      "g",
      { transform: `translate(${-R + 2} 8)`, class: "badge low" },
      s("path", { d: "M0 -6L6 5H-6Z" }),
      s("text", { y: 4 }, "!"),
    );
  }
  if (piece.supply === "out") {
    return s(
      "g",
      { transform: `translate(${-R + 2} 8)`, class: "badge out" },
      s("circle", { r: 6 }),
      s("path", { d: "M-3.4 -3.4L3.4 3.4M3.4 -3.4L-3.4 3.4" }),
    );
  }
  return null;
}

function marks(/** @type {any} */ piece) {
  return display.marks
    .filter(([flag]) => piece[flag])
    .map(([flag, sign], i) =>
      s(
        "g",
        { transform: `translate(${R - 3} ${-8 + i * 9.5})`, class: `mark mark-${flag}` },
        s("rect", { x: -4.6, y: -4.6, width: 9.2, height: 9.2, rx: 2 }),
        s("text", { y: 2.9 }, sign),
      ),
    );
}

const check = () =>
  s(
    "g",
    { transform: `translate(${R - 4} ${-R + 4})`, class: "spent-mark" },
    s("circle", { r: 5.6 }),
    s("path", { d: "M-2.8 0l2 2.4l3.8 -4.6" }),
  );

/** A counter on its own, for panels. */
export function portrait(
  /** @type {string} */ id,
  /** @type {any} */ c,
  /** @type {any} */ piece = {},
  size = 52,
  face = display.face,
) {
  return s(
    "svg",
    { class: "portrait", viewBox: "-27 -26 54 52", width: size, height: size, role: "img", "aria-label": c.name },
    counter(id, c, piece, face),
  );
}

/** The state of a unit in words. @returns {string[]} */
export function condition(/** @type {any} */ c, /** @type {any} */ piece) {
  const words = [];
  if (isReduced(c, piece)) words.push("reduced");
  if (piece.supply === "low") words.push("low supply");
  if (piece.supply === "out") words.push("out of supply");
  if (piece.acting) words.push("active now");
  else if (piece.activated) words.push("has had its activation");
  for (const [flag, , text] of display.marks) if (piece[flag]) words.push(text);
  return [...words, ...display.tells(piece)];
}
