/** How far the units in hand can go: the server says so, and why each step of a way costs what it does. */

import { heardOf } from "./patience.js";

export class Reach {
  /** @param {import("./choices.js").Choices} choices @param {import("./socket.js").Link} link */
  constructor(choices, link) {
    this.choices = choices;
    this.link = link;
    /** @type {Object<string, import("../common/types.js").Way>} */ this.ways = {};
    /** @type {string|null} whose ways they are */ this.unit = null;
    /** @type {Map<string, Promise<import("../common/types.js").Tally|undefined>>} */ this.tallies = new Map();
    /** @type {(() => void)[]} */ this.waiting = [];
    this.serial = 0;
  }

  clear() {
    this.ways = {};
    this.unit = null;
  }

  /** Another position: nothing that was said holds any longer. */
  renew() {
    this.clear();
    this.tallies.clear();
  }

  /** Nobody is in hand now: an answer that is on its way comes too late. */
  drop() {
    this.clear();
    this.serial++;
  }

  async ask(/** @type {string} */ unit) {
    const { choices } = this,
      { map } = choices;
    const serial = ++this.serial;
    const answer = await this.link.ask("reach", { side: choices.side, unit });
    if (serial !== this.serial) return;
    this.ways = answer.reach ?? {};
    this.unit = unit;
    if (unit === choices.picked && !Object.keys(this.ways).length && !map.carrying) choices.hexByHex(unit);
    else {
      choices.lit.draw();
      map.revealSome(Object.keys(this.ways));
      choices.changed();
    }
    for (const told of this.waiting.splice(0)) told();
  }

  /** Returns when it is known how far the units in hand can go, or after a while without it. */
  known() {
    return this.unit ? Promise.resolve() : heardOf(this.waiting);
  }

  /** The way to a hex step by step, and why each costs what it does; where there is none, its last part says why not. */
  tally(/** @type {string} */ unit, /** @type {string} */ hex) {
    const question = `way ${unit} ${hex}`;
    const known = this.tallies.get(question);
    if (known) return known;
    const asked = this.link.ask("explain", { question }).then((/** @type {any} */ a) => a.tally);
    this.tallies.set(question, asked);
    return asked;
  }
}
