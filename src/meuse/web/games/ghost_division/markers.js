/** Formation and Fog of War markers, face down and face up; bridges; and where everything lies in a Grid. */

import { s } from "../../common/dom.js";
import { cross } from "../../common/pins.js";

const R = 22;
const square = (/** @type {any} */ more) => s("rect", { x: -R, y: -R, width: 2 * R, height: 2 * R, rx: 3.5, ...more });
const shadow = () => s("rect", { x: -R + 1.2, y: -R + 1.6, width: 44, height: 44, rx: 3.5, class: "counter-shadow" });

/** @type {Object<string, string>} */
const NATIONS = { belgian: "#a8662a", french: "#2f5f9e", british: "#7b6132" };

/** Drawn inside 36 by 26. @type {Object<string, () => any[]>} */
const FOG = {
  fortification: () => [
    s("path", { class: "fog-solid", d: "M-15 9V-2H-9V-7H-4V-3H4V-7H9V-2H15V9Z" }),
    s("path", { class: "fog-slit", d: "M-6 4H6" }),
  ],
  meeting: () => [s("path", { class: "fog-line", d: "M-11 9L9 -9M11 9L-9 -9M-13 4L-6 10M13 4L6 10" })],
  obstacle: () => [
    s("path", { class: "fog-line", d: "M-12 -9V10M12 -9V10M-15 10H-9M9 10H15" }),
    s("path", { class: "fog-solid", d: "M-17 -6H17V2H-17Z" }),
    s("path", { class: "fog-slit", d: "M-13 2L-8 -6M-4 2L1 -6M5 2L10 -6" }),
  ],
  patrol: () => [
    s("path", { class: "fog-line", d: "M-13 0Q0 -11 13 0Q0 11 -13 0Z" }),
    s("circle", { r: 4, class: "fog-solid" }),
  ],
  installation: () => [s("path", { class: "fog-solid", d: "M-13 9V-3L-5 -8V-3L3 -8V-3L11 -8V9Z" })],
  "false-info": () => [s("circle", { r: 9, class: "fog-line" }), s("path", { class: "fog-line", d: "M-7 7L7 -7" })],
};

/** @type {Object<string, string>} */
export const FOG_NAMES = {
  fortification: "Fortification",
  meeting: "Meeting",
  obstacle: "Obstacle",
  patrol: "Patrol",
  installation: "Installation",
  "false-info": "False Info",
};

/** A roundel on dark blue, the same for every Formation. */
export const formationBack = () =>
  s(
    "g",
    { class: "marker-back" },
    shadow(),
    square({ fill: "#27384f" }),
    s("circle", { r: 15, fill: "#a3261b" }),
    s("circle", { r: 10.4, fill: "#f4efe2" }),
    s("circle", { r: 5.4, fill: "#2c5a94" }),
    square({ class: "counter-edge" }),
  );

export const fogBack = () =>
  s(
    "g",
    { class: "marker-back" },
    shadow(),
    square({ fill: "#7d8a86" }),
    s("path", { class: "fog-cloud", d: "M-16 8a6 6 0 0 1 1 -11a8 8 0 0 1 14 -4a6.5 6.5 0 0 1 11 3a6 6 0 0 1 5 12Z" }),
    s("text", { y: 9.5, class: "fog-question" }, "?"),
    square({ class: "counter-edge" }),
  );

/** @param {any} f the sheet's entry @param {number} called units it brings to the battle */
export function formationFace(f, called = 0) {
  if (!f?.dice) return dummyFace();
  const name = f.name.length > 10 ? 41 : null;
  return s(
    "g",
    { class: "marker-face" },
    shadow(),
    square({ fill: NATIONS[f.nation] ?? "#2f5f9e" }),
    s("rect", { x: -18, y: -9, width: 36, height: 18, rx: 2, class: "formation-card" }),
    s("text", { y: -12, class: "formation-nation" }, f.nation),
    s(
      "text",
      {
        y: 3,
        class: "formation-name",
        textLength: f.name.length > 8 ? 33 : null,
        lengthAdjust: "spacingAndGlyphs",
        "data-wide": name,
      },
      f.name,
    ),
    f.armored && s("rect", { x: -6, y: 4.6, width: 12, height: 3.6, rx: 1.8, class: "formation-armor" }),
    Array.from({ length: f.dice }, (_, i) => pip(-15 + i * 9.5, 15.5)),
    called > 0 && s("text", { x: 13, y: 19, class: "formation-called" }, called),
    square({ class: "counter-edge" }),
  );
}

