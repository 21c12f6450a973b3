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
    /** @type {boolean|null} as the player has it; where he has not said so, as there is room */ this.folded = null;
    /** @type {Card|null} */ this.card = null;
    /** @type {((hexes: string[]) => void)|null} lights places on the map */ this.show = null;
    this.el = h("div", { class: "guide", role: "status", "aria-live": "polite" });
  }

  /** The table has changed: what does the guide say now? @param {(question: string) => Promise<any>} ask */
  async update(ask) {
    const { card } = await ask("teach");
    if (!card) return;
    /** the player has done something since this step began */ this.read = card.step === this.card?.step;
    if (!this.read) this.folded = null;
    this.card = card;
    this.draw();
  }

  draw() {
    const card = /** @type {Card} */ (this.card);
    const { step, steps, title, says, asks, over, won } = card;
    const crowded = this.folded === null && this.read && !over && this.crowded(),
      folded = this.folded ?? crowded;
    this.el.classList.toggle("won", won);
    redraw(
      this.el,
      h(
        "header",
        null,
        h("h3", null, title),
        h("small", null, over ? "" : `${step} of ${steps}`),
        h("button", { class: "plain", "aria-label": folded ? "Unfold the guide" : "Fold the guide", onclick: () => this.fold(!folded) }, folded ? "▾" : "▴"),
      ),
      crowded && asks && h("p", { class: "asks" }, asks),
      !folded && [
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

  /** On a small screen a choice or a display takes the room of the log, and the card would lie over the map. */
  crowded() {
    const open = ".side > :is(.own-choice, .attack):not([hidden]), .own-board:not([hidden])";
    return matchMedia("(max-width: 820px)").matches && Boolean(this.el.closest(".table")?.querySelector(open));
  }

  fold(/** @type {boolean} */ folded) {
    this.folded = folded;
    this.draw();
  }
}
