/**
 * What the table shows: the match as it is, the moment that is seen of it, and whether anything can be done now. The
 * table, what is played out and what is looked back at write it; every other part only reads.
 */

/** @typedef {import("../common/types.js").TableMessage} TableMessage */

export class Scene {
  /** @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game */
  constructor(sheet, game) {
    this.sheet = sheet;
    this.game = game;
    /** @type {TableMessage} the match as it is */ this.table = /** @type {any} */ (null);
    /** @type {TableMessage} what is seen: the same, or another moment */ this.shown = /** @type {any} */ (null);
    this.taken = 0;
    /** a moment is looked back at */ this.looking = false;
    /** what has happened is being played out */ this.playing = false;
  }

  /** Nothing can be done now. */
  get watching() {
    return this.looking || this.playing;
  }

  /** The view that is seen. */
  get view() {
    return this.shown.view;
  }

  /** The sides that are played from here. */
  get mine() {
    return this.table.seats.mine;
  }

  /** Who sits there. */
  seat(/** @type {string} */ side) {
    return this.table.seats.all[side] ?? { kind: "here", name: "" };
  }

  /** Whether an event is worth seeing played out. */
  plays(/** @type {import("../common/types.js").GameEvent} */ e) {
    return this.game.plays(e, this.sheet, this.mine);
  }

  /** The side of ours that could take something back without asking. */
  get undoing() {
    return this.mine.find((side) => this.table.undoable?.[side]);
  }
}
