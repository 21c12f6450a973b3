/** The lobby: choose a game, who sits where, and what the options change; go on with matches this browser knows. */

import { h, put } from "../common/dom.js";
import { games, gameSheet } from "../common/api.js";
import { portrait } from "../common/counters.js";
import { firstLesson, SHELF } from "../games/shelf.js";
import { setUp } from "./setup.js";
import { forget, myMatches } from "../common/store.js";

/** @typedef {import("../games/shelf.js").Cover} Cover */

export async function openLobby(/** @type {HTMLElement} */ page) {
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
      h("div", { class: "desk" }, form, h("aside", { class: "paper" }, firstSteps(), matches())),
    ),
  );
  cards[0]?.click();
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

function firstSteps() {
  return h(
    "section",
    null,
    h("h2", null, "New here?"),
    h("p", null, firstLesson.blurb),
    h(
      "p",
      { class: "row" },
      h("a", { class: "act main", href: "#/learn" }, "Guided first game"),
      h("a", { class: "act", href: "#/verify" }, "Open or check a record"),
    ),
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
                    m.broken ? "cannot be opened" : m.over ? "finished" : m.turn ? `turn ${m.turn}` : "",
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
