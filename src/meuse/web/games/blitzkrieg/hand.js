/** Choices off the map: cards to play, units to set up, to bring in or to call. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";
import { inHand, offMap } from "../../table/inhand.js";
import { card } from "./cards.js";

/** @typedef {import("../../common/types.js").Desk} Desk */
/** @typedef {import("../../common/actions.js").Action} Action */

/** Verbs for pieces that lie beside the map. @type {Object<string, [string, string]>} */
const PIECES = {
  deploy: ["To set up", "5.1c"],
  bring: ["Reinforcements", "10.0a"],
  call: ["Strategic reserve, for Shock", "10.8a"],
  press: ["To fight intensively", "38.0a"],
  patrol: ["Combat Air Patrol", "28.1a"],
  down: ["Shot down: your choice", "25.3a"],
  wear: ["Fatigued: your choice", "25.3b"],
  again: ["To fly again, Fatigued", "24.6.1a"],
  scout: ["Reconnaissance", "19.1d"],
  supply: ["Supply by air", "31.1a"],
  join: ["Airstrikes at hand", "26.2a"],
  escort: ["Escorts", "28.4a"],
};

/** The rule by which cards are shown. */
const SHOWING = "6.2b";

/** What the panel or the shop offers, so that it is not offered beside the prompt again. @param {Action} a */
export const placed = (a) => a.verb === "play" || a.verb === "buy" || (a.kind === "unit" && a.verb in PIECES);

/** @param {Desk} desk */
export function choice(desk) {
  if (!desk.side) return null;
  const pieces = offMap(desk, PIECES).map(({ verb, head, ids }) => group(desk, verb, head, ids));
  const found = [toPlay(desk), inHand(desk), ...pieces].filter(Boolean);
  return found.length ? h("div", { class: "bk-hand" }, found) : null;
}

/** The hand, with the cards that may be shown now. @param {Desk} desk */
function toPlay({ offer, sheet, view, side, send }) {
  if (!side || view.rule !== SHOWING || !view.hands[side].length) return null;
  const now = (/** @type {string} */ id) => offer.has(`play ${id}`);
  const hand = view.hands[side].slice().sort((/** @type {string} */ a, /** @type {string} */ b) => Number(now(b)) - Number(now(a)));
  return h(
    "section",
    { "data-hand": "play" },
    h("h2", null, "Your hand ", ruleChip(view.rule)),
    h(
      "div",
      { class: "op-cards" },
      hand.map((/** @type {string} */ id) =>
        now(id)
          ? card(sheet, id, "", { act: () => send([`play ${id}`]), action: `play ${id}`, says: "Show it; it has been paid for" })
          : card(sheet, id, "barred", { says: "not now" }),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} verb @param {[string, string]} head @param {string[]} ids */
function group(desk, verb, [heading, rule], ids) {
  const { view, side, sheet } = desk;
  const waiting = Object.keys(view.units).filter((id) => view.units[id].place === "waiting" && sheet.counters[id].side === side);
  const later = verb === "deploy" ? waiting.length - ids.length : 0;
  return h(
    "section",
    { "data-hand": verb },
    h("h2", null, `${heading}: ${ids.length} `, ruleChip(rule)),
    later > 0 && h("p", { class: "note" }, `${later} more once their headquarters stand.`),
    teams(desk, ids).map(([name, team]) =>
      h("div", { class: "team" }, h("h4", null, name), h("div", { class: "rack" }, team.map((id) => taken(desk, verb, id)))),
    ),
  );
}

/** Headings of the racks, in order. @type {[string, (c: any) => boolean][]} */
const TEAMS = [
  ["Airstrikes", (c) => c.kind === "air"],
  ["Headquarters", (c) => c.hq],
  ["Air bases", (c) => c.type === "air base"],
  ["Deception units", (c) => c.type === "deception"],
  ["Corps", (c) => c.size === "XXX" || c.size === "XXXX"],
  ["Divisions and smaller", () => true],
];

/** @param {Desk} desk @param {string[]} ids @returns {[string, string[]][]} */
function teams({ sheet }, ids) {
  const nations = [...new Set(ids.map((id) => sheet.counters[id].nation ?? ""))];
  return nations.flatMap((nation) => {
    let left = ids.filter((id) => sheet.counters[id].nation === nation);
    return TEAMS.flatMap(([name, fits]) => {
      const team = left.filter((id) => fits(sheet.counters[id]));
      left = left.filter((id) => !team.includes(id));
      const heading = nations.length > 1 ? `${title(nation)}: ${name.toLowerCase()}` : name;
      return team.length ? [/** @type {[string, string[]]} */ ([heading, team])] : [];
    });
  });
}

/** @param {Desk} desk @param {string} verb @param {string} id */
function taken({ offer, sheet, view, which }, verb, id) {
  const c = sheet.counters[id];
  const price = verb === "call" ? view.units[id]?.price : undefined;
  return h(
    "button",
    {
      class: "plain ready",
      "data-unit": id,
      title: `${c.name}${c.title ? `, ${c.title}` : ""} (${title(c.nation ?? c.side)})`,
      onclick: () => which(offer.units.get(id) ?? []),
    },
    portrait(id, c, view.units[id] ?? {}, 48),
    price !== undefined && h("small", { class: "shock-price" }, `${price} Shock`),
  );
}
