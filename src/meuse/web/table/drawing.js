/** The table drawn anew from what is to be seen: map, question, panels, and the game's own displays. */

import { h, put } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
import { remember, taste } from "../common/store.js";

export class Drawing {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.board = h("section", { class: "own-board", hidden: true, "aria-label": "Display" });
    this.ownChoice = h("section", { class: "own-choice", hidden: true, "aria-label": "Choice" });
  }

  /** @param {Object<string, string>} from hexes that counters new to the table come from */
  all(from = {}) {
    const t = this.table,
      { choices, stacks, sheet } = t;
    const { view, table, watching, playing, undoing } = t.scene;
    t.el.classList.toggle("playing", playing);
    t.laying.turnUp(view);
    stacks.draw(view, from);
    redraw(t.map.layers.marks, t.game.markers(view, sheet));
    if (taste("hidden", false)) stacks.hide(true);
    choices.update();
    t.el.classList.toggle("my-turn", Boolean(choices.side));
    t.commands.undoButton.disabled = !undoing || watching;
    t.status.draw();
    t.prompt.draw();
    t.meter.update(choices.moving());
    t.panels.update();
    t.match.update();
    t.attack.update();
    t.advice.update();
    this.choice();
    this.display();
    t.overlays.update();
    t.cursor.draw();
    t.loupe.draw();
    t.edges.soon();
    t.menu.close();
    document.title = choices.side ? `● ${sheet.title}` : sheet.title;
    remember({ id: t.id, token: t.token, turn: table.view.turn, over: table.over });
  }

  /** The game's own panel for the choice at hand. */
  choice() {
    const { scene, game } = this.table;
    const own = scene.looking ? null : game.choice?.(this.desk());
    this.ownChoice.hidden = !own;
    if (own) put(this.ownChoice, own);
  }

  /** The game's own display beneath the map: a battle, a shop. */
  display() {
    const { scene, game, map } = this.table;
    const own = scene.looking ? null : game.board?.(this.desk());
    const changed = this.board.hidden !== !own;
    this.board.hidden = !own;
    if (own) put(this.board, own);
    if (!changed) return;
    requestAnimationFrame(() => {
      map.place();
      if (own?.dataset.hex) map.reveal(own.dataset.hex);
    });
  }

  /** The choices have changed without a new position: reach has come, a unit is picked. */
  changed() {
    const { prompt, loupe, edges } = this.table;
    prompt.draw();
    this.choice();
    loupe.draw();
    edges.soon();
  }

  /** What a board of the game's own sees and may do. @returns {import("../common/types.js").Desk} */
  desk() {
    const { scene, choices, stacks, log, playout, link, commands } = this.table;
    return {
      view: scene.view,
      sheet: scene.sheet,
      game: scene.game,
      offer: choices.offer,
      side: choices.side,
      watching: scene.watching,
      at: stacks.at,
      events: log.events,
      now: playout.now,
      before: playout.before,
      ask: (question, fields) => link.ask(question, fields),
      send: (actions) => choices.orders.send(actions),
      which: (actions) => choices.offerAll(actions),
      inspect: (unit) => commands.inspect(unit),
    };
  }
}
