/** The log by turn, chit and combat; an entry lights what it speaks of, and opens the moment it happened. */

import { h } from "../common/dom.js";
import { ruleChip } from "../common/rules.js";

/** @typedef {import("../common/types.js").GameEvent} GameEvent */

export class Log {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
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
    /** @type {any[]} the open sections, outermost first */ this.open = [];
    /** @type {{e: GameEvent, line: any}|null} the last line */ this.last = null;
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
    this.open = [...open];
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
    const level = this.t.game.heading(e);
    if (level < 0) this.open.length = Math.min(this.open.length, -level);
    const both = this.last && this.t.game.joins(this.last.e, e, this.t.sheet);
    if (both && this.last) {
      const { line, e: alone } = this.last;
      this.last = { e: both, line };
      line.replaceChildren(this.entry(both));
      return () => line.replaceChildren(this.entry(alone));
    }
    this.last = null;
    if (level > 0) {
      this.open.length = Math.min(this.open.length, level - 1);
      const body = h("div", { class: "log-body" });
      const before = this.parent().lastElementChild;
      const folds = level <= 2 && before?.tagName === "DETAILS" && before.hasAttribute("open");
      if (folds) before.removeAttribute("open");
      const section = h(
        "details",
        { class: `log-section level-${level} ${this.tone(e)}`, open: true },
        h("summary", null, this.entry(e)),
        body,
      );
      this.parent().append(section);
      this.open.push(body);
      return () => {
        section.remove();
        if (folds) before.setAttribute("open", "");
      };
    }
    const line = h("div", { class: `log-line ${this.tone(e)}` }, this.entry(e));
    this.last = { e, line };
    this.parent().append(line);
    return () => line.remove();
  }

  parent() {
    return this.open[this.open.length - 1] ?? this.list;
  }

  tone(/** @type {any} */ e) {
    const side = e.data?.side ?? this.t.sheet.counters[e.data?.unit ?? e.data?.units?.[0]]?.side;
    return side ? `tone-${side}` : "";
  }

  entry(/** @type {import("../common/types.js").GameEvent} */ e) {
    const places = this.places(e);
    return h(
      "span",
      { class: "entry", onmouseenter: () => this.t.flash(places), onmouseleave: () => this.t.flash(null) },
      h(
        "button",
        {
          class: "plain text",
          onclick: (/** @type {Event} */ ev) => {
            ev.preventDefault();
            this.t.flash(places, true);
          },
        },
        e.text,
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
            this.t.replay.look(e.state);
          },
        },
        "◷",
      ),
    );
  }

  /** Whatever in the event names a hex, a hexside or a unit. */
  places(/** @type {any} */ e) {
    const { sheet } = this.t;
    const names = Object.values(e.data ?? {})
      .flat(2)
      .filter((v) => typeof v === "string");
    return {
      hexes: names.filter((n) => n in sheet.hexes),
      units: names.filter((n) => n in sheet.counters),
      sides: names.filter((n) => n in sheet.sides_of_hexes),
    };
  }
}
