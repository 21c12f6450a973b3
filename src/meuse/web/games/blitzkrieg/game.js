/** What only Blitzkrieg in the West has on its table: closed stacks, cards, impulses, Shock of nations, the air display. */

import aid from "./aid.js";
import { title } from "../../common/dom.js";
import { battle } from "./battle.js";
import { favours } from "../../common/results.js";
import { panels } from "./displays.js";
import { arrivals, comes, odds, roll, seen, token, told, weight } from "./events.js";
import { face } from "./faces.js";
import { complete, flies } from "./fog.js";
import { choice, placed } from "./hand.js";
import { markers } from "./markers.js";
import { shop } from "./shop.js";
import { airBoard, planned } from "./sky.js";

/** From the Channel ports to the Saar: where the eye goes first. */
const FRONT = ["3817", "4517", "4422", "4823"];

/** @type {Partial<import("../../common/types.js").Display>} */
export default {
  aid,
  reachRule: "12.1a",
  supplyRule: "18.1a",
  glides: true,
  size: 1.42,
  aloft: flies,
  places: {
    waiting: "To set up",
    reserve: "Strategic reserve",
    "on hand": "Ships",
    sailed: "Ships that have sailed",
    evacuated: "Evacuated",
    eliminated: "Eliminated",
    withdrawn: "Withdrawn",
  },
  marks: [
    ["moved", "➜", "has moved"],
    ["attacked", "⚔", "has attacked"],
    ["tried", "⚕", "has had its recovery roll"],
  ],
  questions: (id) => [`strength ${id}`, `supply ${id}`],
  tells: (piece) =>
    [
      piece.fatigued && "Fatigued",
      piece.below && `${piece.below} more beneath, closed to you`,
      piece.due && piece.place === "due" && `comes on turn ${piece.due}`,
      piece.price !== undefined && `${piece.price} Shock to call`,
    ].filter(Boolean),
  opens: () => FRONT,
  focus: (view) => `${view.turn} ${view.active} ${view.phase}`,
  fighting: ({ view: { preparing } }) => Boolean(preparing && !preparing.result),
  status: (view) =>
    [
      `Turn ${view.turn} of ${view.turns}`,
      `${view.date} 1940`,
      view.active ? `${title(view.active)}: ${view.phase}` : title(view.phase),
    ].filter(Boolean),
  rank: (_c, piece) => piece.level ?? 0,
  complete,
  face,
  markers,
  panels,
  board: (desk) => shop(desk) ?? airBoard(desk),
  choice,
  placed: (a) => placed(a) || planned(a),
  battle,
  favours: (result, sheet) => favours(sheet, result),
  seen,
  arrivals,
  odds,
  token,
  roll,
  comes,
  told,
  weight,
};
