/** Everything by keyboard. The list here is the list that help shows. */

import { h, sheet } from "../common/dom.js";

/** @typedef {{keys: string[], says: string, act: (t: import("./table.js").Table, e: KeyboardEvent) => void}} Key */

const cursor =
  (/** @type {number} */ dx, /** @type {number} */ dy) => (/** @type {any} */ t, /** @type {KeyboardEvent} */ e) =>
    e.altKey ? t.map.pan(-dx * 120, -dy * 120) : t.cursor.move(dx, dy);

/** @type {Key[]} */
export const KEYS = [
  {
    keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
    says: "Move the cursor (with Alt: the map)",
    act: (t, e) => cursor(...ARROWS[e.key])(t, e),
  },
  {
    keys: ["Tab"],
    says: "Next lit choice (with Shift: the one before)",
    act: (t, e) => t.cursor.cycle(e.shiftKey ? -1 : 1),
  },
  {
    keys: ["Enter"],
    says: "Do what is lit at the cursor; with Shift a move goes on from there",
    act: (t, e) => t.cursor.enter(e.shiftKey),
  },
  {
    keys: [" "],
    says: "Spread or fold the stack at the cursor; in a stack, next unit. While events are played out: the next",
    act: (t) => (t.scene.playing ? t.playout.hasten() : t.cursor.spread()),
  },
  {
    keys: ["Escape"],
    says: "Let go of the unit or the work, fold the stack, leave the attack or the move that was begun, skip what is played out, back to now",
    act: (t) => t.commands.escape(),
  },
  { keys: ["e"], says: "The main button (End, Attack, Done, Pass)", act: (t) => t.prompt.pressMain() },
  {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    says: "The first to ninth button (with Alt: overlays, in the order of their menu)",
    act: (t, e) => (e.altKey ? t.overlays.toggleAt(Number(e.key) - 1) : t.prompt.press(Number(e.key) - 1)),
  },
  { keys: ["t"], says: "Take the whole stack along with the picked unit", act: (t) => t.choices.together.takeStack() },
  {
    keys: ["n"],
    says: "The next unit that can still act (with Shift: the one before)",
    act: (t, e) => t.cursor.nextUnit(e.shiftKey ? -1 : 1),
  },
  { keys: ["u"], says: "Undo: a whole move at a time", act: (t) => t.commands.undo() },
  { keys: ["b"], says: "The briefing: who you are, what wins, hints, options", act: (t) => t.commands.brief() },
  { keys: ["v"], says: "How far the game is won, and why", act: (t) => t.victory.open() },
  { keys: ["a"], says: "Ask the staff what it would do here", act: (t) => t.advice.ask() },
  { keys: ["i"], says: "All about the unit under the mouse, or at the cursor", act: (t) => t.cursor.inspect() },
  { keys: ["w"], says: "Why not? Ask about the hex at the cursor", act: (t) => t.cursor.why() },
  { keys: ["h"], says: "Hide or show the counters", act: (t) => t.commands.hideCounters() },
  { keys: ["m"], says: "Magnifier on or off", act: (t) => t.commands.magnify() },
  { keys: ["+", "="], says: "Zoom in", act: (t) => t.map.zoom(1.25) },
  { keys: ["-"], says: "Zoom out", act: (t) => t.map.zoom(0.8) },
  { keys: ["f", "0"], says: "The whole map", act: (t) => t.map.fit() },
  { keys: ["o"], says: "Overlays", act: (t) => t.commands.showOverlays() },
  { keys: ["r"], says: "Since your last move: what the other side has done", act: (t) => t.recap.toggle() },
  { keys: ["l"], says: "Look back: timeline and replay", act: (t) => t.replay.toggle() },
  { keys: ["[", "]"], says: "Earlier, later event", act: (t, e) => t.replay.step(e.key === "[" ? -1 : 1) },
  { keys: ["g"], says: "Go through the panels", act: (t) => t.commands.nextPanel() },
  {
    keys: ["c"],
    says: "Chat",
    act: (t) => {
      t.panels.open("talk");
      t.talk.input.focus();
    },
  },
  { keys: ["p"], says: "Show or hide the side panel", act: (t) => t.commands.togglePanel() },
  { keys: ["?"], says: "This list", act: () => help() },
];

/** @type {Object<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {import("./table.js").Table} t */
export function listen(t) {
  const on = (/** @type {KeyboardEvent} */ e) => {
    const el = /** @type {HTMLElement} */ (e.target);
    if (document.querySelector("dialog[open]") || !t.handOver.el.hidden || e.ctrlKey || e.metaKey) return;
    if (el.matches?.("input, textarea, select") && e.key !== "Escape") return;
    const onMap = el === document.body || t.map.host.contains(el);
    if (!onMap && ["Tab", "Enter", " ", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].includes(e.key)) return;
    if (e.key === "Tab" && !t.cursor.spots().length) return;
    const found = KEYS.find((k) => k.keys.includes(e.key) || (e.shiftKey && k.keys.includes(e.key.toLowerCase())));
    if (!found) return;
    e.preventDefault();
    if (el.matches?.("input, textarea, select")) el.blur();
    found.act(t, e);
  };
  document.addEventListener("keydown", on);
  return () => document.removeEventListener("keydown", on);
}

const SHOWN = { " ": "Space", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };

export function help() {
  sheet(
    "Keys and touch",
    h(
      "p",
      null,
      "What can be done now is lit, and nothing else. Click a lit counter, then a shaded hex; the number is the cost. Shift-click sets a waypoint and goes on. A counter can also be dragged, with Shift its whole stack. A second click on what was chosen takes it out again; a double click, or a click with Shift, takes the whole stack, or everybody who can attack there; Shift and a drag over the map draws a box around those to be chosen. On a tablet tap a stack to spread it, pinch to zoom.",
    ),
    h(
      "dl",
      { class: "keys" },
      KEYS.map((k) => [
        h(
          "dt",
          null,
          (k.keys.length > 4 ? [k.keys[0], "…", k.keys[k.keys.length - 1]] : k.keys).map((x) =>
            x === "…" ? "…" : h("kbd", null, /** @type {any} */ (SHOWN)[x] ?? x),
          ),
        ),
        h("dd", null, k.says),
      ]),
    ),
    h("p", null, "From a button or panel, Escape brings the keys back to the map."),
  );
}
