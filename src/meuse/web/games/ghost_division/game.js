/** What only Ghost Division has on its table: counters, markers, displays, the Combat Display, the Allies played out. */

import aid from "./aid.js";
import { battleBoard } from "./battle.js";
import { orders, panels } from "./displays.js";
import { face } from "./faces.js";
import { layout, markers, onMap, rank } from "./markers.js";
import { airBoard, commandBoard, placed, shopBoard } from "./shop.js";
import { arrivals, comes, roll, seen, turns, weight } from "./events.js";

/** @type {WeakMap<any, any>} */
const pieces = new WeakMap();

/** A piece as it lies, the same object for one that has not changed. */
function onTheTable(/** @type {any} */ piece) {
  let laid = pieces.get(piece);
  if (!laid) {
    laid = { ...piece, worked: Boolean(piece.acted && !piece.moved), cutoff: piece.loc === false };
    if (piece.place === "assembly") laid.hex = "AA";
    pieces.set(piece, laid);
  }
  return laid;
}

/** @type {Partial<import("../../common/types.js").Display>} */
export default {
  aid,
  reachRule: "16.0a",
  supplyRule: "7.0a",
  glides: true,
  oneTable: true,
  places: {
    available: "Air units: Available",
    aloft: "Air units: in the air",
    maintenance: "Air units: Maintenance",
    reinforcements: "Reinforcements",
    pool: "Recruit Pool",
    scrap: "Scrap heap",
  },
  marks: [
    ["suppressed", "S", "suppressed"],
    ["moved", "➜", "has moved"],
    ["worked", "✓", "has acted: it neither recovers nor rallies"],
    ["cutoff", "⊘", "without a Line of Communications"],
    ["doubled", "2×", "Maximum Supply"],
  ],
  tells: (piece) =>
    [
      piece.hits > 0 && `${piece.hits} ${piece.hits > 1 ? "Hits" : "Hit"}`,
      piece.crossed && "has crossed a river",
      piece.aces && "Panzer Ace",
      piece.leadership_left !== undefined && `leadership left ${piece.leadership_left}`,
      ...(piece.told ?? []),
    ].filter(Boolean),
  questions: (id) => (id.startsWith("@") ? [] : [`fire ${id}`]),
  told: { op: "Operations Points", step: "Movement" },
  /** The Assembly Area is a place on the map, and markers lie among the units. */
  complete: (view, sheet) => ({
    ...Object.fromEntries(Object.entries(view.units).map(([id, piece]) => [id, onTheTable(piece)])),
    ...markers(view, sheet),
  }),
  face,
  rank,
  layout,
  markers: onMap,
  panels,
  placed,
  board: (desk) => battleBoard(desk) ?? shopBoard(desk) ?? airBoard(desk) ?? commandBoard(desk),
  fighting: () => false,
  embattled: (view) => Boolean(view.battle),
  /** Where the Germans are. */
  opens: (view) => {
    const hexes = Object.values(view.units).flatMap((/** @type {any} */ u) => (u.hex && !u.marker ? [u.hex] : []));
    return hexes.some((hex) => hex !== "AA") ? hexes.filter((hex) => hex !== "AA") : ["AA", "AA", "N18", "M18", "S18"];
  },
  focus: (view) => `${view.turn} ${view.phase} ${view.battle?.grid ?? ""}`,
  status: (view, sheet) => [
    `Turn ${view.turn} of ${view.turns}`,
    view.date,
    view.phase === "set-up" ? "Set-up" : `${view.phase} ${/** @type {any} */ (sheet).segments[view.phase] ?? ""}`,
    `${view.op} OP`,
  ],
  warnings: (view) => orders(view).map((/** @type {string} */ text) => ({ text, rule: "9.1b" })),
  seen,
  arrivals,
  attacks: new Set(),
  roll,
  comes,
  turns,
  weight,
};