const pip = (/** @type {number} */ x, /** @type {number} */ y) => [
  s("rect", { x: x - 3.6, y: y - 3.6, width: 7.2, height: 7.2, rx: 1.6, class: "formation-die" }),
  s("circle", { cx: x, cy: y, r: 1.3, class: "formation-pip" }),
];

const dummyFace = () =>
  s(
    "g",
    { class: "marker-face" },
    shadow(),
    square({ fill: "#6f6a60" }),
    s("path", { class: "fog-line light", d: "M-11 -11L11 11M11 -11L-11 11" }),
    s("text", { y: 19.5, class: "formation-nation" }, "Dummy"),
    square({ class: "counter-edge" }),
  );

export function fogFace(/** @type {string} */ kind, hits = 0) {
  return s(
    "g",
    { class: `marker-face fog-${kind}` },
    shadow(),
    square({ class: "fog-card" }),
    s("g", { transform: "translate(0 -4)" }, FOG[kind]?.()),
    s("text", { y: 18, class: "fog-name" }, FOG_NAMES[kind] ?? kind),
    hits > 0 &&
      s(
        "g",
        { class: "ghost-hits", transform: "translate(-15 -15)" },
        s("circle", { r: 7 }),
        s("text", { y: 3.4 }, hits),
      ),
    square({ class: "counter-edge" }),
  );
}

/** A marker as it lies. @param {{kind: string, up: boolean, known: any, called?: number}} m */
export function markerFace({ kind, up, known, called }) {
  if (kind === "fog") return up ? fogFace(known, called) : fogBack();
  return up ? formationFace(known, called) : formationBack();
}

const ALLIED = { side: "allied", marker: true, ratings: {} };

/** Markers as pieces among the German ones, so that the map lays them out; face down they have no name. @param {any} view @param {any} sheet */
export function markers(view, sheet) {
  /** @type {Object<string, any>} */ const laid = {};
  /** @type {Object<string, number>} */ const count = {};
  for (const f of view.formations) {
    const known = f.shown && sheet.formations[f.formation];
    const n = (count[f.hex] = (count[f.hex] ?? 0) + 1);
    const id = f.shown ? `@${f.formation}` : `@down-${f.hex}-${n}`;
    const name = f.shown ? (known?.name ?? "Dummy") : "Formation, face down";
    laid[id] = {
      hex: f.hex,
      marker: { kind: "formation", up: f.shown, known, called: f.called },
      counter: { ...ALLIED, name, type: f.shown ? "Formation" : "" },
      told: known
        ? [
            `${known.dice} ${known.dice === 1 ? "die" : "dice"}`,
            known.armored && "armored",
            f.called > 0 && `${f.called} units called`,
          ].filter(Boolean)
        : [],
    };
  }
  for (const m of view.fog)
    laid[`@fog-${m.hex}`] = {
      hex: m.hex,
      marker: { kind: "fog", up: m.shown, known: m.kind, called: m.hits },
      counter: { ...ALLIED, name: m.shown ? FOG_NAMES[m.kind] : "Fog of War, face down", fog: true, type: "" },
      told: m.hits ? [`${m.hits} Hits`] : [],
    };
  return laid;
}

const isMarker = (/** @type {string} */ id) => id.startsWith("@");
const isFog = (/** @type {string} */ id) => id.startsWith("@fog");

/** Counters of a Grid in rows within its field: German units from the bottom up, Allied markers down the right edge, Fog of War uppermost; the Assembly Area in rows. @type {NonNullable<import("../../common/types.js").Display["layout"]>} */
export function layout(hex, ids, size, all, sheet) {
  if (hex === "AA") return rows(ids.length, Math.min(8, Math.max(7, Math.ceil(ids.length / 10))), 48, 54, -190);
  const units = ids.filter((id) => !isMarker(id)),
    laid = ids.filter(isMarker).sort((a, b) => Number(isFog(b)) - Number(isFog(a)));
  const [left, top, right, bottom] = /** @type {any} */ (sheet.hexes[hex]).field.map(
    (/** @type {number} */ edge, /** @type {number} */ i) => (i < 2 ? edge + R : edge - R),
  );
  const east = laid.length ? right - STEP : right;
  const per = Math.max(laid.length ? 3 : 4, Math.ceil(units.length / 3)),
    lines = Math.ceil(units.length / per);
  const gap = Math.min(STEP, (east - left) / (per - 1)),
    down = Math.min(STEP - 1, (bottom - top) / Math.max(1, lines - 1));
  const places = rows(units.length, per, gap, down, bottom - (lines - 1) * down);
  const apart = Math.min(STEP, (bottom - top) / Math.max(1, laid.length - 1));
  let u = 0;
  return ids.map((id) => {
    if (isMarker(id)) return { x: right, y: top + laid.indexOf(id) * apart };
    const at = places[u++];
    return { x: at.x + (left + east) / 2, y: at.y };
  });
}

