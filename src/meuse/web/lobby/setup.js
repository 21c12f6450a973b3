/** A new match: scenario, who sits where, options with what each changes, and the clock. */

import { h, put, title, toast } from "../common/dom.js";
import { gameSides, newMatch } from "../common/api.js";
import { onlyHere, shared } from "../common/share.js";
import { askLeave } from "../common/notices.js";
import { remember } from "../common/store.js";

/** Who sits where, in one click. @type {[string, string, (side: number) => string][]} */
const TABLES = [
  ["alone", "Alone against the computer", (i) => (i === 0 ? "here" : "computer")],
  ["screen", "Two at this screen", () => "here"],
  ["network", "Two across a network", (i) => (i === 0 ? "here" : "invite")],
];

/** The same where all seats share one side's command. @type {typeof TABLES} */
const TOGETHER = [
  ["alone", "You command, the computer leads with you", (i) => (i === 0 ? "here" : "computer")],
  ["screen", "Together at this screen", () => "here"],
  ["network", "Together across a network", (i) => (i === 0 ? "here" : "invite")],
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
          game.takes?.[key] && h("small", { class: "takes" }, game.takes[key]),
        ),
      ),
    ),
  );
  const seating = new Seating(game);
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
        start(game, form, seating.seats, clock);
      },
      onchange: async (/** @type {any} */ e) => {
        if (/^(option-|scenario)/.test(e.target.name)) seating.show(await sidesOf(game, form));
      },
    },
    h("h2", null, "A new match"),
    scenario,
    h("fieldset", null, h("legend", null, "Who sits where"), seating.el),
    options,
    clock.el,
    h("p", { class: "go" }, h("button", { class: "act main big", type: "submit" }, "To the table")),
  );
  return form;
}

/** A row a seat; options may change how many there are. */
class Seating {
  constructor(/** @type {any} */ game) {
    this.game = game;
    this.el = h("div");
    /** @type {any[]} */ this.seats = [];
    this.show(game.sides);
  }

  show(/** @type {string[]} */ sides) {
    if (String(sides) === String(this.seats.map((s) => s.side))) return;
    this.seats = sides.map((side) => seatRow(side, this.game));
    const presets = h(
      "div",
      { class: "presets row" },
      (sides.includes("commander") ? TOGETHER : TABLES).filter(() => sides.length > 1).map(([key, text, kind]) =>
        h(
          "button",
          {
            type: "button",
            "data-preset": key,
            onclick: (/** @type {any} */ e) => {
              this.seats.forEach((s, i) => s.set(kind(i)));
              for (const b of presets.children) b.setAttribute("aria-pressed", String(b === e.currentTarget));
            },
          },
          text,
        ),
      ),
    );
    put(
      this.el,
      presets,
      this.seats.map((s) => s.el),
    );
    presets.querySelector("button")?.click();
  }
}

/** The options that are not as our rulings have them. */
function changed(/** @type {any} */ game, /** @type {FormData} */ data) {
  return Object.fromEntries(
    game.options
      .filter((/** @type {any} */ o) => data.get(`option-${o.name}`) !== o.default)
      .map((/** @type {any} */ o) => [o.name, data.get(`option-${o.name}`)]),
  );
}

async function sidesOf(/** @type {any} */ game, /** @type {HTMLFormElement} */ form) {
  const data = new FormData(form);
  return gameSides(game.name, String(data.get("scenario")), changed(game, data));
}

function seatRow(/** @type {string} */ side, /** @type {any} */ { players, levels = {}, tempers = {} }) {
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
  const level = h("select", { name: `level-${side}`, "aria-label": `${title(side)} computer's level` });
  const temper = h("select", { name: `temper-${side}`, "aria-label": `${title(side)} computer's temper` });
  const listLevels = () => {
    const known = levels[player.value] ?? [];
    put(
      level,
      known.map((/** @type {string} */ l, /** @type {number} */ i) =>
        h("option", { value: l, selected: l === USUAL || (!known.includes(USUAL) && !i) }, title(l)),
      ),
    );
    put(
      temper,
      (tempers[player.value] ?? []).map((/** @type {string} */ t) => h("option", { value: t }, `${title(t)} temper`)),
    );
  };
  const name = h("input", {
    type: "text",
    name: `name-${side}`,
    maxlength: 40,
    placeholder: "Name (optional)",
    "aria-label": `${title(side)} player's name`,
  });
  const show = () => {
    const computer = kind.value === "computer";
    player.hidden = !computer;
    level.hidden = !computer || level.options.length < 2;
    temper.hidden = !computer || temper.options.length < 2;
    name.hidden = computer;
  };
  kind.addEventListener("change", show);
  player.addEventListener("change", () => {
    listLevels();
    show();
  });
  listLevels();
  show();
  return {
    side,
    el: h("div", { class: "seat-row" }, h("b", { class: `flag side-${side}` }, title(side)), kind, player, level, temper, name),
    set: (/** @type {string} */ k) => {
      kind.value = k;
      show();
    },
    get: () =>
      kind.value === "computer"
        ? {
            kind: kind.value,
            player: player.value,
            ...(level.value ? { level: level.value } : {}),
            ...(temper.value ? { temper: temper.value } : {}),
          }
        : { kind: kind.value, ...(name.value.trim() ? { name: name.value.trim() } : {}) },
  };
}

/** @type {Object<string, string>} */
const SKILL = { staff: "Staff: plans its moves", random: "Random: any legal action" };

/** The level that is meant unless another is chosen. */
const USUAL = "regular";

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
  const body = {
    game: game.name,
    scenario: data.get("scenario"),
    options: changed(game, data),
    seats: Object.fromEntries(seats.map((s) => [s.side, s.get()])),
    clock: clock.get(),
    salt: true,
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
    if (Object.values(body.seats).some((s) => s.kind === "invite")) askLeave();
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
        h("p", null, "Each is good once: whoever opens it first has the seat. They stay in the Match panel until then."),
        Object.entries(made.invites).map(([side, token]) =>
          shared(title(side), `${location.origin}/#/match/${made.id}/${token}`, "invite"),
        ),
        onlyHere(),
        h("p", { class: "go" }, h("a", { class: "act main big", href: seat }, "To the table")),
      ),
    );
}
