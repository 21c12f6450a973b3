/** A segment ends when the player says so; one who wishes has it end by itself as soon as nothing else can be done in it. */

import { h } from "../common/dom.js";
import { setTaste, taste } from "../common/store.js";

const WISH = "endsItself";

export class LastWord {
  /** @param {import("./scene.js").Scene} scene @param {import("./choices.js").Choices} choices */
  constructor(scene, choices) {
    this.scene = scene;
    this.choices = choices;
    this.box = h("input", {
      type: "checkbox",
      checked: taste(WISH, false),
      onchange: () => {
        setTaste(WISH, this.box.checked);
        this.update();
      },
    });
    this.el = h("label", { class: "ends-itself" }, this.box, " A segment ends by itself when nothing else can be done in it");
  }

  /** A position has come: is ending the segment all that is left? */
  update() {
    const { all } = this.choices.offer;
    const last = this.choices.side && all.length === 1 && !all[0].noun && !all[0].price && this.scene.game.closes.includes(all[0].verb);
    if (!last || !this.box.checked || this.scene.watching) return;
    this.choices.haste.considered();
    this.choices.send([all[0].text]);
  }
}
