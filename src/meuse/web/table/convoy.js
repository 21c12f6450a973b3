/** A division that comes on in one go: its units enter one after another and go to the same place, as far as they can. */

import { toast } from "../common/dom.js";

export class Convoy {
  /** @param {import("./choices.js").Choices} choices @param {import("./socket.js").Link} link */
  constructor(choices, link) {
    this.choices = choices;
    this.link = link;
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

  /** All of them to one place: as many as have room there, the others beside it; who finds no room stays in hand. */
  async go(/** @type {string} */ hex) {
    const { choices } = this,
      { finish } = choices.scene.game;
    const units = this.units,
      beside = [],
      far = [],
      crowded = [];
    this.end();
    this.going = true;
    for (const unit of units) {
      const reach = (await this.link.ask("reach", { side: choices.side, unit })).reach ?? {};
      const place = reach[hex]?.crowded && unit !== units[0] ? this.beside(hex, reach) : hex;
      const way = place && reach[place];
      if (!reach[hex]) far.push(unit);
      else if (!way) crowded.push(unit);
      else {
        if (place !== hex) beside.push(unit);
        await choices.orders.sendAndSee([...way.actions, ...(finish && !way.over ? [finish] : [])]);
      }
    }
    this.going = false;
    choices.pick(null);
    const come = `${units.length - far.length - crowded.length} of ${units.length} have come to ${hex}${beside.length ? " and beside it" : ""}`;
    if (crowded.length) toast(`${come}; there is no room for ${this.words(crowded)}: choose another place.`);
    else if (far.length) toast(`${come}; it is out of reach of ${this.words(far)}.`);
    else if (beside.length) toast(`${come}: there was no room for ${this.words(beside)}.`);
    const more = crowded.map((unit) => choices.moverAction(unit)).filter(Boolean);
    if (more.length) this.begin(/** @type {import("../common/actions.js").Action[]} */ (more));
  }

  /**
   * The place with room that lies nearest to a full one, at most two hexes away.
   * @param {string} full @param {Object<string, {crowded?: string}>} reach
   */
  beside(full, reach) {
    const { hexes } = this.choices.scene.sheet;
    const far = (/** @type {string} */ hex) => Math.hypot(hexes[hex].x - hexes[full].x, hexes[hex].y - hexes[full].y);
    const step = Math.min(...Object.keys(hexes).filter((hex) => hex !== full).map(far));
    return Object.keys(reach)
      .filter((hex) => !reach[hex].crowded && hexes[hex] && far(hex) < 2.1 * step)
      .sort((a, b) => far(a) - far(b))[0];
  }
}
