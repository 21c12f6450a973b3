/** The attack panel: strengths, percentage, every shift, and both Combat Results Tables side by side with the exact chances. */

import { h } from "../../common/dom.js";
import { label } from "../../common/actions.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";
import { tallyList } from "../../table/attack.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const TABLES = { assault: "Assault", mobile: "Mobile" };
const KINDS = { counterattack: "Counterattack on", landing: "Landing in", attack: "Attack on" };

/** A row of the chart of combat results: what a code means. @param {any} sheet @param {string} code */
function meaning(sheet, code) {
  const chart = sheet.charts.find((/** @type {any} */ c) => c.rule === "22.1a");
  const [, name, attacker, defender] = chart?.rows.find((/** @type {string[]} */ r) => r[0] === code) ?? [code, code, "-", "-"];
  const parts = [attacker !== "-" && `attacker ${attacker}`, defender !== "-" && `defender ${defender}`].filter(Boolean);
  const good = defender !== "-" ? (attacker !== "-" ? "both" : "attacker") : attacker !== "-" ? "defender" : "nobody";
  return { name, words: parts.join("; ") || name, good };
}

/** @param {any} sheet @param {string} code */
export const inWords = (sheet, code) => {
  const { name, words } = meaning(sheet, code);
  return words === name ? name : `${name}: ${words}`;
};

/** @param {Desk} desk @param {any} p the preview @param {any} tally why, part by part */
export function battle(desk, p, tally) {
  const { sheet } = desk;
  const place = sheet.hexes[p.target]?.name;
  const kind = p.counterattack ? "counterattack" : p.landing ? "landing" : "attack";
  return [
    h("header", null, h("h2", null, `${KINDS[kind]} ${place ? `${place} ` : ""}${p.target}`)),
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
      Object.keys(TABLES).map((name) => table(desk, p, /** @type {"assault"|"mobile"} */ (name))),
    ),
    buttons(desk),
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

/** One table: the chance of each result, and all columns with the lit one in sight. @param {Desk} desk @param {any} p @param {"assault"|"mobile"} name */
function table({ sheet }, p, name) {
  const barred = name === "mobile" && p.mobile_barred;
  const chosen = p.mobile === (name === "mobile");
  const crt = sheet.charts.find((c) => c.title === `${TABLES[name]} table`);
  return h(
    "section",
    { class: `one-table ${chosen ? "chosen" : ""} ${barred ? "barred" : ""}`, "data-table": name },
    h("h3", null, TABLES[name], chosen && h("small", null, " in use")),
    barred ? h("p", { class: "note" }, p.mobile_barred) : chances(sheet, p.tables[name]),
    crt && grid(crt, `${p.column}%`),
  );
}

/** @param {any} sheet @param {Object<string, number>} results */
function chances(sheet, results) {
  return h(
    "div",
    { class: "chances", role: "table", "aria-label": "Chance of each result" },
    Object.entries(results).map(([code, chance]) => {
      const { good } = meaning(sheet, code);
      const bar = h("i", { class: `bar ${good}` });
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

/** The whole table; where it is wider than the panel, it is scrolled to the column in use. @param {import("../../common/types.js").Chart} crt @param {string} lit */
function grid(crt, lit) {
  const at = crt.columns.indexOf(lit);
  const cell = (/** @type {string} */ tag, /** @type {string} */ text, /** @type {number} */ i) =>
    h(tag, { class: i === at ? "lit-column" : "" }, text);
  const scroll = h(
    "div",
    { class: "crt-scroll", tabindex: 0, role: "group", "aria-label": `All columns of the ${crt.title}` },
    h(
      "table",
      { class: "small-crt" },
      h("thead", null, h("tr", null, crt.columns.map((text, i) => cell("th", i ? text.replace("%", "") : "", i)))),
      h("tbody", null, crt.rows.map((row) => h("tr", null, row.map((/** @type {string} */ text, /** @type {number} */ i) => cell(i ? "td" : "th", text, i))))),
    ),
  );
  requestAnimationFrame(() => {
    const column = /** @type {HTMLElement?} */ (scroll.querySelector("th.lit-column"));
    if (column) scroll.scrollLeft = column.offsetLeft + column.offsetWidth / 2 - scroll.clientWidth / 2;
  });
  return scroll;
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
