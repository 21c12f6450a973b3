/** The table of one match: it takes what the server sends and hands it to map, prompt, panels and keys. */

import { h, put, sheet as openSheet, title } from "../common/dom.js";
import { matchApi } from "../common/api.js";
import { viewAfter, viewsOf } from "../common/changes.js";
import { Advice } from "./advice.js";
import { Thinking } from "./thinking.js";
import { Arrows } from "./arrows.js";
import { stepAside } from "./aside.js";
import { AttackPanel } from "./attack.js";
import { openBriefing, wanted } from "./briefing.js";
import { Choices } from "./choices.js";
import { useFaces } from "../common/counters.js";
import { Cursor } from "./cursor.js";
import { DiceTray } from "../common/dice.js";
import { Edges } from "./edges.js";
import { EndPage } from "./endpage.js";
import { Fairness } from "./fairness.js";
import plain from "../games/plain.js";
import { Flash } from "./flash.js";
import { Ghost } from "./ghost.js";
import { Hands } from "./hands.js";
import { HandOver } from "./handover.js";
import { help, listen } from "./keys.js";
import { LastWord } from "./lastword.js";
import { Laying } from "./laying.js";
import { Log } from "./log.js";
import { Loupe } from "./loupe.js";
import { MapView } from "./map.js";
import { MatchPanel } from "./matchpanel.js";
import { Menu } from "./menu.js";
import { Meter } from "./meter.js";
import { openOn } from "./opening.js";
import { Overlays } from "./overlays.js";
import { Panels } from "./panels.js";
import { Playout } from "./playout.js";
import { Prompt } from "./prompt.js";
import { Recap } from "./recap.js";
import { Replay } from "./replay.js";
import { Report } from "./report.js";
import { redraw } from "../common/redraw.js";
import { useRules } from "../common/rules.js";
import { Scene } from "./scene.js";
import { Link } from "./socket.js";
import { Stacks } from "./stacks.js";
import { Status } from "./status.js";
import { inWords } from "../common/ending.js";
import { sound } from "../common/sound.js";
import { keepBest, recall, remember, setTaste, taste } from "../common/store.js";
import { Talk } from "./talk.js";
import { unitCard } from "./unitcard.js";
import { Victory } from "./victory.js";

