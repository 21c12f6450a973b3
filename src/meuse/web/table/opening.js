/** Where the eye goes first. */

import { SIZE } from "../common/counters.js";

const READABLE = 44;
/** Pixels of a counter that can be read. */

/**
 * On hexes that somebody speaks of, on those that the game names, or on the pieces that may act; these where all that is
 * spoken of would be too small to read.
 * @param {import("./map.js").MapView} map @param {import("../common/types.js").Display} game @param {any} view
 * @param {string[]|undefined} told
 */
export function openOn(map, game, view, told) {
  const { hexes } = map.geometry;
  const least = READABLE / (SIZE * game.size);
  if (told) map.fitHexes(told);
  if (told && map.scale >= least) return;
  const named = game.opens(view).map((name) => hexes[name]);
  const units = Object.values(view.units ?? {}).filter((u) => hexes[u.hex]);
  const stood = [...units.filter((u) => u.acting), ...units].map((u) => hexes[u.hex]);
  if (named.length && !told) {
    map.fitHeight(least);
    map.centre(middle(named));
  } else map.cover(least, stood.length ? middle(stood) : undefined);
  showSome(map, units);
}

/** In a small window there may be nobody where the game begins, or between the fronts: then go to the nearest. */
function showSome(/** @type {import("./map.js").MapView} */ map, /** @type {any[]} */ units) {
  const acting = units.filter((u) => u.acting);
  const names = (acting.length ? acting : units).map((u) => u.hex);
  if (names.length && !names.some((name) => map.shows(name))) map.centre(map.geometry.hexes[map.nearest(names)]);
}

const middle = (/** @type {{x: number, y: number}[]} */ points) => ({
  x: points.reduce((n, p) => n + p.x, 0) / points.length,
  y: points.reduce((n, p) => n + p.y, 0) / points.length,
});
