/** Where the eye goes first. */

import { SIZE } from "../common/counters.js";

const READABLE = 44;
/** Pixels of a counter that can be read. */

/**
 * On hexes that somebody speaks of, on those that the game names, or on the pieces that may act.
 * @param {import("./map.js").MapView} map @param {import("../common/types.js").Display} game @param {any} view
 * @param {string[]|undefined} told
 */
export function openOn(map, game, view, told) {
  if (told) {
    map.fitHexes(told);
    return;
  }
  const { hexes } = map.geometry;
  const least = READABLE / (SIZE * game.size);
  const named = game.opens(view).map((name) => hexes[name]);
  if (named.length) {
    map.fitHeight(least);
    map.centre(middle(named));
    return;
  }
  const units = Object.values(view.units ?? {});
  const stood = [...units.filter((u) => u.acting), ...units].map((u) => hexes[u.hex]).filter(Boolean);
  map.cover(least, stood.length ? middle(stood) : undefined);
}

const middle = (/** @type {{x: number, y: number}[]} */ points) => ({
  x: points.reduce((n, p) => n + p.x, 0) / points.length,
  y: points.reduce((n, p) => n + p.y, 0) / points.length,
});
