/** How a match ended: the server has the words, the points are beside them. */

import { title } from "./dom.js";

/** What playing it again is called. @param {string[]} sides of the game */
export const again = (sides) =>
  sides.length === 1 || sides.includes("commander") ? "Play it again" : "Rematch, sides changed";

/** @param {import("./types.js").Outcome|null} outcome */
export function inWords(outcome) {
  if (!outcome) return "";
  const points = Object.entries(outcome.points).map(([side, n]) => `${title(side)} ${n}`);
  return [outcome.verdict, points.join(", ")].filter(Boolean).join(". ");
}