const STEP = 48;

function rows(
  /** @type {number} */ n,
  /** @type {number} */ per,
  /** @type {number} */ gap,
  /** @type {number} */ down,
  /** @type {number} */ top,
) {
  return Array.from({ length: n }, (_, i) => {
    const line = Math.floor(i / per),
      here = Math.min(per, n - line * per);
    return { x: ((i % per) - (here - 1) / 2) * gap, y: top + line * down };
  });
}

/** German units in the order of the counter mix: headquarters first, then formation by formation; markers before all. */
export function rank(/** @type {any} */ c) {
  if (c.marker) return c.fog ? 1 : 0;
  const formation = ["7 Pz", "5 Pz", "SS-T", "XV"].indexOf(c.formation) + 1;
  return 2 + formation * 20 + (c.hq ? -c.ratings.leadership / 10 : 1 + ((ORDER.indexOf(c.type) + 20) % 20));
}

const ORDER = [
  "tank",
  "armored infantry",
  "motorized infantry",
  "leg infantry",
  "motorcycle",
  "armored car",
  "artillery",
  "heavy artillery",
  "self-propelled gun",
  "anti-tank",
  "flak",
  "self-propelled flak",
  "engineers",
  "kommando",
  "logistics",
];

/** Bridges on river sides, and the flags of towns held. @param {any} view @param {any} sheet */
export const onMap = (view, sheet) => [
  ...view.blown.map((/** @type {string} */ n) =>
    bridge(sheet, n, "blown", "Bridge blown", cross(10)),
  ),
  ...view.bridges.map((/** @type {string} */ n) =>
    bridge(sheet, n, "pontoon", "Bridge", s("path", { d: "M-16 -5H16M-16 5H16M-11 -8V8M-4 -8V8M4 -8V8M11 -8V8" })),
  ),
  ...view.bridgeheads.map((/** @type {string} */ n) =>
    bridge(sheet, n, "bridgehead", "Bridgehead", [
      s("path", { d: "M-16 -5H16M-16 5H16" }),
      s("path", { d: "M-16 12Q0 20 16 12M-16 -12Q0 -20 16 -12" }),
    ]),
  ),
  ...view.occupied.map((/** @type {string} */ n) => flag(sheet, n)),
];

function bridge(
  /** @type {any} */ sheet,
  /** @type {string} */ name,
  /** @type {string} */ kind,
  /** @type {string} */ says,
  /** @type {any} */ shape,
) {
  const b = sheet.sides_of_hexes[name];
  if (!b) return s("g");
  const turn = (Math.atan2(b.y2 - b.y1, b.x2 - b.x1) * 180) / Math.PI + 90,
    { x, y } = bridgeSpot(b, kind);
  return s(
    "g",
    { class: `marker ${kind}`, transform: `translate(${x} ${y}) rotate(${turn})`, "data-bridge": `${kind} ${name}` },
    kind !== "blown" && s("rect", { x: -20, y: -13, width: 40, height: 26, rx: 4 }),
    shape,
    s("title", null, `${says} at ${name}, ${b.river}`),
  );
}

/** What is blown is crossed out where it stands; what is built lies in the middle of its side, or beside what stands there. */
function bridgeSpot(/** @type {any} */ b, /** @type {string} */ kind) {
  const middle = { x: (b.x1 + b.x2) / 2, y: (b.y1 + b.y2) / 2 };
  if (b.x === undefined) return middle;
  if (kind === "blown") return b;
  const along = { x: Math.sign(b.x2 - b.x1), y: Math.sign(b.y2 - b.y1) },
    off = (b.x - middle.x) * along.x + (b.y - middle.y) * along.y;
  if (Math.abs(off) >= ROOM) return middle;
  const by = off > 0 ? off - ROOM : off + ROOM;
  return { x: middle.x + along.x * by, y: middle.y + along.y * by };
}

/** How far apart two bridges lie. */
const ROOM = 28;

function flag(/** @type {any} */ sheet, /** @type {string} */ hex) {
  const { x, y, name } = sheet.hexes[hex];
  return s(
    "g",
    { class: "held-flag", transform: `translate(${x + 82} ${y - 40})`, "data-held": hex },
    s("path", { d: "M0 14V-14M0 -13H-22V1H0" }),
    s("path", { class: "cross", d: "M-11 -13V1M-22 -6H0" }),
    s("title", null, `${name ?? hex} is occupied`),
  );
}
