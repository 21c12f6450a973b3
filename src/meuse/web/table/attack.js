/** The attack being prepared: strengths, ratio, shift, modifiers, the lit column and the exact chances. */

import { h, put } from "../common/dom.js";
import { portrait } from "../common/counters.js";
import { chartTable } from "../common/charts.js";
import { chartWords } from "../common/chartwords.js";
import { label } from "../common/actions.js";
import { placed } from "../common/places.js";
import { ruleChip } from "../common/rules.js";
import { OddsChip } from "./oddschip.js";

const signed = (/** @type {number} */ n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
const percent = (/** @type {number} */ p) => `${(p * 100).toFixed(p && p < 0.1 ? 1 : 0)}%`;

export class AttackPanel {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView, more: () => void, link: import("./socket.js").Link, stacks: import("./stacks.js").Stacks, choices: import("./choices.js").Choices, desk: () => import("../common/types.js").Desk}} parts
   */
  constructor(scene, { map, more, link, stacks, choices, desk }) {
    this.scene = scene;
    this.link = link;
    this.stacks = stacks;
    this.choices = choices;
    this.desk = desk;
    this.el = h("section", { class: "attack", hidden: true, "aria-label": "Attack" });
    this.chip = new OddsChip(scene, map, more);
    this.serial = 0;
  }

  async update() {
    const serial = ++this.serial;
    const { watching, game, table } = this.scene;
    if (watching || !game.fighting(table)) {
      this.hide();
      return;
    }
    const [answer, why] = await Promise.all([this.link.ask("preview"), this.link.ask("explain", { question: "odds" })]);
    if (serial !== this.serial) return;
    this.el.hidden = !answer.preview;
    this.chip.show(answer.preview ?? null);
    if (!answer.preview) return;
    const { battle } = game;
    put(this.el, battle ? battle(this.desk(), answer.preview, why.tally) : this.usual(answer.preview, why.tally));
  }

  hide() {
    this.el.hidden = true;
    this.chip.show(null);
  }

  /**
   * Whatever of the usual parts the preview has.
   * @param {any} p the preview @param {any} tally why, part by part
   */
  usual(p, tally) {
    const { sheet } = this.scene;
    const crt = sheet.charts.find((c) => c.columns.includes(p.column));
    return [
      h(
        "header",
        null,
        h("h2", null, `${p.overrun ? "Overrun of" : "Attack on"} ${placed(p.target ?? "", sheet)}`),
      ),
      p.units &&
        h(
          "div",
          { class: "versus" },
          this.force("Attack", p.units, p.attack),
          h("div", { class: "ratio" }, h("b", null, p.ratio), h("small", null, "ratio")),
          this.force("Defence", this.stacks.at[p.target] ?? [], p.defense),
        ),
      p.column &&
        h(
          "p",
          { class: "shift" },
          p.shift ? [`${p.shift} column${p.shift > 1 ? "s" : ""} left for `, h("b", null, p.shift_from)] : "No shift",
          " → column ",
          h("b", { class: "column" }, p.column),
        ),
      p.modifiers &&
        h(
          "ul",
          { class: "modifiers" },
          p.modifiers.map((/** @type {any} */ [text, n, rule]) =>
            h("li", null, h("b", null, signed(n)), " ", text, " ", ruleChip(rule)),
          ),
          h("li", { class: "sum" }, h("b", null, signed(p.bonus)), " to the dice in all"),
        ),
      p.results && this.chances(p.results),
      this.buttons(),
      crt &&
        h(
          "details",
          { class: "crt", open: true },
          h("summary", null, crt.title),
          h("div", { class: "scroll" }, chartTable(crt, { column: p.column }, chartWords(this.scene.sheet, this.scene.game.spell))),
        ),
      tally && h("details", { class: "why" }, h("summary", null, "Why these numbers"), tallyList(tally)),
    ];
  }

  force(/** @type {string} */ name, /** @type {string[]} */ ids, /** @type {number} */ strength) {
    const { sheet, view } = this.scene;
    return h(
      "div",
      { class: "force" },
      h("div", { class: "strength" }, h("b", null, strength), h("small", null, name)),
      h(
        "div",
        { class: "row" },
        ids.map((id) => portrait(id, sheet.counters[id], view.units[id], 46)),
      ),
    );
  }

  chances(/** @type {Object<string, number>} */ results) {
    const rows = Object.entries(results);
    return h(
      "div",
      { class: "chances", role: "table", "aria-label": "Chance of each result" },
      rows.map(([result, p]) => {
        const bar = h("i", { class: `bar ${this.scene.game.favours(result, this.scene.sheet)}` });
        bar.style.width = `${Math.max(1, p * 100)}%`;
        return h(
          "div",
          { class: "chance", role: "row", title: this.scene.game.spell(result) },
          h("span", { class: "result", role: "rowheader" }, result),
          h("span", { class: "rail", role: "cell" }, bar, h("span", { class: "spelled" }, this.scene.game.brief(result))),
          h("span", { class: "percent", role: "cell" }, percent(p)),
        );
      }),
    );
  }

  buttons() {
    const { choices } = this,
      { sheet, game } = this.scene;
    return h(
      "div",
      { class: "row actions" },
      choices.offer.buttons.map((a) =>
        h(
          "button",
          { class: game.main.includes(a.text) ? "act main" : "act", onclick: () => choices.orders.send([a.text]) },
          label(a, sheet),
        ),
      ),
    );
  }
}

/** A number taken to pieces. */
export function tallyList(/** @type {any} */ tally) {
  return h(
    "table",
    { class: "tally" },
    h("caption", null, `${tally.title}: ${tally.total}`),
    h(
      "tbody",
      null,
      tally.parts.map((/** @type {any} */ p) =>
        h("tr", null, h("td", null, p.label), h("td", { class: "n" }, p.value), h("td", null, ruleChip(p.rule))),
      ),
    ),
  );
}
