/** One line that says who must do what, with the rule; and the buttons for what needs no place on the map. */

import { h, title } from "../common/dom.js";
import { label } from "../common/actions.js";
import { inWords } from "../common/ending.js";
import { portrait } from "../common/counters.js";
import { redraw } from "../common/redraw.js";
import { ruleChip } from "../common/rules.js";

export class Prompt {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
    this.el = h("div", { class: "prompt", role: "status", "aria-live": "polite" });
    this.buttons = h("div", {
      class: "buttons",
      role: "group",
      "aria-label": "What you can do",
      onclick: () => this.letGo(),
    });
  }

  draw() {
    const { table, shown, choices } = this.t;
    const mine = Boolean(choices.side);
    const who = shown.actors.map(title).join(" and ");
    const text = this.t.looking
      ? ["Looking back. ", shown.view.prompt]
      : table.over && !this.t.playout.on
        ? this.ending()
        : shown.prompt || shown.view.prompt;
    const waiting = !mine && !table.over && !this.t.watching;
    redraw(
      this.el,
      who && !table.over ? h("b", { class: `who side-${shown.actors[0]}` }, who) : null,
      h(
        "span",
        { class: "what" },
        choices.picked
          ? `${this.t.sheet.counters[choices.picked].name}: choose a shaded ${this.t.map.geometry.word}. Shift-click for a waypoint.`
          : text,
      ),
      " ",
      ruleChip(shown.prompt ? "" : shown.view.rule),
      mine &&
        this.t.game
          .warnings(shown.view, this.t.sheet)
          .map(({ text: words, rule }) => h("span", { class: "warning" }, "⚠ ", words, " ", ruleChip(rule))),
      waiting ? h("span", { class: "thinking" }, this.waitingFor()) : null,
    );
    this.t.el.classList.toggle("my-turn", mine);
    redraw(this.buttons, mine ? this.actionButtons() : null);
  }

  waitingFor() {
    const seat = this.t.seat(this.t.table.actors[0]);
    if (!this.t.mySides().length) return "You are watching.";
    return seat.kind === "computer" ? "The computer is thinking…" : "Waiting for the other side.";
  }

  /** How the match ended, in the server's words. */
  ending() {
    return inWords(this.t.table.outcome);
  }

  actionButtons() {
    const { choices, sheet, game } = this.t;
    const one = (/** @type {any} */ a, /** @type {number} */ i) =>
      h(
        "button",
        {
          class: game.main.includes(a.text) ? "act main" : "act",
          "data-action": a.text,
          onclick: () => choices.send([a.text]),
        },
        label(a, sheet),
        i < 9 && h("kbd", null, i + 1),
      );
    if (!choices.picked) {
      const off = [...choices.offer.units.values()]
        .flat()
        .filter((a) => !game.placed(a) && !this.t.shown.view.units[a.noun]?.hex);
      const held =
        off.length > 6
          ? h("button", { class: "act", onclick: () => this.t.showReserves() }, `${off.length} to bring on`)
          : off.map((a) =>
              h(
                "button",
                { class: "act", "data-action": a.text, onclick: () => choices.choose([a], a.noun) },
                portrait(a.noun, sheet.counters[a.noun], {}, 26),
                label(a, sheet),
              ),
            );
      const along = choices.joiners().length;
      return [
        choices.offer.buttons.filter((a) => !game.placed(a)).map(one),
        along > 1 &&
          h(
            "button",
            { class: "act", onclick: () => choices.takeStack() },
            `Take all ${along} along`,
            h("kbd", null, "T"),
          ),
        held,
      ];
    }
    const unit = choices.picked;
    const others = choices.offer.units.get(unit) ?? [];
    const stack = (this.t.stacks.at[this.t.shown.view.units[unit]?.hex] ?? []).filter((id) => choices.moverAction(id));
    return [
      others.map((a, i) =>
        h(
          "button",
          {
            class: "act",
            "data-action": a.text,
            onclick: () => {
              choices.picked = null;
              choices.send([a.text]);
            },
          },
          game.movers.includes(a.verb)
            ? `${title(this.t.map.geometry.word)} by ${this.t.map.geometry.word}`
            : label(a, sheet),
          h("kbd", null, i + 1),
        ),
      ),
      stack.length > 1
        ? h(
            "button",
            { class: "act", onclick: () => choices.takeStack() },
            `Whole stack (${stack.length})`,
            h("kbd", null, "T"),
          )
        : null,
      h("button", { class: "act", onclick: () => choices.pick(null) }, "Let go", h("kbd", null, "Esc")),
    ];
  }

  /** The keys go back to the map: a button that stays must not be pressed again by the next Enter. */
  letGo() {
    if (this.buttons.contains(document.activeElement)) this.t.map.host.focus({ preventScroll: true });
  }

  press(/** @type {number} */ i) {
    this.buttons.querySelectorAll("button")[i]?.click();
  }

  /** The button that goes on with the game. */
  pressMain() {
    (this.buttons.querySelector("button.main") ?? this.buttons.querySelector("button"))?.click();
  }

  /** A click that came out of turn. */
  nudge() {
    this.el.classList.remove("nudge");
    requestAnimationFrame(() => this.el.classList.add("nudge"));
  }
}
