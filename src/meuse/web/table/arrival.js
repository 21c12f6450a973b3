/** What comes from the server: a table is taken, held back or played out, shown, and followed by what it calls for. */

import { viewAfter, viewsOf } from "../common/changes.js";
import { stepAside } from "./aside.js";
import { Attention } from "./attention.js";
import { Visit } from "./visit.js";

export class Arrival {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.attention = new Attention(table);
    this.visit = new Visit(table);
    /** @type {any} number and view of the last table, as they were sent */ this.sent = null;
  }

  /** A table has come from the server. */
  take(/** @type {import("../common/types.js").TableMessage} */ m) {
    const { link, lastWord } = this.table;
    const views = this.viewed(m);
    if (!views) {
      link.ask("again");
      return;
    }
    const due = lastWord.hear({ m, views });
    if (due) this.show(due);
  }

  /**
   * Give a table its view where only changes were sent; gives back the views that its events lead through, none of
   * them where the whole view was sent, and null if the changes are not those of the table that is here.
   */
  viewed(/** @type {import("../common/types.js").TableMessage} */ m) {
    const { laying } = this.table,
      { sent } = this;
    if (!m.view && m.number !== sent?.number + 1) return null;
    const view = m.view ?? viewAfter(sent.view, m);
    const steps = m.view ? [] : viewsOf(sent.view, m, view);
    this.sent = { number: m.number, view };
    m.view = laying.lay(view);
    return steps.map((step) => laying.lay(step));
  }

  /** @param {import("./lastword.js").Brought} table */
  show({ m, views }) {
    const { scene, el, lastWord, playout, log } = this.table;
    const first = !scene.table;
    scene.taken = Date.now();
    scene.table = m;
    this.table.say(m.trouble);
    const held = lastWord.held.length > 0;
    el.classList.toggle("held", held);
    el.dataset.state = `${m.state}${held ? " held" : ""}`;
    if (!first && playout.wants(m, views)) {
      playout.play(log.take(m, true), views);
      return;
    }
    playout.stop();
    const news = log.take(m);
    if (!scene.looking) scene.shown = m;
    if (first) this.visit.begin();
    this.table.handOver.update();
    this.table.talk.update();
    this.table.drawing.all();
    if (!scene.looking) for (const e of news) this.attention.announce(e);
    this.settle(first);
  }

  /** The position stands, and nothing is left to tell. */
  settle(first = false) {
    const { report, lastWord } = this.table;
    this.attention.notify(first);
    this.visit.conclude();
    if (first) report.begin();
    else report.update();
    this.attention.showLit(first);
    stepAside(report.el);
    if (!lastWord.held.length) this.teach();
    lastWord.update();
  }

  /** The first game goes on: what its guide says now, and the places that it speaks of. */
  async teach() {
    const { guide, link, edges } = this.table;
    if (!guide) return;
    await guide.update((question) => link.ask(question));
    stepAside(guide.el);
    edges.soon();
  }

  /** Nothing is picked while events are played out. */
  playBegins() {
    const { choices, recap, el } = this.table;
    choices.picked = null;
    recap.close();
    el.classList.add("playing");
  }

  /** All has been told: the position as it is. */
  playedOut() {
    this.table.handOver.update();
    this.table.drawing.all();
    this.settle();
  }

  /** Another moment is looked at, or the present again. */
  lookAt(/** @type {import("../common/types.js").TableMessage|null} */ moment) {
    const { playout, scene, laying, el, choices, dice, drawing } = this.table;
    playout.stop();
    scene.looking = Boolean(moment);
    scene.shown = moment ? { ...moment, view: laying.lay(moment.view) } : scene.table;
    el.classList.toggle("looking", scene.looking);
    choices.picked = null;
    dice.clear();
    drawing.all();
  }
}
