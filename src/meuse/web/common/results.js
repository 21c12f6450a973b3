/** Combat results by code, as the sheet's chart of them has it: what a code means, and whom it favours. */

/** What a code does to each of these headings of the chart, nothing left out but dashes. @param {any} sheet @param {string} code @param {string[]} headings */
function effects(sheet, code, headings) {
  const chart = sheet.charts.find((/** @type {any} */ c) => c.columns.includes("Attacker") && c.columns.includes("Defender"));
  const row = chart?.rows.find((/** @type {string[]} */ r) => r[0] === code);
  const found = headings.map((heading) => [heading.toLowerCase(), row?.[chart.columns.indexOf(heading)] ?? "-"]);
  return { name: row?.[1] ?? code, parts: found.filter(([, text]) => text !== "-") };
}

/** @param {any} sheet @param {string} code @param {string[]} headings */
export function inWords(sheet, code, headings = ["Attacker", "Defender"]) {
  const { name, parts } = effects(sheet, code, headings);
  return parts.length ? `${name}: ${parts.map((part) => part.join(" ")).join("; ")}` : name;
}

/** Whom a result favours: attacker, defender, both or nobody. @param {any} sheet @param {string} code */
export function favours(sheet, code) {
  const hurt = effects(sheet, code, ["Attacker", "Defender"]).parts.map(([whom]) => whom);
  if (hurt.length !== 1) return hurt.length ? "both" : "nobody";
  return hurt[0] === "attacker" ? "defender" : "attacker";
}