export class Table {
  /**
   * @param {HTMLElement} page @param {string} id @param {string} token
   * @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game
   * @param {import("../lobby/learn.js").Guide|null} guide teaches the first game
   */
  constructor(page, id, token, sheet, game, guide) {
    this.id = id;
    this.token = token;
    this.sheet = sheet;
    this.game = game;
    this.guide = guide;
    useRules(sheet.rules);
    useFaces(game);
    const scene = (this.scene = new Scene(sheet, game));
    const api = matchApi(id, token);
    const link = (this.link = new Link(id, token));
    this.laying = new Laying(sheet, game);
    /** @type {any} number and view of the last table, as they were sent */ this.sent = null;
    this.mails = false;
    const map = (this.map = new MapView(sheet, {
      tap: (spot) => this.hands.tap(spot),
      hover: (spot) => this.hands.hover(spot),
      grab: (spot) => this.hands.grab(spot),
      hold: (spot) => this.hands.hold(spot),
      box: (hexes) => this.hands.box(hexes),
      carry: (at) => this.hands.carry(at),
      drop: (hex) => this.hands.drop(hex),
    }));
    const home = () => map.home();
    const pin = (/** @type {HTMLElement} */ note) => this.el.append(note);
    const stacks = (this.stacks = new Stacks(map, sheet, game));
    const lights = (this.lights = new Flash(map, sheet, (unit) => scene.view.units[unit]?.hex));
    const menu = (this.menu = new Menu(home));
    const choices = (this.choices = new Choices(scene, {
      map,
      stacks,
      link,
      menu,
      changed: () => this.changed(),
      nudge: () => this.prompt.nudge(),
    }));
    stacks.onFan = () => choices.draw();
    this.lastWord = new LastWord(scene, choices, (table) => this.show(table));
    choices.onSend = (actions) => this.lastWord.says(actions);
    this.edges = new Edges(map, () => choices.places());
    this.ghost = new Ghost(scene, map);
    /** @type {Hands} */ this.hands = new Hands({
      choices,
      stacks,
      ghost: this.ghost,
      spread: Boolean(game.layout),
      watching: () => scene.watching,
      before: (spot) => this.tapped(spot),
      see: (hex) => this.loupe.see(hex),
    });
    this.cursor = new Cursor(scene, { map, stacks, choices, hands: this.hands, inspectUnit: (id) => this.inspect(id) });
    const dice = (this.dice = new DiceTray());
    const log = (this.log = new Log(scene, {
      lights,
      look: (state) => this.replay.look(state),
      report: (first) => this.report.show(first),
    }));
    this.report = new Report(scene, { log, lights, home });
    const replay = (this.replay = new Replay(scene, { link, log, dice, lights, lookAt: (moment) => this.lookAt(moment) }));
    this.attack = new AttackPanel(scene, { map, more: () => this.showPanel(), link, stacks, choices, desk: () => this.desk() });
    this.thinking = new Thinking(scene, { link });
    this.advice = new Advice(scene, { link, choices, lights, home });
    const arrows = new Arrows(map);
    this.recap = new Recap(scene, { id, token, log, map, lights, arrows, home });
    this.playout = new Playout(scene, {
      log,
      map,
      lights,
      arrows,
      begins: () => this.playBegins(),
      shows: (from) => this.refresh(from),
      ended: () => this.playedOut(),
    });
    this.board = h("section", { class: "own-board", hidden: true, "aria-label": "Display" });
    this.ownChoice = h("section", { class: "own-choice", hidden: true, "aria-label": "Choice" });
    const fair = (this.fair = new Fairness(scene, { link, api, id, pin }));
    this.victory = new Victory(scene, { link });
    this.status = new Status(scene, { victory: this.victory });
    this.prompt = new Prompt(scene, {
      choices,
      stacks,
      map,
      meter: (this.meter = new Meter(link)),
      showReserves: () => this.showReserves(),
    });
    this.overlays = new Overlays(scene, { map, link });
    this.loupe = new Loupe(scene, { map, stacks, choices, overlays: this.overlays, lights });
    this.talk = new Talk(scene, { link, api, news: () => this.panels.mark("talk") });
    this.match = new MatchPanel(scene, { link, api, id, token, fair, replay, pin });
    this.panels = new Panels(
      scene,
      { link, choices, take: (id) => this.unitFromPanel(id) },
      { log: log.el, talk: this.talk.el, match: this.match.el },
    );
    this.handOver = new HandOver(scene, { map });
    if (guide)
      guide.show = (hexes) => {
        map.revealSome(hexes);
        lights.pass({ hexes, units: [], sides: [] });
      };
    this.match.wishes.append(this.lastWord.el);
    this.match.howItWent = () => this.endPage.open();
    this.endPage = new EndPage(scene, { api, map, log, match: this.match, replay, victory: this.victory });
    this.build(page);
    this.hear();
    this.stopKeys = listen(this);
    this.ticking = setInterval(() => {
      if (scene.table?.clocks) this.status.tick();
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
          this.guide && "guided",
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
        h("button", { onclick: () => this.brief() }, "Briefing"),
        h("button", { onclick: () => this.togglePanel() }, "Panel"),
        h("button", { class: "help", onclick: help }, "Help"),
      ),
      h("div", { class: "ask" }, this.prompt.el, this.prompt.buttons, this.advice.button),
      h(
        "div",
        { class: "felt" },
        this.map.host,
        this.edges.el,
        this.ghost.el,
        h(
          "div",
          { class: "tools" },
          tool("+", "Zoom in", () => this.map.zoom(1.25)),
          tool("−", "Zoom out", () => this.map.zoom(0.8)),
          tool("⤢", "The whole map", () => this.map.fit()),
          tool("◎", "Hide or show the counters", () => this.hideCounters()),
          tool("⌕", "Magnifier", () => this.magnify()),
          tool("⇉", "Since your last move", () => this.recap.toggle()),
        ),
        this.overlayBox,
        this.map.mini,
        this.loupe.el,
        this.attack.chip.el,
        this.advice.el,
        this.thinking.el,
        this.dice.el,
        this.playout.el,
        this.recap.el,
        this.report.el,
        this.replay.el,
        this.menu.el,
        this.guide?.el,
      ),
      this.board,
      h("aside", { class: "side" }, this.ownChoice, this.attack.el, this.panels.el),
      this.handOver.el,
    );
    put(page, this.el);
    this.map.home();
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
    on("thinking", (m) => this.thinking.heard(m));
    on("notice", (m) => this.match.heard(m));
    on("presence", (m) => {
      this.match.presence = m.seats;
      this.match.update();
      this.match.links.load();
    });
    on("error", (m) => m.final && this.say(m.reason));
    on("connected", () => this.say(""));
    on("connecting", () => this.say(this.scene.table ? "connecting…" : ""));
    on("lost", (why) => this.say(`${why || "connection lost"}, trying again…`));
    on("acting", () => {
      this.recap.acted();
      this.el.classList.add("sending");
    });
    on("settled", () => this.el.classList.remove("sending"));
    on("busy", () => this.el.classList.add("busy"));
    on("idle", () => this.el.classList.remove("busy"));
  }

