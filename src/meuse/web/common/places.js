/** What a place on the map is called. */

/**
 * "Sedan (3414)", "3515 near Sedan": a hex by its town, or by the nearest place that has a name.
 * @param {string} hex @param {import("./types.js").Sheet} sheet
 */
export function placed(hex, sheet) {
  const here = sheet.hexes[hex];
  if (!here) return hex;
  if (here.name) return `${here.name} (${hex})`;
  return here.near ? `${hex} near ${here.near}` : hex;
}
