/** What lies where around the map: the line on top, the question, tools, cards over the map, the panels beside it. */

import { h } from "../common/dom.js";
import { taste } from "../common/store.js";
import { help } from "./keys.js";

/** @param {import("./table.js").Table} t */
export function layOut(t) {
  const ask = h("div", { class: "ask" }, t.prompt.el, t.prompt.buttons, t.advice.button);
  const table = h(
    "div",
    { class: classes(t) },
    top(t),
    ask,
    felt(t),
    t.drawing.board,
    h("aside", { class: "side" }, t.drawing.ownChoice, t.attack.el, t.panels.el),
    t.handOver.el,
  );
  table.style.setProperty("--mini-ratio", String(t.map.ratio));
  new ResizeObserver(() => makeRoom(table, ask)).observe(ask);
  return table;
}

/** A question with many buttons lies over the map, which never moves under the hand: the map's tools make room. */
function makeRoom(/** @type {HTMLElement} */ table, /** @type {HTMLElement} */ ask) {
  const row = parseFloat(getComputedStyle(table).getPropertyValue("--ask")) || 0;
  table.style.setProperty("--over", `${Math.max(0, ask.offsetHeight - row)}px`);
}

const classes = (/** @type {import("./table.js").Table} */ t) =>
  [
    "table",
    `game-${t.sheet.game}`,
    t.guide && "guided",
    taste("noPanel", false) && "no-panel",
    !t.map.geometry.list.length && "mapless",
  ]
    .filter(Boolean)
    .join(" ");

const top = (/** @type {import("./table.js").Table} */ t) =>
  h(
    "header",
    { class: "top" },
    h("a", { class: "brand", href: "#/", title: "To the lobby" }, "Meuse"),
    t.status.el,
    t.fair.flags,
    t.line,
    t.commands.undoButton,
    h("button", { onclick: () => t.commands.brief() }, "Briefing"),
    h("button", { onclick: () => t.commands.togglePanel() }, "Panel"),
    h("button", { class: "help", onclick: help }, "Help"),
  );

const tool = (/** @type {string} */ text, /** @type {string} */ says, /** @type {() => void} */ act) =>
  h("button", { class: "tool", title: says, "aria-label": says, onclick: act }, text);

const felt = (/** @type {import("./table.js").Table} */ t) =>
  h(
    "div",
    { class: "felt" },
    t.map.host,
    t.edges.el,
    t.ghost.el,
    h(
      "div",
      { class: "tools" },
      tool("+", "Zoom in", () => t.map.zoom(1.25)),
      tool("−", "Zoom out", () => t.map.zoom(0.8)),
      tool("⤢", "The whole map", () => t.map.fit()),
      tool("◎", "Hide or show the counters", () => t.commands.hideCounters()),
      tool("⌕", "Magnifier", () => t.commands.magnify()),
      tool("⇉", "Since your last move", () => t.recap.toggle()),
    ),
    t.commands.overlayBox,
    t.map.mini,
    t.loupe.el,
    t.attack.chip.el,
    t.advice.el,
    t.thinking.el,
    t.dice.el,
    t.playout.el,
    t.recap.el,
    t.report.el,
    t.replay.el,
    t.endPage.key,
    t.menu.el,
    t.guide?.el,
  );
