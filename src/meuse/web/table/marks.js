/** What the markers in a hex and at its sides say: each carries its own words. */

/** Markers whose middle lies no farther from the hex's than this share of its size. */
const NEAR = 0.66;

/** @param {import("./map.js").MapView} map @param {string} hex @returns {string[]} */
export function marksAt(map, hex) {
  const { x, y } = map.geometry.hexes[hex],
    reach = map.geometry.size * NEAR;
  const said = [...map.layers.marks.children]
    .filter((mark) => {
      const at = /** @type {SVGGraphicsElement} */ (mark).transform?.baseVal.consolidate()?.matrix;
      return at && Math.hypot(at.e - x, at.f - y) < reach;
    })
    .map((mark) => mark.querySelector("title")?.textContent ?? "");
  return [...new Set(said.filter(Boolean))];
}
