/** While a computer weighs its plans: how far it is, "Move now", and afterwards what it weighed. */

import { h, put, title } from "../common/dom.js";

/** Plans that are shown of those it weighed. */
const MOST = 4;

const share = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;

/**
 * What a search found, in a sentence. What came out no worse than what it chose is not told apart from it; where nothing
 * was played through, because no plan can be told from another yet, only how things stand is told.
 *
 * @param {{now: number, after: number, plans: [string, number, number][]}} thought
 */
export function chances({ now, after, plans }) {
  if (!plans[0]?.[2]) return `The chance to win stands at ${share(now)}.`;
  const others = plans.slice(1, MOST);
  const worse = others.filter(([, value]) => share(value) !== share(after) && value < after);
  const alike = others.filter((plan) => !worse.includes(plan)).map(([name]) => `“${name}”`);
  const gain = share(now) === share(after) ? share(after) : `${share(after)} instead of ${share(now)}`;
  return [
    `Played through, the plan “${plans[0][0]}” has a chance of ${gain} to win`,
    worse.length && `weighed and found worse: ${worse.map(([name, value]) => `“${name}” ${share(value)}`).join(", ")}`,
    alike.length && `not told apart in so short a trial: ${alike.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ")
    .concat(".");
}

export class Thinking {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link}} parts
   */
  constructor(scene, { link }) {
    this.scene = scene;
    this.link = link;
    this.el = h("div", { class: "computing", hidden: true, role: "status" });
  }

  /** @param {{side: string, done: number, simulations: number, plans: [string, number, number][]}} m */
  heard(m) {
    this.el.hidden = m.done >= 1 && !m.plans.length;
    if (m.done < 1) this.progress(m);
    else this.considered(m);
  }

  /** @param {{side: string, done: number, simulations: number}} m */
  progress({ side, done, simulations }) {
    put(
      this.el,
      h("progress", { max: 1, value: done, "aria-label": `${title(side)} is thinking` }),
      h("span", null, `${simulations} courses of play tried`),
      this.scene.mine.length > 0 &&
        h("button", { class: "act", onclick: () => this.link.ask("hurry") }, "Move now"),
    );
  }

  /** @param {{side: string, plans: [string, number, number][]}} m */
  considered({ side, plans }) {
    const [chosen, ...others] = plans.slice(0, MOST).map(([name, value, tried]) => (tried ? `${name} (${share(value)})` : name));
    put(
      this.el,
      h("span", null, `${title(side)} chose: ${chosen}${others.length ? `; weighed: ${others.join(", ")}` : ""}.`),
      h("button", { class: "act", "aria-label": "Close", onclick: () => (this.el.hidden = true) }, "×"),
    );
  }
}
