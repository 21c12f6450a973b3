/** The magnifier: what lies in the hex under the pointer or the cursor, large and in words. */

import { h, put } from "../common/dom.js";
import { tallyList } from "./attack.js";
import { condition, portrait } from "../common/counters.js";
import { ruleChip } from "../common/rules.js";
import { taste } from "../common/store.js";

/** How long the pointer rests before the steps are asked for. */
const RESTING = 60;

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
    const large = ids.length <= 6;
    put(
      this.el,
      h("div", { class: "loupe-head" }, h("b", null, name ?? hex), name ? ` ${hex}` : "", terrain && `, ${terrain}`),
      this.wayThere(hex),
      ids.length
        ? h(
            "div",
            { class: "row" },
            ids.map((id) =>
              h(
                "figure",
                null,
                portrait(id, this.t.sheet.counters[id], this.t.shown.view.units[id], large ? 92 : 54),
                large &&
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
    this.supplyLine(hex, ids[0]);
  }

  /** With the supply overlay on, the line of the unit on top, or why it has none. */
  supplyLine(/** @type {string} */ hex, /** @type {string|undefined} */ unit) {
    clearTimeout(this.tracing);
    if (this.traced) this.t.flash(null);
    this.traced = Boolean(unit && this.t.overlays.showsSupply(unit));
    if (!unit || !this.traced) return;
    this.tracing = setTimeout(async () => {
      const note = await this.t.overlays.trace(unit);
      if (note && this.t.loupeHex === hex)
        this.el.append(h("p", { class: "supply-note" }, note, " ", ruleChip(this.t.game.supplyRule)));
    }, RESTING);
  }

  /** What the path to a hex costs, step by step and why. */
  wayThere(/** @type {string} */ hex) {
    const { choices } = this.t;
    const way = choices.reach[hex];
    if (!way || !choices.reachFor) return null;
    const words = h("div", { class: "way-words" }, `Cost ${way.cost}`);
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const tally = words.isConnected && choices.reachFor && (await choices.way(choices.reachFor, hex));
      if (tally) put(words, tallyList(tally));
    }, RESTING);
    return words;
  }
}
