/** A guided first game: its situation is laid out, and a card says what to do next and what the table is asking. */

import { h } from "../common/dom.js";
import { gameGuide, newMatch } from "../common/api.js";
import { redraw } from "../common/redraw.js";
import { remember } from "../common/store.js";

/** @typedef {{step: number, steps: number, title: string, says: string, asks: string, hexes: string[], over: boolean, won: boolean}} Card */

/** Lay the situation out and go to its table. */
export async function openGuide(/** @type {HTMLElement} */ page, /** @type {string} */ game) {
  redraw(page, h("p", { class: "waiting" }, "Setting up a small situation…"));
  const { title, match } = await gameGuide(game);
  const made = await newMatch(match);
  remember({ id: made.id, token: made.token, game, title, seats: "guided", spectate: made.spectate });
  location.replace(`#/match/${made.id}/${made.token}/guide`);
}

/** The card at the table's edge. */
export class Guide {
  /** @param {string} game @param {string[]} hexes where the eye goes first */
  constructor(game, hexes) {
    this.game = game;
    this.hexes = hexes;
    this.folded = false;
    /** @type {Card|null} */ this.card = null;
    /** @type {((hexes: string[]) => void)|null} lights places on the map */ this.show = null;
    this.el = h("div", { class: "guide", role: "status", "aria-live": "polite" });
  }

  /** The table has changed: what does the guide say now? @param {(question: string) => Promise<any>} ask */
  async update(ask) {
    const { card } = await ask("teach");
    if (!card) return;
    this.card = card;
    this.draw();
  }

  draw() {
    const card = /** @type {Card} */ (this.card);
    const { step, steps, title, says, asks, over, won } = card;
    this.el.classList.toggle("won", won);
    redraw(
      this.el,
      h(
        "header",
        null,
        h("h3", null, title),
        h("small", null, over ? "" : `${step} of ${steps}`),
        h("button", { class: "plain", "aria-label": this.folded ? "Unfold the guide" : "Fold the guide", onclick: () => this.fold() }, this.folded ? "▾" : "▴"),
      ),
      !this.folded && [
        h("p", null, says),
        asks && h("p", { class: "asks" }, asks),
        card.hexes.length > 0 && h("p", null, h("button", { class: "show-me", onclick: () => this.show?.(card.hexes) }, "Show me where")),
        over &&
          h(
            "p",
            { class: "row" },
            h("a", { class: "act main", href: `#/play/${this.game}` }, "To the real game"),
            h("a", { class: "act", href: `#/learn/${this.game}` }, "Once more"),
          ),
      ],
    );
  }

  fold() {
    this.folded = !this.folded;
    this.draw();
  }
}
