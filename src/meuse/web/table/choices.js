/**
 * From what may be done to what the player does: lights, clicks, reach, paths, and why not.
 *
 * It knows no rule. Hexes and counters light up because the legal list names them; shading and paths are the server's.
 */

import { s, toast } from "../common/dom.js";
import { label, Offer } from "../common/actions.js";
import { redraw } from "../common/redraw.js";
import { ruleChip } from "../common/rules.js";
import { Haste } from "./haste.js";
import { Convoy } from "./convoy.js";
import { Gathered } from "./gathered.js";

const PATIENCE = 3000;

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
    this.link = link;
    this.menu = menu;
    this.changed = changed;
    this.nudge = nudge;
    this.offer = new Offer([], scene.sheet);
    /** @type {string|null} */ this.side = null;
    /** @type {string|null} the unit picked to move, before anything is sent */ this.picked = null;
    /** @type {Object<string, import("../common/types.js").Way>} */ this.reach = {};
    /** @type {string|null} */ this.reachFor = null;
    /** @type {Map<string, Promise<import("../common/types.js").Tally|undefined>>} */ this.ways = new Map();
    /** the place of work beside the main business is being chosen */ this.working = false;
    this.gathered = new Gathered(scene);
    this.convoy = new Convoy(this);
    /** @type {(() => void)[]} */ this.onReach = [];
    this.haste = new Haste(() => this.changed());
    /** @type {(() => void)[]} told when the next position is here */ this.onUpdate = [];
    /** @type {(actions: string[]) => boolean} whether what is sent has been seen to already */ this.onSend = () => false;
    this.serial = 0;
  }

  /** A new position, or another one to look at. */
  update() {
    const { table, watching } = this.scene;
    this.side = watching ? null : (table.actors.find((a) => (table.legal[a] ?? []).length) ?? null);
    const { side } = this;
    this.offer = new Offer(side ? table.legal[side] : [], this.scene.sheet, side ? table.stakes[side] : {});
    this.haste.asked(this.offer);
    this.gathered.update(this.side);
    if (this.picked && !this.moverAction(this.picked)) this.picked = null;
    this.working = false;
    this.reach = {};
    this.reachFor = null;
    this.ways.clear();
    const mover = this.picked ?? this.moving()[0];
    if (mover && this.side) this.askReach(mover);
    this.draw();
    for (const told of this.onUpdate.splice(0)) told();
  }

  moving() {
    return this.side ? (this.scene.view.moving ?? []) : [];
  }

  /** The action that would start this unit on its way. */
  moverAction(/** @type {string} */ unit) {
    return (this.offer.units.get(unit) ?? []).find((a) => this.scene.game.movers.includes(a.verb));
  }

  async askReach(/** @type {string} */ unit) {
    const serial = ++this.serial;
    const answer = await this.link.ask("reach", { side: this.side, unit });
    if (serial !== this.serial) return;
    this.reach = answer.reach ?? {};
    this.reachFor = unit;
    if (unit === this.picked && !Object.keys(this.reach).length && !this.map.carrying) {
      this.hexByHex(unit);
      return;
    }
    this.draw();
    this.map.revealSome(Object.keys(this.reach));
    this.changed();
    for (const told of this.onReach.splice(0)) told();
  }

  /** No way ahead can be shown, as in an overrun: the unit sets out, and its steps are lit. */
  hexByHex(/** @type {string} */ unit) {
    const start = this.moverAction(unit);
    this.picked = null;
    if (start) this.send([start.text]);
    for (const told of this.onReach.splice(0)) told();
  }

  /** Returns when it is known how far the units in hand can go, or after a while without it. */
  reached() {
    if (this.reachFor) return Promise.resolve();
    return new Promise((/** @type {(value?: any) => void} */ settle) => {
      this.onReach.push(settle);
      setTimeout(settle, PATIENCE);
    });
  }

  /** Units that were carried are let go over a hex: they go there, or it is said why not. */
  async drop(/** @type {string|null} */ hex) {
    await this.reached();
    const mover = this.picked ?? this.moving()[0];
    if (!mover || !hex || !this.side || hex === this.scene.view.units[mover]?.hex) return;
    if (this.reach[hex]) this.go(hex, false);
    else await this.beyond(mover, hex);
  }

  pick(/** @type {string|null} */ unit) {
    if (!unit) this.convoy.end();
    this.picked = unit;
    this.working = false;
    this.reach = {};
    this.reachFor = null;
    if (unit) this.askReach(unit);
    else this.serial++;
    this.draw();
    this.changed();
  }

  /** Hexes that may be clicked now. */
  litHexes() {
    return new Set([...this.open(this.offer.hexes).keys(), ...Object.keys(this.reach)]);
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
    this.draw();
    this.changed();
  }

  draw() {
    const { map, stacks } = this;
    const g = map.geometry;
    const most = Math.max(1, ...Object.values(this.reach).map((w) => Number(w.cost) || 0));
    redraw(
      map.layers.reach,
      Object.entries(this.reach)
        .filter(([hex]) => g.hexes[hex])
        .map(([hex, way]) => {
          const share = Number(way.cost) ? Number(way.cost) / most : 1;
          return s(
            "g",
            { class: "reach" },
            s("path", {
              d: g.outline(hex, 1.5),
              class: `reach-hex shade-${Math.min(4, Math.floor(share * 5))}${way.crowded ? " crowded" : ""}`,
            }),
            s("text", { x: g.hexes[hex].x, y: g.hexes[hex].y + 25, class: "reach-cost" }, way.crowded ? `${way.cost} ⚠` : way.cost),
          );
        }),
    );
    redraw(
      map.layers.lit,
      [...this.open(this.offer.hexes).keys()].map((hex) => s("path", { d: g.outline(hex, 3), class: "lit-hex" })),
    );
    redraw(
      map.layers.sides,
      [...this.open(this.offer.sides).keys()].map((side) => this.litSide(side)),
    );
    const { units, left } = this.gathered;
    stacks.light(
      new Set(this.open(this.offer.units).keys()),
      new Set([...(this.picked ? [this.picked] : []), ...this.moving(), ...units].filter((u) => !left.has(u))),
      left,
    );
    redraw(map.layers.target, this.gathered.target(g));
    this.path(null);
  }

  /** A cell that the border belongs to. */
  beside(/** @type {string} */ side) {
    const b = this.scene.sheet.sides_of_hexes[side];
    return this.map.geometry.at({ x: (b.x1 + b.x2) / 2, y: (b.y1 + b.y2) / 2 }) ?? "";
  }

  litSide(/** @type {string} */ side) {
    const b = this.scene.sheet.sides_of_hexes[side];
    const at = { x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2 };
    return s(
      "g",
      { class: "lit-side", "data-side": side },
      s("line", { ...at, class: "side-hit" }),
      s("line", { ...at, class: "side-glow" }),
    );
  }

  /** The way to a hex under the pointer, with what it costs. */
  path(/** @type {string|null} */ hex) {
    const { layers, geometry } = this.map;
    const way = hex && this.reach[hex];
    const start = this.reachFor && this.scene.view.units[this.reachFor]?.hex;
    if (!way) {
      layers.path.replaceChildren();
      return;
    }
    const stops = [start, ...way.path].filter((n) => n && geometry.hexes[n]).map((n) => geometry.hexes[n]);
    const end = geometry.hexes[/** @type {string} */ (hex)];
    const d = `M${stops.map((p) => `${p.x} ${p.y}`).join("L")}`;
    layers.path.replaceChildren(
      s("path", { d, class: "way-edge" }),
      s("path", { d, class: "way" }),
      ...way.path.slice(0, -1).map((n) => this.wayMark(n)),
      s("circle", { cx: end.x, cy: end.y, r: 13, class: "way-end" }),
      s("text", { x: end.x, y: end.y + 4.5, class: "way-cost" }, way.cost),
    );
  }

  /** What has been paid on the way, at a hex that it goes through. */
  wayMark(/** @type {string} */ hex) {
    const { x, y } = this.map.geometry.hexes[hex];
    const cost = this.reach[hex]?.cost;
    return s(
      "g",
      { transform: `translate(${x} ${y})`, class: "way-mark" },
      s("circle", { r: cost === undefined ? 4 : 9 }),
      cost === undefined ? null : s("text", { y: 3.4 }, cost),
    );
  }

  /** The way to a hex step by step, and why each costs what it does; where there is none, its last part says why not. */
  way(/** @type {string} */ unit, /** @type {string} */ hex) {
    const question = `way ${unit} ${hex}`;
    const known = this.ways.get(question);
    if (known) return known;
    const asked = this.link.ask("explain", { question }).then((/** @type {any} */ a) => a.tally);
    this.ways.set(question, asked);
    return asked;
  }

  /** @param {import("./map.js").Spot} spot */
  async tap({ unit, side, hex, shift, touch }) {
    if (this.scene.watching || this.convoy.going) return;
    if (!this.side) {
      this.notNow(unit, hex);
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
    if (hex && this.reach[hex] && !aimed && !other) {
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
      this.redo(this.gathered.without(unit));
      return;
    }
    const works = hex && !this.working ? this.works().filter((a) => a.noun === hex) : [];
    if (works.length) toast(`For work here (${works.map((a) => label(a, this.scene.sheet)).join(", ")}) press Works.`);
    else this.refused(unit, hex);
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
    if (actions.length === 1 && !actions[0].price) this.send([actions[0].text]);
    else
      this.menu.ask(
        actions.map((a) => ({ text: label(a, this.scene.sheet), act: () => this.send([a.text]) })),
      );
  }

  /** Move along the path the server gave; a plain click ends the move there, with Shift it goes on. */
  go(/** @type {string} */ hex, /** @type {boolean} */ shift) {
    if (this.picked && this.convoy.follows(this.picked)) {
      this.convoy.go(hex);
      return;
    }
    const way = this.reach[hex];
    const last = way.actions[way.actions.length - 1];
    const { finish: end } = this.scene.game;
    const finish = !shift && end && last !== end && !way.over ? [end] : [];
    this.picked = null;
    this.send([...way.actions, ...finish]);
  }

  /** Units that could be taken along by those under way. */
  joiners() {
    return this.picked ? [] : this.offer.all.filter((a) => a.verb === this.scene.game.join);
  }

  /** The picked unit, or those under way, with all that may go with it from its hex. */
  takeStack() {
    if (!this.scene.game.join) return;
    const unit = this.picked;
    const start = unit && this.moverAction(unit);
    if (!start) {
      this.takeAll();
      return;
    }
    const others = this.companions(unit).filter((id) => id !== unit);
    this.picked = null;
    this.reachFor = null;
    this.send([start.text, ...others.map((id) => `${this.scene.game.join} ${id}`)]);
  }

  /** A unit and all that may go with it from its hex. */
  companions(/** @type {string} */ unit) {
    const there = this.scene.game.join ? (this.stacks.at[this.scene.view.units[unit].hex] ?? []) : [];
    return [...there.filter((id) => id !== unit && this.moverAction(id)), unit];
  }

  /** The hexes of what may be chosen now. */
  places() {
    if (!this.side || this.scene.watching) return [];
    const { units } = this.scene.view;
    const lit = [...this.open(this.offer.units).keys()].map((id) => units[id]?.hex);
    const beside = [...this.open(this.offer.sides).keys()].map((side) => this.beside(side));
    return [...new Set([...lit, ...beside, ...this.litHexes()])].filter(Boolean);
  }

  /** A verb that stands for every unit is sent as those units, so that each can be taken out again. */
  spelled(/** @type {string} */ action) {
    return this.scene.game.every.includes(action) ? this.offer.all.filter((a) => a.kind === "unit").map((a) => a.text) : [action];
  }

  /** All of a place at once: its stack sets out together, or a target is attacked by all who can. Whether there is such. */
  whole(/** @type {string} */ hex) {
    if (!this.side || this.scene.watching || this.working) return false;
    const movers = (this.stacks.at[hex] ?? []).filter((id) => this.moverAction(id));
    if (this.picked && !movers.includes(this.picked)) return false;
    if (movers.length > 1 && this.scene.game.join) {
      this.picked = movers[movers.length - 1];
      this.stacks.fold();
      this.takeStack();
      return true;
    }
    const begins = this.begins(this.offer.hexes).get(hex);
    if (begins?.length === 1 && this.scene.game.attack.includes(begins[0].verb)) {
      this.attackWithAll(begins[0].text);
      return true;
    }
    return this.chooseIn([hex]);
  }

  /** Begin an attack, and put all into it who can take part. */
  async attackWithAll(/** @type {string} */ attack) {
    await this.sendAndSee([attack]);
    const all = this.offer.buttons.find((a) => this.scene.game.every.includes(a.verb));
    const only = this.offer.all.filter((a) => a.kind === "unit");
    if (all) await this.send([all.text]);
    else if (only.length === 1) await this.send([only[0].text]);
  }

  /** All units in these hexes that may be chosen for the same thing. Whether there are any. */
  chooseIn(/** @type {string[]} */ hexes) {
    const units = this.begins(this.offer.units);
    const found = hexes.flatMap((hex) => this.stacks.at[hex] ?? []).flatMap((id) => units.get(id) ?? []);
    const verb = found[0]?.verb;
    if (!verb || this.picked || !this.gathering(verb) || found.length < 2) return false;
    this.send(found.filter((a) => a.verb === verb).map((a) => a.text));
    return true;
  }

  /** Whether a verb puts a unit into what is being put together. */
  gathering(/** @type {string} */ verb) {
    return this.gathered.begun > 0 && !this.scene.game.movers.includes(verb);
  }

  /** All that may go along, one after another, as long as one more fits in. */
  async takeAll() {
    const wanted = this.joiners().length;
    let left = wanted;
    while (this.side && this.joiners().length && left--) await this.sendAndSee([this.joiners()[0].text]);
    const hex = this.scene.view.units[this.moving()[0]]?.hex;
    const out = (this.stacks.at[hex] ?? []).find((id) => !this.moving().includes(id) && !id.startsWith("@"));
    if (out && this.scene.game.join) await this.whyNot(`${this.scene.game.join} ${out}`);
  }

  /** Take back what has been put together so far, and put these together instead. */
  redo(/** @type {string[]} */ actions) {
    return this.send(actions, this.gathered.actions.length);
  }

  async send(/** @type {string[]} */ actions, back = 0) {
    if (!this.side || (actions.length && this.haste.bars(actions[0]))) return;
    this.haste.answered(actions);
    if (this.onSend(actions)) return;
    const answer = await this.link.act(this.side, actions.flatMap((a) => this.spelled(a)), back);
    if (answer?.type === "refused") this.explain(answer);
  }

  /** The same, and wait for what has become of it. */
  async sendAndSee(/** @type {string[]} */ actions) {
    const seen = new Promise((/** @type {(value?: any) => void} */ settle) => {
      this.onUpdate.push(settle);
      setTimeout(settle, PATIENCE);
    });
    await this.send(actions);
    await seen;
  }

  notNow(/** @type {string|undefined} */ unit, /** @type {string|null} */ hex) {
    if (!unit && !hex) return;
    const { table } = this.scene;
    if (!table.over && table.actors.length && Object.keys(table.legal).length) this.nudge();
  }

  /** Nothing is lit here: ask the server what stands against what the player seems to want. */
  async refused(/** @type {string|undefined} */ unit, /** @type {string|null} */ hex) {
    const mover = this.picked ?? this.moving()[0];
    if (mover && hex && hex !== this.scene.view.units[mover]?.hex) {
      await this.beyond(mover, hex);
      return;
    }
    const unitVerb = this.offer.verbs("unit")[0],
      hexVerb = this.offer.verbs("hex")[0];
    if (unit && unitVerb) await this.whyNot(`${unitVerb} ${unit}`);
    else if (hexVerb && hex && (unit || !this.offer.units.size)) await this.whyNot(`${hexVerb} ${hex}`);
    else if (!unit) this.stacks.fold();
    else {
      const { sheet, view } = this.scene;
      this.explain({ rule: view.rule, reason: `${sheet.counters[unit]?.name}: nothing can be done with it now. ${view.prompt}` });
    }
  }

  async whyNot(/** @type {string} */ action) {
    const answer = await this.link.ask("why_not", { side: this.side, action });
    if (answer.refusal) this.explain(answer.refusal);
  }

  /** A hex out of reach: what stands against the way there. */
  async beyond(/** @type {string} */ mover, /** @type {string} */ hex) {
    const against = (await this.way(mover, hex))?.parts.at(-1);
    if (against) this.explain({ rule: against.rule, reason: against.label });
    else if (!this.picked && this.scene.game.step) await this.whyNot(`${this.scene.game.step} ${hex}`);
    else
      this.explain({
        rule: this.scene.game.reachRule,
        reason: `${hex} is beyond the reach of ${this.scene.sheet.counters[mover]?.name}`,
      });
  }

  explain(/** @type {import("../common/types.js").Refusal} */ { rule, reason }) {
    toast([ruleChip(rule), " ", reason], "refused");
  }

  /** Leave what was begun: a unit picked, a place of work, or a procedure that is under way. */
  cancel() {
    if (this.picked || this.working) this.work(false);
    else if (this.stacks.fanned) this.stacks.fold();
    else if (this.gathered.begun) this.send([], this.gathered.begun);
  }
}
