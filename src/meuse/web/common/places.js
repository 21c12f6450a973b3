/** What a place on the map is called. */

/**
 * "Sedan (3414)", "3515 near Sedan": a hex by its town, or by the nearest place that has a name.
 * @param {string} hex @param {import("./types.js").Sheet} sheet
 */
export function placed(hex, sheet) {
  const here = sheet.hexes[hex];
  if (!here) return hex;
  if (here.name) return `${here.name} (${hex})`;
  const far = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - here.x, p.y - here.y);
  const towns = Object.values(sheet.hexes).filter((p) => p.name);
  const near = towns.reduce((a, b) => (far(b) < far(a) ? b : a), towns[0]);
  return near ? `${hex} near ${near.name}` : hex;
}
