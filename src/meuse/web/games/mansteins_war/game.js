/** What only Manstein's War has on its table: command markers and bins, displays, air units, two tables for an attack. */

import aid from "./aid.js";
import { title } from "../../common/dom.js";
import { battle } from "./battle.js";
import { favours } from "../../common/results.js";
import { panels } from "./displays.js";
import { arrivals, attacks, comes, odds, roll, seen, token, told, weight } from "./events.js";
import { face, layout, rank } from "./faces.js";
import { choice, placed } from "./hand.js";
import { markers } from "./markers.js";

/** @type {Object<string, string>} */
const PHASES = {
  "set-up": "Set-up",
  initiative: "Initiative",
  command: "Command markers",
  refit: "Refit",
  operations: "Operations",
  return: "Air units return",
  "inter-phase": "End of the week",
};

/** @type {Partial<import("../../common/types.js").Display>} */
export default {
  aid,
  reachRule: "8.0a",
  supplyRule: "15.0a",
  glides: true,
  places: {
    eliminated: "Eliminated",
    evacuated: "Evacuated",
    surrendered: "Surrendered",
    aloft: "In the air",
    available: "Air and special forces: available",
    utilized: "Air and ships: utilized",
  },
  marks: [
    ["moved", "➜", "has moved"],
    ["attacked", "⚔", "has attacked"],
    ["dropped", "▾", "has landed by air"],
  ],
  questions: (id) => [`supply ${id}`],
  tells: (piece) => [piece.due && `comes in week ${piece.due}`].filter(Boolean),
  focus: (view) => `${view.turn} ${view.phase} ${view.marker} ${view.segment}`,
  fighting: ({ view: { preparing } }) => Boolean(preparing?.units?.length && !preparing.fought),
  status: (view, sheet) =>
    [
      `Week ${view.turn} of ${view.turns}`,
      view.date,
      view.phase === "operations" && view.operating
        ? `${title(view.operating)} impulse${view.segment ? `: ${view.segment} segment` : ""}`
        : PHASES[view.phase],
      view.marker ? /** @type {any} */ (sheet).markers[view.marker].name : null,
    ].filter(Boolean),
  face,
  rank,
  layout,
  markers,
  panels,
  choice,
  placed,
  battle,
  favours: (result, sheet) => favours(sheet, result),
  seen,
  arrivals,
  attacks,
  odds,
  token,
  roll,
  comes,
  told,
  weight,
};
