/** Dice that roll in sight, with the result spelled out. Readers who want no motion see them lie at once. */

import { h, s } from "./dom.js";
import { sound } from "./sound.js";

/** @type {Object<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};
const KEEP = 2600,
  MOST_WAITING = 4;

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function face(/** @type {number} */ n) {
  return s(
    "g",
    null,
    (PIPS[n] ?? []).map(([x, y]) => s("circle", { cx: x * 8, cy: y * 8, r: 3.6 })),
  );
}

export const ROLL = 650;

/** A die that rolls, with what it brings beneath it. @returns {any} */
export function die(
  /** @type {number} */ n,
  /** @type {string} */ colour,
  /** @type {string} */ says = "",
  rolls = true,
) {
  if (says) return h("span", { class: "die-says" }, die(n, colour, "", rolls), h("small", null, says));
  if (rolls) sound("dice");
  const pips = s("g", null, face(n));
  const el = s(
    "svg",
    { class: `die ${colour}`, viewBox: "-18 -18 36 36", role: "img", "aria-label": `die ${n}` },
    s("rect", { x: -16, y: -16, width: 32, height: 32, rx: 6 }),
    pips,
  );
  if (rolls && !still()) {
    el.classList.add("rolling");
    const tumble = setInterval(() => pips.replaceChildren(face(1 + Math.floor(Math.random() * 6))), 70);
    setTimeout(() => {
      clearInterval(tumble);
      el.classList.remove("rolling");
      pips.replaceChildren(face(n));
    }, ROLL);
  }
  return el;
}

export class DiceTray {
  constructor() {
    this.el = h("div", {
      class: "dice-tray",
      role: "status",
      "aria-live": "polite",
      hidden: true,
      onclick: () => this.next(),
    });
    /** @type {{title: string, dice: {n: number, colour: string, says?: string}[], text: any}[]} */
    this.waiting = [];
    this.busy = false;
  }

  /** @param {{title: string, dice: {n: number, colour: string, says?: string}[], text: any}} roll */
  show(roll) {
    this.waiting.push(roll);
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - MOST_WAITING);
    if (!this.busy) this.next();
  }

  /** Put the dice away. */
  clear() {
    this.waiting = [];
    this.next();
  }

  next() {
    clearTimeout(this.timer);
    const roll = this.waiting.shift();
    this.busy = Boolean(roll);
    this.el.hidden = !roll;
    if (!roll) return;
    const text = h("div", { class: "dice-text" }, roll.text);
    this.el.replaceChildren(
      h("div", { class: "dice-title" }, roll.title),
      h(
        "div",
        { class: "dice-row" },
        roll.dice.map((d) => die(d.n, d.colour, d.says)),
      ),
      text,
    );
    if (!still()) {
      text.classList.add("later");
      setTimeout(() => text.classList.remove("later"), ROLL);
    }
    this.timer = setTimeout(() => this.next(), this.waiting.length ? KEEP / 2 : KEEP * 1.5);
  }
}
