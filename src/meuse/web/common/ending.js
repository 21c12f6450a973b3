/** How a match ended: the server has the words, the points are beside them. */

import { title } from "./dom.js";

/** @param {import("./types.js").Outcome|null} outcome */
export function inWords(outcome) {
  if (!outcome) return "";
  const points = Object.entries(outcome.points).map(([side, n]) => `${title(side)} ${n}`);
  return [outcome.verdict, points.join(", ")].filter(Boolean).join(". ");
}
