/** Several units at once: a stack that sets out together, all that may be taken along, everybody who can attack. */

export class Together {
  /** @param {import("./choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
    this.game = choices.scene.game;
  }

  /** Units that could be taken along by those under way. */
  joiners() {
    const { picked, offer } = this.choices;
    return picked ? [] : offer.all.filter((a) => a.verb === this.game.join);
  }

  /** The picked unit, or those under way, with all that may go with it from its hex. */
  takeStack() {
    const { choices, game } = this;
    if (!game.join) return;
    const unit = choices.picked;
    const start = unit && choices.moverAction(unit);
    if (!start) {
      this.takeAll();
      return;
    }
    const others = this.companions(unit).filter((id) => id !== unit);
    choices.picked = null;
    choices.reach.unit = null;
    choices.orders.send([start.text, ...others.map((id) => `${game.join} ${id}`)]);
  }

  /** A unit and all that may go with it from its hex. */
  companions(/** @type {string} */ unit) {
    const { choices } = this;
    const there = this.game.join ? (choices.stacks.at[choices.scene.view.units[unit].hex] ?? []) : [];
    return [...there.filter((id) => id !== unit && choices.moverAction(id)), unit];
  }

  /** All of a place at once: its stack sets out together, or a target is attacked by all who can. Whether there is such. */
  whole(/** @type {string} */ hex) {
    const { choices } = this;
    if (!choices.side || choices.scene.watching || choices.working) return false;
    const movers = (choices.stacks.at[hex] ?? []).filter((id) => choices.moverAction(id));
    if (choices.picked && !movers.includes(choices.picked)) return false;
    if (movers.length > 1 && this.game.join) {
      choices.picked = movers[movers.length - 1];
      choices.stacks.fold();
      this.takeStack();
      return true;
    }
    const begins = choices.begins(choices.offer.hexes).get(hex);
    if (begins?.length === 1 && this.game.attack.includes(begins[0].verb)) {
      this.attackWithAll(begins[0].text);
      return true;
    }
    return this.chooseIn([hex]);
  }

  /** Begin an attack, and put all into it who can take part. */
  async attackWithAll(/** @type {string} */ attack) {
    const { orders } = this.choices;
    await orders.sendAndSee([attack]);
    const { offer } = this.choices;
    const all = offer.buttons.find((a) => this.game.every.includes(a.verb));
    const only = offer.all.filter((a) => a.kind === "unit");
    if (all) await orders.send([all.text]);
    else if (only.length === 1) await orders.send([only[0].text]);
  }

  /** All units in these hexes that may be chosen for the same thing. Whether there are any. */
  chooseIn(/** @type {string[]} */ hexes) {
    const { choices } = this;
    const units = choices.begins(choices.offer.units);
    const found = hexes.flatMap((hex) => choices.stacks.at[hex] ?? []).flatMap((id) => units.get(id) ?? []);
    const verb = found[0]?.verb;
    if (!verb || choices.picked || !this.gathering(verb) || found.length < 2) return false;
    choices.orders.send(found.filter((a) => a.verb === verb).map((a) => a.text));
    return true;
  }

  /** Whether a verb puts a unit into what is being put together. */
  gathering(/** @type {string} */ verb) {
    return this.choices.gathered.begun > 0 && !this.game.movers.includes(verb);
  }

  /** All that may go along, one after another, as long as one more fits in. */
  async takeAll() {
    const { choices, game } = this;
    let left = this.joiners().length;
    while (choices.side && this.joiners().length && left--) await choices.orders.sendAndSee([this.joiners()[0].text]);
    const hex = choices.scene.view.units[choices.moving()[0]]?.hex;
    const out = (choices.stacks.at[hex] ?? []).find((id) => !choices.moving().includes(id) && !id.startsWith("@"));
    if (out && game.join) await choices.whyNot.ask(`${game.join} ${out}`);
  }
}
