/** The table of a game that has no module of its own, and what stands in for the parts that a module leaves out. */

import { title } from "../common/dom.js";

const numbers = (/** @type {any} */ x) => Array.isArray(x) && x.length > 0 && x.every((n) => Number.isInteger(n));

/** @type {import("../common/types.js").Display} */
export default {
  movers: [],
  step: "",
  join: "",
  finish: "",
  quiet: [],
  instead: [],
  main: [],
  closes: [],
  every: [],
  attack: [],
  out: [],
  reachRule: "",
  supplyRule: "",
  places: { eliminated: "Lost" },
  told: {},
  marks: [],
  aid: [],
  questions: (id) => [`strength ${id}`],
  spell: (result) => result,
  brief: () => "",
  favours: () => "nobody",
  fighting: () => true,
  embattled: () => false,
  roll: (e) =>
    numbers(e.data?.dice)
      ? {
          title: title(e.what),
          dice: e.data.dice.map((/** @type {number} */ n) => ({ n, colour: "white" })),
          text: e.text,
        }
      : null,
  status: (view) => (view.turn ? [`Turn ${view.turn}`] : []),
  panels: () => [],
  markers: () => [],
  warnings: () => [],
  tells: () => [],
  focus: (view) => view.turn,
  rank: () => 0,
  face: null,
  layout: null,
  size: 1,
  aloft: () => false,
  glides: false,
  oneTable: false,
  complete: (view) => view.units ?? {},
  opens: () => [],
  board: null,
  seen: { all: new Set(), theirs: new Set() },
  attacks: new Set(["attack"]),
  arrivals: new Set(["step"]),
  odds: () => "",
  token: () => null,
  comes: () => ({}),
  turns: () => null,
  weight: () => 1,
  battle: null,
  choice: null,
  placed: () => false,
};
