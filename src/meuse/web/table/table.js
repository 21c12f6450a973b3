/** The table of one match: it takes what the server sends and hands it to map, prompt, panels and keys. */

import { h, put, sheet as openSheet, title } from "../common/dom.js";
import { matchApi } from "../common/api.js";
import { viewAfter, viewsOf } from "../common/changes.js";
import { Advice } from "./advice.js";
import { AttackPanel } from "./attack.js";
import { Choices } from "./choices.js";
import { condition, useFaces } from "../common/counters.js";
import { Cursor } from "./cursor.js";
import { DiceTray } from "../common/dice.js";
import { Fairness } from "./fairness.js";
import plain from "../games/plain.js";
import { Flash } from "./flash.js";
import { Hands } from "./hands.js";
import { HandOver } from "./handover.js";
import { help, listen } from "./keys.js";
import { Laying } from "./laying.js";
import { Log } from "./log.js";
import { Loupe } from "./loupe.js";
import { MapView } from "./map.js";
import { MatchPanel } from "./matchpanel.js";
import { Menu } from "./menu.js";
import { openOn } from "./opening.js";
import { Overlays } from "./overlays.js";
import { Panels, unitCard } from "./panels.js";
import { Playout } from "./playout.js";
import { Prompt } from "./prompt.js";
import { Replay } from "./replay.js";
import { redraw } from "../common/redraw.js";
import { useRules } from "../common/rules.js";
import { Link } from "./socket.js";
import { Stacks } from "./stacks.js";
import { Status } from "./status.js";
import { remember, setTaste, taste } from "../common/store.js";
import { Talk } from "./talk.js";

export class Table {
  /**
   * @param {HTMLElement} page @param {string} id @param {string} token
   * @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game
   * @param {any} guide teaches the first game
   */
  constructor(page, id, token, sheet, game, guide) {
    this.id = id;
    this.token = token;
    this.sheet = sheet;
    this.guide = guide;
    this.api = matchApi(id, token);
    this.game = game;
    useRules(sheet.rules);
    useFaces(this.game);
    this.laying = new Laying(sheet, this.game);
    /** @type {any} number and view of the last table, as they were sent */ this.sent = null;
    /** @type {import("../common/types.js").TableMessage} the match as it is */ this.table = /** @type {any} */ (null);
    /** @type {import("../common/types.js").TableMessage} what is shown: the same, or a moment looked back at */ this.shown =
      /** @type {any} */ (null);
    this.looking = false;
    this.mails = false;
    this.map = new MapView(sheet, {
      tap: (spot) => this.hands.tap(spot),
      hover: (spot) => this.hands.hover(spot),
      grab: (spot) => this.hands.grab(spot),
    });
    this.stacks = new Stacks(this.map, sheet, this.game);
    this.choices = new Choices(this);
    /** @type {Hands} */ this.hands = new Hands({
      choices: this.choices,
      stacks: this.stacks,
      spread: Boolean(game.layout),
      watching: () => this.watching,
      before: (spot) => this.tapped(spot),
      see: (hex) => this.see(hex),
    });
    this.lights = new Flash(this.map, sheet, (unit) => this.shown.view.units[unit]?.hex);
    this.menu = new Menu(() => this.map.host.focus({ preventScroll: true }));
    this.cursor = new Cursor(this);
    this.log = new Log(this);
    this.replay = new Replay(this);
    this.attack = new AttackPanel(this);
    this.advice = new Advice(this);
    this.playout = new Playout(this);
    this.board = h("section", { class: "own-board", hidden: true, "aria-label": "Display" });
    this.ownChoice = h("section", { class: "own-choice", hidden: true, "aria-label": "Choice" });
    this.dice = new DiceTray();
    this.fair = new Fairness(this);
    this.status = new Status(this);
    this.prompt = new Prompt(this);
    this.loupe = new Loupe(this);
    this.taken = 0;
    /** @type {string|null} */ this.loupeHex = null;
    this.link = new Link(id, token);
    this.overlays = new Overlays(this);
    this.talk = new Talk(this);
    this.match = new MatchPanel(this);
    this.panels = new Panels(this, { log: this.log.el, talk: this.talk.el, match: this.match.el });
    this.handOver = new HandOver(this);
    this.stacks.onFan = () => this.choices.draw();
    this.build(page);
    this.hear();
    this.stopKeys = listen(this);
    this.ticking = setInterval(() => {
      if (this.table?.clocks) this.status.tick();
    }, 1000);
  }

