/** The counters that a hand carries over the map: they follow the pointer, and the map lies still beneath them. */

import { h, s } from "../common/dom.js";
import { counter, SIZE } from "../common/counters.js";

const LEAN = 5;

export class Ghost {
  /** @param {import("./scene.js").Scene} scene @param {import("./map.js").MapView} map */
  constructor(scene, map) {
    this.scene = scene;
    this.map = map;
    this.el = h("div", { class: "ghost", hidden: true, "aria-hidden": "true" });
  }

  /** Lift these units: as large as they lie on the map, the topmost last. */
  lift(/** @type {string[]} */ units) {
    const { sheet, view, game } = this.scene;
    const room = SIZE + LEAN * (units.length - 1) + 6;
    const at = (/** @type {number} */ i) => LEAN * (i - (units.length - 1) / 2);
    const size = room * game.size * this.map.scale;
    this.el.replaceChildren(
      s(
        "svg",
        { viewBox: `${-room / 2} ${-room / 2} ${room} ${room}`, width: size, height: size },
        units.map((id, i) =>
          s("g", { transform: `translate(${at(i)} ${-at(i)})` }, counter(id, sheet.counters[id], view.units[id])),
        ),
      ),
    );
    for (const el of this.el.querySelectorAll("[data-unit]")) el.removeAttribute("data-unit");
    this.el.hidden = false;
  }

  /** @param {{x: number, y: number}} p from the map's corner */
  follow(p) {
    this.el.style.transform = `translate(${p.x}px, ${p.y}px) translate(-50%, -50%)`;
  }

  lower() {
    this.el.hidden = true;
    this.el.replaceChildren();
  }
}
