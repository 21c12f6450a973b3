/** What is on a counter, in words; and the one page that a player has beside him. */

import { h, sheet as openSheet } from "./dom.js";
import { portrait } from "./counters.js";
import { clause } from "./rules.js";

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

/** A counter's arm of service in words: its own where its type is the symbol's. */
export const arm = (/** @type {import("./types.js").Counter} */ { arm, type }) => arm ?? type ?? "";

const SAMPLES = 8;

/** One counter of each kind with all its numbers named, and the signs that may lie on it. */
export function anatomy(
  /** @type {import("./types.js").Sheet} */ sheet,
  /** @type {import("./types.js").Display} */ game,
) {
  /** @type {Map<string, string>} */ const kinds = new Map();
  for (const [id, c] of Object.entries(sheet.counters)) {
    const kind = c.hq ? "headquarters" : arm(c);
    if (kind && !kinds.has(kind) && numbers(c).length) kinds.set(kind, id);
  }
  const shown = [...kinds].slice(0, SAMPLES);
  openSheet(
    "Anatomy of a counter",
    h(
      "div",
      { class: "anatomy" },
      shown.map(([kind, id]) => {
        const c = sheet.counters[id];
        return h(
          "figure",
          null,
          portrait(id, c, {}, 96),
          h(
            "figcaption",
            null,
            h("b", null, c.title ?? c.name),
            h("small", null, [kind, c.size, c.formation].filter(Boolean).join(", ")),
            numbers(c).map((words) => h("small", { class: "number" }, words)),
          ),
        );
      }),
    ),
    game.marks.length > 0 && h("h3", null, "Signs on a counter"),
    h(
      "dl",
      { class: "signs" },
      game.marks.map(([, sign, words]) => [h("dt", null, sign), h("dd", null, words)]),
    ),
  ).classList.add("wide");
}

/** The rules that a turn is played by, on one page. */
export function playerAid(/** @type {import("./types.js").Display} */ game) {
  openSheet(
    "Player aid",
    h(
      "div",
      { class: "player-aid" },
      game.aid.map(([title, ids]) => h("section", null, h("h3", null, title), ids.map(clause))),
    ),
  ).classList.add("wide");
}
