/**
 * The report of a battle: forces, rounds, losses, luck, what follows and why. It stays until it is dismissed, and can
 * be had again from the log.
 *
 * A battle is what the log tells under a heading that opens one, so every line of it is one that this seat may read.
 */

import { h, put, title } from "../common/dom.js";
import { ruleChip } from "../common/rules.js";
import { sound } from "../common/sound.js";

/** @typedef {import("../common/types.js").GameEvent} GameEvent */

/** The lines of a battle, given the log and the event that opens it. @param {GameEvent[]} events @param {GameEvent} first @returns {GameEvent[]} */
export function battle(events, first) {
  const begin = events.indexOf(first);
  const rest = events.slice(begin + 1);
  const end = rest.findIndex((e) => e.level);
  return whole([first, ...(end < 0 ? rest : rest.slice(0, end))]);
}

/** Of events that are one line, the last has its sentence. @param {GameEvent[]} events */
const whole = (events) => events.filter((_, i) => !events[i + 1]?.joined);

export class Report {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{log: import("./log.js").Log, lights: import("./flash.js").Flash, home: () => void}} parts
   */
  constructor(scene, { log, lights, home }) {
    this.scene = scene;
    this.log = log;
    this.lights = lights;
    this.home = home;
    this.el = h("section", { class: "battle-report", hidden: true, "aria-label": "Battle report" });
    /** battles that opened before this event are not news */ this.from = 0;
    /** @type {GameEvent|null} what opened the battle that is shown */ this.shown = null;
  }

  /** What had been told when the player came is no news. */
  begin() {
    this.from = (this.log.events.at(-1)?.n ?? -1) + 1;
  }

  /** The last battle, once its dice have fallen; where it has a board of its own, once that is folded. */
  update() {
    const first = this.log.events.findLast((e) => e.title);
    if (!first || first.n < this.from || this.scene.looking || this.scene.game.embattled(this.scene.view)) return;
    const lines = battle(this.log.events, first);
    if (!lines.some((e) => e.tone === "fight")) return;
    if (this.shown !== first) sound("battle");
    this.show(first, lines);
  }

  /** @param {GameEvent} first @param {GameEvent[]} lines */
  show(first, lines = battle(this.log.events, first)) {
    const dice = lines.findIndex((e) => e.tone === "fight");
    const forces = dice < 0 ? lines : lines.slice(0, dice);
    const after = dice < 0 ? [] : lines.slice(dice);
    const rounds = after.filter((e) => e.tone === "fight");
    const losses = after.filter((e) => e.tone === "loss");
    const follows = after.filter((e) => e.tone !== "fight" && e.tone !== "loss" && e.tone !== "quiet");
    put(
      this.el,
      h(
        "header",
        null,
        h("h3", null, first.title),
        h("button", { class: "plain close", "aria-label": "Close the report", onclick: () => this.close() }, "✕"),
      ),
      part("Forces", forces.map(said)),
      part("Dice", rounds.map((e) => [said(e), e.luck && h("small", { class: "luck" }, `${e.luck}.`)])),
      part("Losses", this.bySide(losses), dice < 0 ? "" : "Nobody was lost."),
      part("What follows", follows.map(said)),
    );
    this.shown = first;
    this.el.hidden = false;
    this.lights.pass(this.log.places([first]));
  }

  /** Losses under the side that has them. @param {GameEvent[]} losses */
  bySide(losses) {
    const sides = [...new Set(losses.map((e) => e.side ?? ""))];
    return sides.map((side) => [
      side && h("b", { class: `ink-${side}` }, `${title(side)}: `),
      inOne(losses.filter((e) => (e.side ?? "") === side).map((e) => (e.joined || e.text).replace(/\.$/, ""))),
      ".",
    ]);
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.from = (this.shown?.n ?? 0) + 1;
    this.home();
  }
}

const TIMES = ["", "", " (twice)", " (three times)"];

/** Sentences in one: what is said again is counted, and one subject is named once. @param {string[]} texts */
function inOne(texts) {
  /** @type {string[]} */ const told = [];
  for (const text of new Set(texts)) {
    const times = texts.filter((t) => t === text).length,
      again = TIMES[times] ?? ` (${times} times)`;
    const subject = told.at(-1)?.match(/^.+?(?= is )/)?.[0];
    if (subject && !again && text.startsWith(`${subject} is `)) told.push(`${told.pop()} and ${text.slice(subject.length + 4)}`);
    else told.push((told.length ? text.replace(/^The /, "the ") : text) + again);
  }
  return told.join("; ");
}

const said = (/** @type {GameEvent} */ e) => [e.joined || e.text, " ", ruleChip(e.rule)];

const part = (/** @type {string} */ name, /** @type {any[]} */ lines, otherwise = "") =>
  (lines.length > 0 || otherwise) && [
    h("h4", null, name),
    lines.length
      ? h(
          "ul",
          null,
          lines.map((line) => h("li", null, line)),
        )
      : h("p", null, otherwise),
  ];
