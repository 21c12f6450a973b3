/** The displays beside the map: Shock of nations, impulses, cards, the air display, railways, what has befallen places. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";
import { card, slip } from "./cards.js";

/** @typedef {any} View */
/** @typedef {any} Sheet */

const section = (/** @type {string} */ name, /** @type {string} */ rule, /** @type {any[]} */ ...kids) =>
  h("section", { "data-display": name }, h("h3", null, name, " ", ruleChip(rule)), kids);

/** 7.1: an index against its threshold, for every country. @param {View} view @param {Sheet} sheet */
function shock(view, sheet) {
  return section(
    "Shock of nations",
    "7.1a",
    h("p", { class: "note" }, "Shock Points against the threshold: a country that has reached it rolls for collapse as the turn ends."),
    h("div", { class: "shock-track" }, sheet.countries.map((/** @type {any} */ c) => nation(view, c))),
  );
}

/** @param {View} view @param {any} c */
function nation(view, c) {
  const n = view.shock[c.country];
  const state = view.collapsed.includes(c.country)
    ? "collapsed"
    : view.paralysed.includes(c.country)
      ? "paralysed"
      : !view.at_war.includes(c.country)
        ? "neutral"
        : n >= c.threshold
          ? "rolls at the end of the turn"
          : "";
  const bar = h("i", { class: "fill" });
  bar.style.width = `${Math.min(100, (100 * n) / c.threshold)}%`;
  return h(
    "div",
    { class: `shock-row side-${c.side} ${state.split(" ")[0]}`, "data-country": c.country },
    h("b", null, title(c.country)),
    h("span", { class: "shock-rail", role: "img", "aria-label": `${n} of ${c.threshold}` }, bar),
    h("span", { class: "shock-number" }, h("b", null, n), ` / ${c.threshold}`),
    state && h("small", null, state),
  );
}

const SLOTS = ["I", "II", "III"];

/** 9.0: the three impulses, and who has the second and the third by the cards in force. @param {View} view @param {Sheet} sheet */
function impulses(view, sheet) {
  const side = view.active;
  if (!side) return null;
  return section(
    "Impulses",
    "9.1b",
    h(
      "ol",
      { class: "impulse-track" },
      SLOTS.map((name, i) => {
        const now = view.impulse === i + 1;
        const state = now ? "now" : view.impulse > i + 1 ? "past" : "";
        return h(
          "li",
          { class: state, "data-impulse": i + 1, "aria-current": now ? "step" : null },
          h("b", null, name),
          h("span", null, i ? granted(view, sheet, side, i + 1) : "all units whose country is at war"),
          now && view.eligible !== null && h("small", null, `${view.eligible} units may act`),
        );
      }),
    ),
  );
}

/** @param {View} view @param {Sheet} sheet @param {string} side @param {number} slot */
function granted(view, sheet, side, slot) {
  const found = view.in_force.flatMap((/** @type {string} */ id) =>
    sheet.cards[id].side !== side
      ? []
      : sheet.cards[id].impulses
          .filter((/** @type {any} */ grant) => grant.slot === slot)
          .map((/** @type {any} */ grant) =>
            h("span", { class: "grant" }, `${who(grant)}: `, slip(sheet, id), !grant.attack && " (movement only)"),
          ),
  );
  return found.length ? found : h("span", { class: "note" }, "nobody, by the cards in force");
}

/** @param {any} grant */
const who = (grant) =>
  [grant.nations.map(title).join(" and "), grant.class === "all" ? "units" : grant.class, grant.regions.length ? `in ${grant.regions.join(", ").replace("-", " ")}` : ""]
    .filter(Boolean)
    .join(" ");

/** 6.0: what is in force, what is spent, and one's own hand. @param {View} view @param {Sheet} sheet */
function cards(view, sheet) {
  const over = Object.keys(view.cards).filter((id) => !view.in_force.includes(id));
  return section(
    "Operational Cards",
    "6.2a",
    sheet.sides.map((/** @type {string} */ side) => {
      const mine = (/** @type {string[]} */ ids) => ids.filter((id) => sheet.cards[id].side === side);
      return h(
        "div",
        { class: "deck" },
        h("h4", { class: `ink-${side}` }, title(side)),
        row("In force", mine(view.in_force).map((id) => slip(sheet, id, view.settled.includes(id) ? "settled" : ""))),
        mine(over).length > 0 && row("Over", mine(over).map((id) => slip(sheet, id, "over"))),
        view.hands[side]?.length
          ? h("details", null, h("summary", null, `In hand: ${view.hands[side].length}`), h("div", { class: "op-cards" }, view.hands[side].map((/** @type {string} */ id) => card(sheet, id))))
          : row("In hand", view.hands[side] ? [] : [h("span", { class: "card-slip hidden" }, "hidden")]),
      );
    }),
  );
}

