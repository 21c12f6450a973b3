/** A new match: scenario, who sits where, options with what each changes, and the clock. */

import { h, put, title, toast } from "./dom.js";
import { newMatch } from "./api.js";
import { remember } from "./store.js";

/** Who sits where, in one click. @type {[string, string, (side: number) => string][]} */
const TABLES = [
  ["alone", "Alone against the computer", (i) => (i === 0 ? "here" : "computer")],
  ["screen", "Two at this screen", () => "here"],
  ["network", "Two across a network", (i) => (i === 0 ? "here" : "invite")],
];

/** @param {any} game */
export function setUp(game) {
  const scenarios = Object.entries(game.scenarios);
  const scenario = h(
    "fieldset",
    { class: "scenarios" },
    h("legend", null, "Scenario"),
    scenarios.map(([key, text], i) =>
      h(
        "label",
        null,
        h("input", { type: "radio", name: "scenario", value: key, checked: i === 0 }),
        h(
          "span",
          null,
          h("b", null, text.split(":")[0]),
          text.includes(":") ? h("small", null, text.split(/:\s*/)[1]) : null,
        ),
      ),
    ),
  );
  const seats = game.sides.map((/** @type {string} */ side) => seatRow(side, game.players));
  const presets = h(
    "div",
    { class: "presets row" },
    TABLES.filter(() => game.sides.length > 1).map(([key, text, kind]) =>
      h(
        "button",
        {
          type: "button",
          "data-preset": key,
          onclick: (/** @type {any} */ e) => {
            seats.forEach((/** @type {any} */ s, /** @type {number} */ i) => s.set(kind(i)));
            for (const b of presets.children) b.setAttribute("aria-pressed", String(b === e.currentTarget));
          },
        },
        text,
      ),
    ),
  );
  const options = h(
    "details",
    { class: "options" },
    h("summary", null, `Options and rulings (${game.options.length})`),
    game.options.map(optionRow),
  );
  const clock = clockRow();
  const form = h(
    "form",
    {
      class: "paper new-match",
      onsubmit: (/** @type {Event} */ e) => {
        e.preventDefault();
        start(game, form, seats, clock);
      },
    },
    h("h2", null, "A new match"),
    scenario,
    h(
      "fieldset",
      null,
      h("legend", null, "Who sits where"),
      presets,
      seats.map((/** @type {any} */ s) => s.el),
    ),
    options,
    clock.el,
    h("p", { class: "go" }, h("button", { class: "act main big", type: "submit" }, "To the table")),
  );
  presets.querySelector("button")?.click();
  return form;
}

function seatRow(/** @type {string} */ side, /** @type {string[]} */ players) {
  const kind = h(
    "select",
    { name: `kind-${side}`, "aria-label": `${title(side)} seat` },
    [
      ["here", "A person here"],
      ["invite", "A person by invitation link"],
      ["computer", "The computer"],
    ].map(([v, text]) => h("option", { value: v }, text)),
  );
  const player = h(
    "select",
    { name: `player-${side}`, "aria-label": `${title(side)} computer player` },
    [...players]
      .sort((a, b) => Number(a === "random") - Number(b === "random"))
      .map((p) => h("option", { value: p }, SKILL[p] ?? title(p))),
  );
  const name = h("input", {
    type: "text",
    name: `name-${side}`,
    maxlength: 40,
    placeholder: "Name (optional)",
    "aria-label": `${title(side)} player's name`,
  });
  const show = () => {
    player.hidden = kind.value !== "computer";
    name.hidden = kind.value === "computer";
  };
  kind.addEventListener("change", show);
  return {
    side,
    el: h("div", { class: "seat-row" }, h("b", { class: `flag side-${side}` }, title(side)), kind, player, name),
    set: (/** @type {string} */ k) => {
      kind.value = k;
      show();
    },
    get: () =>
      kind.value === "computer"
        ? { kind: kind.value, player: player.value }
        : { kind: kind.value, ...(name.value.trim() ? { name: name.value.trim() } : {}) },
  };
}

