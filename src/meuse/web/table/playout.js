/**
 * What has happened, played out one event after another: dice, the marker that is drawn or turns up, movers with their
 * way, attacks with their odds, the line with its rule.
 *
 * All of it came in one table or several. Meanwhile the view is shown that the server's changes have led to at each
 * event; with the last one the true position is reached. What nobody needs to see comes along unseen: a slide is an
 * event that the game's module names, of the other side's or of everybody's, or one with dice. Neither log nor map has
 * a result before its dice lie.
 */

import { h, put, s, title } from "../common/dom.js";
import { together } from "./arrows.js";
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

/** How long the card stays while the other side thinks, before the table is free again. */
const LINGERS = 3000;

/** How long a step is seen that goes on at once, of the usual time. */
const PASSING = 0.22;

/** @typedef {import("../common/types.js").GameEvent} GameEvent */
/** @typedef {{e: GameEvent, view: any}} Due an event, and the view that it leads to */

export class Playout {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{log: import("./log.js").Log, map: import("./map.js").MapView, lights: import("./flash.js").Flash, arrows: import("./arrows.js").Arrows, begins: () => void, shows: (from: Object<string, string>) => void, ended: () => void}} parts
   */
  constructor(scene, { log, map, lights, arrows, begins, shows, ended }) {
    this.scene = scene;
    this.log = log;
    this.map = map;
    this.lights = lights;
    this.arrows = arrows;
    this.begins = begins;
    this.shows = shows;
    this.ended = ended;
    /** @type {Due[]} events to come */ this.waiting = [];
    /** @type {GameEvent|null} what is being shown */ this.now = null;
    /** @type {any} the view that it changed */ this.before = null;
    /** @type {import("./arrows.js").Arrow[]} */ this.drawn = [];
    this.slides = 0;
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

  /**
   * Is there something to see in what this table brings? While events are played out, any table goes on with that whose
   * events lead through views of their own.
   *
   * @param {import("../common/types.js").TableMessage} m @param {any[]} views the one that each of its events leads to
   */
  wants(m, views) {
    const { looking } = this.scene,
      { log } = this;
    const cut = m.events_from < log.events.length + (log.events[0]?.n ?? 0);
    if (m.fresh || looking || cut || paceNow() === "off") return false;
    return views.length === m.events.length && (this.scene.playing || m.events.some((e) => this.scene.plays(e)));
  }

  /** @param {GameEvent[]} events @param {any[]} views the one that each event leads to */
  play(events, views) {
    const goesOn = !this.waiting.length && events[0]?.joined && events[0].what === this.now?.what;
    this.waiting.push(...events.map((e, i) => ({ e, view: views[i] })));
    const more = events.filter((e) => !e.joined && this.scene.plays(e)).length;
    if (this.scene.playing) {
      this.slides += more;
      if (this.lingering || goesOn) this.hasten();
      return;
    }
    this.slides = more;
    this.seen = 0;
    this.stood = this.map.at;
    this.map.handled = false;
    this.heading = this.log.heading(events[0]?.n);
    this.scene.playing = true;
    this.pace.value = paceNow();
    this.el.hidden = false;
    this.begins();
    this.next();
  }

  /** The next event to be seen; what comes before it unseen is on the table when it is announced. @returns {Due|undefined} */
  due() {
    const unseen = this.unseen();
    if (unseen) this.lay(unseen, {});
    return this.waiting.shift();
  }

  /** Tell the events that are not worth a slide of their own, up to the next that is; the last of them. @returns {Due|undefined} */
  unseen() {
    let last;
    while (this.waiting.length && !this.scene.plays(this.waiting[0].e)) {
      last = /** @type {Due} */ (this.waiting.shift());
      this.tell(last.e);
    }
    return last;
  }

  tell(/** @type {GameEvent} */ e) {
    this.log.tell(e);
    if (e.level === 1 || e.level === 2) this.heading = e.text;
  }

  async next() {
    const run = (this.run = (this.run ?? 0) + 1);
    const goesOn = () => run === this.run && this.scene.playing;
    const due = this.due();
    if (!due) {
      if (!this.lingering && this.othersDecide()) {
        this.lingering = true;
        await this.pause(LINGERS);
        if (goesOn()) this.next();
      } else this.finish();
      return;
    }
    this.lingering = false;
    const { e, view } = due;
    const roll = this.scene.game.roll(e, this.scene.sheet);
    this.say(e, roll);
    if (roll && !still()) await this.pause(ROLL);
    if (!goesOn()) return;
    this.tell(e);
    this.change(e, this.unseen()?.view ?? view, view);
    await this.rest();
    if (goesOn()) this.next();
  }

  /** Whether more may come without the player. */
  othersDecide() {
    const { actors, over } = this.scene.table;
    return !over && actors.length > 0 && !actors.some((side) => this.scene.mine.includes(side));
  }

  /** The event's card. */
  say(/** @type {GameEvent} */ e, /** @type {import("../common/types.js").Roll|null} */ roll) {
    const { game, sheet } = this.scene;
    const text = h("div", { class: "told-text" }, roll?.text ?? (e.joined || e.text));
    const heading = e.level === 1 || e.level === 2 ? "" : this.heading;
    put(
      this.told,
      heading && h("div", { class: "told-heading" }, heading),
      h("div", { class: "told-title" }, roll?.title ?? game.told[e.what] ?? title(e.what), " ", ruleChip(e.rule)),
      h("div", { class: "told-token" }, game.token(e, sheet)),
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
    this.seen = (this.seen ?? 0) + Number(!e.joined || !this.seen);
    this.count.textContent = `${this.seen} of ${Math.max(this.slides, this.seen)}`;
  }

  /** What the event did, on the map and the displays, with all that comes along; `own` is the view it alone led to. */
  change(/** @type {GameEvent} */ e, /** @type {any} */ view, /** @type {any} */ own) {
    const { scene } = this;
    this.now = e;
    this.before = scene.view;
    this.draw(e, scene.view, own);
    this.lay({ e, view }, scene.game.comes(e));
    const places = this.log.places([e]);
    const hex = places.hexes.at(-1) ?? this.drawn.at(-1)?.way.at(-1);
    if (hex) this.map.reveal(hex, this.el.offsetHeight);
    this.lights.show(places);
    this.turn(e);
  }

  lay(/** @type {Due} */ { e, view }, /** @type {Object<string, string>} */ from) {
    const { scene } = this;
    const prompt = e.joined || e.text;
    scene.shown = { ...scene.table, legal: {}, actors: [], over: false, view: { ...view, prompt, rule: e.rule } };
    this.shows(from);
  }

  /** Its arrows: a march goes on with the arrow before it, and an attack keeps its own until the next. */
  draw(/** @type {GameEvent} */ e, /** @type {any} */ before, /** @type {any} */ after) {
    const blows = this.scene.blows(e, before);
    const ways = this.scene.ways(e, before, after);
    if (blows.length) this.drawn = blows;
    else if (ways.length) this.drawn = this.joinedWays(e, ways);
    else if (this.drawn.some((a) => a.kind === "attack")) this.drawn = this.atOdds(e);
    else this.drawn = [];
    this.arrows.show(this.drawn);
  }

  /** @param {GameEvent} e @param {import("./arrows.js").Arrow[]} ways */
  joinedWays(e, ways) {
    if (!e.joined) return together(ways);
    const on = ways.map((w) => {
      const earlier = this.drawn.find((a) => a.kind === "move" && a.way.at(-1) === w.way[0]);
      return earlier ? { ...w, way: [...earlier.way, ...w.way.slice(1)] } : w;
    });
    return together(on);
  }

  /** The odds may come with the dice. */
  atOdds(/** @type {GameEvent} */ e) {
    const says = this.scene.game.odds(e);
    return says ? this.drawn.map((a, i) => ({ ...a, says: i ? "" : says })) : this.drawn;
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

  /** Wait as long as the pace has it, or until the player goes on; a step that goes on at once passes quickly. */
  rest() {
    const e = this.now,
      next = this.waiting[0]?.e;
    const passing = next?.joined && next.what === e?.what;
    const time = PACES[paceNow()][1];
    if (passing) return this.pause(Math.min(time, PACES.slow[1]) * PASSING);
    return this.pause(time * (e ? this.scene.game.weight(e) : 1));
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
    this.goBack();
    this.ended();
  }

  /** The map lies again where the player had it, unless he has moved it meanwhile. */
  goBack() {
    const { map, stood } = this;
    if (!stood || map.handled || Math.hypot(map.at.x - stood.x, map.at.y - stood.y) < 1) return;
    map.glide(stood);
  }

  /** Leave off; what was held back from the log is written. */
  stop() {
    if (!this.scene.playing) return;
    clearTimeout(this.timer);
    this.run = (this.run ?? 0) + 1;
    this.settle = undefined;
    this.lingering = false;
    this.scene.playing = false;
    this.now = this.before = null;
    this.drawn = [];
    this.arrows.show([]);
    this.el.hidden = true;
    for (const { e } of this.waiting.splice(0)) this.log.tell(e);
  }
}

const paceNow = () => (taste("pace", "normal") in PACES ? taste("pace", "normal") : "normal");
