/** The line on top: the game, the turn, the score and the clocks. */

import { h, title } from "../common/dom.js";
import { redraw } from "../common/redraw.js";

export class Status {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
    this.clocks = h("span", { class: "clocks" });
    this.el = h("div", { class: "status" });
  }

  draw() {
    const { view } = this.t.shown;
    redraw(
      this.el,
      h("b", { class: "game-title" }, this.t.sheet.title.split(":")[0]),
      this.t.game.status(view, this.t.sheet).map((x) => h("span", null, x)),
      view.score &&
        h(
          "span",
          { class: "score" },
          Object.entries(view.score).map(([side, n]) =>
            h(
              "span",
              { class: `flag side-${side}` },
              `${Object.keys(view.score).length > 1 ? title(side) : "Score"} ${n}`,
            ),
          ),
        ),
      this.clocks,
    );
    this.tick();
    const side = this.t.mySides().find((x) => this.t.table.undoable?.[x]);
    this.t.undoButton.disabled = !side || this.t.watching;
  }

  /** Clocks run on between two tables. */
  tick() {
    redraw(this.clocks, this.clock());
  }

  clock() {
    const { clocks } = this.t.table;
    if (!clocks) return [];
    const left = (/** @type {number} */ n) => `${Math.floor(n / 60)}:${String(Math.floor(n % 60)).padStart(2, "0")}`;
    const gone = (Date.now() - this.t.taken) / 1000;
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
