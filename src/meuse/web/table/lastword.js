/**
 * A segment ends when the player says so; one who wishes has it end by itself as soon as nothing else can be done in it.
 *
 * Where the rules go on by themselves after his last deed in a segment, the match pauses at the server, or where dice
 * have fallen with the deed, the table alone holds back what comes next: the deed is seen, it can be taken back unless
 * there were dice, and the button that ends the segment is all that is offered. Segments in which he has had nothing
 * to end are passed over.
 */

import { h } from "../common/dom.js";
import { setTaste, taste } from "../common/store.js";

const WISH = "endsItself";
const ALL_DONE = "Nothing else can be done here.";

/** @typedef {import("../common/types.js").TableMessage} TableMessage */
/** @typedef {{m: TableMessage, views: any[]}} Brought a table, and the views that its events lead to */

export class LastWord {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{choices: import("./choices.js").Choices, link: import("./socket.js").Link, show: (table: Brought) => void}} parts
   */
  constructor(scene, { choices, link, show }) {
    this.scene = scene;
    this.choices = choices;
    this.link = link;
    this.show = show;
    /** @type {{side: string, action: string, segment: string}|null} how the player can end the segment that he is in: what is offered first in it, since an attack or an advance may have an end of its own */
    this.end = null;
    /** the end of it is offered at this very moment */ this.offered = false;
    /** he has said so: if the segment goes on, that was the end of a part of it, and another one is to come */ this.ended = false;
    /** he has done something else in it, and what became of that has not come yet */ this.acted = false;
    /** @type {Brought[]} what is held back until he has said so */ this.held = [];
    /** he has, and the match has not gone on yet */ this.said = false;
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
    if (!this.held.length) this.look(end);
    if (!end || all.length > 1 || !this.box.checked) return;
    choices.orders.haste.considered();
    choices.orders.send([end.text]);
  }

  /** What ends the segment that he is in, if it is offered now. */
  look(/** @type {import("../common/actions.js").Action|undefined} */ end) {
    const { choices, scene } = this;
    const segment = this.segmentOf(scene.view);
    if (this.ended || this.end?.segment !== segment) this.end = null;
    this.ended = false;
    if (end) this.end ??= { side: choices.side ?? "", action: end.text, segment };
    this.offered = Boolean(end && end.text === this.end?.action);
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
    if (this.held[0].m.paused) this.goOn(this.held[0].m);
    else this.release();
    return true;
  }

  /** Whether the match is to pause where what is being sent ends the segment. */
  pauses() {
    return Boolean(this.end) && !this.offered && !this.box.checked;
  }

  async goOn(/** @type {TableMessage} */ { paused, state }) {
    if (this.said) return;
    this.said = true;
    const answer = await this.link.goOn(paused, state);
    if (answer.type === "done") return;
    this.said = false;
    if (answer.type === "refused") this.choices.whyNot.explain(answer);
  }

  /** All that was held back is shown. */
  release() {
    this.said = false;
    for (const table of this.held.splice(0)) this.show(table);
  }

  /** He takes back what he has done: what was held back goes with it. */
  takesBack() {
    this.back = true;
  }

  /** A table has come: what of it is to be shown now. @param {Brought} table @returns {Brought|null} */
  hear(table) {
    const due = this.held.length ? this.later(table) : table;
    if (!due) return null;
    const acted = this.acted,
      paused = due.m.seats.mine.includes(due.m.paused);
    this.acted = this.back = this.said = false;
    const cut = paused || (acted && !this.box.checked) ? this.cut(due) : -1;
    if (cut < 0 && !paused) return due;
    return this.hold(due, cut < 0 ? due.m.events.length : cut);
  }

  /** Something has happened meanwhile: it waits as well, unless the table is another one now. @param {Brought} table @returns {Brought|null} */
  later({ m, views }) {
    const before = this.held.flatMap((one) => one.m.events);
    const from = this.held[0].m.events_from;
    const goesOn = views.length === m.events.length && m.events_from === from + before.length;
    if (goesOn && !m.fresh && !this.back) {
      this.held.push({ m, views });
      if (this.said && !m.paused) this.release();
      return null;
    }
    this.held = [];
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
    const { side, action } = this.end ?? { side: m.paused, action: this.scene.game.closes[0] };
    const before = this.scene.table?.view;
    const clock = before ? Object.fromEntries(this.scene.sheet.segment.map((key) => [key, before[key]])) : {};
    const view = { ...(views[cut - 1] ?? (views.length ? before : m.view)), ...clock, moving: [], preparing: null };
    const rest = m.events.slice(cut);
    this.held = [{ m: { ...m, events: rest, events_from: m.events_from + cut }, views: views.slice(cut) }];
    this.offered = true;
    return {
      m: {
        ...m, view, events: m.events.slice(0, cut), legal: { [side]: [action] }, actors: [side], prompt: ALL_DONE,
        stakes: {}, under_way: {}, advice: false,
      },
      views: views.length ? [...views.slice(0, cut - 1), view].slice(0, cut) : [],
    };
  }
}