  build(/** @type {HTMLElement} */ page) {
    this.line = h("span", { class: "link-state", role: "status" });
    this.overlayBox = h(
      "details",
      { class: "overlay-box", hidden: !this.overlays.kinds.length },
      h("summary", null, "Overlays"),
      this.overlays.el,
    );
    const tool = (/** @type {string} */ text, /** @type {string} */ says, /** @type {() => void} */ act) =>
      h("button", { class: "tool", title: says, "aria-label": says, onclick: act }, text);
    this.undoButton = h("button", { class: "undo", onclick: () => this.undo() }, "Undo");
    this.el = h(
      "div",
      {
        class: [
          "table",
          `game-${this.sheet.game}`,
          taste("noPanel", false) && "no-panel",
          !this.map.geometry.list.length && "mapless",
        ]
          .filter(Boolean)
          .join(" "),
      },
      h(
        "header",
        { class: "top" },
        h("a", { class: "brand", href: "#/", title: "To the lobby" }, "Meuse"),
        this.status.el,
        this.fair.flags,
        this.line,
        this.undoButton,
        h("button", { onclick: () => this.togglePanel() }, "Panel"),
        h("button", { class: "help", onclick: help }, "Help"),
      ),
      h("div", { class: "ask" }, this.prompt.el, this.prompt.buttons, this.advice.button),
      h(
        "div",
        { class: "felt" },
        this.map.host,
        h(
          "div",
          { class: "tools" },
          tool("+", "Zoom in", () => this.map.zoom(1.25)),
          tool("−", "Zoom out", () => this.map.zoom(0.8)),
          tool("⤢", "The whole map", () => this.map.fit()),
          tool("◎", "Hide or show the counters", () => this.hideCounters()),
          tool("⌕", "Magnifier", () => this.magnify()),
        ),
        this.overlayBox,
        this.map.mini,
        this.loupe.el,
        this.advice.el,
        this.dice.el,
        this.playout.el,
        this.replay.el,
        this.menu.el,
      ),
      this.board,
      h("aside", { class: "side" }, this.ownChoice, this.attack.el, this.panels.el),
      this.handOver.el,
    );
    put(page, this.el);
    this.map.host.focus({ preventScroll: true });
  }

  hear() {
    const on = (/** @type {string} */ type, /** @type {(m: any) => void} */ fn) =>
      this.link.addEventListener(type, (/** @type {any} */ e) => fn(e.detail));
    on("table", (m) => this.take(m));
    on("chat", (m) => this.talk.hear(m));
    on("talk", (m) => m.lines.forEach((/** @type {any} */ line) => this.talk.hear(line)));
    on("dice", (m) => {
      this.fair.hear(m);
      this.match.update();
    });
    on("notice", (m) => this.match.heard(m));
    on("presence", (m) => {
      this.match.presence = m.seats;
      this.match.update();
      this.match.links.load();
    });
    on("error", (m) => m.final && this.say(m.reason));
    on("connected", () => this.say(""));
    on("connecting", () => this.say(this.table ? "connecting…" : ""));
    on("lost", (why) => this.say(`${why || "connection lost"}, trying again…`));
    on("acting", () => this.el.classList.add("sending"));
    on("settled", () => this.el.classList.remove("sending"));
  }

  say(/** @type {string} */ text) {
    this.line.textContent = text;
    this.el?.classList.toggle("offline", Boolean(text));
  }

  leave() {
    this.stopKeys();
    useFaces(plain);
    clearInterval(this.ticking);
    this.link.close();
    this.replay.pause();
    this.playout.stop();
  }

  mySides() {
    return this.table.seats.mine;
  }

  seat(/** @type {string} */ side) {
    return this.table.seats.all[side] ?? { kind: "here", name: "" };
  }

  /** Nothing can be done now: a moment is looked back at, or what has happened is being played out. */
  get watching() {
    return this.looking || this.playout.on;
  }

