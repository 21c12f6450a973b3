/** One unit in full. */

import { h, title } from "../common/dom.js";
import { condition, portrait } from "../common/counters.js";
import { arm, numbers } from "../common/anatomy.js";
import { ruleChip } from "../common/rules.js";
import { tallyList } from "./attack.js";

/** Parts of a number that are shown at once: a long path lies drawn on the map beneath. */
const LONG = 6;

const folded = (/** @type {import("../common/types.js").Tally} */ tally) =>
  h("details", null, h("summary", null, `${tally.title}: ${tally.total}`), tallyList(tally));

/** Its counter and state in words, and why its numbers are what they are. */
export function unitCard(
  /** @type {import("./scene.js").Scene} */ { sheet, game, view },
  /** @type {import("./socket.js").Link} */ link,
  /** @type {import("./overlays.js").Overlays} */ overlays,
  /** @type {string} */ id,
) {
  const c = sheet.counters[id],
    piece = view.units[id] ?? {},
    words = condition(c, piece);
  const more = h("div", { class: "card-why" });
  const card = h(
    "div",
    { class: "unit-card" },
    portrait(id, c, piece, 108),
    h(
      "div",
      null,
      h("h3", null, c.title && c.title !== c.name ? `${c.name}, ${c.title}` : c.name),
      h(
        "p",
        null,
        [
          `${title(c.nation ?? c.side)} ${arm(c)}`.trim(),
          c.formation,
          c.command ?? (c.corps && c.corps !== c.formation && `${c.corps} Corps`),
        ]
          .filter(Boolean)
          .join(", "),
      ),
      h("p", { class: "numbers" }, numbers(c).join(", ")),
      words.length ? h("p", null, h("b", null, words.join("; "))) : null,
      c.history && h("p", { class: "note" }, c.history),
      piece.hex
        ? h("p", null, `In ${piece.hex}${sheet.hexes[piece.hex]?.name ? `, ${sheet.hexes[piece.hex].name}` : ""}`)
        : h("p", null, piece.place ?? ""),
      more,
    ),
  );
  for (const question of game.questions(id)) {
    link.ask("explain", { question }).then((/** @type {any} */ a) => {
      if (a.tally) more.append(a.tally.parts.length > LONG ? folded(a.tally) : tallyList(a.tally));
    });
  }
  if (piece.hex && sheet.overlays.some((o) => o.what === "supply"))
    overlays.trace(id).then((/** @type {any} */ note) => {
      if (note) more.append(h("p", null, note, " ", ruleChip(game.supplyRule)));
    });
  return card;
}
