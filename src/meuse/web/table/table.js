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

/** Who sits at which match, and what is to be seen there. */
class Sitting {
  /**
   * @param {string} id @param {string} token
   * @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game
   * @param {import("../lobby/learn.js").Guide|null} guide teaches the first game
   */
  constructor(id, token, sheet, game, guide) {
    this.id = id;
    this.token = token;
    this.sheet = sheet;
    this.game = game;
    this.guide = guide;
    this.mails = false;
    useRules(sheet.rules);
    useFaces(game);
    this.scene = new Scene(sheet, game);
    this.api = matchApi(id, token);
    this.link = new Link(id, token);
  }
}

export class Table extends Sitting {
  home = () => this.map.home();
  pin = (/** @type {HTMLElement} */ note) => this.el.append(note);

  // The map and what lies on it.
  laying = new Laying(this.sheet, this.game);
  /** @type {MapView} */ map = new MapView(this.sheet, {
    tap: (spot) => this.hands.tap(spot),
    hover: (spot) => this.hands.hover(spot),
    grab: (spot) => this.hands.grab(spot),
    hold: (spot) => this.hands.hold(spot),
    box: (hexes) => this.hands.box(hexes),
    carry: (at) => this.hands.carry(at),
    drop: (hex) => this.hands.drop(hex),
  });
  stacks = new Stacks(this.map, this.sheet, this.game);
  lights = new Flash(this.map, this.sheet, (unit) => this.scene.view.units[unit]?.hex);
  arrows = new Arrows(this.map);
  overlays = new Overlays(this.scene, { map: this.map, link: this.link });
  handOver = new HandOver(this.scene, { map: this.map });

  // What may be done, and the hands that do it.
  menu = new Menu(this.home);
  /** @type {Choices} */ choices = new Choices(this.scene, {
    map: this.map,
    stacks: this.stacks,
    link: this.link,
    menu: this.menu,
    changed: () => this.drawing.changed(),
    nudge: () => this.prompt.nudge(),
  });
  lastWord = new LastWord(this.scene, {
    choices: this.choices,
    link: this.link,
    show: (table) => this.arrival.show(table),
  });
  edges = new Edges(this.map, () => this.choices.lit.places());
  ghost = new Ghost(this.scene, this.map);
  /** @type {Hands} */ hands = new Hands({
    choices: this.choices,
    stacks: this.stacks,
    ghost: this.ghost,
    spread: Boolean(this.game.layout),
    watching: () => this.scene.watching,
    before: (spot) => this.commands.tapped(spot),
    see: (hex) => this.loupe.see(hex),
  });
  cursor = new Cursor(this.scene, {
    map: this.map,
    stacks: this.stacks,
    choices: this.choices,
    hands: this.hands,
    inspectUnit: (id) => this.commands.inspect(id),
  });
  loupe = new Loupe(this.scene, {
    map: this.map,
    stacks: this.stacks,
    choices: this.choices,
    overlays: this.overlays,
    lights: this.lights,
  });

  // What has happened.
  dice = new DiceTray();
  /** @type {Log} */ log = new Log(this.scene, {
    lights: this.lights,
    look: (state) => this.replay.look(state),
    report: (first) => this.report.show(first),
  });
  report = new Report(this.scene, { log: this.log, lights: this.lights, home: this.home });
  /** @type {Replay} */ replay = new Replay(this.scene, {
    link: this.link,
    log: this.log,
    dice: this.dice,
    lights: this.lights,
    lookAt: (moment) => this.arrival.lookAt(moment),
  });
  recap = new Recap(this.scene, {
    id: this.id,
    token: this.token,
    log: this.log,
    map: this.map,
    lights: this.lights,
    arrows: this.arrows,
    home: this.home,
  });
  /** @type {Playout} */ playout = new Playout(this.scene, {
    log: this.log,
    map: this.map,
    lights: this.lights,
    arrows: this.arrows,
    begins: () => this.arrival.playBegins(),
    shows: (from) => this.drawing.all(from),
    ended: () => this.arrival.playedOut(),
  });

  // The question, and what helps to answer it.
  meter = new Meter(this.link);
  /** @type {Prompt} */ prompt = new Prompt(this.scene, {
    choices: this.choices,
    stacks: this.stacks,
    map: this.map,
    meter: this.meter,
    showReserves: () => this.commands.showReserves(),
  });
  /** @type {AttackPanel} */ attack = new AttackPanel(this.scene, {
    map: this.map,
    more: () => this.commands.showPanel(),
    link: this.link,
    stacks: this.stacks,
    choices: this.choices,
    desk: () => this.drawing.desk(),
  });
  advice = new Advice(this.scene, {
    link: this.link,
    choices: this.choices,
    lights: this.lights,
    menu: this.menu,
    home: this.home,
  });
  thinking = new Thinking(this.scene, { link: this.link });
  victory = new Victory(this.scene, { link: this.link });
  status = new Status(this.scene, { victory: this.victory });

  // The match, its people and its end.
  fair = new Fairness(this.scene, { link: this.link, api: this.api, id: this.id, pin: this.pin });
  /** @type {Talk} */ talk = new Talk(this.scene, {
    link: this.link,
    api: this.api,
    news: () => this.panels.mark("talk"),
  });
  match = new MatchPanel(this.scene, {
    link: this.link,
    api: this.api,
    id: this.id,
    token: this.token,
    fair: this.fair,
    replay: this.replay,
    pin: this.pin,
  });
  endPage = new EndPage(this.scene, {
    api: this.api,
    map: this.map,
    log: this.log,
    match: this.match,
    replay: this.replay,
    victory: this.victory,
  });
  /** @type {Panels} */ panels = new Panels(
    this.scene,
    { link: this.link, choices: this.choices, take: (id) => this.commands.unitFromPanel(id) },
    { log: this.log.el, talk: this.talk.el, match: this.match.el },
  );

  // All of it together.
  /** @type {Commands} */ commands = new Commands(this);
  /** @type {Drawing} */ drawing = new Drawing(this);
  /** @type {Arrival} */ arrival = new Arrival(this);
  line = h("span", { class: "link-state", role: "status" });
  /** @type {HTMLElement} */ el = layOut(this);

  /**
   * @param {HTMLElement} page @param {string} id @param {string} token
   * @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game
   * @param {import("../lobby/learn.js").Guide|null} guide
   */
  constructor(page, id, token, sheet, game, guide) {
    super(id, token, sheet, game, guide);
    this.join();
    put(page, this.el);
    this.map.home();
    this.hear();
    this.stopKeys = listen(this);
    this.ticking = setInterval(() => {
      if (this.scene.table?.clocks) this.status.tick();
    }, 1000);
  }

  /** What parts need of others that were made after them. */
  join() {
    const { stacks, choices, lastWord, match, guide, map, lights } = this;
    stacks.onFan = () => choices.lit.draw();
    choices.orders.word = lastWord;
    match.wishes.append(lastWord.el);
    match.howItWent = () => this.endPage.open();
    if (!guide) return;
    guide.show = (hexes) => {
      map.revealSome(hexes);
      lights.pass({ hexes, units: [], sides: [] });
    };
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
