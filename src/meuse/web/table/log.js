/** The log by turn, chit and combat; an entry lights what it speaks of, and opens the moment it happened. */

import { h } from "../common/dom.js";
import { ruleChip } from "../common/rules.js";

/** @typedef {import("../common/types.js").GameEvent} GameEvent */

export class Log {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{lights: import("./flash.js").Flash, look: (state: number) => void, report: (first: GameEvent) => void}} parts
   */
  constructor(scene, { lights, look, report }) {
    this.scene = scene;
    this.lights = lights;
    this.look = look;
    this.report = report;
    this.list = h("div", { class: "log-list", role: "log", "aria-label": "Log of the match" });
    const all = (/** @type {boolean} */ open) => () => {
      for (const d of this.list.querySelectorAll("details")) d.open = open;
    };
    this.el = h(
      "div",
      { class: "log" },
      h(
        "div",
        { class: "log-tools" },
        h("button", { class: "plain fold", onclick: all(false) }, "Fold all"),
        h("button", { class: "plain unfold", onclick: all(true) }, "Unfold all"),
      ),
      this.list,
    );
    /** @type {GameEvent[]} */ this.events = [];
    /** @type {{level: number, body: any}[]} the open sections, outermost first */ this.open = [];
    /** @type {{events: GameEvent[], line: any}|null} the last line */ this.last = null;
    /** @type {{n: number, unwrite: () => void}[]} how to take back each event that is written */ this.written = [];
  }

  /** Forget the events from `events_from` on, then take the new ones; gives back what is news to the player. Those held back are written when they are told. */
  take(/** @type {import("../common/types.js").TableMessage} */ table, hold = false) {
    const kept = this.events.filter((e) => e.n < table.events_from);
    this.events = [...kept, ...table.events];
    if (hold) return table.events;
    while ((this.written.at(-1)?.n ?? -1) >= table.events_from) this.written.pop()?.unwrite();
    for (const e of table.events) this.append(e);
    this.el.scrollTop = this.el.scrollHeight;
    return table.fresh ? [] : table.events;
  }

  /** An event that was held back. */
  tell(/** @type {import("../common/types.js").GameEvent} */ e) {
    this.append(e);
    this.el.scrollTop = this.el.scrollHeight;
  }

  append(/** @type {import("../common/types.js").GameEvent} */ e) {
    const { last, open } = this;
    const undo = this.write(e);
    this.written.push({
      n: e.n,
      unwrite: () => {
        undo();
        Object.assign(this, { last, open });
      },
    });
  }

  /** Gives back how to take it from the page again. */
  write(/** @type {GameEvent} */ e) {
    const level = e.level ?? 0;
    if (level) this.open = this.open.filter((above) => above.level <= (level > 0 ? level - 1 : -level));
    if (e.joined && this.last) {
      const { line, events } = this.last;
      this.last = { events: [...events, e], line };
      line.replaceChildren(this.entry(this.last.events));
      return () => line.replaceChildren(this.entry(events));
    }
    const tone = e.tone || e.side ? `tone-${e.tone || e.side}` : "";
    this.last = null;
    if (level > 0) {
      const body = h("div", { class: "log-body" });
      const before = this.parent().lastElementChild;
      const folds = level <= 2 && before?.tagName === "DETAILS" && before.hasAttribute("open");
      if (folds) before.removeAttribute("open");
      const section = h(
        "details",
        { class: `log-section level-${level} ${tone}`, open: true },
        h("summary", null, this.entry([e])),
        body,
      );
      this.parent().append(section);
      this.open = [...this.open, { level, body }];
      return () => {
        section.remove();
        if (folds) before.setAttribute("open", "");
      };
    }
    const line = h("div", { class: `log-line ${tone}` }, this.entry([e]));
    this.last = { events: [e], line };
    this.parent().append(line);
    return () => line.remove();
  }

  parent() {
    return this.open[this.open.length - 1]?.body ?? this.list;
  }

  /** A line: the last of its events has the sentence for all. */
  entry(/** @type {GameEvent[]} */ events) {
    const e = events[events.length - 1];
    const places = this.places(events);
    return h(
      "span",
      { class: "entry", onmouseenter: () => this.lights.show(places), onmouseleave: () => this.lights.show(null) },
      h(
        "button",
        {
          class: "plain text",
          onclick: (/** @type {Event} */ ev) => {
            ev.preventDefault();
            this.lights.show(places, true);
          },
        },
        e.joined || e.text,
      ),
      " ",
      ruleChip(e.rule),
      h(
        "button",
        {
          class: "plain look",
          title: "Look back at this moment",
          "aria-label": "Look back at this moment",
          onclick: (/** @type {Event} */ ev) => {
            ev.preventDefault();
            this.look(e.state);
          },
        },
        "◷",
      ),
      e.title &&
        h(
          "button",
          {
            class: "plain report",
            title: "Battle report",
            "aria-label": "Battle report",
            onclick: (/** @type {Event} */ ev) => {
              ev.preventDefault();
              this.report(e);
            },
          },
          "⚔",
        ),
      e.note && h("small", { class: "note" }, e.note),
    );
  }

  /** The heading that an event stands under, a turn, a chit or the like. */
  heading(/** @type {number} */ n = Infinity) {
    return this.events.findLast((e) => e.n < n && (e.level === 1 || e.level === 2))?.text ?? "";
  }

  /** The hexes, hexsides and units that the events name, by what the game has declared of their fields. */
  places(/** @type {GameEvent[]} */ events) {
    const { told } = this.scene.sheet;
    const fields = events.flatMap((e) =>
      Object.entries(e.data ?? {}).map(([field, value]) => ({ kind: told[`${e.what} ${field}`] ?? told[field], value })),
    );
    const of = (/** @type {string} */ kind) =>
      fields
        .filter((f) => f.kind === kind)
        .flatMap(({ value }) => value)
        .filter((name) => name && typeof name === "string");
    return { hexes: of("hex"), units: of("unit"), sides: of("side") };
  }
}
