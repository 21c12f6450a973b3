/** The counters of Ghost Division: fire values down the left, defense and mobility below, the leader in parentheses. */

import { s } from "../../common/dom.js";
import { sizeMark, symbol } from "../../common/nato.js";
import { markerFace } from "./markers.js";

const R = 22;

/** The band of each German formation, and whether its letters are light. @type {Object<string, [string, boolean]>} */
const BANDS = {
  "7 Pz": ["#e9c22f", false],
  "5 Pz": ["#e2822a", false],
  "SS-T": ["#262524", true],
  XV: ["#f7f4ea", false],
  Luftwaffe: ["#86bfe0", false],
};

/** 2.3a: the Allied groups by colour: field, band. @type {Object<string, [string, string]>} */
const NATIONS = {
  belgian: ["#e8bd84", "#8a5420"],
  "french-mech": ["#86aee0", "#1e4480"],
  french: ["#b4d0ee", "#2f5f9e"],
  british: ["#d9c08d", "#6d5327"],
  "allied-air": ["#d4dde0", "#566770"],
};

/** What is printed on Allied counters, whose names are too long for a band. @type {Object<string, string>} */
const SHORT = {
  "be-chasseurs": "Chasseurs",
  "be-t13": "T-13",
  "be-artillery": "Artillerie",
  "be-hq": "Belge",
  "fm-b1": "B1 bis",
  "fm-h39": "H39",
  "fm-s35": "S35",
  "fm-panhard": "Panhard",
  "fm-dragoons": "Dragons",
  "fm-cavalry": "Cavalerie",
  "fm-artillery": "Artillerie",
  "fm-at": "25 mm",
  "fm-fighter": "Chasse",
  "fm-hq": "QG méc",
  "fi-infantry": "Infanterie",
  "fi-tirailleurs": "Tirailleurs",
  "fi-artillery": "Artillerie",
  "fi-at": "25 mm",
  "fi-r35": "R35",
  "fi-recon": "GRDI",
  "fi-aa": "DCA",
  "fi-fighter": "Chasse",
  "fi-hq": "QG DI",
  "br-matilda1": "Matilda I",
  "br-matilda2": "Matilda II",
  "br-light": "Light tk",
  "br-infantry": "Infantry",
  "br-25-pdr": "25 pdr",
  "br-2-pdr": "2 pdr",
  "br-fighter": "Hurricane",
  "br-hq": "Bde HQ",
  "aa-fighter": "Fighter",
  "aa-bomber": "Bomber",
};

const PLANES = {
  fighter: "M0 -11L2.4 -4.5L13 -1V2L2.4 2L1.6 7.4L5 9.4V11H-5V9.4L-1.6 7.4L-2.4 2L-13 2V-1L-2.4 -4.5Z",
  "dive bomber":
    "M0 -11L2.2 -4L7 -1.6L13 -4V-1L7.4 2.6L2.2 2L1.4 7.4L5 9.2V11H-5V9.2L-1.4 7.4L-2.2 2L-7.4 2.6L-13 -1V-4L-7 -1.6L-2.2 -4Z",
  bomber:
    "M0 -11L2.6 -5L5 -5V-8H6.6V-5L14 -2.6V1.4L2.6 1.4L1.6 7L6 9.2V11H-6V9.2L-1.6 7L-2.6 1.4L-14 1.4V-2.6L-6.6 -5V-8H-5V-5L-2.6 -5Z",
};

/** @param {any} c */
const plane = (c) => s("path", { class: "ghost-plane", d: /** @type {any} */ (PLANES)[c.type] ?? PLANES.bomber });

/** @param {any} c */
export const shortName = (c) => (c.side === "allied" ? (SHORT[c.kind] ?? c.name.split(" ")[0]) : c.name);