  /** A table has come from the server. */
  take(/** @type {import("../common/types.js").TableMessage} */ m) {
    const first = !this.table;
    const views = this.viewed(m);
    if (!views) {
      this.link.ask("again");
      return;
    }
    this.taken = Date.now();
    this.table = m;
    this.say(m.trouble);
    this.el.dataset.state = String(m.state);
    if (!first && views.length && this.playout.wants(m)) {
      this.playout.play(this.log.take(m, true), views);
      return;
    }
    this.playout.stop();
    const news = this.log.take(m);
    if (!this.looking) this.shown = m;
    if (first) this.opened();
    this.handOver.update();
    this.talk.update();
    this.refresh();
    if (!this.looking) for (const e of news) this.announce(e);
    this.settle(first);
  }

  /**
   * Give a table its view where only changes were sent; gives back the views that its events lead through, none of
   * them where the whole view was sent, and null if the changes are not those of the table that is here.
   */
  viewed(/** @type {import("../common/types.js").TableMessage} */ m) {
    const sent = this.sent;
    if (!m.view && m.number !== sent?.number + 1) return null;
    const view = m.view ?? viewAfter(sent.view, m);
    const steps = m.view ? [] : viewsOf(sent.view, m, view);
    this.sent = { number: m.number, view };
    m.view = this.laying.lay(view);
    return steps.map((step) => this.laying.lay(step));
  }

  /** The position stands, and nothing is left to tell. */
  settle(first = false) {
    this.notify(first);
    this.showLit(first);
    this.guide?.update(this);
  }

  opened() {
    const seats = this.sheet.sides
      .map((side) => `${title(side)}: ${this.seat(side).name || this.seat(side).kind}`)
      .join(", ");
    const { game, title: named } = this.sheet;
    remember({ id: this.id, token: this.token, game, title: named, seats, broken: false });
    this.talk.load();
    if (this.mails) this.match.notices.load();
    openOn(this.map, this.game, this.shown.view, this.guide?.hexes);
  }

  /** At a new chit or the like of this player's, go where the lit units are. */
  showLit(/** @type {boolean} */ first) {
    const focus = this.choices.side ? this.game.focus(this.table.view) : null;
    if (focus && focus !== this.lastFocus && !first && !this.looking) {
      this.map.revealSome([...this.choices.offer.units.keys()].map((u) => this.table.view.units[u]?.hex));
    }
    this.lastFocus = focus;
  }

  /** @param {Object<string, string>} from hexes that counters new to the table come from */
  refresh(from = {}) {
    const { view } = this.shown;
    this.laying.turnUp(view);
    this.stacks.draw(view, from);
    redraw(this.map.layers.marks, this.game.markers(view, this.sheet));
    if (taste("hidden", false)) this.stacks.hide(true);
    this.choices.update();
    this.status.draw();
    this.prompt.draw();
    this.panels.update();
    this.match.update();
    this.attack.update();
    this.advice.update();
    this.drawChoice();
    this.drawBoard();
    this.overlays.update();
    this.cursor.draw();
    this.loupe.draw(this.loupeHex);
    this.menu.close();
    document.title = this.choices.side ? `● ${this.sheet.title}` : this.sheet.title;
    remember({ id: this.id, token: this.token, turn: this.table.view.turn, over: this.table.over });
  }

  /** The game's own panel for the choice at hand. */
  drawChoice() {
    const own = this.looking ? null : this.game.choice?.(this);
    this.ownChoice.hidden = !own;
    if (own) put(this.ownChoice, own);
  }

  /** The game's own display beneath the map: a battle, a shop. */
  drawBoard() {
    const own = this.looking ? null : this.game.board?.(this);
    const changed = this.board.hidden !== !own;
    this.board.hidden = !own;
    if (own) put(this.board, own);
    if (!changed) return;
    requestAnimationFrame(() => {
      this.map.inside();
      if (own?.dataset.hex) this.map.reveal(own.dataset.hex);
    });
  }

  lookAt(/** @type {import("../common/types.js").TableMessage|null} */ moment) {
    this.playout.stop();
    this.looking = Boolean(moment);
    this.shown = moment ? { ...moment, view: this.laying.lay(moment.view) } : this.table;
    this.el.classList.toggle("looking", this.looking);
    this.choices.picked = null;
    this.dice.clear();
    this.refresh();
  }

