/**
 * What the table shows: the match as it is, the moment that is seen of it, and whether anything can be done now. The
 * table, what is played out and what is looked back at write it; every other part only reads.
 */

/** @typedef {import("../common/types.js").TableMessage} TableMessage */
/** @typedef {import("../common/types.js").GameEvent} GameEvent */
/** @typedef {import("./arrows.js").Arrow} Arrow */

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

  /** Whether an event is the doing of somebody who does not sit here. */
  theirs(/** @type {GameEvent} */ e) {
    return Boolean(e.side) && !this.mine.includes(e.side ?? "");
  }

  /** Whether an event is worth seeing played out: dice, what concerns all, and what the other side does. */
  plays(/** @type {GameEvent} */ e) {
    const { all, theirs } = this.game.seen;
    if (all.has(e.what) || this.game.roll(e, this.sheet)) return true;
    return theirs.has(e.what) && this.theirs(e);
  }

  /** The arrows of an attack: from where each attacker stands to its target. @returns {Arrow[]} */
  blows(/** @type {GameEvent} */ e, /** @type {any} */ view) {
    if (!this.game.attacks.has(e.what)) return [];
    const to = e.data.hex ?? e.data.grid;
    const from = [...new Set((e.data.units ?? []).map((/** @type {string} */ id) => view.units[id]?.hex))];
    return from
      .filter((hex) => hex && hex !== to)
      .map((hex, i) => ({ way: [hex, to], kind: "attack", side: e.side, says: i ? "" : this.game.odds(e) }));
  }

  /** The arrows of pieces that an event has moved: by the event's own words, else by where they stood and stand. @returns {Arrow[]} */
  ways(/** @type {GameEvent} */ e, /** @type {any} */ before, /** @type {any} */ after) {
    const { start, from, hex, grid, to, unit, units, air } = e.data;
    const begins = start ?? from,
      ends = hex ?? grid ?? to;
    const arrow = (/** @type {string[]} */ way) => /** @type {Arrow} */ ({ way, kind: "move", side: e.side });
    if (typeof begins === "string" && typeof ends === "string") return begins && ends ? [arrow([begins, ends])] : [];
    const ids = [unit ?? air ?? units ?? []].flat();
    return ids
      .map((/** @type {string} */ id) => [before?.units[id]?.hex, after?.units[id]?.hex])
      .filter(([a, b]) => a && b && a !== b)
      .map(arrow);
  }

  /** The side of ours that could take something back without asking. */
  get undoing() {
    return this.mine.find((side) => this.table.undoable?.[side]);
  }
}
