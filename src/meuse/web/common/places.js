/** What a place on the map is called. */

/** A hex or Grid by its number, in no range of numbers, with no place told beside it, and no year. */
const NUMBER = /(?<![\w(-]|May |June )[A-Z]?\d{1,4}(?![\w)-]| near )/g;

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

/**
 * A sentence with the places that its numbers stand for.
 * @param {string} text @param {import("./types.js").Sheet} sheet
 */
export function inPlaces(text, sheet) {
  return text.replace(NUMBER, (number) => placed(number, sheet));
}
