/** Where markers lie on the map: in each hex where they cover least, as the sheet says. */

import { s } from "./dom.js";

/**
 * A function that gives the next free spot of a hex, the best one first.
 * @param {any} sheet @returns {(hex: string) => {x: number, y: number}}
 */
export function pins(sheet) {
  /** @type {Object<string, number>} */ const used = {};
  return (hex) => {
    const spots = sheet.pins.own[hex] ?? sheet.pins.any,
      n = (used[hex] = (used[hex] ?? -1) + 1);
    const [dx, dy] = spots[n % spots.length],
      { x, y } = sheet.hexes[hex];
    return { x: x + dx, y: y + dy };
  };
}

/** A cross over what is destroyed, which shows through. */
export const cross = (/** @type {number} */ r) => {
  const d = `M${-r} ${-r}L${r} ${r}M${r} ${-r}L${-r} ${r}`;
  return [s("path", { class: "under", d }), s("path", { d })];
};