const square = (/** @type {any} */ more) => s("rect", { x: -R, y: -R, width: 2 * R, height: 2 * R, rx: 3.5, ...more });
const BAND = `M${-R} ${-R + 9}V${-R + 3.5}a3.5 3.5 0 0 1 3.5 -3.5H${R - 3.5}a3.5 3.5 0 0 1 3.5 3.5V${-R + 9}Z`;

/** @param {string} id @param {any} c @param {any} piece */
export function face(id, c, piece) {
  if (piece.marker) return markerFace(piece.marker);
  const [field, band, light] =
    c.side === "allied"
      ? [...(NATIONS[c.nation] ?? NATIONS.french), true]
      : [c.armored ? "#a3aa9b" : "#b9bfae", ...(BANDS[c.formation] ?? BANDS.XV)];
  const name = shortName(c);
  return s(
    "g",
    { class: `ghost-counter ${c.hq ? "ghost-hq" : ""} ${c.armored ? "armored" : ""}` },
    s("rect", { x: -R + 1.2, y: -R + 1.6, width: 44, height: 44, rx: 3.5, class: "counter-shadow" }),
    square({ fill: field }),
    s("path", { d: BAND, fill: band, class: "corps-band" }),
    s(
      "text",
      {
        y: -R + 7,
        class: `band-text ${light ? "light" : ""}`,
        textLength: name.length > 11 ? 41 : null,
        lengthAdjust: "spacingAndGlyphs",
      },
      name,
    ),
    c.air ? airFace(c) : groundFace(c, piece),
    piece.suppressed && square({ class: "ghost-down" }),
    piece.hits > 0 && hitBadge(piece.hits),
    piece.aces &&
      s("path", {
        class: "ghost-ace",
        d: "M0 -5L1.5 -1.6L5 -1.4L2.3 .9L3.2 4.4L0 2.4L-3.2 4.4L-2.3 .9L-5 -1.4L-1.5 -1.6Z",
        transform: "translate(-16.5 -17.2)",
      }),
    piece.crossed && s("path", { class: "ghost-wave", d: "M-20 -2q2.5 -3 5 0t5 0t5 0t5 0t5 0t5 0t5 0t5 0" }),
  );
}

/** @param {any} c @param {any} piece */
function groundFace(c, piece) {
  const r = c.ratings;
  const fire = [r.art, r.at, r.ca].map((n, i) =>
    s("text", { x: -16.4, y: -3.4 + i * 8.2, class: n ? `ghost-fire fire-${i}` : "ghost-fire none" }, n),
  );
  const move = piece.move ?? r.move;
  return [
    ...fire,
    s(
      "g",
      { transform: "translate(5 -8.4)" },
      c.size === "[ ]" ? s("text", { class: "ghost-size" }, "[ ]") : sizeMark(c.size ?? ""),
    ),
    s("g", { transform: "translate(5 2.2)" }, symbol(c.type)),
    s("text", { x: -4.5, y: R - 2.4, class: "ghost-defense" }, r.defense),
    r.leadership ? s("text", { x: 5.5, y: R - 2.6, class: "ghost-leader" }, `(${r.leadership})`) : null,
    s("text", { x: 16, y: R - 2.4, class: move === r.move ? "ghost-move" : "ghost-move changed" }, move),
  ];
}

/** @param {any} c */
function airFace(c) {
  return [
    s("g", { transform: "translate(0 0.5)" }, plane(c)),
    s(
      "text",
      { y: R - 2.2, class: "ghost-air" },
      c.ratings.air || c.ratings.ground ? `${c.ratings.air} · ${c.ratings.ground}` : "",
    ),
  ];
}

function hitBadge(/** @type {number} */ n) {
  return s(
    "g",
    { transform: `translate(${-R + 4} ${R - 4})`, class: "ghost-hits" },
    s("path", { d: "M0 -8L2.2 -3.6L7 -5L4.4 -.6L8 3L3 3.2L2 8L-1.4 4.4L-6 6.4L-4.4 1.8L-8 -1.6L-3 -2.8Z" }),
    s("text", { y: 3.4 }, n),
  );
}
