/** Eye and ear of the player: where something happens, what can be done now, and that it is his turn. */

import { sound } from "../common/sound.js";

export class Attention {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** it was this player's turn when something came last */ this.wasMine = false;
    /** @type {any} where the game had the eye go last */ this.lastFocus = null;
  }

  /** Dice and places of an event. */
  announce(/** @type {import("../common/types.js").GameEvent} */ e) {
    const { game, sheet, dice, log, lights } = this.table;
    const roll = game.roll(e, sheet);
    if (roll) dice.show(roll);
    const places = log.places([e]);
    if (places.hexes.length) lights.pass(places);
  }

  /** At a new chit or the like of this player's, go where the lit units are; where only hexes are lit, go there. */
  showLit(/** @type {boolean} */ first) {
    const { game, choices, map, scene } = this.table,
      { table, looking } = scene,
      { side, offer } = choices;
    const focus = side ? game.focus(table.view) : null;
    if (focus && focus !== this.lastFocus && !first && !looking) {
      map.revealSome([...offer.units.keys()].map((u) => table.view.units[u]?.hex));
    }
    if (side && !first && !looking && !offer.units.size) map.revealSome([...offer.hexes.keys()]);
    this.lastFocus = focus;
  }

  /** A sound when it is this player's turn, and a browser notice where the page is out of sight. */
  notify(/** @type {boolean} */ first) {
    const { choices, sheet } = this.table;
    const mine = Boolean(choices.side);
    const news = mine && !this.wasMine && !first;
    this.wasMine = mine;
    if (news) sound("turn");
    if (news && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification("Meuse", { body: `${sheet.title}: your turn` });
  }
}
