/** Pieces that lie beside the map: the one in hand, and those that something can be done with. */

import { h } from "../common/dom.js";
import { portrait } from "../common/counters.js";

/** @typedef {import("../common/types.js").Desk} Desk */

/** The piece in hand, which is to be put on the map. @param {Desk} desk */
export function inHand({ view, sheet, offer }) {
  const id = view.moving[0];
  if (!id || view.units[id]?.hex || !offer.hexes.size) return null;
  const c = sheet.counters[id];
  return h(
    "section",
    { class: "in-hand" },
    portrait(id, c, view.units[id], 72),
    h("div", null, h("b", null, c.name), h("small", null, c.title), h("span", null, `${offer.hexes.size} hexes are open to it.`)),
  );
}

/**
 * Pieces off the map that something can be done with, by verb: those of the verbs that a game names, in its order.
 * @param {Desk} desk @param {Object<string, [string, string]>} verbs heading and rule of each
 * @returns {{verb: string, head: [string, string], ids: string[]}[]}
 */
export function offMap({ offer, view }, verbs) {
  return Object.entries(verbs)
    .map(([verb, head]) => ({
      verb,
      head,
      ids: [...offer.units.keys()].filter((id) => !view.units[id]?.hex && offer.units.get(id)?.some((a) => a.verb === verb)),
    }))
    .filter(({ ids }) => ids.length);
}
