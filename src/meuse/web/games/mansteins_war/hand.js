/** Choices off the map: the secret plan, markers to load or play, commands to activate, and pieces that lie in a display. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";
import { inHand, offMap } from "../../table/inhand.js";
import { commandTitle, effect } from "./displays.js";

/** @typedef {import("../../common/types.js").Desk} Desk */
/** @typedef {import("../../common/actions.js").Action} Action */

/** Verbs whose noun is a marker: the heading over them, and what the button for none says. @type {Object<string, [string, string]>} */
const MARKERS = {
  keep: ["Keep one plan, in secret", ""],
  load: ["Load a special marker, in secret", "No special marker"],
  select: ["The marker of the first impulse", ""],
};

/** Verbs for pieces that lie beside the map. @type {Object<string, [string, string]>} */
const PIECES = {
  deploy: ["To set up", "21.0a"],
  bring: ["Reinforcements", "13.1a"],
  refit: ["To rebuild", "14.1a"],
  fly: ["Air units at hand", "16.1a"],
  commit: ["Special forces", "19.0a"],
  drop: ["Airborne troops", "18.0a"],
  support: ["Air support", "16.7a"],
};

/** What the panel offers, so that it is not offered beside the prompt again. @param {Action} a */
export const placed = (a) => a.verb in MARKERS || a.verb === "activate" || (a.kind === "unit" && a.verb in PIECES);

/** @param {Desk} desk */
export function choice(desk) {
  if (!desk.side) return null;
  const pieces = offMap(desk, PIECES).map(({ verb, head, ids }) => group(desk, verb, head, ids));
  const found = [markers(desk), commands(desk), inHand(desk), ...pieces].filter(Boolean);
  return found.length ? h("div", { class: "hand" }, found) : null;
}

/** @param {Desk} desk */
function markers({ offer, sheet, send, view }) {
  const all = offer.all.filter((a) => a.verb in MARKERS);
  if (!all.length) return null;
  const [heading, none] = MARKERS[all[0].verb];
  const known = /** @type {any} */ (sheet).markers;
  return h(
    "section",
    null,
    h("h2", null, heading, " ", ruleChip(view.rule)),
    h(
      "div",
      { class: "marker-cards" },
      all.map((a) => {
        const m = known[a.noun];
        return h(
          "button",
          { class: `marker-card ${m ? `side-${m.side}` : "no-marker"}`, "data-action": a.text, onclick: () => send([a.text]) },
          h("b", null, m?.name ?? none),
          m && h("span", null, m.title),
          m && h("small", null, effect(sheet, m)),
        );
      }),
    ),
  );
}

/** @param {Desk} desk */
function commands({ offer, sheet, send, view }) {
  const all = offer.all.filter((a) => a.verb === "activate");
  if (!all.length) return null;
  const units = (/** @type {string} */ name) =>
    Object.keys(view.units).filter((id) => sheet.counters[id].corps === name && view.units[id].hex).length;
  return h(
    "section",
    null,
    h("h2", null, "Activate ", ruleChip(view.rule)),
    h(
      "div",
      { class: "marker-cards" },
      all.map((a) =>
        h(
          "button",
          { class: "marker-card", "data-action": a.text, onclick: () => send([a.text]) },
          h("b", null, a.noun),
          h("span", null, commandTitle(sheet, a.noun)),
          h("small", null, `${units(a.noun)} units on the map`),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @param {string} verb @param {[string, string]} head @param {string[]} ids */
function group(desk, verb, [heading, rule], ids) {
  const { sheet, view } = desk;
  const later = verb === "deploy" ? Object.entries(view.units).filter(([id, u]) => waits(desk, id, u)).length - ids.length : 0;
  const teams = verb === "deploy" ? byCommand(desk, ids) : [["", ids]];
  return h(
    "section",
    { "data-hand": verb },
    h("h2", null, `${heading}: ${ids.length} `, ruleChip(rule)),
    later > 0 && h("p", { class: "note" }, `${later} more once their logistics units stand.`),
    teams.map(([name, team]) =>
      h(
        "div",
        { class: "team" },
        name && h("h4", null, commandTitle(sheet, /** @type {string} */ (name))),
        h("div", { class: "rack" }, /** @type {string[]} */ (team).map((id) => taken(desk, id))),
      ),
    ),
  );
}

/** A unit of ours that is yet to be set up. @param {Desk} desk @param {string} id @param {any} piece */
const waits = ({ sheet, side }, id, piece) => {
  const c = /** @type {any} */ (sheet.counters[id]);
  return c.side === side && c.kind === "ground" && piece.place === "due" && !piece.due;
};

/** @param {Desk} desk @param {string[]} ids */
function byCommand({ sheet }, ids) {
  const names = [...new Set(ids.map((id) => sheet.counters[id].corps ?? ""))];
  return names.map((name) => [name, ids.filter((id) => sheet.counters[id].corps === name)]);
}

/** @param {Desk} desk @param {string} id */
function taken({ offer, sheet, view, which }, id) {
  const c = sheet.counters[id];
  return h(
    "button",
    {
      class: "plain ready",
      "data-unit": id,
      title: `${c.name}${c.title ? `, ${c.title}` : ""} (${title(c.nation ?? c.side)})`,
      onclick: () => which(offer.units.get(id) ?? []),
    },
    portrait(id, c, view.units[id] ?? {}, 48),
  );
}
