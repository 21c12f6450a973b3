/** Where the eye goes first. */

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
  const named = game.opens(view).map((name) => hexes[name]);
  if (named.length) {
    map.fitHeight();
    map.centreInside(middle(named));
    return;
  }
  const units = Object.values(view.units ?? {});
  const stood = [...units.filter((u) => u.acting), ...units].map((u) => hexes[u.hex]).filter(Boolean);
  if (stood.length) map.cover(middle(stood));
  else map.cover();
}

const middle = (/** @type {{x: number, y: number}[]} */ points) => ({
  x: points.reduce((n, p) => n + p.x, 0) / points.length,
  y: points.reduce((n, p) => n + p.y, 0) / points.length,
});
