/**
 * From what may be done to what the player does: what a click means, and who is in hand.
 *
 * It knows no rule. Hexes and counters light up because the legal list names them; shading and paths are the server's.
 */

import { toast } from "../common/dom.js";
import { label, Offer } from "../common/actions.js";
import { Convoy } from "./convoy.js";
import { Gathered } from "./gathered.js";
import { Lit } from "./lit.js";
import { Orders } from "./orders.js";
import { Reach } from "./reach.js";
import { Together } from "./together.js";
import { WhyNot } from "./whynot.js";

/** @typedef {Map<string, import("../common/actions.js").Action[]>} Offered */

export class Choices {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView, stacks: import("./stacks.js").Stacks, link: import("./socket.js").Link, menu: import("./menu.js").Menu, changed: () => void, nudge: () => void}} parts
   */
  constructor(scene, { map, stacks, link, menu, changed, nudge }) {
    this.scene = scene;
    this.map = map;
    this.stacks = stacks;
    this.menu = menu;
    this.changed = changed;
    this.nudge = nudge;
    this.offer = new Offer([], scene.sheet);
    /** @type {string|null} */ this.side = null;
    /** @type {string|null} the unit picked to move, before anything is sent */ this.picked = null;
    /** the place of work beside the main business is being chosen */ this.working = false;
    this.gathered = new Gathered(scene);
    this.orders = new Orders(this, link);
    this.reach = new Reach(this, link);
    this.lit = new Lit(this);
    this.whyNot = new WhyNot(this, link);
    this.together = new Together(this);
    this.convoy = new Convoy(this, link);
  }

  /** A new position, or another one to look at. */
  update() {
    const { table, watching } = this.scene;
    this.side = watching ? null : (table.actors.find((a) => (table.legal[a] ?? []).length) ?? null);
    const { side } = this;
    this.offer = new Offer(side ? table.legal[side] : [], this.scene.sheet, side ? table.stakes[side] : {});
    this.orders.haste.asked(this.offer);
    this.gathered.update(this.side);
    if (this.picked && !this.moverAction(this.picked)) this.picked = null;
    this.working = false;
    this.reach.renew();
    const mover = this.inHand();
    if (mover && this.side) this.reach.ask(mover);
    this.lit.draw();
    this.orders.arrived();
  }

  moving() {
    return this.side ? (this.scene.view.moving ?? []) : [];
  }

  /** The unit that a way is looked for: picked, or the first of those under way. @returns {string|undefined} */
  inHand() {
    return this.picked ?? this.moving()[0];
  }

  /** The action that would start this unit on its way. */
  moverAction(/** @type {string} */ unit) {
    return (this.offer.units.get(unit) ?? []).find((a) => this.scene.game.movers.includes(a.verb));
  }

  /** No way ahead can be shown, as in an overrun: the unit sets out, and its steps are lit. */
  hexByHex(/** @type {string} */ unit) {
    const start = this.moverAction(unit);
    this.picked = null;
    if (start) this.orders.send([start.text]);
  }

  /** Units that were carried are let go over a hex: they go there, or it is said why not. */
  async drop(/** @type {string|null} */ hex) {
    await this.reach.known();
    const mover = this.inHand();
    if (!mover || !hex || !this.side || hex === this.scene.view.units[mover]?.hex) return;
    if (this.reach.ways[hex]) this.go(hex, false);
    else await this.whyNot.beyond(mover, hex);
  }

  pick(/** @type {string|null} */ unit) {
    if (!unit) this.convoy.end();
    this.picked = unit;
    this.working = false;
    this.reach.drop();
    if (unit) this.reach.ask(unit);
    this.lit.draw();
    this.changed();
  }

  /** Of what is offered at places of the map, what is lit. @param {Offered} offered @returns {Offered} */
  open(offered) {
    return this.picked || this.convoy.going ? new Map() : this.begins(offered);
  }

  /** What a click may begin: nothing rare by accident. @param {Offered} offered @returns {Offered} */
  begins(offered) {
    const { quiet } = this.scene.game;
    const apart = this.working || (this.works().length > 0 && this.busy());
    if (!apart) return offered;
    const found = new Map();
    for (const [at, all] of offered) {
      const fit = all.filter((a) => quiet.includes(a.verb) === this.working);
      if (fit.length) found.set(at, fit);
    }
    return found;
  }

  /** Work beside the main business: it waits for its button. */
  works() {
    const { quiet } = this.scene.game;
    return this.offer.all.filter((a) => quiet.includes(a.verb) && (a.kind === "hex" || a.kind === "side"));
  }

  /** Whether there is a main business on the map. */
  busy() {
    const { quiet } = this.scene.game;
    return this.offer.all.some((a) => ["unit", "hex", "side"].includes(a.kind) && !quiet.includes(a.verb));
  }

  work(/** @type {boolean} */ on) {
    this.pick(null);
    this.working = on;
    this.lit.draw();
    this.changed();
  }

  /** @param {import("./map.js").Spot} spot */
  async tap({ unit, side, hex, shift, touch }) {
    if (this.scene.watching || this.convoy.going) return;
    if (!this.side) {
      this.whyNot.notNow(unit, hex);
      return;
    }
    const borders = this.open(this.offer.sides),
      units = this.begins(this.offer.units),
      hexes = this.begins(this.offer.hexes);
    if (side && borders.has(side)) {
      this.offerAll(borders.get(side) ?? []);
      return;
    }
    const fanned = this.scene.game.layout ? (unit ? hex : null) : this.stacks.fanned;
    const stack = hex ? (this.stacks.at[hex] ?? []) : [];
    const meant = unit && (units.has(unit) || this.gathered.has(unit) || unit === this.picked);
    const aimed = unit && meant && fanned && (this.scene.game.layout ? units.has(unit) : this.stacks.at[fanned]?.includes(unit));
    const other = (hex && hexes.get(hex)?.some((a) => this.scene.game.instead.includes(a.verb))) || false;
    if (hex && this.reach.ways[hex] && !aimed && !other) {
      this.go(hex, shift);
      return;
    }
    if (unit && unit === this.picked) {
      this.pick(null);
      return;
    }
    if (unit && stack.length > 1 && fanned !== hex && !hexes.has(hex ?? "")) {
      const lit = stack.filter((id) => units.has(id) || this.gathered.has(id));
      if (touch || lit.length > 1) {
        this.stacks.fan(/** @type {string} */ (hex));
        if (lit.length !== 1) return;
      }
      if (lit.length === 1) unit = lit[0];
    }
    const actions = [
      ...(unit ? (units.get(unit) ?? []) : []),
      ...(hex && !aimed ? (hexes.get(hex) ?? []) : []),
    ];
    if (actions.length) {
      this.choose(actions, unit);
      return;
    }
    if (unit && this.gathered.has(unit)) {
      this.orders.redo(this.gathered.without(unit));
      return;
    }
    const works = hex && !this.working ? this.works().filter((a) => a.noun === hex) : [];
    if (works.length) toast(`For work here (${works.map((a) => label(a, this.scene.sheet)).join(", ")}) press Works.`);
    else this.whyNot.refused(unit, hex);
  }

  /** One thing to do here: do it. A unit that may move is picked, so that its reach shows first. */
  choose(/** @type {import("../common/actions.js").Action[]} */ actions, /** @type {string|undefined} */ unit) {
    const mover = unit && actions.find((a) => a.kind === "unit" && this.scene.game.movers.includes(a.verb));
    if (mover && unit) {
      this.pick(unit);
      return;
    }
    this.offerAll(actions);
  }

  offerAll(/** @type {import("../common/actions.js").Action[]} */ actions) {
    if (actions.length === 1 && !actions[0].price) this.orders.send([actions[0].text]);
    else
      this.menu.ask(
        actions.map((a) => ({ text: label(a, this.scene.sheet), act: () => this.orders.send([a.text]) })),
      );
  }

  /** Move along the path the server gave; a plain click ends the move there, with Shift it goes on. */
  go(/** @type {string} */ hex, /** @type {boolean} */ shift) {
    if (this.picked && this.convoy.follows(this.picked)) {
      this.convoy.go(hex);
      return;
    }
    const way = this.reach.ways[hex];
    const last = way.actions[way.actions.length - 1];
    const { finish: end } = this.scene.game;
    const finish = !shift && end && last !== end && !way.over ? [end] : [];
    this.picked = null;
    this.orders.send([...way.actions, ...finish]);
  }

  /** Leave what was begun: a unit picked, a place of work, or a procedure that is under way. */
  cancel() {
    if (this.picked || this.working) this.work(false);
    else if (this.stacks.fanned) this.stacks.fold();
    else if (this.gathered.begun) this.orders.send([], this.gathered.begun);
  }
}