  say(/** @type {string} */ text) {
    this.line.textContent = text;
    this.el?.classList.toggle("offline", Boolean(text));
  }

  leave() {
    this.stopKeys();
    this.hands.leave();
    useFaces(plain);
    clearInterval(this.ticking);
    clearTimeout(this.keeping);
    this.link.close();
    this.replay.pause();
    this.playout.stop();
  }

  /** What a board of the game's own sees and may do. @returns {import("../common/types.js").Desk} */
  desk() {
    const { scene, choices, stacks, log, playout, link } = this;
    return {
      view: scene.view,
      sheet: scene.sheet,
      game: scene.game,
      offer: choices.offer,
      side: choices.side,
      watching: scene.watching,
      at: stacks.at,
      events: log.events,
      now: playout.now,
      before: playout.before,
      ask: (question, fields) => link.ask(question, fields),
      send: (actions) => choices.send(actions),
      which: (actions) => choices.offerAll(actions),
      inspect: (unit) => this.inspect(unit),
    };
  }

  /** The first game goes on: what its guide says now, and the places that it speaks of. */
  async teach() {
    if (!this.guide) return;
    await this.guide.update((question) => this.link.ask(question));
    stepAside(this.guide.el);
    this.edges.soon();
  }

  /** A table has come from the server. */
  take(/** @type {import("../common/types.js").TableMessage} */ m) {
    const views = this.viewed(m);
    if (!views) {
      this.link.ask("again");
      return;
    }
    const due = this.lastWord.hear({ m, views });
    if (due) this.show(due);
  }

  /** @param {import("./lastword.js").Brought} table */
  show({ m, views }) {
    const first = !this.scene.table;
    this.scene.taken = Date.now();
    this.scene.table = m;
    this.say(m.trouble);
    const held = this.lastWord.held.length > 0;
    this.el.classList.toggle("held", held);
    this.el.dataset.state = `${m.state}${held ? " held" : ""}`;
    if (!first && this.playout.wants(m, views)) {
      this.playout.play(this.log.take(m, true), views);
      return;
    }
    this.playout.stop();
    const news = this.log.take(m);
    if (!this.scene.looking) this.scene.shown = m;
    if (first) this.opened();
    this.handOver.update();
    this.talk.update();
    this.refresh();
    if (!this.scene.looking) for (const e of news) this.announce(e);
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
    this.conclude();
    if (first) this.report.begin();
    else this.report.update();
    this.showLit(first);
    stepAside(this.report.el);
    if (!this.lastWord.held.length) this.teach();
    this.lastWord.update();
  }