/** @type {Object<string, string>} */
const SKILL = { staff: "Staff: plans its moves", random: "Random: any legal action", search: "Search: looks ahead" };

const spoken = (/** @type {string} */ value) => title(value).replaceAll("-", " ");

function optionRow(/** @type {any} */ o) {
  return h(
    "label",
    { class: "option" },
    h("span", null, h("b", null, o.title), o.rule && h("i", { class: "rule-chip" }, o.rule), h("small", null, o.says)),
    h(
      "select",
      { name: `option-${o.name}` },
      o.values.map((/** @type {string} */ v) =>
        h("option", { value: v, selected: v === o.default }, spoken(v) + (v === o.default ? " (our ruling)" : "")),
      ),
    ),
  );
}

function clockRow() {
  const kind = h(
    "select",
    { name: "clock", "aria-label": "Clock" },
    [
      ["none", "No clock"],
      ["move", "Minutes for each run of decisions"],
      ["game", "Minutes for the whole game"],
    ].map(([v, t]) => h("option", { value: v }, t)),
  );
  const minutes = h("input", {
    type: "number",
    name: "minutes",
    min: 1,
    max: 10000,
    value: 60,
    "aria-label": "Minutes",
    hidden: true,
  });
  kind.addEventListener("change", () => {
    minutes.hidden = kind.value === "none";
  });
  return {
    el: h("div", { class: "seat-row" }, h("b", null, "Clock"), kind, minutes),
    get: () => (kind.value === "none" ? undefined : { kind: kind.value, seconds: Number(minutes.value) * 60 }),
  };
}

/** @param {any} game @param {HTMLFormElement} form @param {any[]} seats @param {{get: () => any}} clock */
async function start(game, form, seats, clock) {
  const data = new FormData(form);
  const options = Object.fromEntries(
    game.options
      .filter((/** @type {any} */ o) => data.get(`option-${o.name}`) !== o.default)
      .map((/** @type {any} */ o) => [o.name, data.get(`option-${o.name}`)]),
  );
  const body = {
    game: game.name,
    scenario: data.get("scenario"),
    options,
    seats: Object.fromEntries(seats.map((s) => [s.side, s.get()])),
    clock: clock.get(),
  };
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]"));
  button.disabled = true;
  try {
    const made = await newMatch(body);
    remember({
      id: made.id,
      token: made.token,
      game: game.name,
      title: game.title,
      seats: "",
      invites: made.invites,
      spectate: made.spectate,
    });
    if (
      "Notification" in window &&
      Notification.permission === "default" &&
      Object.values(body.seats).some((s) => s.kind === "invite")
    )
      Notification.requestPermission();
    if (Object.keys(made.invites ?? {}).length) showInvites(made, game);
    else location.hash = `#/match/${made.id}/${made.token}`;
  } catch (e) {
    toast(/** @type {Error} */ (e).message, "refused");
  } finally {
    button.disabled = false;
  }
}

function showInvites(/** @type {any} */ made, /** @type {any} */ game) {
  const form = document.querySelector(".setup");
  const seat = `#/match/${made.id}/${made.token}`;
  if (form)
    put(
      form,
      h(
        "div",
        { class: "paper invites" },
        h("h2", null, `${game.title.split(":")[0]}: send these links`),
        h("p", null, "Whoever opens a link has the seat; keep your own to yourself. They stay in the Match panel."),
        Object.entries(made.invites).map(([side, token]) =>
          h(
            "label",
            { class: "link" },
            title(side),
            h("input", {
              type: "text",
              readonly: true,
              class: "invite",
              value: `${location.origin}/#/match/${made.id}/${token}`,
              onfocus: (/** @type {any} */ e) => e.target.select(),
            }),
          ),
        ),
        h("p", { class: "go" }, h("a", { class: "act main big", href: seat }, "To the table")),
      ),
    );
}
