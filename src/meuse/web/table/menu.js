/** Several things can be done at one place: which? */

import { h, put } from "../common/dom.js";

export class Menu {
  /** @param {() => void} away where the keys go when it closes */
  constructor(away) {
    this.away = away;
    this.el = h("div", { class: "which", hidden: true, role: "menu" });
  }

  /** @param {{text: string, act: () => void}[]} list */
  ask(list) {
    const pick = (/** @type {() => void} */ act) => () => {
      this.close();
      act();
    };
    put(
      this.el,
      list.map(({ text, act }) => h("button", { role: "menuitem", onclick: pick(act) }, text)),
      h("button", { class: "plain", onclick: () => this.close() }, "Cancel"),
    );
    this.el.hidden = false;
    this.el.querySelector("button")?.focus();
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.away();
  }
}
