/** Look back at any moment, and play the match again along a timeline. */

import { h, put, title } from "../common/dom.js";

const PACE = 900;

/** How many times as fast. */
const SPEEDS = [1, 3, 10];

export class Replay {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, log: import("./log.js").Log, dice: import("../common/dice.js").DiceTray, lights: import("./flash.js").Flash, lookAt: (moment: import("../common/types.js").TableMessage|null) => void}} parts
   */
  constructor(scene, { link, log, dice, lights, lookAt }) {
    this.scene = scene;
    this.link = link;
    this.log = log;
    this.dice = dice;
    this.lights = lights;
    this.lookAt = lookAt;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      "aria-label": "Moment of the match",
      oninput: () => this.soon(Number(this.slider.value)),
    });
    this.eyes = h("select", { "aria-label": "Whose eyes", onchange: () => this.look(this.state ?? 0) });
    this.marks = h("div", { class: "timeline-marks" });
    this.speed = h(
      "select",
      { "aria-label": "Speed", onchange: () => this.playing && this.play() },
      SPEEDS.map((n) => h("option", { value: n }, `${n}×`)),
    );
    this.where = h("span", { class: "where" });
    this.button = h("button", { onclick: () => (this.playing ? this.pause() : this.play()) }, "▶ Play");
    this.el = h(
      "div",
      { class: "replay", hidden: true, role: "group", "aria-label": "Look back" },
      h("button", { "aria-label": "Earlier event", onclick: () => this.step(-1) }, "◀"),
      this.button,
      h("button", { "aria-label": "Later event", onclick: () => this.step(1) }, "▶|"),
      this.speed,
      this.where,
      this.eyes,
      h("button", { class: "act main", onclick: () => this.back() }, "Back to now"),
      h("div", { class: "timeline" }, this.slider, this.marks),
    );
    this.serial = 0;
  }

  /** Whose eyes this link may look with: its own seats', and once the match is over everybody's and all. */
  drawEyes() {
    const { table, sheet, mine } = this.scene;
    const sides = table.over ? sheet.sides : mine.length > 1 ? mine : [];
    const list = [["", mine.length ? "As you saw it" : "As a spectator"]];
    for (const side of sides) list.push([side, `As ${title(side)} saw it`]);
    if (table.over) list.push(["all", "All eyes"]);
    if (list.length === this.eyes.options.length) return;
    put(
      this.eyes,
      list.map(([value, text]) => h("option", { value, selected: value === this.eyes.value }, text)),
    );
    this.eyes.hidden = list.length < 2;
  }

  /** Turns, chits and the like along the timeline. */
  drawMarks() {
    const last = this.scene.table.state || 1;
    const heads = this.log.events.filter((e) => e.level === 1 || e.level === 2);
    put(
      this.marks,
      heads.map((e) => {
        const turn = e.level === 1;
        const mark = h(
          "button",
          { class: turn ? "turn" : "", title: e.text, "aria-label": e.text, onclick: () => this.look(e.state) },
          turn ? (e.data?.turn ?? "•") : "",
        );
        mark.style.left = `${(100 * e.state) / last}%`;
        return mark;
      }),
    );
  }

  /** The states at which something happened. */
  moments() {
    return [...new Set([0, ...this.log.events.map((e) => e.state)])].sort((a, b) => a - b);
  }

  soon(/** @type {number} */ state) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(state), 60);
  }

  async look(/** @type {number} */ state) {
    const serial = ++this.serial;
    const answer = await this.link.ask("look", { state, side: this.eyes.value || undefined });
    if (serial !== this.serial || !answer.table) return;
    if (this.el.hidden) this.drawMarks();
    this.state = state;
    this.el.hidden = false;
    this.drawEyes();
    this.slider.max = String(this.scene.table.state);
    this.slider.value = String(state);
    const here = answer.table.events.at(-1) ?? this.log.events.filter((e) => e.state <= state).at(-1);
    this.where.textContent = `${state} of ${this.scene.table.state}${here ? `: ${here.text}` : ""}`;
    this.slider.setAttribute("aria-valuetext", this.where.textContent);
    this.lookAt(answer.table);
    const roll = answer.table.events.map((/** @type {any} */ e) => this.scene.game.roll(e, this.scene.sheet)).find(Boolean);
    if (roll) this.dice.show(roll);
    if (here && here.state === state) this.lights.show(this.log.places([here]));
  }

  step(/** @type {number} */ by) {
    const all = this.moments(),
      now = this.state ?? this.scene.table.state;
    const next = by > 0 ? all.find((m) => m > now) : all.filter((m) => m < now).at(-1);
    if (next !== undefined) this.look(next);
    else this.pause();
    return next !== undefined;
  }

  play() {
    clearInterval(this.playing);
    this.playing = setInterval(
      () => {
        if (!this.step(1)) this.pause();
      },
      PACE / Number(this.speed.value),
    );
    this.button.textContent = "❚❚ Pause";
    if (this.state === undefined || this.state >= this.scene.table.state) this.look(0);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.button.textContent = "▶ Play";
  }

  back() {
    this.pause();
    this.serial++;
    this.state = undefined;
    this.el.hidden = true;
    this.lights.show(null);
    this.lookAt(null);
  }

  toggle() {
    if (this.el.hidden)
      this.look(
        this.moments()
          .filter((m) => m < this.scene.table.state)
          .at(-1) ?? 0,
      );
    else this.back();
  }
}
