/** "What would the staff do here?": the suggestion in words and lit on the map, with a button to do it. */

import { h, put } from "../common/dom.js";
import { label, read } from "../common/actions.js";
import { inPlaces, placed } from "../common/places.js";
import { ruleChip } from "../common/rules.js";
import { chances } from "./thinking.js";

/** Lines that fit on the card. */
const MOST = 8;

export class Advice {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, choices: import("./choices.js").Choices, lights: import("./flash.js").Flash, menu: import("./menu.js").Menu, home: () => void}} parts
   */
  constructor(scene, { link, choices, lights, menu, home }) {
    this.scene = scene;
    this.link = link;
    this.choices = choices;
    this.lights = lights;
    this.menu = menu;
    this.home = home;
    this.button = h(
      "button",
      { class: "act ask-staff", hidden: true, title: "What would the staff do here?", onclick: () => this.ask() },
      "Ask the staff",
      h("kbd", null, "A"),
    );
    this.el = h("div", { class: "advice", hidden: true, role: "status", "aria-live": "polite" });
    this.state = -1;
  }

  /** The server gives none to spectators, out of turn, or between two people. */
  allowed() {
    return Boolean(this.scene.table.advice && this.choices.side && !this.scene.watching);
  }

  update() {
    this.button.hidden = !this.allowed();
    if (this.button.hidden || this.state !== this.scene.table.state) this.close();
  }

  async ask() {
    if (!this.allowed()) return;
    this.state = this.scene.table.state;
    this.menu.close();
    this.el.hidden = false;
    put(this.el, h("p", null, "The staff is thinking…"));
    const answer = await this.link.ask("advise", { side: this.choices.side });
    if (this.state !== this.scene.table.state || this.el.hidden) return;
    if (answer.advice) this.show(answer.advice);
    else put(this.el, h("p", null, answer.error ?? "The staff does not answer."), this.closer());
  }

  /** @param {{action: string, then?: string[], why?: string, rule?: string, thought?: any}} advice */
  show({ action, then = [], why = "", rule = "", thought = null }) {
    const { sheet } = this.scene;
    const all = this.upToTheNextQuestion([action, ...then]);
    const price = this.priceOf(all);
    const idle = this.idle(all);
    const lines = this.inWords(all);
    const go = (/** @type {string[]} */ actions) => {
      this.close();
      this.choices.picked = null;
      this.choices.orders.haste.considered();
      this.choices.orders.send(actions);
    };
    put(
      this.el,
      h("h3", null, "The staff would"),
      h(
        "ol",
        null,
        lines.slice(0, MOST).map((line) => h("li", null, line)),
        lines.length > MOST && h("li", null, "…"),
      ),
      price && h("p", { class: "cost" }, `It costs ${price}.`),
      idle > 1 && h("p", { class: "warning" }, `Nothing more is done here then, though ${idle} units could still act.`),
      thought && h("p", { class: "chances" }, chances(thought)),
      (why || rule) && h("p", { class: "reason" }, why && `${inPlaces(why, sheet).replace(/[^.!?]$/, "$&.")} `, rule && ruleChip(rule)),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "act main", onclick: () => go(all.length > 1 ? all : [action]) },
          all.length > 1 ? `Do all of it (${lines.length})` : "Do it",
        ),
        all.length > 1 && h("button", { class: "act", onclick: () => go([action]) }, "Only the first"),
        this.closer(),
      ),
    );
    const advised = all.map((a) => read(a, sheet));
    const of = (/** @type {string} */ kind) => advised.filter((a) => a.kind === kind).map((a) => a.noun);
    this.lights.show({ hexes: of("hex"), units: of("unit"), sides: of("side") }, true);
    this.el.querySelector("button.main")?.focus();
  }

  /**
   * What can be done in one go: a whole move, or all choices up to one that ends the segment or calls for dice. That one
   * is the player's to say; where the advice begins with it, it is all the advice.
   */
  upToTheNextQuestion(/** @type {string[]} */ whole) {
    const { game } = this.scene;
    const end = whole.indexOf(game.finish);
    const move = end < 0 ? whole : whole.slice(0, end + 1);
    const stop = move.findIndex((text) => game.main.includes(text) && text !== game.finish);
    return stop < 0 ? move : move.slice(0, stop || 1);
  }

  /** What it spends in all; what is offered only after the first of it has a price that is not known yet. */
  priceOf(/** @type {string[]} */ all) {
    const { offer } = this.choices;
    const priced = offer.all.filter((a) => all.includes(a.text) && a.price);
    /** @type {Map<string, number>} */ const sums = new Map();
    for (const a of priced) {
      const [, n, what] = /** @type {string[]} */ (/^(\d+) (.*)$/.exec(a.price ?? "") ?? ["", "0", a.price]);
      sums.set(what, (sums.get(what) ?? 0) + Number(n));
    }
    const verbs = priced.map((a) => a.verb);
    const more = all.some((text) => verbs.includes(text.split(" ")[0]) && !offer.all.some((a) => a.text === text));
    return `${more ? "at least " : ""}${[...sums].map(([what, n]) => (n ? `${n} ${what}` : what)).join(" and ")}`;
  }

  /** How many units on the map could still act where the advice is to end the segment. */
  idle(/** @type {string[]} */ all) {
    const ends = all.length === 1 && this.scene.game.closes.includes(all[0]);
    const { view } = this.scene.table,
      onTheMap = [...this.choices.offer.units.keys()].filter((id) => this.scene.sheet.hexes[view.units[id]?.hex]);
    return ends && !this.choices.gathered.begun ? onTheMap.length : 0;
  }

  /** One line an action; the steps of a move are one line. */
  inWords(/** @type {string[]} */ all) {
    const { sheet, game } = this.scene;
    /** @type {{text: string, steps: string[]}[]} */ const lines = [];
    for (const text of all) {
      const a = read(text, sheet),
        last = lines.at(-1);
      if (a.verb === game.step && a.kind === "hex" && last?.steps.length) last.steps.push(a.noun);
      else lines.push({ text, steps: a.verb === game.step && a.kind === "hex" ? [a.noun] : [] });
    }
    return lines.map(({ text, steps }) =>
      steps.length > 1
        ? `Go to ${placed(steps.at(-1) ?? "", sheet)} by ${steps.slice(0, -1).join(", ")}`
        : label(read(text, sheet), sheet),
    );
  }

  closer() {
    return h("button", { class: "act", onclick: () => this.close() }, "Never mind");
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.lights.show(null);
    this.home();
  }
}