const row = (/** @type {string} */ name, /** @type {any[]} */ kids) =>
  h("div", { class: "slip-row" }, h("small", null, name), h("span", { class: "slips" }, kids.length ? kids : h("span", { class: "note" }, "none")));

/** Airstrikes by the box that they are in. @param {View} view @param {Sheet} sheet */
function sky(view, sheet) {
  const ids = Object.keys(view.units).filter((id) => sheet.counters[id]?.kind === "air");
  return section(
    "Air display",
    "24.2a",
    sheet.sides.map((/** @type {string} */ side) => {
      const mine = ids.filter((id) => sheet.counters[id].side === side);
      return h(
        "div",
        { class: "air-side" },
        h("h4", { class: `ink-${side}` }, `${title(side)}, anti-aircraft ${view.anti_aircraft[side]}`),
        sheet.boxes.map((/** @type {any} */ b) => {
          const here = mine.filter((id) => view.units[id].box === b.box);
          return here.length > 0 && h("div", { class: "air-box" }, h("small", null, `${b.title}: ${here.length}`), rack(view, sheet, here));
        }),
      );
    }),
  );
}

/** @param {View} view @param {Sheet} sheet @param {string[]} ids */
export const rack = (view, sheet, ids, size = 40) =>
  h(
    "div",
    { class: "rack" },
    ids.map((id) =>
      h("span", { title: sheet.counters[id].title }, portrait(id, sheet.counters[id], view.units[id] ?? {}, size)),
    ),
  );

/** 22.0: ships by what they may still do, and who has been taken home. @param {View} view @param {Sheet} sheet */
function sea(view, sheet) {
  const ships = Object.keys(view.units).filter((id) => sheet.counters[id]?.kind === "naval");
  const saved = Object.keys(view.units).filter((id) => view.units[id].place === "evacuated");
  const states = [
    ["On hand", ships.filter((id) => view.units[id].place === "on hand")],
    ["Have sailed", ships.filter((id) => view.units[id].place === "sailed")],
    ["Evacuated", saved],
  ];
  return (
    (ships.length > 0 || saved.length > 0) &&
    section(
      "At sea",
      "22.1a",
      states.map(
        ([name, ids]) =>
          ids.length > 0 && h("div", { class: "air-box" }, h("small", null, `${name}: ${ids.length}`), rack(view, sheet, /** @type {string[]} */ (ids))),
      ),
    )
  );
}

/** 12.4.2: rail moves of this turn, one a box. @param {View} view */
function railways(view) {
  return section(
    "Railways",
    "12.4.2a",
    h(
      "div",
      { class: "bk-rails" },
      Object.entries(view.rail).map(([country, { used, left }]) =>
        h(
          "p",
          null,
          h("span", null, title(country)),
          Array.from({ length: used + Math.max(0, left) }, (_, i) => h("i", { class: i < used ? "used" : "" })),
          left <= 0 && h("small", null, "no more"),
        ),
      ),
    ),
  );
}

/** What has befallen places. @param {View} view @param {Sheet} sheet */
function events(view, sheet) {
  const named = (/** @type {string[]} */ hexes) => hexes.map((n) => (sheet.hexes[n].name ? `${sheet.hexes[n].name} (${n})` : n)).join(", ");
  /** @type {[string, string, string][]} */
  const lines = [
    ["Cities and ports taken", "2.5h", named(view.taken)],
    ["Forts destroyed", "20.3a", named(view.destroyed)],
    ["Entrenched", "34.1a", named(view.entrenched)],
    ["Damaged", "17.6.1a", named(view.damaged)],
    ["Terrorised", "17.7.1a", named(view.terror)],
    ["Flooded", "36.1a", named(view.flooded)],
    ["Open cities", "33.1a", named(view.open_cities)],
  ];
  const told = lines.filter(([, , text]) => text);
  return (
    told.length > 0 &&
    section("On the map", "2.5h", told.map(([name, rule, text]) => h("p", null, h("b", null, name), ": ", text, " ", ruleChip(rule))))
  );
}

/** @param {View} view @param {Sheet} sheet */
export const panels = (view, sheet) => [
  shock(view, sheet),
  impulses(view, sheet),
  cards(view, sheet),
  sky(view, sheet),
  sea(view, sheet),
  railways(view),
  events(view, sheet),
];
