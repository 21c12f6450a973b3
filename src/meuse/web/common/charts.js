/** Tables of the game as the sheet gives them. */

import { h } from "./dom.js";
import { ruleChip } from "./rules.js";

/** Rows come as lists of cells, the first of which names the row. */
const cells = (/** @type {any} */ row) => (Array.isArray(row) ? row : [row.label, ...(row.cells ?? row.values ?? [])]);

/**
 * @param {import("./types.js").Chart} chart
 * @param {{column?: string, row?: string}} [lit] the column and row to light
 */
export function chartTable(chart, lit = {}) {
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
              { class: [i === at && "lit-column", here && i === at && "hit"].filter(Boolean).join(" ") || null },
              c,
            ),
          ),
        );
      }),
    ),
  );
}

export function chartPanel(/** @type {import("./types.js").Sheet} */ sheet) {
  return h(
    "div",
    { class: "charts" },
    sheet.charts.map((c) =>
      h(
        "section",
        null,
        h("h3", null, c.title, " ", ruleChip(c.rule)),
        h("div", { class: "scroll" }, chartTable(c)),
        c.note && h("p", { class: "note" }, c.note),
      ),
    ),
  );
}
