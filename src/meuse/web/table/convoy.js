/** A division that comes on in one go: its units enter one after another and go to the same place, as far as they can. */

import { toast } from "../common/dom.js";

export class Convoy {
  /** @param {import("./choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} */ this.units = [];
  }

  begin(/** @type {import("../common/actions.js").Action[]} */ actions) {
    this.choices.choose([actions[0]], actions[0].noun);
    this.units = actions.map((a) => a.noun);
  }

  end() {
    this.units = [];
  }

  /** Whether a unit that is picked leads others. */
  follows(/** @type {string} */ unit) {
    return this.units.length > 1 && this.units.includes(unit);
  }

  words() {
    const { sheet } = this.choices.scene;
    return this.units.map((id) => sheet.counters[id].name).join(", ");
  }

  async go(/** @type {string} */ hex) {
    const { choices } = this,
      { finish } = choices.scene.game;
    const units = this.units,
      left = [];
    this.end();
    for (const unit of units) {
      const reach = (await choices.link.ask("reach", { side: choices.side, unit })).reach ?? {};
      const way = reach[hex];
      if (!way) left.push(unit);
      else await choices.sendAndSee([...way.actions, ...(finish && !way.over ? [finish] : [])]);
    }
    choices.pick(null);
    const names = left.map((id) => choices.scene.sheet.counters[id].name).join(", ");
    if (left.length) toast(`${units.length - left.length} of ${units.length} have come to ${hex}; it is out of reach of ${names}.`);
  }
}
