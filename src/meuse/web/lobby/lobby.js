/** The lobby: choose a game, who sits where, and what the options change; go on with matches this browser knows. */

import { h, put } from "../common/dom.js";
import { games } from "../common/api.js";
import { portrait } from "../common/counters.js";
import { firstLesson, SHELF } from "../games/shelf.js";
import { setUp } from "./setup.js";
import { forget, myMatches } from "../common/store.js";

export async function openLobby(/** @type {HTMLElement} */ page) {
  const known = await games();
  const form = h("div", { class: "setup" });
  const shelf = [
    ...SHELF,
    ...known
      .filter((/** @type {any} */ k) => !SHELF.some((g) => g.name === k.name))
      .map((/** @type {any} */ k) => ({ ...k, counters: [] })),
  ];
  const cards = shelf.map((g) =>
    card(
      g,
      known.find((/** @type {any} */ k) => k.name === g.name),
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
  cards.find((c) => !c.disabled)?.click();
}

function card(/** @type {any} */ shelf, /** @type {any} */ game, /** @type {(g: any) => void} */ choose) {
  const playable = game && game.playable !== false;
  const [name, sub] = (game?.title ?? shelf.title).split(/:\s*/);
  return h(
    "button",
    {
      class: `game-card cover-${shelf.name}`,
      disabled: !playable,
      "data-game": shelf.name,
      "aria-pressed": "false",
      onclick: () => choose(game),
    },
    h(
      "span",
      { class: "cover", "aria-hidden": "true" },
      shelf.counters.map((/** @type {any} */ c) => portrait("", c, {}, 58)),
    ),
    h("span", { class: "game-name" }, name),
    sub && h("small", null, sub),
    h("span", { class: "blurb" }, game?.blurb),
    !playable && h("span", { class: "stamp" }, "Not yet playable"),
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
