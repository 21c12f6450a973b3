/** What only Sedan has on its table: words for its actions, the cup, the air pools, fuel, and how results read. */

import aid from "./aid.js";
import { h, s, title } from "../../common/dom.js";
import { cross, pins } from "../../common/pins.js";
import { ruleChip } from "../../common/rules.js";
import { arrivals, attacks, chip, odds, roll, seen, token, told, weight } from "./events.js";
import { brief, spell } from "./results.js";

/** @param {any} view */
function airPool(view) {
  return h(
    "section",
    null,
    h("h3", null, "Air pools ", ruleChip("11.0a")),
    h(
      "table",
      { class: "air" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["", "Fighters", "Bombers"].map((x) => h("th", null, x)),
        ),
      ),
      h(
        "tbody",
        null,
        Object.entries(view.air ?? {}).map(([side, a]) =>
          h(
            "tr",
            null,
            h("th", { class: `ink-${side}` }, title(side)),
            h("td", null, planes(a.fighters, a.fresh_fighters, "fighter")),
            h("td", null, planes(a.bombers, a.fresh_bombers, "bomber")),
          ),
        ),
      ),
    ),
  );
}

/** Fresh aircraft are solid, used ones hollow. */
function planes(/** @type {number} */ all, /** @type {number} */ fresh, /** @type {string} */ kind) {
  const d =
    kind === "fighter"
      ? "M0 -7L2 -1H7V1.5H2L1 5H3V7H-3V5H-1L-2 1.5H-7V-1H-2Z"
      : "M0 -7L2.4 -3H9V0H2.4L1.6 4H4V7H-4V4H-1.6L-2.4 0H-9V-3H-2.4Z";
  if (!all) return "none";
  return h(
    "span",
    { class: "planes", title: `${fresh} of ${all} fresh` },
    Array.from({ length: all }, (_, i) =>
      s("svg", { viewBox: "-10 -9 20 18", class: i < fresh ? "plane" : "plane used" }, s("path", { d })),
    ),
  );
}

/** @param {any} view @param {import("../../common/types.js").Sheet} sheet */
function cup(view, sheet) {
  const chit = (/** @type {string} */ id, state = "") => chip(sheet, id, state);
  const here = Object.keys(sheet.chits).filter((id) => sheet.chits[id].first_turn <= view.turn);
  const spent = view.phase === "activation" ? here.filter((id) => id !== view.chit && !view.cup.includes(id)) : [];
  return h(
    "section",
    null,
    h("h3", null, "Cup ", ruleChip("3.3b")),
    view.chit && h("p", null, "Drawn: ", chit(view.chit, "drawn")),
    h(
      "p",
      { class: "chits" },
      view.cup.length ? view.cup.map((/** @type {string} */ c) => chit(c)) : "The cup is empty.",
    ),
    spent.length
      ? h(
          "p",
          { class: "chits" },
          "Played: ",
          spent.map((c) => chit(c, "spent")),
        )
      : null,
  );
}

/** @type {Object<string, string>} */
const SIDE_MARKS = { blown: "Bridge blown", pontoon: "Pontoon bridge" };
const MODES = { move: "Move mode", combat: "Combat mode", overrun: "Overruns" };

