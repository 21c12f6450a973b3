/** The end of a match: verdict, points, the course beside history, losses, battles, luck, and what to do next. */

import { h, put, s, sheet as openSheet, title } from "../common/dom.js";
import { again, inWords } from "../common/ending.js";
import { placed } from "../common/places.js";
import { tallyList } from "./attack.js";
import { ladder } from "./briefing.js";
import { openDiary } from "./diary.js";

/**
 * @typedef {{turn: number, points: Object<string, number>, spearhead: string, hex: string}} Reached
 * @typedef {{what: string, ordinal: number, turn: number, says: string, hex: string, lost: Object<string, string[]>}} Battle
 * @typedef {{tally: import("../common/types.js").Tally|null, turns: Reached[], losses: Object<string, Object<string, number>>,
 *   battles: Battle[], luck: Object<string, {dice: number, rolled: number, expected: number, at_most: number}>,
 *   history: {side: string, days: {turn: number, says: string, hex: string}[]}|null}} Course
 */

export class EndPage {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{api: ReturnType<import("../common/api.js").matchApi>, map: import("./map.js").MapView, log: import("./log.js").Log,
   *   match: import("./matchpanel.js").MatchPanel, replay: import("./replay.js").Replay, victory: import("./victory.js").Victory}} parts
   */
  constructor(scene, { api, map, log, match, replay, victory }) {
    this.scene = scene;
    this.api = api;
    this.map = map;
    this.log = log;
    this.match = match;
    this.replay = replay;
    this.victory = victory;
    this.layer = s("g", { class: "layer-tracks" });
    this.key = h("p", { class: "tracks-key", hidden: true });
    /** @type {Promise<Course>|null} */ this.course = null;
  }

  async open() {
    const { sheet, table, mine } = this.scene;
    const body = h("div", null, h("p", { class: "note" }, "Looking back over the whole match…"));
    const dialog = openSheet("The end", h("p", { class: "verdict" }, inWords(table.outcome)), this.doNext(mine, () => dialog.close()), body);
    dialog.classList.add("end-page", "wide");
    this.course ??= this.api.ending();
    try {
      const course = await this.course;
      put(body, this.points(course), this.days(course, () => dialog.close()), this.losses(course), this.battles(course, () => dialog.close()), luck(course));
    } catch (e) {
      this.course = null;
      put(body, sheet.victory && ladder(sheet.victory, this.victory.points), h("p", { class: "note" }, /** @type {Error} */ (e).message));
    }
  }

  doNext(/** @type {string[]} */ mine, /** @type {() => void} */ close) {
    return h(
      "p",
      { class: "row" },
      mine.length > 0 && h("button", { class: "act main", onclick: () => (close(), this.match.rematch()) }, again(this.scene.sheet.sides)),
      h("button", { onclick: () => (close(), this.replay.toggle()) }, "Replay"),
      h("button", { onclick: () => openDiary(this.api, this.scene.sheet.game) }, "War diary"),
      h("button", { onclick: () => this.match.save() }, "Save the record"),
      h("a", { class: "act", href: "#/" }, "To the lobby"),
    );
  }

  points(/** @type {Course} */ { tally }) {
    const { sheet } = this.scene;
    return h(
      "section",
      null,
      h("h3", null, "Points"),
      tally && tallyList(tally),
      sheet.victory && ladder(sheet.victory, this.victory.points),
    );
  }

  /** Turn by turn: what was reached here, and in history. */
  days(/** @type {Course} */ course, /** @type {() => void} */ close) {
    const { sheet } = this.scene;
    const led = course.turns.some((turn) => turn.hex);
    return h(
      "section",
      null,
      h("h3", null, "Beside history"),
      h(
        "table",
        { class: "days" },
        h("thead", null, h("tr", null, ["Turn", led && "Here", "Points", "In history"].map((x) => x && h("th", null, x)))),
        h(
          "tbody",
          null,
          course.turns.map((turn) =>
            h(
              "tr",
              null,
              h("td", null, turn.turn),
              led && h("td", null, turn.hex ? `${turn.spearhead} at ${placed(turn.hex, sheet)}` : "Nobody on the map"),
              h("td", null, Object.entries(turn.points).map(([side, n]) => `${title(side)} ${n}`).join(", ")),
              h("td", null, course.history?.days.find((day) => day.turn === turn.turn)?.says ?? ""),
            ),
          ),
        ),
      ),
      course.history &&
        h("button", { onclick: () => (close(), this.tracks(course)) }, "Show both tracks on the map"),
    );
  }

  /** History's way and this match's, drawn on the map. */
  tracks(/** @type {Course} */ { turns, history }) {
    const { hexes } = this.scene.sheet;
    const last = turns.at(-1)?.turn ?? 0;
    const way = (/** @type {string[]} */ names) => names.filter((n) => hexes[n]).map((n) => `${hexes[n].x},${hexes[n].y}`).join(" ");
    const ours = turns.map((turn) => turn.hex);
    const theirs = (history?.days ?? []).filter((day) => day.turn <= last).map((day) => day.hex);
    this.map.layers.flash.before(this.layer);
    this.layer.replaceChildren(
      s("polyline", { points: way(theirs), class: "track-history" }),
      s("polyline", { points: way(ours), class: "track-ours" }),
      ...this.stages(theirs, "history", "In history", -1),
      ...this.stages(ours, "ours", "Here", 1),
    );
    put(
      this.key,
      h("span", { class: "track-ours" }, "This match"),
      h("span", { class: "track-history" }, "History"),
      h("small", null, "by turns"),
      h("button", { class: "plain close", "aria-label": "Put the tracks away", onclick: () => this.putAway() }, "✕"),
    );
    this.key.hidden = false;
    this.map.fitHexes([...theirs, ...ours].filter((n) => hexes[n]));
  }

  /** Where a track stood as each turn ended; the two do not cover each other where both stood in one place. */
  stages(/** @type {string[]} */ names, /** @type {string} */ whose, /** @type {string} */ says, /** @type {number} */ side) {
    const { hexes } = this.scene.sheet,
      { size } = this.map.geometry;
    return [...new Set(names)].flatMap((n) => {
      if (!hexes[n]) return [];
      const turns = names.flatMap((name, i) => (name === n ? [i + 1] : [])).join(" ");
      const at = { x: hexes[n].x + side * size * 0.2, y: hexes[n].y };
      return s(
        "g",
        { class: `stage-${whose}`, transform: `translate(${at.x} ${at.y}) scale(${size / 100})` },
        s("title", null, `${says}, turn ${turns}: ${placed(n, this.scene.sheet)}`),
        s("rect", { x: -9 - 7 * turns.length, y: -17, width: 18 + 14 * turns.length, height: 34, rx: 17 }),
        s("text", { "text-anchor": "middle", dy: "0.36em" }, turns),
      );
    });
  }

  putAway() {
    this.layer.remove();
    this.key.hidden = true;
    this.map.home();
  }

  losses(/** @type {Course} */ { losses }) {
    return h(
      "section",
      null,
      h("h3", null, "Losses"),
      Object.keys(losses).length
        ? Object.entries(losses).map(([side, kinds]) =>
            h("p", null, h("b", { class: `ink-${side}` }, `${title(side)}: `), Object.values(kinds).reduce((a, b) => a + b, 0), " lost (", Object.entries(kinds).map(([kind, n]) => `${kind} ${n}`).join(", "), ")"),
          )
        : h("p", null, "No unit was destroyed."),
    );
  }

  battles(/** @type {Course} */ { battles }, /** @type {() => void} */ close) {
    if (!battles.length) return null;
    return h(
      "section",
      { class: "mattered" },
      h("h3", null, battles.length > 1 ? `The ${battles.length} battles that mattered most` : "The battle that mattered"),
      h(
        "ol",
        null,
        battles.map((b) => {
          const event = this.log.events.filter((e) => e.what === b.what)[b.ordinal];
          return h(
            "li",
            null,
            `Turn ${b.turn}: ${b.says} `,
            Object.entries(b.lost).map(([side, names]) => h("small", { class: `ink-${side}` }, `${title(side)} lost ${names.join(", ")}. `)),
            event && h("button", { onclick: () => (close(), this.replay.look(event.state)) }, "Look"),
          );
        }),
      ),
    );
  }
}

/** What the dice were, and what was to be expected of them, exactly. */
function luck(/** @type {Course} */ course) {
  const percent = (/** @type {number} */ p) => (p > 0.995 ? "over 99 %" : p < 0.005 ? "under 1 %" : `${Math.round(p * 100)} %`);
  return h(
    "section",
    { class: "luck" },
    h("h3", null, "The dice"),
    Object.entries(course.luck).map(([side, l]) =>
      h(
        "p",
        null,
        h("b", { class: `ink-${side}` }, `${title(side)}: `),
        `${l.dice} dice on its decisions came to ${l.rolled}; ${l.expected} was to be expected. So little or less comes in ${percent(l.at_most)} of such games.`,
      ),
    ),
    h("p", { class: "note" }, "Whether high or low is good depends on the table that a die is read on."),
  );
}
