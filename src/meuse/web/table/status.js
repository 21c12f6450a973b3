/** The line on top: the game, the turn, how far it is won, and the clocks. */

import { h, title } from "../common/dom.js";
import { redraw } from "../common/redraw.js";

export class Status {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{victory: import("./victory.js").Victory}} parts
   */
  constructor(scene, { victory }) {
    this.scene = scene;
    this.victory = victory;
    this.clocks = h("span", { class: "clocks" });
    this.el = h("div", { class: "status" });
  }

  draw() {
    const { view, sheet, game } = this.scene;
    redraw(
      this.el,
      h("b", { class: "game-title" }, sheet.title.split(":")[0]),
      game.status(view, sheet).map((x) => h("span", null, x)),
      this.victory.draw(),
      this.clocks,
    );
    this.tick();
  }

  /** Clocks run on between two tables. */
  tick() {
    redraw(this.clocks, this.clock());
  }

  clock() {
    const { clocks } = this.scene.table;
    if (!clocks) return [];
    const left = (/** @type {number} */ n) => `${Math.floor(n / 60)}:${String(Math.floor(n % 60)).padStart(2, "0")}`;
    const gone = (Date.now() - this.scene.taken) / 1000;
    return Object.entries(clocks.left).map(([side, n]) => {
      const running = clocks.running.includes(side);
      return h(
        "span",
        { class: running ? "running" : "" },
        `${title(side)} ${left(Math.max(0, /** @type {number} */ (n) - (running ? gone : 0)))} `,
      );
    });
  }
}
