/** The magnifier: what lies in the hex under the pointer or the cursor, large and in words. */

import { h } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
import { tallyList } from "./attack.js";
import { condition, portrait } from "../common/counters.js";
import { numbers } from "../common/anatomy.js";
import { marksAt } from "./marks.js";
import { ruleChip } from "../common/rules.js";
import { taste } from "../common/store.js";

/** How long the pointer rests before the steps are asked for. */
const RESTING = 60;

export class Loupe {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView, stacks: import("./stacks.js").Stacks, choices: import("./choices.js").Choices, overlays: import("./overlays.js").Overlays, lights: import("./flash.js").Flash}} parts
   */
  constructor(scene, { map, stacks, choices, overlays, lights }) {
    this.scene = scene;
    this.map = map;
    this.stacks = stacks;
    this.choices = choices;
    this.overlays = overlays;
    this.lights = lights;
    this.el = h("div", { class: "loupe", hidden: true });
    this.way = h("div", { class: "way-words" });
    this.asked = "";
    /** @type {string|null} */ this.hex = null;
    this.note = h("p", { class: "supply-note", hidden: true });
  }

  /** The pointer or the cursor is there now. */
  see(/** @type {string|null} */ hex) {
    if (this.hex === hex && this.drawn === this.scene.shown) return;
    this.hex = hex;
    this.draw();
  }

  /** Beside the hex, never over it: on the side of the window where there is more room. */
  place(/** @type {string} */ hex) {
    const { map } = this,
      { x, y } = map.onScreen(map.geometry.hexes[hex]);
    const { clientWidth: wide, clientHeight: tall } = map.host;
    const away = map.geometry.size * map.scale * 0.75 + 14;
    const { style } = this.el;
    style.left = x < wide / 2 ? `${x + away}px` : "auto";
    style.right = x < wide / 2 ? "auto" : `${wide - x + away}px`;
    style.maxWidth = `${Math.max(180, (x < wide / 2 ? wide - x : x) - away - 8)}px`;
    const height = this.el.offsetHeight;
    style.top = `${Math.max(4, Math.min(tall - height - 4, y - height / 2))}px`;
    style.bottom = "auto";
  }

  draw() {
    const { hex } = this;
    this.drawn = this.scene.shown;
    this.el.hidden = !hex || taste("noLoupe", false);
    if (!hex || !this.scene.shown) return;
    const { terrain, name, near } = this.scene.sheet.hexes[hex];
    const ids = (this.stacks.at[hex] ?? []).slice().reverse();
    const large = ids.length <= 6;
    redraw(
      this.el,
      h("div", { class: "loupe-head" }, h("b", null, name ?? hex), name ? ` ${hex}` : near ? ` near ${near}` : "", terrain && `, ${terrain}`),
      this.wayThere(hex),
      ids.length
        ? h(
            "div",
            { class: "row" },
            ids.map((id) =>
              h(
                "figure",
                null,
                portrait(id, this.scene.sheet.counters[id], this.scene.view.units[id], large ? 92 : 54),
                large &&
                  h(
                    "figcaption",
                    null,
                    this.scene.sheet.counters[id].title ?? this.scene.sheet.counters[id].name,
                    numbers(this.scene.sheet.counters[id]).map((w) => h("small", { class: "number" }, w)),
                    condition(this.scene.sheet.counters[id], this.scene.view.units[id]).map((w) => h("small", null, w)),
                  ),
              ),
            ),
          )
        : null,
      marksAt(this.map, hex).map((words) => h("small", { class: "mark-says" }, words)),
      this.note,
    );
    if (matchMedia("(pointer: fine)").matches) this.place(hex);
    this.supplyLine(hex, ids[0]);
  }

  /** With the supply overlay on, the line of the unit on top, or why it has none. */
  supplyLine(/** @type {string} */ hex, /** @type {string|undefined} */ unit) {
    clearTimeout(this.tracing);
    if (this.traced) this.lights.show(null);
    this.note.hidden = true;
    this.traced = Boolean(unit && this.overlays.showsSupply(unit));
    if (!unit || !this.traced) return;
    this.tracing = setTimeout(async () => {
      const note = await this.overlays.trace(unit);
      if (!note || this.hex !== hex) return;
      redraw(this.note, note, " ", ruleChip(this.scene.game.supplyRule));
      this.note.hidden = false;
    }, RESTING);
  }

  /** What the path to a hex costs, step by step and why. */
  wayThere(/** @type {string} */ hex) {
    const { choices } = this;
    const way = choices.reach.ways[hex];
    if (!way || !choices.reach.unit) return null;
    const asked = `${choices.reach.unit} ${hex} ${way.cost}`;
    if (asked === this.asked && this.way.isConnected) return this.way;
    this.asked = asked;
    redraw(this.way, `Cost ${way.cost}`);
    clearTimeout(this.soon);
    this.soon = setTimeout(async () => {
      const tally = this.way.isConnected && choices.reach.unit && (await choices.reach.tally(choices.reach.unit, hex));
      if (tally && asked === this.asked) redraw(this.way, tallyList(tally));
    }, RESTING);
    return this.way;
  }
}
