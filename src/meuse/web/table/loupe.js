/** The magnifier: what lies in the hex under the pointer or the cursor, large and in words. */

import { h } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
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
    this.way = h("div", { class: "way-words" });
    this.asked = "";
    this.note = h("p", { class: "supply-note", hidden: true });
  }

  draw(/** @type {string|null} */ hex) {
    this.el.hidden = !hex || taste("noLoupe", false);
    if (!hex || !this.t.shown) return;
    const { terrain, name } = this.t.sheet.hexes[hex];
    const ids = (this.t.stacks.at[hex] ?? []).slice().reverse();
    const large = ids.length <= 6;
    redraw(
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
      this.note,
    );
    this.supplyLine(hex, ids[0]);
  }

  /** With the supply overlay on, the line of the unit on top, or why it has none. */
  supplyLine(/** @type {string} */ hex, /** @type {string|undefined} */ unit) {
    clearTimeout(this.tracing);
    if (this.traced) this.t.flash(null);
    this.note.hidden = true;
    this.traced = Boolean(unit && this.t.overlays.showsSupply(unit));
    if (!unit || !this.traced) return;
    this.tracing = setTimeout(async () => {
      const note = await this.t.overlays.trace(unit);
      if (!note || this.t.loupeHex !== hex) return;
      redraw(this.note, note, " ", ruleChip(this.t.game.supplyRule));
      this.note.hidden = false;
    }, RESTING);
  }

  /** What the path to a hex costs, step by step and why. */
  wayThere(/** @type {string} */ hex) {
    const { choices } = this.t;
    const way = choices.reach[hex];
    if (!way || !choices.reachFor) return null;
    const asked = `${choices.reachFor} ${hex} ${way.cost}`;
    if (asked === this.asked && this.way.isConnected) return this.way;
    this.asked = asked;
    redraw(this.way, `Cost ${way.cost}`);
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const tally = this.way.isConnected && choices.reachFor && (await choices.way(choices.reachFor, hex));
      if (tally && asked === this.asked) redraw(this.way, tallyList(tally));
    }, RESTING);
    return this.way;
  }
}
