/** "What would the staff do here?": the suggestion in words and lit on the map, with a button to do it. */

import { h, put } from "../common/dom.js";
import { label, read } from "../common/actions.js";
import { ruleChip } from "../common/rules.js";

/** Lines that fit on the card. */
const MOST = 8;

export class Advice {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
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
    return Boolean(this.t.table.advice && this.t.choices.side && !this.t.watching);
  }

  update() {
    this.button.hidden = !this.allowed();
    if (this.button.hidden || this.state !== this.t.table.state) this.close();
  }

  async ask() {
    if (!this.allowed()) return;
    const { t } = this;
    this.state = t.table.state;
    this.el.hidden = false;
    put(this.el, h("p", null, "The staff is thinking…"));
    const answer = await t.link.ask("advise", { side: t.choices.side });
    if (this.state !== t.table.state || this.el.hidden) return;
    if (answer.advice) this.show(answer.advice);
    else put(this.el, h("p", null, answer.error ?? "The staff does not answer."), this.closer());
  }

  /** @param {{action: string, then?: string[], why?: string, rule?: string}} advice */
  show({ action, then = [], why = "", rule = "" }) {
    const { t } = this;
    const whole = [action, ...then],
      end = whole.indexOf(t.game.finish);
    const all = end < 0 ? whole : whole.slice(0, end + 1);
    const lines = this.inWords(all);
    const go = (/** @type {string[]} */ actions) => {
      this.close();
      t.choices.picked = null;
      t.choices.send(actions);
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
      (why || rule) && h("p", null, why && `${why.replace(/[^.!?]$/, "$&.")} `, rule && ruleChip(rule)),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { class: "act main", onclick: () => go(all.length > 1 ? all : [action]) },
          all.length > 1 ? "Do all of it" : "Do it",
        ),
        all.length > 1 && h("button", { class: "act", onclick: () => go([action]) }, "Only the first"),
        this.closer(),
      ),
    );
    const nouns = all.map((a) => read(a, t.sheet)).filter((a) => a.kind !== "plain" && a.kind !== "number");
    const of = (/** @type {string} */ kind) => nouns.filter((a) => a.kind === kind).map((a) => a.noun);
    t.flash({ hexes: of("hex"), units: of("unit"), sides: of("side") }, true);
    this.el.querySelector("button.main")?.focus();
  }

  /** One line an action; the steps of a move are one line. */
  inWords(/** @type {string[]} */ all) {
    const { sheet, game } = this.t;
    /** @type {{text: string, steps: string[]}[]} */ const lines = [];
    for (const text of all) {
      const a = read(text, sheet),
        last = lines.at(-1);
      if (a.verb === game.step && a.kind === "hex" && last?.steps.length) last.steps.push(a.noun);
      else lines.push({ text, steps: a.verb === game.step && a.kind === "hex" ? [a.noun] : [] });
    }
    return lines.map(({ text, steps }) =>
      steps.length > 1
        ? `Go to ${steps.at(-1)} by ${steps.slice(0, -1).join(", ")}`
        : label(read(text, sheet), sheet),
    );
  }

  closer() {
    return h("button", { class: "act", onclick: () => this.close() }, "Never mind");
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.t.flash(null);
    this.t.map.host.focus({ preventScroll: true });
  }
}
