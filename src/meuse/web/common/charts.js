/** Tables of the game as the sheet gives them. */

import { h } from "./dom.js";
import { chartWords } from "./chartwords.js";
import { ruleChip } from "./rules.js";

/** Rows come as lists of cells, the first of which names the row. */
const cells = (/** @type {any} */ row) => (Array.isArray(row) ? row : [row.label, ...(row.cells ?? row.values ?? [])]);

/**
 * @param {import("./types.js").Chart} chart
 * @param {{column?: string, row?: string}} [lit] the column and row to light
 * @param {(text: string) => string} [words] what the letters in a cell mean
 */
export function chartTable(chart, lit = {}, words = () => "") {
  const rows = chart.rows.map(cells);
  const wide = Math.max(...rows.map((r) => r.length));
  const heads = chart.columns.length < wide ? ["", ...chart.columns] : chart.columns;
  const at = lit.column === undefined ? -1 : heads.findIndex((c, i) => i > 0 && String(c) === lit.column);
  return h(
    "table",
    { class: "chart" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((c, i) => h("th", { class: i === at && "lit-column", scope: "col" }, c)),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map((r) => {
        const here = lit.row !== undefined && String(r[0]) === lit.row;
        return h(
          "tr",
          { class: here && "lit-row" },
          r.map((/** @type {any} */ c, /** @type {number} */ i) =>
            h(
              i ? "td" : "th",
              {
                class: [i === at && "lit-column", here && i === at && "hit"].filter(Boolean).join(" ") || null,
                title: (i > 0 && words(String(c))) || null,
              },
              c,
            ),
          ),
        );
      }),
    ),
  );
}

export function chartPanel(/** @type {import("./types.js").Sheet} */ sheet, /** @type {import("./types.js").Display} */ game) {
  const words = chartWords(sheet, game.spell);
  return h(
    "div",
    { class: "charts" },
    sheet.charts.map((c) => {
      const table = chartTable(c, {}, words);
      return h(
        "section",
        null,
        h("h3", null, c.title, " ", ruleChip(c.rule)),
        h("div", { class: "scroll" }, table),
        table.querySelector("td[title]") && spelledOut(table),
        c.note && h("p", { class: "note" }, c.note),
      );
    }),
  );
}

/** A line beneath that says in words what lies under the pointer or the finger. @param {HTMLElement} table */
function spelledOut(table) {
  const line = h("p", { class: "note cell-says", role: "status" }, "Point at a result: it is spelled out here.");
  const say = (/** @type {Event} */ e) => {
    const cell = /** @type {Element} */ (e.target).closest("td[title]");
    if (cell) line.textContent = cell.getAttribute("title");
  };
  for (const type of ["pointerover", "click"]) table.addEventListener(type, say);
  return line;
}
