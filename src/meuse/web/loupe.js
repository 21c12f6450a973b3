/** The magnifier: what lies in the hex under the pointer or the cursor, large and in words. */

import { h, put } from "./dom.js";
import { tallyList } from "./attack.js";
import { condition, portrait } from "./counters.js";
import { taste } from "./store.js";

export class Loupe {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
    this.el = h("div", { class: "loupe", hidden: true });
  }

  draw(/** @type {string|null} */ hex) {
    this.el.hidden = !hex || taste("noLoupe", false);
    if (!hex || !this.t.shown) return;
    const { terrain, name } = this.t.sheet.hexes[hex];
    const ids = (this.t.stacks.at[hex] ?? []).slice().reverse();
    put(
      this.el,
      h("div", { class: "loupe-head" }, h("b", null, name ?? hex), name ? ` ${hex}` : "", `, ${terrain}`),
      this.wayThere(hex),
      ids.length
        ? h(
            "div",
            { class: "row" },
            ids.map((id) =>
              h(
                "figure",
                null,
                portrait(id, this.t.sheet.counters[id], this.t.shown.view.units[id], 92),
                h(
                  "figcaption",
                  null,
                  this.t.sheet.counters[id].name,
                  condition(this.t.sheet.counters[id], this.t.shown.view.units[id]).map((w) => h("small", null, w)),
                ),
              ),
            ),
          )
        : null,
    );
  }

  /** What the path to a hex costs, and for the next step why. */
  wayThere(/** @type {string} */ hex) {
    const way = this.t.choices.reach[hex];
    if (!way) return null;
    const line = h(
      "div",
      { class: "way-words" },
      `Cost ${way.cost}${way.path.length > 1 ? ` by ${way.path.slice(0, -1).join(", ")}` : ""}`,
    );
    if (way.path.length === 1 && !this.t.choices.picked) {
      this.t.link.ask("explain", { question: `${this.t.game.step} ${hex}` }).then((/** @type {any} */ a) => {
        if (a.tally) line.append(tallyList(a.tally));
      });
    }
    return line;
  }
}
