/** Look back at any moment, and play the match again along a timeline. */

import { h, title } from "./dom.js";

const PACE = 900;

export class Replay {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.t = table;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      value: 0,
      "aria-label": "Moment of the match",
      oninput: () => this.soon(Number(this.slider.value)),
    });
    this.eyes = h(
      "select",
      { "aria-label": "Whose view", onchange: () => this.look(this.state ?? 0) },
      h("option", { value: "" }, "As you saw it"),
      table.sheet.sides.map((side) => h("option", { value: side }, `As ${title(side)} saw it`)),
    );
    this.where = h("span", { class: "where" });
    this.button = h("button", { onclick: () => (this.playing ? this.pause() : this.play()) }, "▶ Play");
    this.el = h(
      "div",
      { class: "replay", hidden: true, role: "group", "aria-label": "Look back" },
      h("button", { "aria-label": "Earlier event", onclick: () => this.step(-1) }, "◀"),
      this.button,
      h("button", { "aria-label": "Later event", onclick: () => this.step(1) }, "▶|"),
      this.slider,
      this.where,
      this.eyes,
      h("button", { class: "act main", onclick: () => this.back() }, "Back to now"),
    );
    this.serial = 0;
  }

  /** The states at which something happened. */
  moments() {
    return [...new Set([0, ...this.t.log.events.map((e) => e.state)])].sort((a, b) => a - b);
  }

  soon(/** @type {number} */ state) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(state), 60);
  }

  async look(/** @type {number} */ state) {
    const serial = ++this.serial;
    const answer = await this.t.link.ask("look", { state, side: this.eyes.value || undefined });
    if (serial !== this.serial || !answer.table) return;
    this.state = state;
    this.el.hidden = false;
    this.eyes.hidden = !this.t.table.over && this.t.mySides().length < 2;
    this.slider.max = String(this.t.table.state);
    this.slider.value = String(state);
    const here = this.t.log.events.filter((e) => e.state <= state).at(-1);
    this.where.textContent = `${state} of ${this.t.table.state}${here ? `: ${here.text}` : ""}`;
    this.t.lookAt(answer.table);
    if (here && here.state === state) this.t.flash(this.t.log.places(here));
  }

  step(/** @type {number} */ by) {
    const all = this.moments(),
      now = this.state ?? this.t.table.state;
    const next = by > 0 ? all.find((m) => m > now) : all.filter((m) => m < now).at(-1);
    if (next !== undefined) this.look(next);
    else this.pause();
    return next !== undefined;
  }

  play() {
    this.playing = setInterval(() => {
      if (!this.step(1)) this.pause();
    }, PACE);
    this.button.textContent = "❚❚ Pause";
    if (this.state === undefined || this.state >= this.t.table.state) this.look(0);
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
    this.t.flash(null);
    this.t.lookAt(null);
  }

  toggle() {
    if (this.el.hidden)
      this.look(
        this.moments()
          .filter((m) => m < this.t.table.state)
          .at(-1) ?? 0,
      );
    else this.back();
  }
}