  /** The match has ended: its page opens by itself, once, and is kept among this browser's results. */
  conclude() {
    const { table, mine, sheet } = this.scene;
    if (!table.over || this.concluded) return;
    this.concluded = true;
    const told = recall(this.id, this.token)?.result;
    remember({ id: this.id, token: this.token, over: true, result: inWords(table.outcome) });
    if (told) return;
    keepBest(sheet, mine, table, this.victory.points);
    this.endPage.open();
  }

  /** Nothing is picked while events are played out. */
  playBegins() {
    this.choices.picked = null;
    this.recap.close();
    this.el.classList.add("playing");
  }

  /** All has been told: the position as it is. */
  playedOut() {
    this.handOver.update();
    this.refresh();
    this.settle();
  }

  opened() {
    const seats = this.sheet.sides
      .map((side) => `${title(side)}: ${this.scene.seat(side).name || this.scene.seat(side).kind}`)
      .join(", ");
    const { game, title: named } = this.sheet;
    remember({ id: this.id, token: this.token, game, title: named, seats, broken: false });
    this.talk.load();
    if (this.mails) this.match.notices.load();
    const place = this.guide ? undefined : recall(this.id, this.token)?.place;
    if (place) this.map.goBack(place);
    else openOn(this.map, this.game, this.scene.view, this.guide?.hexes);
    this.map.onPlace.push(() => this.keepPlace());
    if (this.sheet.briefing && !this.guide && !recall(this.id, this.token)?.briefed && wanted() && !this.scene.table.over) this.brief();
  }

  /** Once by itself for each match, and again when asked for. */
  brief() {
    remember({ id: this.id, token: this.token, briefed: true });
    openBriefing(this.scene, () => this.victory.open());
  }

