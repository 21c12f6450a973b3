/** A guided first game: a small situation of some game, and a card that says what the table is asking. */

import { h } from "../common/dom.js";
import { newMatch } from "../common/api.js";
import { redraw } from "../common/redraw.js";
import { remember } from "../common/store.js";

/**
 * @typedef {import("../common/types.js").Desk & {looking: boolean, picked: string|null, moving: string[],
 *   around: (hex: string) => string[]}} Pupil what the pupil sees, does just now, and the hexes beside one
 * @typedef {{when: (pupil: Pupil) => boolean, title: string, says: string}} Line
 * @typedef {{game: string, scenario: string, title: string, blurb: string, situation: string, seats: any, hexes: string[], lines: Line[]}} Lesson
 *   `hexes` is where the eye goes first; of the lines the first whose condition holds is shown
 */

/** Lay the situation out and go to its table. */
export async function openGuide(/** @type {HTMLElement} */ page, /** @type {Lesson} */ lesson) {
  redraw(page, h("p", { class: "waiting" }, "Setting up a small situation…"));
  const { game, scenario, situation, seats, title } = lesson;
  const made = await newMatch({ game, scenario, options: {}, situation, seats });
  remember({ id: made.id, token: made.token, game, title, seats: "guided", spectate: made.spectate });
  location.replace(`#/match/${made.id}/${made.token}/guide`);
}

export class Guide {
  constructor(/** @type {Lesson} */ lesson) {
    this.lesson = lesson;
    this.hexes = lesson.hexes;
    this.el = h("div", { class: "guide", role: "status", "aria-live": "polite" });
  }

  /** @param {Pupil} pupil */
  update(pupil) {
    const line = this.lesson.lines.find((l) => l.when(pupil));
    if (line) redraw(this.el, h("h3", null, line.title), h("p", null, line.says));
  }
}
