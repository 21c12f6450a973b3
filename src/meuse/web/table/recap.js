/**
 * "Since your last move": what the other side has done since then, as arrows on the map and as a list, at any time.
 *
 * Each time the player acts, the log's length is marked. While he has not seen anything new since, what he had seen
 * before his last moves is what is told.
 */

import { h, put } from "../common/dom.js";
import { together } from "./arrows.js";
import { recall, remember } from "../common/store.js";

/** @typedef {import("../common/types.js").GameEvent} GameEvent */
/** @typedef {import("./arrows.js").Arrow} Arrow */

export class Recap {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{id: string, token: string, log: import("./log.js").Log, map: import("./map.js").MapView, lights: import("./flash.js").Flash, arrows: import("./arrows.js").Arrows, home: () => void}} parts
   */
  constructor(scene, { id, token, log, map, lights, arrows, home }) {
    this.scene = scene;
    this.match = { id, token };
    this.log = log;
    this.map = map;
    this.lights = lights;
    this.arrows = arrows;
    this.home = home;
    this.el = h("section", { class: "recap", hidden: true, "aria-label": "Since your last move" });
    /** @type {{from: number, to?: number}|undefined} the events of the last stretch that was the other side's */
    this.kept = undefined;
  }

  /** The player acts: what the other side has done until now is the last stretch of it. */
  acted() {
    const { from, to } = this.stretch();
    const now = this.next();
    if (!to && this.done(from).length) this.kept = { from, to: now };
    this.last = now;
    remember({ ...this.match, recap: { last: now, kept: this.kept } });
  }

  next() {
    return (this.log.events.at(-1)?.n ?? -1) + 1;
  }

  /** From the player's last move on; if nobody else has done anything since, the stretch before it. @returns {{from: number, to?: number}} */
  stretch() {
    if (this.last === undefined) {
      const known = /** @type {any} */ (recall(this.match.id, this.match.token))?.recap;
      this.last = known?.last ?? 0;
      this.kept = known?.kept;
    }
    const from = Math.min(/** @type {number} */ (this.last), this.next());
    return this.done(from).length || !this.kept ? { from } : this.kept;
  }

  /** What the other side did in that stretch, or the dice did to it, as whole lines. @returns {GameEvent[][]} */
  done(/** @type {number} */ from, to = Infinity) {
    const { scene } = this;
    /** @type {GameEvent[][]} */ const lines = [];
    for (const e of this.log.events) {
      if (e.n < from || e.n >= to || !(scene.theirs(e) || (e.tone === "fight" && lines.length))) continue;
      const last = lines.at(-1);
      if (e.joined && last && last[0].what === e.what) last.push(e);
      else lines.push([e]);
    }
    return lines.filter(([e]) => e.tone !== "quiet" && ((e.level ?? 0) <= 0 || scene.plays(e)));
  }

  toggle() {
    if (this.el.hidden) this.open();
    else this.close();
  }

  open() {
    if (this.scene.watching) return;
    const { from, to } = this.stretch();
    const lines = this.done(from, to);
    put(
      this.el,
      h(
        "header",
        null,
        h("h3", null, to ? "Before your last move" : "Since your last move"),
        h("button", { class: "plain close", "aria-label": "Close", onclick: () => this.close() }, "✕"),
      ),
      lines.length
        ? h(
            "ol",
            null,
            lines.map((events) => this.line(events)),
          )
        : h("p", null, "The other side has done nothing yet."),
    );
    this.el.hidden = false;
    const arrows = this.found(lines);
    this.arrows.show(arrows);
    this.map.revealSome(arrows.map((a) => a.way[a.way.length - 1]));
  }

  line(/** @type {GameEvent[]} */ events) {
    const e = events[events.length - 1];
    const places = this.log.places(events);
    return h(
      "li",
      { class: `tone-${e.tone || e.side}` },
      h(
        "button",
        {
          class: "plain text",
          onmouseenter: () => this.lights.show(places),
          onmouseleave: () => this.lights.show(null),
          onclick: () => this.lights.show(places, true),
        },
        e.joined || e.text,
      ),
    );
  }

  /** Moves and attacks as arrows. A unit whose way an event does not give began where the log had it last. */
  found(/** @type {GameEvent[][]} */ lines) {
    const stood = this.stood(lines[0]?.[0].n ?? 0);
    /** @type {Arrow[]} */ const arrows = [];
    for (const events of lines) {
      arrows.push(...this.scene.blows(events[0], { units: stood }));
      /** @type {Arrow[]} */ let ways = [];
      for (const e of events) {
        const now = this.moved(e);
        for (const w of this.scene.ways(e, { units: stood }, { units: now })) {
          const on = ways.find((a) => a.way.at(-1) === w.way[0]);
          if (on) on.way.push(...w.way.slice(1));
          else ways.push({ ...w, way: [...w.way] });
        }
        Object.assign(stood, now);
      }
      arrows.push(...ways);
    }
    return together(arrows);
  }

  /** Where units stood before an event, as far as the log says; else where they stand now. */
  stood(/** @type {number} */ n) {
    /** @type {Object<string, {hex: string}>} */ const stood = {};
    for (const [id, piece] of Object.entries(this.scene.table.view.units)) stood[id] = { hex: piece.hex };
    for (const e of this.log.events) if (e.n < n) Object.assign(stood, this.moved(e));
    return stood;
  }

  /** Where the units of an event are after it. */
  moved(/** @type {GameEvent} */ e) {
    const { unit, units, hex, grid, to } = e.data;
    const there = to ?? hex ?? grid;
    if (typeof there !== "string" || !this.scene.game.arrivals.has(e.what)) return {};
    return Object.fromEntries([unit ?? units ?? []].flat().map((/** @type {string} */ id) => [id, { hex: there }]));
  }

  close() {
    if (this.el.hidden) return;
    this.el.hidden = true;
    this.arrows.show([]);
    this.lights.show(null);
    this.home();
  }
}
