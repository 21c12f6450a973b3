/** A division that comes on in one go: its units enter one after another and go to the same place, as far as they can. */

import { toast } from "../common/dom.js";

export class Convoy {
  /** @param {import("./choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    /** @type {string[]} */ this.units = [];
    /** the units enter one after another: until the last has come, nothing else is asked */ this.going = false;
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

  words(units = this.units) {
    const { sheet } = this.choices.scene;
    return units.map((id) => sheet.counters[id].name).join(", ");
  }

  /** All of them to one place, as many as have room there; the others stay in hand for another. */
  async go(/** @type {string} */ hex) {
    const { choices } = this,
      { finish } = choices.scene.game;
    const units = this.units,
      far = [],
      crowded = [];
    this.end();
    this.going = true;
    for (const unit of units) {
      const reach = (await choices.link.ask("reach", { side: choices.side, unit })).reach ?? {};
      const way = reach[hex];
      if (!way) far.push(unit);
      else if (way.crowded && unit !== units[0]) crowded.push(unit);
      else await choices.sendAndSee([...way.actions, ...(finish && !way.over ? [finish] : [])]);
    }
    this.going = false;
    choices.pick(null);
    const come = `${units.length - far.length - crowded.length} of ${units.length} have come to ${hex}`;
    if (crowded.length) toast(`${come}; there is no room for ${this.words(crowded)}: choose another place.`);
    else if (far.length) toast(`${come}; it is out of reach of ${this.words(far)}.`);
    const more = crowded.map((unit) => choices.moverAction(unit)).filter(Boolean);
    if (more.length) this.begin(/** @type {import("../common/actions.js").Action[]} */ (more));
  }
}
