/** What the letters in a chart mean: from the game's words for results, or from the chart that lists them one by one. */

/** A list of results has this heading for their names. */
const NAMES = "Result";

/**
 * @param {import("./types.js").Sheet} sheet @param {(result: string) => string} spell
 * @returns {(text: string) => string} words for what stands in a cell, empty where it speaks for itself
 */
export function chartWords(sheet, spell) {
  /** @type {Map<string, string>} */ const known = new Map();
  for (const { columns, rows } of sheet.charts) {
    if (columns[1] !== NAMES) continue;
    for (const [code, name, ...rest] of rows) {
      const parts = rest.map((/** @type {string} */ cell, /** @type {number} */ i) => cell !== "-" && `${columns[i + 2].toLowerCase()}: ${cell}`);
      known.set(code, [name, ...parts].filter(Boolean).join("; "));
    }
  }
  return (text) => {
    const words = known.get(text) ?? (text.includes("/") ? spell(text) : text);
    return words === text ? "" : `${text}: ${words}`;
  };
}