  /** Where the player put the map is where it lies when he comes back. */
  keepPlace() {
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => remember({ id: this.id, token: this.token, place: this.map.at }), 300);
  }

  /** At a new chit or the like of this player's, go where the lit units are; where only hexes are lit, go there. */
  showLit(/** @type {boolean} */ first) {
    const { table, looking } = this.scene;
    const focus = this.choices.side ? this.game.focus(table.view) : null;
    if (focus && focus !== this.lastFocus && !first && !looking) {
      this.map.revealSome([...this.choices.offer.units.keys()].map((u) => table.view.units[u]?.hex));
    }
    if (this.choices.side && !first && !looking && !this.choices.offer.units.size)
      this.map.revealSome([...this.choices.offer.hexes.keys()]);
    this.lastFocus = focus;
  }

  /** @param {Object<string, string>} from hexes that counters new to the table come from */
  refresh(from = {}) {
    const { view, table, watching, playing, undoing } = this.scene;
    this.el.classList.toggle("playing", playing);
    this.laying.turnUp(view);
    this.stacks.draw(view, from);
    redraw(this.map.layers.marks, this.game.markers(view, this.sheet));
    if (taste("hidden", false)) this.stacks.hide(true);
    this.choices.update();
    this.el.classList.toggle("my-turn", Boolean(this.choices.side));
    this.undoButton.disabled = !undoing || watching;
    this.status.draw();
    this.prompt.draw();
    this.meter.update(this.choices.moving());
    this.panels.update();
    this.match.update();
    this.attack.update();
    this.advice.update();
    this.drawChoice();
    this.drawBoard();
    this.overlays.update();
    this.cursor.draw();
    this.loupe.draw();
    this.edges.soon();
    this.menu.close();
    document.title = this.choices.side ? `● ${this.sheet.title}` : this.sheet.title;
    remember({ id: this.id, token: this.token, turn: table.view.turn, over: table.over });
  }

  /** The game's own panel for the choice at hand. */
  drawChoice() {
    const own = this.scene.looking ? null : this.game.choice?.(this.desk());
    this.ownChoice.hidden = !own;
    if (own) put(this.ownChoice, own);
  }

  /** The game's own display beneath the map: a battle, a shop. */
  drawBoard() {
    const own = this.scene.looking ? null : this.game.board?.(this.desk());
    const changed = this.board.hidden !== !own;
    this.board.hidden = !own;
    if (own) put(this.board, own);
    if (!changed) return;
    requestAnimationFrame(() => {
      this.map.place();
      if (own?.dataset.hex) this.map.reveal(own.dataset.hex);
    });
  }

  lookAt(/** @type {import("../common/types.js").TableMessage|null} */ moment) {
    this.playout.stop();
    const { scene } = this;
    scene.looking = Boolean(moment);
    scene.shown = moment ? { ...moment, view: this.laying.lay(moment.view) } : scene.table;
    this.el.classList.toggle("looking", scene.looking);
    this.choices.picked = null;
    this.dice.clear();
    this.refresh();
  }

  /** The choices have changed without a new position: reach has come, a unit is picked. */
  changed() {
    this.prompt.draw();
    this.drawChoice();
    this.loupe.draw();
    this.edges.soon();
  }

  /** Before a tap: the menu goes, and the cursor of the keys. @param {import("./map.js").Spot} spot */
  tapped(spot) {
    this.menu.close();
    this.map.home();
    if (!spot.hex) return;
    Object.assign(this.cursor, { hex: null, unit: null, side: null });
    this.cursor.draw();
  }

  announce(/** @type {import("../common/types.js").GameEvent} */ e) {
    const roll = this.game.roll(e, this.sheet);
    if (roll) this.dice.show(roll);
    const places = this.log.places([e]);
    if (places.hexes.length) this.lights.pass(places);
  }

  /** A browser notice when it is this player's turn and the page is out of sight. */
  notify(/** @type {boolean} */ first) {
    const mine = Boolean(this.choices.side);
    if (mine && !this.wasMine && !first) sound("turn");
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
    const { undoing: side, watching, table } = this.scene;
    if (!side || watching) return;
    this.choices.picked = null;
    const answer = await this.link.undo(side, table.state);
    if (answer.type === "refused") this.choices.explain(answer);
    else this.lastWord.takesBack();
  }

  escape() {
    if (!this.menu.el.hidden) this.menu.close();
    else if (!this.advice.el.hidden) this.advice.close();
    else if (!this.recap.el.hidden) this.recap.close();
    else if (this.scene.playing) this.playout.skip();
    else if (!this.report.el.hidden) this.report.close();
    else if (this.scene.looking) this.replay.back();
    else this.choices.cancel();
    this.overlayBox.open = false;
    this.map.home();
  }

  unitFromPanel(/** @type {string} */ id) {
    const actions = this.choices.offer.units.get(id);
    if (!actions?.length) {
      this.inspect(id);
      return;
    }
    this.choices.choose(actions, id);
    this.map.home();
  }

  inspect(/** @type {string} */ id) {
    const dialog = openSheet(this.sheet.counters[id].name, unitCard(this.scene, this.link, this.overlays, id));
    dialog.addEventListener("close", () => this.lights.show(null));
  }

  hideCounters() {
    setTaste("hidden", !taste("hidden", false));
    this.stacks.hide(taste("hidden", false));
  }

  magnify() {
    setTaste("noLoupe", !taste("noLoupe", false));
    this.loupe.draw();
  }

  togglePanel() {
    setTaste("noPanel", this.el.classList.toggle("no-panel"));
  }

  showPanel() {
    if (this.el.classList.contains("no-panel")) this.togglePanel();
  }

  nextPanel() {
    const keys = Object.keys(this.panels.bodies),
      order = ["log", "turn", "forces", "charts", "talk", "match"].filter((k) => keys.includes(k));
    this.panels.open(order[(order.indexOf(this.panels.now ?? "log") + 1) % order.length]);
    this.panels.focusTab();
  }

  /** The reinforcements, with the keys on the first that may enter. */
  showReserves() {
    this.showPanel();
    this.panels.open("forces");
    /** @type {HTMLElement|null} */ (this.panels.bodies.forces.querySelector("button.ready"))?.focus();
  }

  showOverlays() {
    this.overlayBox.open = !this.overlayBox.open;
    if (this.overlayBox.open) this.overlayBox.querySelector("input")?.focus();
  }
}
