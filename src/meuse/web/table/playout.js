/**
 * What has happened, played out one event after another: dice, the marker that moves or turns up, the line with its rule.
 *
 * All of it came in one table. Meanwhile the view is shown that the server's changes have led to at each event; with
 * the last one the true position is reached.
 */

import { h, put, s, title } from "../common/dom.js";
import { die, ROLL, still } from "../common/dice.js";
import { ruleChip } from "../common/rules.js";
import { setTaste, taste } from "../common/store.js";

/** Milliseconds for an event; `step` waits for the player, `off` plays nothing out. @type {Object<string, [string, number]>} */
const PACES = {
  step: ["Step by step", Infinity],
  slow: ["Slow", 3200],
  normal: ["Normal", 1700],
  fast: ["Fast", 700],
  off: ["At once", 0],
};

/** @typedef {import("../common/types.js").GameEvent} GameEvent */

export class Playout {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{log: import("./log.js").Log, map: import("./map.js").MapView, lights: import("./flash.js").Flash, begins: () => void, shows: (from: Object<string, string>) => void, ended: () => void}} parts
   */
  constructor(scene, { log, map, lights, begins, shows, ended }) {
    this.scene = scene;
    this.log = log;
    this.map = map;
    this.lights = lights;
    this.begins = begins;
    this.shows = shows;
    this.ended = ended;
    /** @type {{e: GameEvent, view: any}[]} events to come, each with the view that it leads to */ this.waiting = [];
    /** @type {GameEvent|null} what is being shown */ this.now = null;
    /** @type {any} the view that it changed */ this.before = null;
    this.pace = h(
      "select",
      { "aria-label": "Pace", onchange: () => this.setPace(this.pace.value) },
      Object.entries(PACES).map(([key, [text]]) => h("option", { value: key, selected: key === paceNow() }, text)),
    );
    this.told = h("div", { class: "told" });
    this.count = h("small", { class: "playout-count" });
    this.el = h(
      "div",
      { class: "playout", hidden: true, role: "status", "aria-live": "polite" },
      this.told,
      h(
        "div",
        { class: "playout-tools" },
        this.count,
        this.pace,
        h("button", { class: "next-event", onclick: () => this.hasten() }, "Next", h("kbd", null, "Space")),
        h("button", { class: "skip-events", onclick: () => this.skip() }, "Skip", h("kbd", null, "Esc")),
      ),
    );
  }

  setPace(/** @type {string} */ pace) {
    setTaste("pace", pace);
    if (pace === "off") this.skip();
    else if (this.scene.playing && this.settle) this.rest();
  }

  /** Is there something to see in what this table brings? */
  wants(/** @type {import("../common/types.js").TableMessage} */ m) {
    const { looking } = this.scene,
      { log } = this;
    const cut = m.events_from < log.events.length + (log.events[0]?.n ?? 0);
    if (m.fresh || looking || cut || paceNow() === "off") return false;
    return this.scene.playing ? m.events.length > 0 : m.events.some((e) => this.scene.plays(e));
  }

  /** @param {GameEvent[]} events @param {any[]} views the one that each event leads to */
  play(events, views) {
    this.waiting.push(...events.map((e, i) => ({ e, view: views[i] })));
    this.all = (this.scene.playing ? (this.all ?? 0) : 0) + events.length;
    if (this.scene.playing) return;
    this.scene.playing = true;
    this.pace.value = paceNow();
    this.el.hidden = false;
    this.begins();
    this.next();
  }

  async next() {
    const run = (this.run = (this.run ?? 0) + 1);
    const due = this.waiting.shift();
    if (!due) {
      this.finish();
      return;
    }
    const { e, view } = due;
    const roll = this.scene.game.roll(e, this.scene.sheet);
    this.say(e, roll);
    this.log.tell(e);
    if (roll && !still()) await this.pause(ROLL);
    if (run !== this.run || !this.scene.playing) return;
    this.change(e, view);
    await this.rest();
    if (run === this.run && this.scene.playing) this.next();
  }

  /** The event's card. */
  say(/** @type {GameEvent} */ e, /** @type {import("../common/types.js").Roll|null} */ roll) {
    const text = h("div", { class: "told-text" }, roll?.text ?? e.text);
    put(
      this.told,
      h(
        "div",
        { class: "told-title" },
        roll?.title ?? this.scene.game.told[e.what] ?? title(e.what),
        " ",
        ruleChip(e.rule),
      ),
      roll &&
        h(
          "div",
          { class: "dice-row" },
          roll.dice.map((d) => die(d.n, d.colour, d.says)),
        ),
      text,
    );
    if (roll && !still()) {
      text.classList.add("later");
      setTimeout(() => text.classList.remove("later"), ROLL);
    }
    this.count.textContent = `${(this.all ?? 0) - this.waiting.length} of ${this.all}`;
  }

  /** What the event did, on the map and the displays. */
  change(/** @type {GameEvent} */ e, /** @type {any} */ view) {
    const { scene } = this;
    this.now = e;
    this.before = scene.view;
    scene.shown = { ...scene.table, legal: {}, actors: [], over: false, view: { ...view, prompt: e.text, rule: e.rule } };
    const places = this.log.places([e]);
    const hex = places.hexes.at(-1);
    if (hex) this.map.reveal(hex, this.el.offsetHeight);
    this.shows(scene.game.comes(e));
    this.lights.show(places);
    this.turn(e);
  }

  /** A marker turns up where it lies. */
  turn(/** @type {GameEvent} */ e) {
    const turned = this.scene.game.turns(e, this.scene.sheet);
    if (!turned) return;
    const { x, y } = this.scene.sheet.hexes[turned.hex];
    const back = s("g", { class: "turning-back" }, turned.back),
      face = s("g", { class: "turning-face" }, turned.face);
    this.map.layers.flash.append(
      s("g", { class: "turning", transform: `translate(${x} ${y}) scale(2)` }, still() ? face : [back, face]),
    );
  }

  /** Wait as long as the pace has it, or until the player goes on. */
  rest() {
    const e = this.now;
    const time = PACES[paceNow()][1] * (e ? this.scene.game.weight(e) : 1);
    return this.pause(time);
  }

  pause(/** @type {number} */ time) {
    clearTimeout(this.timer);
    const settle = this.settle;
    return new Promise((done) => {
      this.settle = () => {
        settle?.();
        done(null);
      };
      if (time < Infinity) this.timer = setTimeout(() => this.hasten(), time);
    });
  }

  hasten() {
    clearTimeout(this.timer);
    const { settle } = this;
    this.settle = undefined;
    settle?.();
  }

  /** To the end at once. */
  skip() {
    if (!this.scene.playing) return;
    this.finish();
  }

  finish() {
    this.stop();
    this.scene.shown = this.scene.table;
    this.lights.show(null);
    this.ended();
  }

  /** Leave off; what was held back from the log is written. */
  stop() {
    if (!this.scene.playing) return;
    clearTimeout(this.timer);
    this.run = (this.run ?? 0) + 1;
    this.settle = undefined;
    this.scene.playing = false;
    this.now = this.before = null;
    this.el.hidden = true;
    for (const { e } of this.waiting.splice(0)) this.log.tell(e);
  }
}

const paceNow = () => (taste("pace", "normal") in PACES ? taste("pace", "normal") : "normal");
