/** The odds of an attack on the map, beside its target, while the side panel is hidden. */

import { h } from "../common/dom.js";
import { redraw } from "../common/redraw.js";

export class OddsChip {
  /**
   * @param {import("./scene.js").Scene} scene @param {import("./map.js").MapView} map
   * @param {() => void} more shows all about the odds
   */
  constructor(scene, map, more) {
    this.scene = scene;
    this.map = map;
    /** @type {string|null} */ this.hex = null;
    this.el = h("button", { class: "odds-chip", hidden: true, title: "All about these odds", onclick: more });
    map.onPlace.push(() => this.follow());
  }

  /** @param {any} preview of the attack being prepared, or null */
  show(preview) {
    const hex = preview?.target ?? this.scene.view.preparing?.target;
    this.hex = preview && this.map.geometry.hexes[hex] ? hex : null;
    this.el.hidden = !this.hex;
    if (!this.hex) return;
    const { ratio, odds = ratio, column, attack } = preview;
    const known = odds ?? (column && `${column}%`);
    redraw(this.el, h("b", null, known ?? `${attack} against ?`), this.chance(preview.results));
    this.follow();
  }

  /** How likely it is that only the enemy suffers, and that only one's own side does. */
  chance(/** @type {Object<string, number>|undefined} */ results) {
    if (!results) return null;
    const of = (/** @type {string} */ whom) =>
      Object.entries(results).reduce((sum, [r, p]) => sum + (this.scene.game.favours(r, this.scene.sheet) === whom ? p : 0), 0);
    return ` ${Math.round(of("attacker") * 100)} % well, ${Math.round(of("defender") * 100)} % badly`;
  }

  follow() {
    if (!this.hex) return;
    const { x, y } = this.map.onScreen(this.map.geometry.hexes[this.hex]);
    const half = this.el.offsetWidth / 2 + 4;
    const within = Math.max(half, Math.min(this.map.host.clientWidth - half, x));
    this.el.style.transform = `translate(${within}px, ${y - this.map.geometry.size * this.map.scale * 0.62}px) translate(-50%, -100%)`;
  }
}
