/** The side panel: log, turn, forces, charts, talk and the match itself, one tab each. */

import { h, title } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
import { portrait } from "../common/counters.js";
import { chartPanel } from "../common/charts.js";
import { setTaste, taste } from "../common/store.js";
import { ruleBook } from "../common/rules.js";
import { anatomy, playerAid } from "../common/anatomy.js";
import { tallyList } from "./attack.js";

/** @type {[string, string][]} */
const TABS = [
  ["log", "Log"],
  ["turn", "Turn"],
  ["forces", "Forces"],
  ["charts", "Charts"],
  ["talk", "Talk"],
  ["match", "Match"],
];

export class Panels {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, choices: import("./choices.js").Choices, take: (id: string) => void}} parts
   * @param {Object<string, HTMLElement>} given panels that draw themselves
   */
  constructor(scene, { link, choices, take }, given) {
    this.scene = scene;
    this.link = link;
    this.choices = choices;
    this.take = take;
    this.score = h("div", { class: "why-score" });
    /** @type {Object<string, HTMLElement>} */
    this.bodies = {
      turn: h("div"),
      forces: h("div"),
      charts: h(
        "div",
        null,
        h(
          "p",
          { class: "row" },
          scene.game.aid.length > 0 && h("button", { onclick: () => playerAid(scene.game) }, "Player aid"),
          h("button", { onclick: () => anatomy(scene.sheet, scene.game) }, "Anatomy of a counter"),
          h("button", { onclick: ruleBook }, "All rules in our own words"),
        ),
        chartPanel(scene.sheet, scene.game),
      ),
      ...given,
    };
    this.tabs = TABS.map(([key, text]) =>
      h(
        "button",
        { role: "tab", id: `tab-${key}`, "aria-controls": `panel-${key}`, onclick: () => this.press(key) },
        text,
        h("i", { class: "dot", hidden: true }),
      ),
    );
    this.el = h(
      "div",
      { class: "panels" },
      h("div", { class: "tabs", role: "tablist" }, this.tabs),
      TABS.map(([key]) =>
        h(
          "div",
          { class: `panel panel-${key}`, role: "tabpanel", id: `panel-${key}`, "aria-labelledby": `tab-${key}` },
          this.bodies[key],
        ),
      ),
    );
    this.open(taste("panel", "log"));
  }

  open(/** @type {string} */ key) {
    this.now = key;
    setTaste("panel", key);
    TABS.forEach(([k], i) => {
      this.tabs[i].setAttribute("aria-selected", String(k === key));
      this.el.querySelector(`#panel-${k}`)?.toggleAttribute("hidden", k !== key);
    });
    this.mark(key, false);
    this.el.classList.add("read");
    if (this.scene.shown) this.draw();
  }

  /** A tab was pressed: read it; pressed again, it gives way to the choice at hand where there is room for one only. */
  press(/** @type {string} */ key) {
    const again = this.now === key && this.el.classList.contains("read");
    this.open(key);
    this.el.classList.toggle("read", !again);
  }

  focusTab() {
    this.tabs[TABS.findIndex(([k]) => k === this.now)].focus();
  }

  /** A dot on a tab with news. */
  mark(/** @type {string} */ key, yes = true) {
    const tab = this.tabs[TABS.findIndex(([k]) => k === key)];
    tab.querySelector(".dot").hidden = !yes || this.now === key;
  }

  /** The position is another one: the choice at hand comes first again. */
  update() {
    this.el.classList.remove("read");
    this.draw();
  }

  draw() {
    if (this.now === "turn") this.drawTurn();
    if (this.now === "forces") this.drawForces();
  }

  drawTurn() {
    const { sheet, view, game } = this.scene;
    redraw(
      this.bodies.turn,
      sheet.turns.length > 0 &&
        h(
          "section",
          null,
          h("h3", null, "Turn track"),
          h(
            "ol",
            { class: "track" },
            sheet.turns.map((t) => {
              const due = sheet.reinforcements.filter((r) => r.turn === t.turn);
              return h(
                "li",
                {
                  class: t.turn === view.turn ? "now" : t.turn < view.turn ? "past" : "",
                  "aria-current": t.turn === view.turn ? "step" : null,
                },
                h("b", null, t.turn),
                h("span", null, t.title),
                h(
                  "small",
                  null,
                  Object.entries(view.units)
                    .filter(([, u]) => /** @type {any} */ (u).back === t.turn)
                    .map(([id]) => h("span", null, `${sheet.counters[id].name} returns `)),
                  due.map((r) =>
                    h("span", { class: `ink-${r.side}` }, `${title(r.side)} ${r.units.length}${r.entry ? ` at ${r.entry}` : ""} `),
                  ),
                ),
              );
            }),
          ),
        ),
      view.score &&
        h(
          "section",
          null,
          h("h3", null, "Score"),
          h(
            "p",
            { class: "score" },
            Object.entries(view.score).map(([side, n]) =>
              h("span", { class: `ink-${side}` }, `${title(side)} `, h("b", null, n), " "),
            ),
            h("button", { onclick: async () => this.showScore() }, "Why?"),
          ),
        ),
      view.score && this.score,
      game.panels(view, sheet),
    );
  }

  async showScore() {
    const answer = await this.link.ask("explain", { question: "score" });
    if (answer.tally) redraw(this.score, tallyList(answer.tally));
  }

  /** An entry with its hex where the map's edge has a letter for it. */
  entry(/** @type {string} */ label) {
    const hex = this.scene.sheet.entries?.find((e) => e.label === label)?.hex;
    return hex && hex !== label ? `${label} (${hex})` : label;
  }

  /** The places off the map where pieces lie, those of the game's own list first. */
  placesOff() {
    const found = new Set(
      Object.values(this.scene.view.units)
        .map((/** @type {any} */ u) => (u.hex ? "" : (u.place ?? "")))
        .filter((p) => p && p !== "due" && p !== "map"),
    );
    const listed = Object.keys(this.scene.game.places);
    return [...listed.filter((p) => found.has(p)), ...[...found].filter((p) => !listed.includes(p))];
  }

  drawForces() {
    const { sheet, view, game } = this.scene;
    const { units } = view;
    const group = (/** @type {string} */ place) =>
      sheet.sides.map((side) => [
        side,
        Object.keys(units).filter((id) => units[id].place === place && sheet.counters[id]?.side === side),
      ]);
    const rack = (/** @type {string[]} */ ids) =>
      h(
        "div",
        { class: "rack" },
        ids.map((id) =>
          h(
            "button",
            {
              class: `plain ${this.choices.offer.units.has(id) ? "ready" : ""}`,
              title: sheet.counters[id].name,
              "data-unit": id,
              onclick: () => this.take(id),
            },
            portrait(id, sheet.counters[id], units[id], 46),
          ),
        ),
      );
    const last = Math.max(...sheet.turns.map((t) => t.turn));
    const turns = sheet.reinforcements
      .filter((r) => r.turn <= last)
      .map((r) => ({ ...r, units: r.units.filter((id) => units[id]?.place === "due") }))
      .filter((r) => r.units.length);
    redraw(
      this.bodies.forces,
      sheet.reinforcements.length > 0 &&
        h(
          "section",
          null,
          h("h3", null, "Reinforcements"),
          turns.length
            ? turns.map((r) =>
                h(
                  "div",
                  { class: `due ${r.turn <= view.turn ? "ready" : ""}` },
                  h(
                    "h4",
                    null,
                    h("span", { class: `ink-${r.side}` }, title(r.side)),
                    ` turn ${r.turn}${r.entry ? ` at ${this.entry(r.entry)}` : ""}`,
                    r.turn <= view.turn ? " (due)" : "",
                  ),
                  rack(r.units),
                ),
              )
            : h("p", null, "None to come."),
        ),
      ...this.placesOff().map((place) => {
        const text = game.places[place] ?? title(place).replaceAll("-", " ");
        const sides = group(place).filter(([, ids]) => ids.length);
        return sides.length
          ? h(
              "section",
              null,
              h("h3", null, text),
              sides.map(([side, ids]) =>
                h(
                  "div",
                  null,
                  h("h4", { class: `ink-${side}` }, `${title(/** @type {string} */ (side))}: ${ids.length}`),
                  rack(/** @type {string[]} */ (ids)),
                ),
              ),
            )
          : null;
      }),
    );
  }
}
