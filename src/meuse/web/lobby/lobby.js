/** The lobby: choose a game, who sits where, and what the options change; go on with matches this browser knows. */

import { h, put } from "../common/dom.js";
import { games } from "../common/api.js";
import { portrait } from "../common/counters.js";
import { setUp } from "./setup.js";
import { forget, myMatches } from "../common/store.js";

const printed = (
  /** @type {string} */ nation,
  /** @type {string} */ type,
  /** @type {string} */ size,
  /** @type {string} */ designation,
  /** @type {string} */ colour,
  /** @type {string} */ ratings,
) => ({
  name: designation,
  nation,
  type,
  size,
  designation,
  formation: "",
  corps: "",
  colour,
  ratings: ratings.split("-"),
  hq: false,
});

/** The shelf: games that are to come are shown, and marked. */
const SHELF = [
  {
    name: "sedan",
    title: "Sedan",
    counters: [
      printed("german", "armor", "II", "I/1 · 1 Pz", "green", "5-4-10"),
      printed("french", "infantry", "III", "147 · 55 DI", "dark green", "3-4-4"),
    ],
  },
  {
    name: "mansteins-war",
    title: "Manstein's War",
    counters: [
      printed("german", "armor", "XXX", "XIX", "red", "8-5-4"),
      printed("french", "infantry", "XXX", "X", "blue", "4-6-2"),
    ],
  },
  {
    name: "blitzkrieg",
    title: "Blitzkrieg in the West",
    counters: [
      printed("german", "motorized", "XX", "13", "yellow", "5-5-8"),
      printed("belgian", "infantry", "XX", "7", "orange", "2-4-3"),
    ],
  },
  {
    name: "ghost-division",
    title: "Ghost Division",
    counters: [printed("german", "armored recon", "II", "Aufkl 37", "yellow", "1-2-3")],
  },
];

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
    h("p", null, "A small situation near Bertrix teaches the prompts in five minutes."),
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
