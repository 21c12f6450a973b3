/** One line that says who must do what, with the rule; and the buttons for what needs no place on the map. */

import { h, title } from "../common/dom.js";
import { label } from "../common/actions.js";
import { inWords } from "../common/ending.js";
import { inPlaces } from "../common/places.js";
import { portrait } from "../common/counters.js";
import { redraw } from "../common/redraw.js";
import { ruleChip } from "../common/rules.js";

export class Prompt {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{choices: import("./choices.js").Choices, stacks: import("./stacks.js").Stacks, map: import("./map.js").MapView, meter: import("./meter.js").Meter, showReserves: () => void}} parts
   */
  constructor(scene, { choices, stacks, map, meter, showReserves }) {
    this.scene = scene;
    this.choices = choices;
    this.stacks = stacks;
    this.map = map;
    this.showReserves = showReserves;
    this.el = h("div", { class: "prompt", role: "status", "aria-live": "polite" });
    this.meter = meter;
    this.buttons = h("div", {
      class: "buttons",
      role: "group",
      "aria-label": "What you can do",
      onclick: () => this.letGo(),
    });
  }

  draw() {
    const { choices } = this,
      { table, shown, view, game, sheet, looking, playing, watching } = this.scene;
    const mine = Boolean(choices.side);
    const who = shown.actors.map(title).join(" and ");
    const text = looking
      ? `Looking back. ${inPlaces(view.prompt, sheet)}`
      : table.over && !playing
        ? this.ending()
        : inPlaces(shown.prompt || view.prompt, sheet);
    const waiting = !mine && !table.over && !watching;
    redraw(
      this.el,
      who && !table.over ? h("b", { class: `who side-${shown.actors[0]}` }, who) : null,
      h(
        "span",
        { class: "what" },
        choices.working
          ? `Choose a lit place: ${this.works()}.`
          : choices.picked && choices.convoy.follows(choices.picked)
          ? `${choices.convoy.words()}: choose a shaded ${this.map.geometry.word} for all of them.`
          : choices.picked
          ? [
              `${sheet.counters[choices.picked].name}: choose a shaded ${this.map.geometry.word}.`,
              h("span", { class: "by-mouse" }, " Shift-click for a waypoint."),
            ]
          : text,
      ),
      " ",
      ruleChip(shown.prompt ? "" : view.rule),
      mine && this.meter.el,
      mine &&
        game
          .warnings(view, sheet)
          .map(({ text: words, rule }) => h("span", { class: "warning" }, "⚠ ", words, " ", ruleChip(rule))),
      waiting ? h("span", { class: "thinking" }, this.waitingFor()) : null,
    );
    redraw(this.buttons, mine && !choices.convoy.going ? this.actionButtons() : null);
  }

  waitingFor() {
    const [side] = this.scene.table.actors;
    const seat = this.scene.seat(side);
    if (!this.scene.mine.length) return "You are watching.";
    return seat.kind === "computer" ? "The computer is thinking…" : `Waiting for ${seat.name || `the ${title(side ?? "other")} player`}.`;
  }

  /** How the match ended, in the server's words. */
  ending() {
    return inWords(this.scene.table.outcome);
  }

  actionButtons() {
    const { choices } = this,
      { sheet, game } = this.scene;
    const one = (/** @type {any} */ a, /** @type {number} */ i) =>
      h(
        "button",
        {
          class: ["act", game.main.includes(a.text) && "main", a.price && "priced"].filter(Boolean).join(" "),
          "data-action": a.text,
          disabled: choices.orders.haste.bars(a.text),
          onclick: () => choices.orders.send([a.text]),
        },
        label(a, sheet),
        !a.price && i < 9 && h("kbd", null, i + 1),
      );
    const cancel = (/** @type {() => void} */ act) =>
      h("button", { class: "act cancel", onclick: act }, "Cancel", h("kbd", null, "Esc"));
    if (choices.working) return [cancel(() => choices.work(false))];
    if (!choices.picked) {
      const off = [...choices.offer.units.values()]
        .flat()
        .filter((a) => !game.placed(a) && !this.scene.view.units[a.noun]?.hex);
      const held =
        off.length > 6
          ? this.groups(off)
          : off.map((a) =>
              h(
                "button",
                { class: "act", "data-action": a.text, onclick: () => choices.choose([a], a.noun) },
                portrait(a.noun, sheet.counters[a.noun], {}, 26),
                label(a, sheet),
              ),
            );
      const along = choices.together.joiners().length;
      return [
        this.free().map(one),
        choices.offer.all.filter((a) => a.chance && (a.kind === "side" || a.kind === "hex")).map((a) => one(a, 9)),
        along > 1 &&
          h(
            "button",
            { class: "act", onclick: () => choices.together.takeStack() },
            `Take along all that fit (${along})`,
            h("kbd", null, "T"),
          ),
        held,
        this.worksButton(),
        choices.gathered.begun > 0 && cancel(() => choices.cancel()),
      ];
    }
    const unit = choices.picked;
    const others = choices.offer.units.get(unit) ?? [];
    const stack = (this.stacks.at[this.scene.view.units[unit]?.hex] ?? []).filter((id) => choices.moverAction(id));
    return [
      others.map((a, i) =>
        h(
          "button",
          {
            class: "act",
            "data-action": a.text,
            onclick: () => {
              choices.picked = null;
              choices.orders.send([a.text]);
            },
          },
          game.movers.includes(a.verb)
            ? `${title(this.map.geometry.word)} by ${this.map.geometry.word}`
            : label(a, sheet),
          h("kbd", null, i + 1),
        ),
      ),
      game.join && stack.length > 1
        ? h(
            "button",
            { class: "act", onclick: () => choices.together.takeStack() },
            `Whole stack (${stack.length})`,
            h("kbd", null, "T"),
          )
        : null,
      h("button", { class: "act", onclick: () => choices.pick(null) }, "Let go", h("kbd", null, "Esc")),
    ];
  }

  /** Many to bring on: a button for each division, which brings on all of it. */
  groups(/** @type {import("../common/actions.js").Action[]} */ off) {
    const { sheet } = this.scene;
    /** @type {Map<string, import("../common/actions.js").Action[]>} */ const found = new Map();
    for (const a of off) {
      const { formation, command, corps, entry } = sheet.counters[a.noun];
      const name = formation ?? command ?? corps ?? entry ?? "Others";
      found.set(name, [...(found.get(name) ?? []), a]);
    }
    const named = (/** @type {string} */ name) => `Bring on ${name}`;
    return [
      ...[...found].map(([name, list]) =>
        h(
          "button",
          { class: "act group", onclick: () => this.choices.convoy.begin(list) },
          portrait(list[0].noun, sheet.counters[list[0].noun], {}, 26),
          `${named(name)} (${list.length})`,
        ),
      ),
      h("button", { class: "act", onclick: () => this.showReserves() }, `All ${off.length}, one by one`),
    ];
  }

  /** The buttons, those that cost something last: a digit never spends points. */
  free() {
    const found = this.choices.offer.buttons.filter((a) => !this.scene.game.placed(a));
    return [...found.filter((a) => !a.price), ...found.filter((a) => a.price)];
  }

  /** What work there is, in words. */
  works() {
    const verbs = new Set(this.choices.works().map((a) => a.says.replace(/ *(in|at)? *%/, "")));
    return [...verbs].join(", ").toLowerCase();
  }

  /** Rare work beside the main business, such as blowing a bridge. */
  worksButton() {
    const { choices } = this,
      works = choices.works();
    if (!works.length || !choices.busy()) return null;
    return h(
      "button",
      { class: "act works", title: this.works(), onclick: () => choices.work(true) },
      `Works (${works.length})`,
    );
  }

  /** The keys go back to the map: a button that stays must not be pressed again by the next Enter. */
  letGo() {
    if (this.buttons.contains(document.activeElement)) this.map.home();
  }

  press(/** @type {number} */ i) {
    this.buttons.querySelectorAll("button:not(.priced)")[i]?.click();
  }

  /** The button that goes on with the game. */
  pressMain() {
    (this.buttons.querySelector("button.main") ?? this.buttons.querySelector("button:not(.priced)"))?.click();
  }

  /** A click that came out of turn. */
  nudge() {
    this.el.classList.remove("nudge");
    requestAnimationFrame(() => this.el.classList.add("nudge"));
  }
}
