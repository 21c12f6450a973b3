/** What the numbers on a counter are, in words. */

/** @type {Object<string, string>} */
const WORDS = {
  attack: "attack",
  defense: "defence",
  move: "movement points",
  artillery: "artillery support",
  range: "command range",
  art: "artillery fire",
  at: "anti-tank",
  ca: "close assault",
  leadership: "leadership",
  support: "combat support",
  columns: "columns of naval support",
};

/** Every number of a counter with its name, and of its reduced side. @param {import("./types.js").Counter} counter */
export function numbers({ ratings, reduced }) {
  const named = (/** @type {any} */ all) =>
    Object.entries(all ?? {})
      .filter(([, n]) => typeof n === "number")
      .map(([key, n]) => `${WORDS[key] ?? key.replaceAll("_", " ")} ${n}`);
  const less = named(reduced);
  return [...named(ratings), ...(less.length ? [`reduced: ${less.join(", ")}`] : [])];
}
