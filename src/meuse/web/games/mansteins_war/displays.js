/** The displays beside the map: command markers and bins, air units, refit points, railways, what has befallen places and nations. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";

/** @typedef {any} View */
/** @typedef {any} Sheet */

const section = (/** @type {string} */ name, /** @type {string} */ rule, /** @type {any[]} */ ...kids) =>
  h("section", { "data-display": name }, h("h3", null, name, " ", ruleChip(rule)), kids);

/** A command marker as it lies on the table. @param {Sheet} sheet @param {string} id */
export function chip(sheet, id, state = "") {
  const m = sheet.markers[id];
  return h(
    "span",
    { class: `command-marker side-${m.side} ${m.special ? "special" : ""} ${state}`, title: `${m.title}: ${effect(sheet, m)}` },
    m.name,
  );
}

/** What a marker does, in a line. @param {Sheet} sheet @param {any} m */
export function effect(sheet, m) {
  const groups = m.among.map((/** @type {string} */ c) => commandTitle(sheet, c));
  return [
    m.picks && (groups.length === m.picks ? groups.join(" and ") : `${m.picks} of ${groups.join(", ")}`),
    m.corps && `${m.corps} mechanised corps`,
    m.all_air ? "all air units" : m.air && `${m.air} air unit${m.air > 1 ? "s" : ""}`,
    m.shift && `${m.shift} column${m.shift > 1 ? "s" : ""} ${SHIFTS[m.shift_for] ?? "to the right"}`,
    m.from_turn > 1 && `from week ${m.from_turn}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @type {Object<string, string>} */
const SHIFTS = {
  activated: "for its attacks",
  panzergruppe: "for Panzergruppe Kleist",
  maginot: "out of the Maginot Line",
  air: "in the air",
};

/** What a command is called in full. @param {Sheet} sheet @param {string} command */
export const commandTitle = (sheet, command) => /** @type {any} */ (sheet).commands[command] ?? command;

/** @param {View} view @param {Sheet} sheet */
function command(view, sheet) {
  const now = view.marker && sheet.markers[view.marker];
  return section(
    "Command",
    "5.4a",
    now
      ? h(
          "p",
          { class: "now-playing" },
          chip(sheet, view.marker, "drawn"),
          h("span", null, effect(sheet, now)),
          view.commands.map((/** @type {string} */ c) => h("span", { class: "command-name" }, commandTitle(sheet, c))),
        )
      : h("p", { class: "note" }, "No marker is in play."),
    sheet.sides.map((/** @type {string} */ side) => bin(view, sheet, side)),
  );
}

/** A side's markers: played, and to come where this seat may know. @param {View} view @param {Sheet} sheet @param {string} side */
function bin(view, sheet, side) {
  const played = view.played.filter((/** @type {string} */ id) => sheet.markers[id].side === side);
  const held = view.bins[side];
  return h(
    "div",
    { class: "bin" },
    h("h4", { class: `ink-${side}` }, title(side)),
    row("Drawn", played.map((/** @type {string} */ id) => chip(sheet, id, id === view.marker ? "drawn" : "spent"))),
    row(
      "In the bin",
      held ? held.map((/** @type {string} */ id) => chip(sheet, id)) : [h("span", { class: "command-marker hidden" }, "hidden")],
    ),
    view.plans[side] && row("Plan kept", [chip(sheet, view.plans[side])]),
  );
}

const row = (/** @type {string} */ name, /** @type {any[]} */ kids) =>
  h(
    "div",
    { class: "marker-row" },
    h("small", null, name),
    h("span", { class: "markers" }, kids.length ? kids : h("span", { class: "note" }, "none")),
  );

/** @type {[string, string][]} */
const AIR_BOXES = [
  ["map", "On the map"],
  ["available", "Available"],
  ["utilized", "Utilized"],
  ["due", "To come"],
  ["eliminated", "Shot down"],
];

/** Air units, special forces and ships by the box that they are in. @param {View} view @param {Sheet} sheet */
function sky(view, sheet) {
  const ids = Object.keys(view.units).filter((id) => sheet.counters[id].kind !== "ground");
  return section(
    "Air, special forces, ships",
    "16.0a",
    view.air_left > 0 && h("p", null, h("b", null, view.air_left), ` air activation${view.air_left > 1 ? "s" : ""} left`),
    AIR_BOXES.map(([place, name]) => {
      const here = ids.filter((id) => view.units[id].place === place);
      return (
        here.length > 0 &&
        h("div", { class: `air-box box-${place}` }, h("h4", null, `${name}: ${here.length}`), rack(view, sheet, here))
      );
    }),
  );
}

/** @param {View} view @param {Sheet} sheet @param {string[]} ids */
export const rack = (view, sheet, ids, size = 44) =>
  h(
    "div",
    { class: "rack" },
    ids.map((id) =>
      h("span", { title: sheet.counters[id].title }, portrait(id, sheet.counters[id], view.units[id] ?? {}, size)),
    ),
  );

/** @param {View} view @param {Sheet} sheet */
function refit(view, sheet) {
  const coming = sheet.turns.filter((/** @type {any} */ t) => t.turn > view.turn && t.turn <= view.turns).slice(0, 4);
  return section(
    "Refit points",
    "14.1a",
    h(
      "table",
      { class: "refit" },
      h(
        "thead",
        null,
        h("tr", null, h("th"), h("th", null, "Held"), coming.map((/** @type {any} */ t) => h("th", null, `Week ${t.turn}`))),
      ),
      h(
        "tbody",
        null,
        Object.entries(view.refit).map(([nation, n]) =>
          h(
            "tr",
            { class: view.capitulated.includes(nation) ? "gone" : "" },
            h("th", { class: `nation-name nation-${nation}` }, title(nation)),
            h("td", { class: "held" }, n),
            coming.map((/** @type {any} */ t) => h("td", null, t.refit[nation] ? `+${t.refit[nation]}` : "·")),
          ),
        ),
      ),
    ),
  );
}

const THIRDS = 3;

/** 9.1a: an army takes three thirds of a train's load, a corps one. @param {View} view */
function railways(view) {
  if (!view.rail) return null;
  const { used, capacity } = view.rail;
  return section(
    "Railways",
    "9.1a",
    h(
      "p",
      { class: "rail-track", role: "img", "aria-label": `${used} of ${capacity} thirds of an army` },
      Array.from({ length: capacity }, (_, i) =>
        h("i", { class: [i < used && "used", i % THIRDS === 0 && "first"].filter(Boolean).join(" ") }),
      ),
      h("span", null, `${Math.floor((capacity - used) / THIRDS)} armies or ${capacity - used} corps more`),
    ),
  );
}

/** What has befallen places and nations. @param {View} view @param {Sheet} sheet */
function events(view, sheet) {
  const named = (/** @type {string[]} */ hexes) => hexes.map((n) => (sheet.hexes[n].name ? `${sheet.hexes[n].name} (${n})` : n)).join(", ");
  /** @type {[string, string, string][]} */
  const lines = [
    ["Capitulated", "3.7a", view.capitulated.map(title).join(", ")],
    ["Fortresses destroyed", "17.1a", named(view.destroyed)],
    ["Cities bombed", "16.9a", named(view.bombed)],
    ["Open cities", "25.4a", named(view.open_cities)],
    ["Bridgeheads", "27.1a", view.bridgeheads.map((/** @type {any} */ b) => `${title(b.side)} ${b.hexside}`).join(", ")],
  ];
  const told = lines.filter(([, , text]) => text);
  return (
    told.length > 0 &&
    section("On the map", "3.3a", told.map(([name, rule, text]) => h("p", null, h("b", null, name), ": ", text, " ", ruleChip(rule))))
  );
}

/** @param {View} view @param {Sheet} sheet */
export const panels = (view, sheet) => [
  command(view, sheet),
  sky(view, sheet),
  refit(view, sheet),
  railways(view),
  events(view, sheet),
];

