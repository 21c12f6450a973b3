/** The card shop: a side's whole deck, what it costs, what is bought, and what is left of the allowance (5.1). */

import { h, title } from "../../common/dom.js";
import { ruleChip } from "../../common/rules.js";
import { card } from "./cards.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

/** Cards are being bought: the shop lies beneath the map. @param {Desk} desk */
export function shop(desk) {
  const { view, side, offer } = desk;
  const buying = view.phase === "set-up" && side && view.rule === "5.1b";
  if (!buying || !offer.has("done")) return null;
  const sheet = /** @type {any} */ (desk.sheet);
  const hand = new Set(view.hands[side]);
  const deck = Object.keys(sheet.cards).filter((id) => sheet.cards[id].side === side && !sheet.cards[id].free);
  const spent = [...hand].reduce((sum, id) => sum + sheet.cards[id].cost, 0);
  const most = sheet.allowance[side];
  return h(
    "div",
    { class: "card-shop" },
    h(
      "header",
      null,
      h("h3", null, `${title(side)} Operational Cards `, ruleChip("5.1a")),
      purse(spent, most),
      h("button", { class: "act main", "data-action": "done", onclick: () => desk.send(["done"]) }, "Done buying"),
    ),
    h("div", { class: "op-cards" }, deck.map((id) => ware(desk, sheet, id, hand))),
  );
}

/** A point of the allowance is a coin. @param {number} spent @param {number} most */
function purse(spent, most) {
  return h(
    "p",
    { class: "purse" },
    h("b", null, `${most - spent}`),
    ` of ${most} points left`,
    h(
      "span",
      { class: "coins", role: "img", "aria-label": `${spent} of ${most} points spent` },
      Array.from({ length: most }, (_, i) => h("i", { class: i < spent ? "gone" : "" })),
    ),
  );
}

const price = (/** @type {number} */ cost) => `Buy for ${cost} ${cost === 1 ? "point" : "points"}`;

/** @param {Desk} desk @param {any} sheet @param {string} id @param {Set<string>} hand */
function ware({ offer, send }, sheet, id, hand) {
  const action = `buy ${id}`;
  if (hand.has(id)) return card(sheet, id, "bought", { says: "bought" });
  if (offer.has(action)) return card(sheet, id, "", { act: () => send([action]), action, says: price(sheet.cards[id].cost) });
  const bars = [...hand].filter((other) => sheet.cards[id].excludes.includes(other) || (sheet.cards[id].plan && sheet.cards[other].plan));
  const lacks = sheet.cards[id].needs.filter((/** @type {string} */ other) => !hand.has(other));
  const why = bars.length
    ? `not with ${sheet.cards[bars[0]].name}`
    : lacks.length
      ? `only with ${sheet.cards[lacks[0]].name}`
      : "too dear now";
  return card(sheet, id, "barred", { says: why });
}
