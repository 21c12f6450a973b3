/** Operational Cards as they are printed. */

import { h } from "../../common/dom.js";

/** @type {Object<string, string>} */
const MOMENTS = { "set-up": "before the campaign", "air phase": "in the air phase of turn 1", "card phase": "in a card phase", shock: "when Shock calls for it" };

/** When a card may be shown. @param {any} c */
function moment({ plays, turns }) {
  const when = plays.map((/** @type {string} */ m) => MOMENTS[m]).join(" or ");
  if (!turns) return when;
  const [first, last] = turns;
  return `${when} of ${first === last ? `turn ${first}` : `turns ${first} to ${last}`}`;
}

/** How long a card holds. @param {any} c */
const duration = (c) => (c.lasts === 0 ? "holds for the whole game" : c.lasts === 1 ? "holds for that turn" : `holds for ${c.lasts} turns`);

/**
 * @param {any} sheet @param {string} id @param {string} state words for its looks
 * @param {{says?: any, act?: (() => void)|null, action?: string}} [more] a line below, and what a click does
 */
export function card(sheet, id, state = "", { says = null, act = null, action = undefined } = {}) {
  const c = sheet.cards[id];
  const inside = [
    h("header", null, h("b", null, c.name), h("span", { class: "card-cost", title: "points of the allowance" }, c.cost)),
    h("p", null, c.text),
    h(
      "footer",
      null,
      h("span", { class: "card-number" }, id),
      c.plan && h("span", { class: "card-tag" }, "plan"),
      c.historical && h("span", { class: "card-tag", title: "one of those of 1940" }, "1940"),
      h("span", null, `shown ${moment(c)}; ${duration(c)}`),
    ),
    says && h("div", { class: "card-says" }, says),
  ];
  const names = `op-card side-${c.side} ${state}`;
  return act
    ? h("button", { class: names, "data-action": action, "data-card": id, onclick: act }, inside)
    : h("article", { class: names, "data-card": id }, inside);
}

/** Its name alone, with the whole text to be had by resting on it. @param {any} sheet @param {string} id */
export const slip = (sheet, id, state = "") =>
  h("span", { class: `card-slip side-${sheet.cards[id].side} ${state}`, title: sheet.cards[id].text }, sheet.cards[id].name);
