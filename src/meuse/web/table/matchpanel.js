/** The match itself: who sits where, links, undo by agreement, resigning, a rematch, the record and its dice. */

import { download, h, put, title, toast } from "../common/dom.js";
import { again } from "../common/ending.js";
import { openDiary } from "./diary.js";
import { findings } from "../common/findings.js";
import { Links } from "./links.js";
import { Notices } from "../common/notices.js";
import { audible, setAudible } from "../common/sound.js";
import { redraw } from "../common/redraw.js";
import { remember } from "../common/store.js";

export class MatchPanel {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, api: ReturnType<import("../common/api.js").matchApi>, id: string, token: string, fair: import("./fairness.js").Fairness, replay: import("./replay.js").Replay, pin: (slip: HTMLElement) => void}} parts
   */
  constructor(scene, { link, api, id, token, fair, replay, pin }) {
    this.scene = scene;
    this.link = link;
    this.api = api;
    this.id = id;
    this.token = token;
    this.fair = fair;
    this.replay = replay;
    this.pin = pin;
    this.verdict = h("div", { class: "verdict-of-dice", role: "status" });
    this.seats = h("ul", { class: "seats" });
    this.back = h("section", { class: "take-back" });
    this.lines = h("div");
    this.record = h("div", { class: "row" });
    this.end = h("section", { class: "finish" });
    this.wishes = h("section", { class: "wishes" }, h("h3", null, "As you like it"));
    this.notices = new Notices(scene, { api });
    this.links = new Links(scene, { api, id, token });
    /** @type {any} */ this.presence = null;
    /** opens the end page @type {() => void} */ this.howItWent = () => {};
    /** @type {any} */ this.slip = null;
    /** @type {string|undefined} */ this.asked = undefined;
    this.el = h(
      "div",
      { class: "match-panel" },
      h("section", null, h("h3", null, "Seats"), this.seats),
      this.links.el,
      this.notices.el,
      h("section", { class: "sounds" }, h("h3", null, "Sound"), soundSwitch()),
      h(
        "section",
        null,
        h("h3", null, "Look back"),
        h("button", { onclick: () => replay.toggle() }, "Replay and timeline"),
      ),
      this.back,
      this.wishes,
      h("section", null, h("h3", null, "Record and dice"), this.lines, this.record, this.verdict),
      this.end,
    );
  }

  update() {
    const { sheet, mine } = this.scene;
    const { over, hindsight } = this.scene.table;
    this.drawOffer();
    this.notices.update();
    this.links.draw();
    redraw(
      this.seats,
      sheet.sides.map((side) => h("li", null, h("b", { class: `ink-${side}` }, title(side)), " ", this.sitter(side))),
    );
    redraw(this.back, mine.length && !over ? this.takeBack(mine) : null);
    redraw(
      this.lines,
      this.fair.lines().map((line) => h("p", { class: "dice-line" }, line)),
    );
    redraw(
      this.record,
      h("button", { class: "export", onclick: () => this.save() }, "Save the record"),
      h("button", { class: "open-diary", onclick: () => openDiary(this.api, sheet.game) }, "War diary"),
      over && h("button", { onclick: () => this.check() }, "Verify the dice"),
      over && h("button", { onclick: () => this.howItWent() }, "How it went"),
      hindsight &&
        h("p", { class: "hindsight" }, "Played with hindsight: the match went back past something that was revealed."),
    );
    redraw(this.end, mine.length ? this.finish(mine, over) : null);
  }

  takeBack(/** @type {string[]} */ mine) {
    const most = Math.max(0, ...mine.map((side) => this.scene.table.undoable?.[side] ?? 0));
    return [
      h("h3", null, "Take back"),
      h("p", null, `You may take back ${plural(most)} without asking.`),
      h(
        "div",
        { class: "row" },
        mine.map((side) => h("button", { onclick: () => this.offer(side) }, `Ask to go back (${title(side)})`)),
      ),
    ];
  }

  finish(/** @type {string[]} */ mine, /** @type {boolean} */ over) {
    return [
      h("h3", null, "Finish"),
      h(
        "div",
        { class: "row" },
        over
          ? h("button", { class: "act main", onclick: () => this.rematch() }, again(this.scene.sheet.sides))
          : mine.map((side) =>
              h("button", { class: "danger", onclick: () => this.resign(side) }, `Resign ${title(side)}`),
            ),
      ),
    ];
  }

  sitter(/** @type {string} */ side) {
    const seat = this.scene.seat(side);
    const here = this.presence?.[side];
    return [
      seat.name && seat.name !== title(side) && seat.name !== side ? `${seat.name} ` : "",
      seat.kind === "computer"
        ? `computer (${[seat.player ?? "staff", seat.level, seat.temper === "even" ? "" : seat.temper].filter(Boolean).join(", ")})`
        : seat.kind === "invite"
          ? "by invitation"
          : "person",
      seat.kind !== "computer" && here !== undefined
        ? h("small", { class: here ? "present" : "away" }, here ? " ● here" : " ○ away")
        : null,
    ];
  }

  async save() {
    try {
      const record = await this.api.record();
      download(`${this.scene.sheet.game}-${this.id}.json`, JSON.stringify(record));
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "refused");
    }
  }

  async check() {
    try {
      put(this.verdict, findings(await this.fair.verdict()));
    } catch (e) {
      this.verdict.textContent = /** @type {Error} */ (e).message;
    }
  }

  async resign(/** @type {string} */ side) {
    if (!(await confirmed(`Resign for the ${title(side)} side? This ends the match.`))) return;
    try {
      await this.api.resign(side);
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "refused");
    }
  }

  async rematch() {
    try {
      const made = await this.api.rematch();
      remember({
        id: made.id,
        token: made.token,
        game: this.scene.sheet.game,
        title: this.scene.sheet.title,
        seats: "rematch",
        invites: made.invites,
        spectate: made.spectate,
      });
      location.hash = `#/match/${made.id}/${made.token}`;
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "refused");
    }
  }

  /** Ask the other side to go back to the last moment this side decided. */
  async offer(/** @type {string} */ side) {
    const moments = this.replay.moments().filter((m) => m < this.scene.table.state);
    const state = this.scene.looking ? this.replay.state : (moments.at(-1) ?? 0);
    let answer = await this.link.ask("offer_undo", { side, state });
    if (answer.warning) {
      if (!(await confirmed(`Go back all the same? Take note: ${answer.reason}.`))) return;
      answer = await this.link.ask("offer_undo", { side, state, hindsight: true });
    }
    if (answer.type === "refused") toast(answer.reason, "refused");
  }

  /** An open offer to go back, for the side that may accept it. */
  drawOffer() {
    const { mine, table } = this.scene;
    const { offer } = table;
    const side = offer && mine.find((s) => !(offer.asked_by ?? [offer.side]).includes(s) && !offer.agreed?.includes(s));
    const asked = JSON.stringify([offer, side]);
    if (asked === this.asked) return;
    this.asked = asked;
    this.slip?.remove();
    if (!offer || !side) return;
    const answer = (/** @type {string} */ type) => this.link.ask(type, { side });
    this.slip = h(
      "div",
      { class: "offer", role: "alertdialog", "aria-label": "An offer" },
      h("p", null, `${title(offer.side)} asks to go back to moment ${offer.state} of ${table.state}.`),
      offer.hindsight && h("p", null, "Something secret has been revealed since: the match would be marked “with hindsight”."),
      h(
        "div",
        { class: "row" },
        h("button", { class: "act main", onclick: () => answer("accept_undo") }, "Accept"),
        h("button", { onclick: () => answer("decline_undo") }, "Decline"),
        h("button", { onclick: () => this.replay.look(offer.state) }, "Look"),
      ),
    );
    this.pin(this.slip);
  }

  /** @param {any} notice */
  heard({ text, rematch }) {
    toast(rematch ? [text, " ", h("a", { href: `#/match/${rematch}/${this.token}` }, "Go there")] : text);
  }
}

const soundSwitch = () =>
  h(
    "label",
    { class: "sound-switch" },
    h("input", {
      type: "checkbox",
      checked: audible(),
      onchange: (/** @type {any} */ e) => setAudible(e.target.checked),
    }),
    " Soft sounds: dice, moves, battles, your turn",
  );

const plural = (/** @type {number} */ n) => (n === 1 ? "1 action" : `${n} actions`);

/** Ask before what cannot be undone. @returns {Promise<boolean>} */
export function confirmed(/** @type {string} */ question) {
  return new Promise((settle) => {
    const dialog = h(
      "dialog",
      { class: "sheet small" },
      h("p", null, question),
      h(
        "form",
        { method: "dialog", class: "row" },
        h("button", { value: "yes", class: "act main" }, "Yes"),
        h("button", { value: "no" }, "No"),
      ),
    );
    dialog.addEventListener("close", () => {
      settle(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
