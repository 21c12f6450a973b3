/**
 * A segment ends when the player says so; one who wishes has it end by itself as soon as nothing else can be done in it.
 *
 * Where the rules go on by themselves after his last deed in a segment, the table holds back what comes next: the deed
 * is seen, it can be taken back as far as the server would have it, and the button that ends the segment is all that
 * is offered. Segments in which he has had nothing to end are passed over.
 */

import { h } from "../common/dom.js";
import { setTaste, taste } from "../common/store.js";

const WISH = "endsItself";
const ALL_DONE = "Nothing else can be done here.";

/** @typedef {import("../common/types.js").TableMessage} TableMessage */
/** @typedef {{m: TableMessage, views: any[]}} Brought a table, and the views that its events lead to */

export class LastWord {
  /**
   * @param {import("./scene.js").Scene} scene @param {import("./choices.js").Choices} choices
   * @param {(table: Brought) => void} show
   */
  constructor(scene, choices, show) {
    this.scene = scene;
    this.choices = choices;
    this.show = show;
    /** @type {{side: string, action: string, segment: string}|null} how the player can end the segment that he is in: what is offered first in it, since an attack or an advance may have an end of its own */
    this.end = null;
    /** the end of it is offered at this very moment */ this.offered = false;
    /** he has said so: if the segment goes on, that was the end of a part of it, and another one is to come */ this.ended = false;
    /** he has done something else in it, and what became of that has not come yet */ this.acted = false;
    /** @type {Brought[]} what is held back until he has said so */ this.held = [];
    this.box = h("input", {
      type: "checkbox",
      checked: taste(WISH, false),
      onchange: () => {
        setTaste(WISH, this.box.checked);
        this.update();
      },
    });
    this.el = h("label", { class: "ends-itself" }, this.box, " A segment ends by itself when nothing else can be done in it");
  }

  /** A position has come: can the segment be ended, and is that all that is left? */
  update() {
    const { choices, scene } = this;
    if (!choices.side || scene.watching) return;
    const { all } = choices.offer;
    const end = choices.moving().length || choices.gathered.begun ? undefined : all.find((a) => this.closes(a));
    const segment = this.segmentOf(scene.view);
    if (this.ended || this.end?.segment !== segment) this.end = null;
    this.ended = false;
    if (end) this.end ??= { side: choices.side, action: end.text, segment };
    this.offered = Boolean(end && end.text === this.end?.action);
    if (!end || all.length > 1 || !this.box.checked) return;
    choices.orders.haste.considered();
    choices.orders.send([end.text]);
  }

  closes(/** @type {import("../common/actions.js").Action} */ a) {
    return !a.noun && !a.price && this.scene.game.closes.includes(a.verb);
  }

  segmentOf(/** @type {any} */ view) {
    return JSON.stringify(this.scene.sheet.segment.map((key) => view[key]));
  }

  /** The player acts; whether that was the word that the table has waited for. */
  says(/** @type {string[]} */ actions) {
    if (!this.held.length) {
      this.acted = true;
      this.ended = actions.at(-1) === this.end?.action;
      this.offered = this.offered && this.ended;
      return false;
    }
    const due = this.held.splice(0);
    for (const table of due) this.show(table);
    return true;
  }

  /** He takes back what he has done: what was held back goes with it. */
  takesBack() {
    this.back = true;
  }

  /** A table has come: what of it is to be shown now. @param {Brought} table @returns {Brought|null} */
  hear(table) {
    if (this.held.length) return this.later(table);
    const acted = this.acted;
    this.acted = this.back = false;
    const cut = acted && !this.box.checked ? this.cut(table) : -1;
    return cut < 0 ? table : this.hold(table, cut);
  }

  /** Something has happened meanwhile: it waits as well, unless the table is another one now. @param {Brought} table @returns {Brought|null} */
  later({ m, views }) {
    const before = this.held.flatMap((one) => one.m.events);
    const from = this.held[0].m.events_from;
    const goesOn = views.length === m.events.length && m.events_from === from + before.length;
    if (goesOn && !m.fresh && !this.back) {
      this.held.push({ m, views });
      return null;
    }
    this.held = [];
    this.back = false;
    const stand = before.filter((e) => e.n < m.events_from);
    return { m: { ...m, events: [...stand, ...m.events], events_from: Math.min(from, m.events_from) }, views: stand.length ? [] : views };
  }

  /** How many of its events belong to the segment that ended unasked; -1 if none did. @param {Brought} table */
  cut({ m, views }) {
    const { end, scene } = this;
    if (!end || m.over || m.fresh || scene.looking || views.length !== m.events.length) return -1;
    if (!views.length) return this.offered || this.segmentOf(m.view) === end.segment ? -1 : 0;
    const next = views.findIndex((view) => this.segmentOf(view) !== end.segment);
    if (next < 0) return -1;
    const heads = (m.events[next].level ?? 0) > 0;
    const cut = next === views.length - 1 && !heads ? views.length : next;
    return this.offered && !m.events.slice(0, cut).some((e) => e.tone === "fight") ? -1 : cut;
  }

  /** @param {Brought} table @param {number} cut @returns {Brought} what is seen of it so far, with the end of the segment on offer */
  hold({ m, views }, cut) {
    const { side, action } = /** @type {{side: string, action: string}} */ (this.end);
    const { view: before } = this.scene.table;
    const clock = Object.fromEntries(this.scene.sheet.segment.map((key) => [key, before[key]]));
    const view = { ...(views[cut - 1] ?? (views.length ? before : m.view)), ...clock, moving: [], preparing: null };
    const rest = m.events.slice(cut);
    this.held = [{ m: { ...m, events: rest, events_from: m.events_from + cut }, views: views.slice(cut) }];
    this.offered = true;
    return {
      m: {
        ...m, view, events: m.events.slice(0, cut), legal: { [side]: [action] }, actors: [side], prompt: ALL_DONE,
        stakes: {}, under_way: {}, advice: false,
      },
      views: [...views.slice(0, cut - 1), view].slice(0, cut),
    };
  }
}
