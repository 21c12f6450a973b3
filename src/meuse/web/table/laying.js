/**
 * A view as it is laid on the table: pieces in the order of the counter mix, with the faces that the sheet cannot know.
 *
 * Views share what has not changed, and a piece that has not changed is laid as the same object again: whoever draws
 * can tell by that.
 */

export class Laying {
  /** @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game */
  constructor(sheet, game) {
    this.sheet = sheet;
    this.game = game;
    this.printed = { ...sheet.counters };
    this.order = new Map(Object.keys(this.printed).map((id, n) => [id, n]));
    /** @type {WeakMap<any, any>} */ this.laid = new WeakMap();
  }

  /** @param {any} view as it was sent; it stays as it is */
  lay(view) {
    let laid = this.laid.get(view);
    if (!laid) {
      const at = (/** @type {string} */ id) => this.order.get(id) ?? Infinity;
      const pieces = Object.entries(this.game.complete(view, this.sheet)).sort(([a], [b]) => at(a) - at(b) || 0);
      laid = { ...view, units: Object.fromEntries(pieces) };
      this.laid.set(view, laid);
    }
    this.turnUp(laid);
    return laid;
  }

  /** Pieces that the sheet cannot know bring their own face along in the view. */
  turnUp(/** @type {any} */ laid) {
    const { counters } = this.sheet;
    for (const [id, piece] of Object.entries(laid.units)) {
      const printed = this.printed[id] ?? { name: piece.name ?? id, side: piece.side ?? "" };
      counters[id] = piece.counter ? { ...printed, ...piece.counter } : printed;
    }
  }
}