/** @type {Partial<import("../../common/types.js").Display>} */
export default {
  aid,
  reachRule: "9.0e",
  supplyRule: "5.0a",
  places: { eliminated: "Lost", track: "To return", exited: "Left the map", withdrawn: "Withdrawn" },
  marks: [
    ["overrun", "»", "breaks through: Overrun marker"],
    ["fought", "⚔", "has fought"],
    ["moved", "➜", "has moved"],
    ["road", "R", "Road Move marker"],
    ["low_fuel", "F", "short of fuel"],
  ],
  questions: (id) => [`strength ${id}`, `supply ${id}`],
  glides: true,
  focus: (view) => view.chit,
  /** Headquarters below, the active above, regiments over battalions. */
  rank: (c, piece) => (c.hq ? 0 : 4) + (piece.acting ? 2 : 0) + (c.size === "III" ? 1 : 0),
  spell,
  brief,
  favours: (/** @type {string} */ result) =>
    /R|\/[1-9]/.test(result)
      ? /^[1-9]/.test(result)
        ? "both"
        : "attacker"
      : /^[1-9]/.test(result)
        ? "defender"
        : "nobody",
  fighting: (table) => table.view.preparing?.what === "attack",
  warnings: (view, sheet) => [
    ...view.overstacked.map((/** @type {string} */ hex) => ({
      text: `Too many units in ${hex}: when the mode ends, some are lost`,
      rule: "7.1g",
    })),
    ...view.bound.map((/** @type {string[]} */ ids) => ({
      text: `${ids.map((id) => sheet.counters[id].name).join(" or ")} must enter`,
      rule: "6.0b",
    })),
  ],
  seen,
  arrivals,
  attacks,
  odds,
  token,
  told,
  weight,
  roll,
  tells: (piece) => (piece.back ? [`returns on turn ${piece.back}`] : []),
  status: (/** @type {any} */ view, /** @type {any} */ sheet) =>
    [
      `Turn ${view.turn} of ${view.turns}`,
      view.date,
      `${title(view.phase)} phase`,
      view.chit ? `Chit ${sheet.chits[view.chit]?.corps}` : null,
      /** @type {any} */ (MODES)[view.mode],
    ].filter(Boolean),
  panels: (/** @type {any} */ view, /** @type {any} */ sheet) => [
    cup(view, sheet),
    airPool(view),
    h(
      "section",
      null,
      h("h3", null, "Pontoons ", ruleChip("3.4b")),
      h("p", null, `${view.pontoons_left} left to lay, ${view.pontoons.length} standing`),
    ),
    Object.values(view.units).some((/** @type {any} */ u) => u.low_fuel) &&
      h(
        "section",
        null,
        h("h3", null, "Short of fuel ", ruleChip("5.3a")),
        h(
          "p",
          null,
          Object.entries(view.units)
            .filter(([, u]) => /** @type {any} */ (u).low_fuel)
            .map(([id]) => sheet.counters[id].name)
            .join(", "),
        ),
      ),
  ],
  /** Markers on the map: blown bridges, pontoons, roadblocks. */
  markers: (/** @type {any} */ view, /** @type {any} */ sheet, pin = pins(sheet)) => [
    ...view.blown.map((/** @type {string} */ n) =>
      sideMark(sheet, n, "blown", cross(8)),
    ),
    ...view.pontoons.map((/** @type {string} */ n) =>
      sideMark(sheet, n, "pontoon", s("path", { d: "M-10 -4H10M-10 4H10M-7 -6V6M0 -6V6M7 -6V6" })),
    ),
    ...view.roadblocks.map((/** @type {string} */ n) => {
      const holder = Object.keys(view.held).find((side) => view.held[side].includes(n));
      return hexMark(
        pin(n),
        holder ? "roadblock held" : "roadblock",
        "M-5 0H5",
        `Road blocked in ${n}${holder ? `; held all turn by the ${title(holder)} side, which may clear it` : ""}`,
      );
    }),
    ...view.tried
      .filter((/** @type {string} */ n) => !view.roadblocks.includes(n))
      .map((/** @type {string} */ n) =>
        hexMark(pin(n), "tried", "M-4 -4L4 4M4 -4L-4 4", `A roadblock has been tried in ${n} this turn`),
      ),
    ...view.overstacked.map((/** @type {string} */ n) =>
      hexMark(pin(n), "crowded", "M0 -5V1M0 4V5", `More units in ${n} than the stacking limit allows`),
    ),
  ],
};

function hexMark(
  /** @type {{x: number, y: number}} */ { x, y },
  /** @type {string} */ kind,
  /** @type {string} */ d,
  /** @type {string} */ says,
) {
  return s(
    "g",
    { class: `marker pinned ${kind}`, transform: `translate(${x} ${y})` },
    s("circle", { r: 9 }),
    s("path", { d }),
    s("title", null, says),
  );
}

function sideMark(
  /** @type {any} */ sheet,
  /** @type {string} */ name,
  /** @type {string} */ kind,
  /** @type {any} */ shape,
) {
  const b = sheet.sides_of_hexes[name];
  if (!b) return s("g");
  const turn = (Math.atan2(b.y2 - b.y1, b.x2 - b.x1) * 180) / Math.PI + 90;
  return s(
    "g",
    { class: `marker ${kind}`, transform: `translate(${(b.x1 + b.x2) / 2} ${(b.y1 + b.y2) / 2}) rotate(${turn})` },
    kind !== "blown" && s("rect", { x: -12, y: -9, width: 24, height: 18, rx: 3 }),
    shape,
    s("title", null, `${SIDE_MARKS[kind]} at ${name}`),
  );
}
