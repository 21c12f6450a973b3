/** What the player has decided goes to the server, one order or several in one go; a refusal comes back in words. */

import { Haste } from "./haste.js";
import { heardOf } from "./patience.js";

export class Orders {
  /** @param {import("./choices.js").Choices} choices @param {import("./socket.js").Link} link */
  constructor(choices, link) {
    this.choices = choices;
    this.link = link;
    this.haste = new Haste(() => choices.changed());
    /** @type {(() => void)[]} told when the next position is here */ this.waiting = [];
    /**
     * Whether what is sent was but the word that the table has waited for, and whether the match is to pause where a
     * segment ends with it.
     * @type {{says: (actions: string[]) => boolean, pauses: () => boolean}}
     */
    this.word = { says: () => false, pauses: () => false };
  }

  async send(/** @type {string[]} */ actions, back = 0) {
    const { side } = this.choices;
    if (!side || (actions.length && this.haste.bars(actions[0]))) return;
    this.haste.answered(actions);
    if (this.word.says(actions)) return;
    const answer = await this.link.act(side, actions.flatMap((a) => this.spelled(a)), back, this.word.pauses());
    if (answer?.type === "refused") this.choices.whyNot.explain(answer);
  }

  /** The same, and wait for what has become of it. */
  async sendAndSee(/** @type {string[]} */ actions) {
    const seen = heardOf(this.waiting);
    await this.send(actions);
    await seen;
  }

  /** The next position is here. */
  arrived() {
    for (const told of this.waiting.splice(0)) told();
  }

  /** A verb that stands for every unit is sent as those units, so that each can be taken out again. */
  spelled(/** @type {string} */ action) {
    const { scene, offer } = this.choices;
    return scene.game.every.includes(action) ? offer.all.filter((a) => a.kind === "unit").map((a) => a.text) : [action];
  }

  /** Take back what has been put together so far, and put these together instead. */
  redo(/** @type {string[]} */ actions) {
    return this.send(actions, this.choices.gathered.actions.length);
  }
}