  /** The choices have changed without a new position: reach has come, a unit is picked. */
  changed() {
    this.prompt.draw();
    this.drawChoice();
    this.loupe.draw(this.loupeHex);
    this.guide?.update(this);
  }

  /** Before a tap: the menu goes, and the cursor of the keys. @param {import("./map.js").Spot} spot */
  tapped(spot) {
    this.menu.close();
    this.map.host.focus({ preventScroll: true });
    if (!spot.hex) return;
    Object.assign(this.cursor, { hex: null, unit: null, side: null });
    this.cursor.draw();
  }

  /** The pointer or the cursor is there now: the magnifier shows it. */
  see(/** @type {string|null} */ hex) {
    if (this.loupeHex === hex && this.loupeState === this.shown) return;
    this.loupeHex = hex;
    this.loupeState = this.shown;
    this.loupe.draw(hex);
  }

  /** Light what the log speaks of. @param {import("./flash.js").Places|null} places */
  flash(places, go = false) {
    this.lights.show(places, go);
  }

  announce(/** @type {import("../common/types.js").GameEvent} */ e) {
    const roll = this.game.plays(e) ? null : this.game.roll(e, this.sheet);
    if (roll) this.dice.show(roll);
    const places = this.log.places([e]);
    if (places.hexes.length) this.lights.pass(places);
  }

  /** A browser notice when it is this player's turn and the page is out of sight. */
  notify(/** @type {boolean} */ first) {
    const mine = Boolean(this.choices.side);
    if (
      mine &&
      !this.wasMine &&
      !first &&
      document.hidden &&
      "Notification" in window &&
      Notification.permission === "granted"
    ) {
      new Notification("Meuse", { body: `${this.sheet.title}: your turn` });
    }
    this.wasMine = mine;
  }

  async undo() {
    const side = this.mySides().find((x) => this.table.undoable?.[x]);
    if (!side || this.watching) return;
    this.choices.picked = null;
    const answer = await this.link.ask("undo", { side, state: this.table.state });
    if (answer.type === "refused") this.choices.explain(answer);
  }

  escape() {
    if (!this.menu.el.hidden) this.menu.close();
    else if (!this.advice.el.hidden) this.advice.close();
    else if (this.playout.on) this.playout.skip();
    else if (this.looking) this.replay.back();
    else this.choices.cancel();
    this.overlayBox.open = false;
    this.map.host.focus({ preventScroll: true });
  }

  unitFromPanel(/** @type {string} */ id) {
    const actions = this.choices.offer.units.get(id);
    if (!actions?.length) {
      this.inspect(id);
      return;
    }
    this.choices.choose(actions, id);
    this.map.host.focus({ preventScroll: true });
  }

  async inspect(/** @type {string} */ id) {
    const c = this.sheet.counters[id];
    const dialog = openSheet(c.name, await unitCard(this, id, condition(c, this.shown.view.units[id] ?? {})));
    dialog.addEventListener("close", () => this.flash(null));
  }

  hideCounters() {
    setTaste("hidden", !taste("hidden", false));
    this.stacks.hide(taste("hidden", false));
  }

  magnify() {
    setTaste("noLoupe", !taste("noLoupe", false));
    this.loupe.draw(this.loupeHex);
  }

  togglePanel() {
    setTaste("noPanel", this.el.classList.toggle("no-panel"));
  }

  nextPanel() {
    const keys = Object.keys(this.panels.bodies),
      order = ["log", "turn", "forces", "charts", "talk", "match"].filter((k) => keys.includes(k));
    this.panels.open(order[(order.indexOf(this.panels.now ?? "log") + 1) % order.length]);
    this.panels.focusTab();
  }

  /** The reinforcements, with the keys on the first that may enter. */
  showReserves() {
    this.panels.open("forces");
    /** @type {HTMLElement|null} */ (this.panels.bodies.forces.querySelector("button.ready"))?.focus();
  }

  showOverlays() {
    this.overlayBox.open = !this.overlayBox.open;
    if (this.overlayBox.open) this.overlayBox.querySelector("input")?.focus();
  }
}
