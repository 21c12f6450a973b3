/**
 * The attack panel: strengths, percentage, every shift, and the three Combat Results Tables with their exact chances.
 *
 * While the stack is closed nobody knows the column: the player lights one and sees what each table would give there.
 */

import { h } from "../../common/dom.js";
import { label } from "../../common/actions.js";
import { portrait } from "../../common/counters.js";
import { favours, inWords as spelled } from "../../common/results.js";
import { ruleChip } from "../../common/rules.js";
import { tallyList } from "../../table/attack.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

/** The tables, with the verb that chooses each. @type {Object<string, [string, string]>} */
const TABLES = { probe: ["Probe", "probe"], assault: ["Assault", "assault"], combined_arms: ["Combined Arms", "combined"] };

/** @param {any} sheet @param {string} code */
export const inWords = (sheet, code) => spelled(sheet, code, ["Attacker", "Defender", "Pursuit"]);

/** @param {Desk} desk @param {any} p the preview @param {any} tally why, part by part */
export function battle(desk, p, tally) {
  const place = desk.sheet.hexes[p.target]?.name;
  return [
    h("header", null, h("h2", null, `Attack on ${place ? `${place} ` : ""}${p.target}`)),
    h(
      "div",
      { class: "versus" },
      force(desk, "Attack", p.units, p.attack),
      h("div", { class: "ratio" }, h("b", null, p.open ? `${p.percent}%` : "?"), h("small", null, "strength")),
      p.open ? force(desk, "Defence", p.defenders, p.defence) : h("div", { class: "force closed-stack" }, "The stack is closed until you commit yourself. ", ruleChip("19.1b")),
    ),
    shifts(p),
    tables(desk, p, p.open ? p.columns.indexOf(p.column) : guessed(p)),
    buttons(desk),
    codes(desk.sheet, p, p.open ? p.columns.indexOf(p.column) : guessed(p)),
    tally && h("details", { class: "why" }, h("summary", null, "Why these numbers"), tallyList(tally)),
  ];
}

/** @param {Desk} desk @param {string} name @param {string[]} ids @param {number} strength */
function force({ sheet, view }, name, ids, strength) {
  return h(
    "div",
    { class: "force" },
    h("div", { class: "strength" }, h("b", null, strength), h("small", null, name)),
    h("div", { class: "row" }, ids.map((id) => portrait(id, sheet.counters[id], view.units[id] ?? {}, 46))),
  );
}

/** @param {any} p */
function shifts(p) {
  return h(
    "ul",
    { class: "modifiers" },
    p.shifts.map((/** @type {any} */ [text, n, rule]) => h("li", null, h("b", null, signed(n)), " ", text, " ", ruleChip(rule))),
    p.open &&
      h(
        "li",
        { class: "sum" },
        h("b", null, signed(p.shift)),
        ` column${Math.abs(p.shift) === 1 ? "" : "s"}: ${p.start}% → `,
        h("b", { class: "column" }, `${p.column}%`),
      ),
  );
}

/** The column that the player has lit for a hex whose stack is closed. */
const lit = { hex: "", column: 0 };

/** @param {any} p */
const guessed = (p) => (lit.hex === p.target ? lit.column : Math.floor(p.columns.length / 2));

/** All three tables at one column. @param {Desk} desk @param {any} p @param {number} at */
function tables(desk, p, at) {
  const light = (/** @type {number} */ column) => {
    Object.assign(lit, { hex: p.target, column });
    el.replaceWith(tables(desk, p, column));
  };
  const el = h(
    "div",
    { class: "three-tables" },
    h(
      "div",
      { class: "column-picker", role: "group", "aria-label": "Column" },
      p.columns.map((/** @type {string} */ name, /** @type {number} */ i) =>
        h("button", { class: i === at ? "lit-column" : "", "aria-pressed": String(i === at), disabled: p.open, onclick: () => light(i) }, name),
      ),
    ),
    h("div", { class: "tables" }, Object.keys(TABLES).map((name) => table(desk, p, name, at))),
  );
  return el;
}

/** One table: the chance of each result in the lit column. @param {Desk} desk @param {any} p @param {string} name @param {number} at */
function table(desk, p, name, at) {
  const [heading, verb] = TABLES[name];
  const chosen = p.open && p.table === name;
  const offered = desk.offer.has(verb);
  const state = p.open ? (chosen ? "chosen" : "other") : offered ? "" : "barred";
  return h(
    "section",
    { class: `one-table ${state}`, "data-table": name },
    h("h3", null, heading, chosen && h("small", null, " in use")),
    h(
      "div",
      { class: "chances", role: "table", "aria-label": `${heading}: chance of each result` },
      Object.entries(p.tables[name][at]).map(([code, chance]) => row(desk.sheet, code, chance)),
    ),
    !p.open && offered && h("button", { class: "act", "data-action": verb, onclick: () => desk.send([verb]) }, heading),
  );
}

/** @param {any} sheet @param {string} code @param {number} chance */
function row(sheet, code, chance) {
  const bar = h("i", { class: `bar ${favours(sheet, code)}` });
  bar.style.width = `${chance * 100}%`;
  return h(
    "div",
    { class: "chance", role: "row", title: inWords(sheet, code), "data-result": code },
    h("span", { class: "result", role: "rowheader" }, code),
    h("span", { class: "rail", role: "cell" }, bar),
    h("span", { class: "percent", role: "cell" }, `${Math.round(chance * 100)}%`),
  );
}

/** What the letters in the tables stand for. @param {any} sheet @param {any} p @param {number} at */
function codes(sheet, p, at) {
  const shown = p.open ? [p.table] : Object.keys(TABLES);
  const found = [...new Set(shown.flatMap((name) => Object.keys(p.tables[name][at])))];
  return h(
    "details",
    { class: "why codes" },
    h("summary", null, "What the results mean"),
    h("dl", null, found.map((code) => [h("dt", null, code), h("dd", null, inWords(sheet, code))])),
  );
}

/** What else can be done now, but for the tables themselves. @param {Desk} desk */
function buttons({ offer, sheet, game, send }) {
  const verbs = Object.values(TABLES).map(([, verb]) => verb);
  return h(
    "div",
    { class: "row actions" },
    offer.buttons
      .filter((a) => !verbs.includes(a.text))
      .map((a) =>
        h("button", { class: game.main.includes(a.text) ? "act main" : "act", "data-action": a.text, onclick: () => send([a.text]) }, label(a, sheet)),
      ),
  );
}
