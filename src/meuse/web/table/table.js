/** The table of one match: its parts, what each needs of the others, and the line to the server that they hear. */

import { h, put } from "../common/dom.js";
import { matchApi } from "../common/api.js";
import { Advice } from "./advice.js";
import { Thinking } from "./thinking.js";
import { Arrows } from "./arrows.js";
import { Arrival } from "./arrival.js";
import { AttackPanel } from "./attack.js";
import { Choices } from "./choices.js";
import { Commands } from "./commands.js";
import { useFaces } from "../common/counters.js";
import { Cursor } from "./cursor.js";
import { DiceTray } from "../common/dice.js";
import { Drawing } from "./drawing.js";
import { Edges } from "./edges.js";
import { EndPage } from "./endpage.js";
import { Fairness } from "./fairness.js";
import plain from "../games/plain.js";
import { Flash } from "./flash.js";
import { Ghost } from "./ghost.js";
import { Hands } from "./hands.js";
import { HandOver } from "./handover.js";
import { listen } from "./keys.js";
import { LastWord } from "./lastword.js";
import { Laying } from "./laying.js";
import { layOut } from "./layout.js";
import { Log } from "./log.js";
import { Loupe } from "./loupe.js";
import { MapView } from "./map.js";
import { MatchPanel } from "./matchpanel.js";
import { Menu } from "./menu.js";
import { Meter } from "./meter.js";
import { Overlays } from "./overlays.js";
import { Panels } from "./panels.js";
import { Playout } from "./playout.js";
import { Prompt } from "./prompt.js";
import { Recap } from "./recap.js";
import { Replay } from "./replay.js";
import { Report } from "./report.js";
import { useRules } from "../common/rules.js";
import { Scene } from "./scene.js";
import { Link } from "./socket.js";
import { Stacks } from "./stacks.js";
import { Status } from "./status.js";
import { Talk } from "./talk.js";
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
      changed: () => this.drawing.changed(),
      nudge: () => this.prompt.nudge(),
    }));
    stacks.onFan = () => choices.lit.draw();
    this.lastWord = new LastWord(scene, { choices, link, show: (table) => this.arrival.show(table) });
    choices.orders.word = this.lastWord;
    this.edges = new Edges(map, () => choices.lit.places());
    this.ghost = new Ghost(scene, map);
    /** @type {Hands} */ this.hands = new Hands({
      choices,
      stacks,
      ghost: this.ghost,
      spread: Boolean(game.layout),
      watching: () => scene.watching,
      before: (spot) => this.commands.tapped(spot),
      see: (hex) => this.loupe.see(hex),
    });
    this.cursor = new Cursor(scene, { map, stacks, choices, hands: this.hands, inspectUnit: (id) => this.commands.inspect(id) });
    const dice = (this.dice = new DiceTray());
    const log = (this.log = new Log(scene, {
      lights,
      look: (state) => this.replay.look(state),
      report: (first) => this.report.show(first),
    }));
    this.report = new Report(scene, { log, lights, home });
    const replay = (this.replay = new Replay(scene, { link, log, dice, lights, lookAt: (moment) => this.arrival.lookAt(moment) }));
    this.attack = new AttackPanel(scene, { map, more: () => this.commands.showPanel(), link, stacks, choices, desk: () => this.drawing.desk() });
    this.thinking = new Thinking(scene, { link });
    this.advice = new Advice(scene, { link, choices, lights, home });
    const arrows = new Arrows(map);
    this.recap = new Recap(scene, { id, token, log, map, lights, arrows, home });
    this.playout = new Playout(scene, {
      log,
      map,
      lights,
      arrows,
      begins: () => this.arrival.playBegins(),
      shows: (from) => this.drawing.all(from),
      ended: () => this.arrival.playedOut(),
    });
    const fair = (this.fair = new Fairness(scene, { link, api, id, pin }));
    this.victory = new Victory(scene, { link });
    this.status = new Status(scene, { victory: this.victory });
    this.prompt = new Prompt(scene, {
      choices,
      stacks,
      map,
      meter: (this.meter = new Meter(link)),
      showReserves: () => this.commands.showReserves(),
    });
    this.overlays = new Overlays(scene, { map, link });
    this.loupe = new Loupe(scene, { map, stacks, choices, overlays: this.overlays, lights });
    this.talk = new Talk(scene, { link, api, news: () => this.panels.mark("talk") });
    this.match = new MatchPanel(scene, { link, api, id, token, fair, replay, pin });
    this.panels = new Panels(
      scene,
      { link, choices, take: (id) => this.commands.unitFromPanel(id) },
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
    this.commands = new Commands(this);
    this.drawing = new Drawing(this);
    this.arrival = new Arrival(this);
    this.line = h("span", { class: "link-state", role: "status" });
    this.el = layOut(this);
    put(page, this.el);
    map.home();
    this.hear();
    this.stopKeys = listen(this);
    this.ticking = setInterval(() => {
      if (scene.table?.clocks) this.status.tick();
    }, 1000);
  }

  hear() {
    const on = (/** @type {string} */ type, /** @type {(m: any) => void} */ fn) =>
      this.link.addEventListener(type, (/** @type {any} */ e) => fn(e.detail));
    on("table", (m) => this.arrival.take(m));
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
    this.arrival.visit.leave();
    this.link.close();
    this.replay.pause();
    this.playout.stop();
  }
}
