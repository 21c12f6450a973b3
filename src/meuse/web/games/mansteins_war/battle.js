/** The attack panel: strengths, percentage, every shift, and both Combat Results Tables side by side with the exact chances. */

import { h } from "../../common/dom.js";
import { label } from "../../common/actions.js";
import { chartTable } from "../../common/charts.js";
import { portrait } from "../../common/counters.js";
import { placed } from "../../common/places.js";
import { favours, inWords } from "../../common/results.js";
import { ruleChip } from "../../common/rules.js";
import { tallyList } from "../../table/attack.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const TABLES = { assault: "Assault", mobile: "Mobile" };
const NAMES = /** @type {("assault"|"mobile")[]} */ (Object.keys(TABLES));
const KINDS = { counterattack: "Counterattack on", landing: "Landing in", attack: "Attack on" };

/** @param {Desk} desk @param {any} p the preview @param {any} tally why, part by part */
export function battle(desk, p, tally) {
  const { sheet } = desk;
  const kind = p.counterattack ? "counterattack" : p.landing ? "landing" : "attack";
  return [
    h("header", null, h("h2", null, `${KINDS[kind]} ${placed(p.target, sheet)}`)),
    h(
      "div",
      { class: "versus" },
      force(desk, "Attack", p.units, p.attack),
      h("div", { class: "ratio" }, h("b", null, `${p.percent}%`), h("small", null, "strength")),
      force(desk, "Defence", p.defenders, p.defence),
    ),
    h(
      "ul",
      { class: "modifiers" },
      p.shifts.map((/** @type {any} */ [text, n, rule]) =>
        h("li", null, h("b", null, signed(n)), " ", text, " ", ruleChip(rule)),
      ),
      h(
        "li",
        { class: "sum" },
        h("b", null, signed(p.shift)),
        ` column${Math.abs(p.shift) === 1 ? "" : "s"}: ${p.start}% → `,
        h("b", { class: "column" }, `${p.column}%`),
      ),
    ),
    h(
      "div",
      { class: "two-tables" },
      NAMES.map((name) => table(desk, p, name)),
    ),
    codes(sheet, p),
    buttons(desk),
    NAMES.map((name) => crt(desk, p, name)),
    tally && h("details", { class: "why" }, h("summary", null, "Why these numbers"), tallyList(tally)),
  ];
}

/** @param {Desk} desk @param {string} name @param {string[]} ids @param {number} strength */
function force({ sheet, view }, name, ids, strength) {
  return h(
    "div",
    { class: "force" },
    h("div", { class: "strength" }, h("b", null, strength), h("small", null, name)),
    h("div", { class: "row" }, ids.map((id) => portrait(id, sheet.counters[id], view.units[id], 46))),
  );
}

/** One table: the chance of each result. @param {Desk} desk @param {any} p @param {"assault"|"mobile"} name */
function table({ sheet }, p, name) {
  const barred = name === "mobile" && p.mobile_barred;
  const chosen = p.mobile === (name === "mobile");
  return h(
    "section",
    { class: `one-table ${chosen ? "chosen" : ""} ${barred ? "barred" : ""}`, "data-table": name },
    h("h3", null, TABLES[name], chosen && h("small", null, " in use")),
    barred ? h("p", { class: "note" }, p.mobile_barred) : chances(sheet, p.tables[name]),
  );
}

/** What the codes of both tables mean, for those who cannot point at them. @param {any} sheet @param {any} p */
function codes(sheet, p) {
  const shown = NAMES.filter((name) => name !== "mobile" || !p.mobile_barred);
  const all = [...new Set(shown.flatMap((name) => Object.keys(p.tables[name])))];
  return h("ul", { class: "codes" }, all.map((code) => h("li", null, h("b", null, code), ` ${inWords(sheet, code)}`)));
}

/** @param {any} sheet @param {Object<string, number>} results */
function chances(sheet, results) {
  return h(
    "div",
    { class: "chances", role: "table", "aria-label": "Chance of each result" },
    Object.entries(results).map(([code, chance]) => {
      const bar = h("i", { class: `bar ${favours(sheet, code)}` });
      bar.style.width = `${chance * 100}%`;
      return h(
        "div",
        { class: "chance", role: "row", title: inWords(sheet, code), "data-result": code },
        h("span", { class: "result", role: "rowheader" }, code),
        h("span", { class: "rail", role: "cell" }, bar),
        h("span", { class: "faces", role: "cell", title: "Faces of the die" }, `${Math.round(chance * 6)}/6`),
        h("span", { class: "percent", role: "cell" }, `${Math.round(chance * 100)}%`),
      );
    }),
  );
}

/** All columns of a table, the one in use lit. @param {Desk} desk @param {any} p @param {"assault"|"mobile"} name */
function crt({ sheet }, p, name) {
  const chart = sheet.charts.find((c) => c.title === `${TABLES[name]} table`);
  if (!chart || (name === "mobile" && p.mobile_barred)) return null;
  const lit = { column: `${p.column}%` };
  return h(
    "details",
    { class: "crt", open: p.mobile === (name === "mobile") },
    h("summary", null, chart.title),
    h("div", { class: "scroll" }, chartTable(chart, lit, (code) => inWords(sheet, code))),
  );
}

/** @param {Desk} desk */
function buttons({ offer, sheet, game, send }) {
  return h(
    "div",
    { class: "row actions" },
    offer.buttons.map((a) =>
      h(
        "button",
        { class: game.main.includes(a.text) ? "act main" : "act", "data-action": a.text, onclick: () => send([a.text]) },
        label(a, sheet),
      ),
    ),
  );
}
