/** The air display as a board: airstrikes are dragged, or clicked, into the boxes of their missions, within the caps (24). */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

const [ASSIGN, INTO] = ["assign", "into"];

/** What the board offers, so that it is not offered beside the prompt again. @param {import("../../common/actions.js").Action} a */
export const planned = (a) => a.verb === ASSIGN || a.verb === INTO;

/** Missions are being planned: the display lies beneath the map. @param {Desk} desk */
export function airBoard(desk) {
  const { offer, side, view } = desk;
  if (!side || !offer.all.some(planned)) return null;
  const sheet = /** @type {any} */ (desk.sheet);
  return h(
    "div",
    { class: "air-plan" },
    h(
      "header",
      null,
      h("h3", null, `${title(side)} air display `, ruleChip("24.2a")),
      h("p", null, "Drag airstrikes to their missions, or click one and then a box."),
      caps(view),
      offer.has("done") && h("button", { class: "act main", "data-action": "done", onclick: () => desk.send(["done"]) }, "Done planning"),
    ),
    h("div", { class: "air-boxes" }, sheet.boxes.map((/** @type {any} */ b) => box(desk, b))),
  );
}

/** 24.3.2a: active missions of each country against its air command. @param {any} view */
function caps(view) {
  return h(
    "p",
    { class: "air-caps" },
    "Active missions: ",
    Object.entries(view.air_caps ?? {}).map(([country, { used, most }]) =>
      h("span", { class: used >= most ? "full" : "", title: "active missions, and the most that its air bases command" }, `${title(country)} `, h("b", null, `${used} / ${most}`)),
    ),
    ruleChip("24.3.2a"),
  );
}

/** @param {Desk} desk @param {any} b */
function box(desk, b) {
  const { view, sheet, side, offer, send } = desk;
  const here = Object.keys(view.units).filter((id) => {
    const c = /** @type {any} */ (sheet.counters[id]);
    return c.kind === "air" && c.side === side && view.units[id].box === b.box;
  });
  const into = `${INTO} ${b.box}`;
  const open = offer.has(into);
  const drop = (/** @type {DragEvent} */ e) => {
    e.preventDefault();
    const id = e.dataTransfer?.getData("text/plain") ?? "";
    if (offer.has(`${ASSIGN} ${id}`)) send([`${ASSIGN} ${id}`, into]);
    else if (open) send([into]);
  };
  return h(
    "section",
    {
      class: `air-drop ${b.active ? "active" : "passive"} ${open ? "open" : ""}`,
      "data-box": b.box,
      ondragover: (/** @type {DragEvent} */ e) => e.preventDefault(),
      ondrop: drop,
    },
    open
      ? h("button", { class: "plain box-name", "data-action": into, onclick: () => send([into]) }, name(b, here.length))
      : h("h4", { class: "box-name" }, name(b, here.length)),
    h("div", { class: "rack" }, here.map((id) => strike(desk, id))),
  );
}

/** @param {any} b @param {number} n */
const name = (b, n) => [b.title, n > 0 && h("small", null, ` ${n}`), b.card && h("small", { class: "note" }, ` by the card ${b.card}`)];

/** An airstrike that may be dragged or picked. @param {Desk} desk @param {string} id */
function strike({ sheet, view, offer, send }, id) {
  const action = `${ASSIGN} ${id}`;
  const c = /** @type {any} */ (sheet.counters[id]);
  const free = offer.has(action);
  const picked = view.moving.includes(id);
  const able = c.missions.map((/** @type {string} */ m) => /** @type {any} */ (sheet).boxes.find((/** @type {any} */ b) => b.box === m).title).join(", ");
  return h(
    "button",
    {
      class: `plain airstrike ${free ? "ready" : ""} ${picked ? "picked" : ""}`,
      "data-unit": id,
      "data-action": free ? action : null,
      draggable: free || picked ? "true" : "false",
      title: `${c.title}: ${able}`,
      onclick: () => free && send([action]),
      ondragstart: (/** @type {DragEvent} */ e) => e.dataTransfer?.setData("text/plain", id),
    },
    portrait(id, c, view.units[id], 46),
  );
}
