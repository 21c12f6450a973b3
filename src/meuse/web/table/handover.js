/** Two at one screen: where sides have secrets the table is covered until the other player sits down. */

import { h, put, title } from "../common/dom.js";

export class HandOver {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView}} parts
   */
  constructor(scene, { map }) {
    this.scene = scene;
    this.map = map;
    this.el = h("div", { class: "hand-over", hidden: true, role: "dialog", "aria-modal": "true" });
    /** @type {string|null} */ this.last = null;
  }

  update() {
    const { table, sheet, game } = this.scene;
    const actor = table.actors.find((a) => table.seats.mine.includes(a)) ?? null;
    if (!actor) return;
    const changed = this.last !== actor && table.seats.mine.length > 1;
    this.last = actor;
    if (!changed || game.oneTable || !sheet.secrets) return;
    this.el.hidden = false;
    const go = h(
      "button",
      {
        class: "act main",
        onclick: () => {
          this.el.hidden = true;
          this.map.home();
        },
      },
      `I am the ${title(actor)} player`,
    );
    put(
      this.el,
      h(
        "div",
        null,
        h("h2", { class: `ink-${actor}` }, title(actor)),
        h("p", null, "Hand the screen over. The table is covered until the other player is here."),
        go,
      ),
    );
    go.focus();
  }
}
