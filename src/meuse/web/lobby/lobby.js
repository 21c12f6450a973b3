/** The lobby: choose a game, who sits where, and what the options change; go on with matches this browser knows. */

import { h, put } from "../common/dom.js";
import { games, gameSheet } from "../common/api.js";
import { portrait } from "../common/counters.js";
import { SHELF } from "../games/shelf.js";
import { setUp } from "./setup.js";
import { bests, forget, myMatches } from "../common/store.js";

/** @typedef {import("../games/shelf.js").Cover} Cover */

/** @param {HTMLElement} page @param {string} chosen the game that lies open */
export async function openLobby(page, chosen = "") {
  const known = await games();
  const form = h("div", { class: "setup" });
  const cards = shelf(known).map((g) =>
    card(
      g,
      listed(known, g.name),
      (/** @type {any} */ game) => {
        for (const c of cards) c.setAttribute("aria-pressed", String(c.dataset.game === game.name));
        put(form, setUp(game));
      },
    ),
  );
  put(
    page,
    h(
      "div",
      { class: "lobby-page" },
      h(
        "header",
        { class: "masthead" },
        h("div", { class: "rule-line" }),
        h("h1", null, "Meuse"),
        h("p", null, "Board wargames of May 1940, with every rule enforced"),
        h("div", { class: "rule-line" }),
      ),
      h("section", { class: "shelf", "aria-label": "Games" }, cards),
      h("div", { class: "desk" }, form, h("aside", { class: "paper" }, firstSteps(known), matches(), best(known))),
    ),
  );
  (cards.find((c) => c.dataset.game === chosen) ?? cards[0])?.click();
}

const listed = (/** @type {any[]} */ known, /** @type {string} */ name) => known.find((k) => k.name === name);

/** The games that the server has, in the shelf's order. @param {any[]} known @returns {Cover[]} */
function shelf(known) {
  const more = known.filter((k) => !SHELF.some((g) => g.name === k.name)).map((k) => ({ ...k, counters: [] }));
  return [...SHELF.filter((g) => listed(known, g.name)), ...more];
}

/** The counters of a cover come from the game's own sheet. */
async function cover(/** @type {HTMLElement} */ box, /** @type {Cover} */ { name, counters, face }, /** @type {any} */ game) {
  if (!counters.length) return;
  const sheet = await gameSheet(name, Object.keys(game.scenarios)[0], {});
  put(
    box,
    counters.map((id) => portrait(id, sheet.counters[id], {}, 58, face)),
  );
}

function card(/** @type {Cover} */ shelf, /** @type {any} */ game, /** @type {(g: any) => void} */ choose) {
  const box = h("span", { class: "cover", "aria-hidden": "true" });
  cover(box, shelf, game);
  const [name, sub] = game.title.split(/:\s*/);
  return h(
    "button",
    {
      class: `game-card cover-${shelf.name}`,
      "data-game": shelf.name,
      "aria-pressed": "false",
      onclick: () => choose(game),
    },
    box,
    h("span", { class: "game-name" }, name),
    sub && h("small", null, sub),
    h("span", { class: "blurb" }, game.blurb),
  );
}

/** A guided first game for each that has one. @param {any[]} known */
function firstSteps(known) {
  return h(
    "section",
    { class: "first-steps" },
    h("h2", null, "New here?"),
    h("p", null, "A guided first game takes a quarter of an hour: a small situation, a card that says what to do next, and a first victory."),
    h(
      "ul",
      { class: "guides" },
      shelf(known)
        .map((g) => listed(known, g.name))
        .filter((g) => g.guide)
        .map((g) =>
          h("li", null, h("a", { class: "act main", href: `#/learn/${g.name}` }, g.title.split(":")[0]), h("small", null, g.guide)),
        ),
    ),
    h("p", { class: "row" }, h("a", { class: "act", href: "#/verify" }, "Open or check a record")),
  );
}

function matches() {
  const list = h("ul", { class: "my-matches" });
  const draw = () => {
    const mine = myMatches();
    put(
      list,
      mine.length
        ? mine.map((m) =>
            h(
              "li",
              null,
              h(
                "a",
                { href: `#/match/${m.id}/${m.token}` },
                h("b", null, m.title.split(":")[0]),
                h(
                  "small",
                  null,
                  [
                    m.seats,
                    m.broken ? "cannot be opened" : m.over ? (m.result ?? "finished") : m.turn ? `turn ${m.turn}` : "",
                    new Date(m.opened).toLocaleDateString(),
                  ]
                    .filter(Boolean)
                    .join(" · "),
                ),
              ),
              h(
                "button",
                {
                  class: "plain",
                  title: "Forget this match in this browser",
                  "aria-label": "Forget this match",
                  onclick: () => {
                    forget(m.id, m.token);
                    draw();
                  },
                },
                "×",
              ),
            ),
          )
        : h("li", { class: "none" }, "Matches you open are remembered here."),
    );
  };
  draw();
  return h("section", null, h("h2", null, "Your matches"), list);
}

/** The best results against the game or the computer, kept in this browser. @param {any[]} known */
function best(known) {
  const all = bests();
  if (!all.length) return null;
  return h(
    "section",
    { class: "bests" },
    h("h2", null, "Your bests"),
    h(
      "ul",
      null,
      all.map((b) =>
        h(
          "li",
          null,
          h("b", null, b.title.split(":")[0]),
          ` ${listed(known, b.game)?.scenarios[b.scenario]?.split(":")[0] ?? b.scenario}, ${b.side}: ${b.verdict}`,
          h("small", null, ` ${b.measure} ${b.points} · ${new Date(b.at).toLocaleDateString()}`),
        ),
      ),
    ),
  );
}
