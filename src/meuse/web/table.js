/** The table of one match: it takes what the server sends and hands it to map, prompt, panels and keys. */

import { h, put, s, sheet as openSheet, title, toast } from "./dom.js";
import { label } from "./actions.js";
import { gameSheet, matchApi } from "./api.js";
import { AttackPanel } from "./attack.js";
import { Choices } from "./choices.js";
import { condition, portrait } from "./counters.js";
import { Cursor } from "./cursor.js";
import { DiceTray } from "./dice.js";
import { displayOf } from "./games/index.js";
import { HandOver } from "./handover.js";
import { help, listen } from "./keys.js";
import { Log } from "./log.js";
import { MapView } from "./map.js";
import { MatchPanel } from "./matchpanel.js";
import { Overlays } from "./overlays.js";
import { Panels, unitCard } from "./panels.js";
import { Replay } from "./replay.js";
import { ruleChip, useRules } from "./rules.js";
import { Link } from "./socket.js";
import { Stacks } from "./stacks.js";
import { remember, setTaste, taste } from "./store.js";
import { Talk } from "./talk.js";

/** Open a match; gives back how to leave it. */
export async function openTable(/** @type {HTMLElement} */ page, /** @type {string} */ id, /** @type {string} */ token, /** @type {any} */ guide = null) {
  put(page, h("p", { class: "waiting" }, "Laying out the map…"));
  const header = await matchApi(id, token).header();
  const sheet = await gameSheet(header.game, header.scenario);
  const table = new Table(page, id, token, sheet, guide);
  return () => table.leave();
}

export class Table {
  /**
   * @param {HTMLElement} page @param {string} id @param {string} token
   * @param {import("./types.js").Sheet} sheet @param {any} guide teaches the first game
   */
  constructor(page, id, token, sheet, guide) {
    this.id = id;
    this.token = token;
    this.sheet = sheet;
    this.guide = guide;
    this.api = matchApi(id, token);
    this.game = displayOf(sheet.game);
    useRules(sheet.rules);
    /** @type {import("./types.js").TableMessage} the match as it is */ this.table = /** @type {any} */ (null);
    /** @type {import("./types.js").TableMessage} what is shown: the same, or a moment looked back at */ this.shown = /** @type {any} */ (null);
    this.looking = false;
    this.map = new MapView(sheet, { tap: (spot) => this.tapped(spot), hover: (spot) => this.hover(spot), grab: (spot) => this.grab(spot) });
    this.stacks = new Stacks(this.map, sheet);
    this.choices = new Choices(this);
    this.cursor = new Cursor(this);
    this.log = new Log(this);
    this.replay = new Replay(this);
    this.attack = new AttackPanel(this);
    this.dice = new DiceTray();
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
  }

  build(/** @type {HTMLElement} */ page) {
    this.status = h("div", { class: "status" });
    this.line = h("span", { class: "link-state", role: "status" });
    this.prompt = h("div", { class: "prompt", role: "status", "aria-live": "polite" });
    this.buttons = h("div", { class: "buttons", role: "group", "aria-label": "What you can do" });
    this.loupe = h("div", { class: "loupe", hidden: true });
    this.menu = h("div", { class: "which", hidden: true, role: "menu" });
    this.overlayBox = h("details", { class: "overlay-box" }, h("summary", null, "Overlays"), this.overlays.el);
    const tool = (/** @type {string} */ text, /** @type {string} */ says, /** @type {() => void} */ act) => h("button", { class: "tool", title: says, "aria-label": says, onclick: act }, text);
    this.undoButton = h("button", { class: "undo", onclick: () => this.undo() }, "Undo");
    this.el = h("div", { class: `table ${taste("noPanel", false) ? "no-panel" : ""}` },
      h("header", { class: "top" }, h("a", { class: "brand", href: "#/", title: "To the lobby" }, "Meuse"), this.status, this.line,
        this.undoButton, h("button", { onclick: () => this.togglePanel() }, "Panel"), h("button", { class: "help", onclick: help }, "Help")),
      h("div", { class: "ask" }, this.prompt, this.buttons),
      h("div", { class: "felt" }, this.map.host,
        h("div", { class: "tools" }, tool("+", "Zoom in", () => this.map.zoom(1.25)), tool("−", "Zoom out", () => this.map.zoom(0.8)), tool("⤢", "The whole map", () => this.map.fit()),
          tool("◎", "Hide or show the counters", () => this.hideCounters()), tool("⌕", "Magnifier", () => this.magnify())),
        this.overlayBox, this.map.mini, this.loupe, this.dice.el, this.replay.el, this.menu),
      h("aside", { class: "side" }, this.attack.el, this.panels.el), this.handOver.el);
    put(page, this.el);
    this.map.host.focus({ preventScroll: true });
  }

  hear() {
    const on = (/** @type {string} */ type, /** @type {(m: any) => void} */ fn) => this.link.addEventListener(type, (/** @type {any} */ e) => fn(e.detail));
    on("table", (m) => this.take(m));
    on("chat", (m) => this.talk.hear(m));
    on("notice", (m) => this.match.heard(m));
    on("presence", (m) => { this.match.presence = m.seats; this.match.update(); });
    on("error", (m) => toast(m.reason, "refused"));
    on("connected", () => this.say(""));
    on("connecting", () => this.say(this.table ? "connecting…" : ""));
    on("lost", () => this.say("connection lost, trying again…"));
    on("acting", () => this.el.classList.add("sending"));
    on("settled", () => this.el.classList.remove("sending"));
  }

  say(/** @type {string} */ text) {
    this.line.textContent = text;
    this.el?.classList.toggle("offline", Boolean(text));
  }

  leave() {
    this.stopKeys();
    this.link.close();
    this.replay.pause();
  }

  mySides() { return this.table.seats.mine; }

  seat(/** @type {string} */ side) { return this.table.seats.all[side] ?? { kind: "here", name: "" }; }

  /** A table has come from the server. */
  take(/** @type {import("./types.js").TableMessage} */ m) {
    const first = !this.table;
    this.table = m;
    const news = this.log.take(m);
    if (!this.looking) this.shown = m;
    if (first) this.opened();
    this.handOver.update();
    this.refresh();
    if (!this.looking) for (const e of news) this.announce(e);
    this.notify(first);
    this.showLit(first);
    this.guide?.update(this);
  }

  opened() {
    const seats = this.sheet.sides.map((side) => `${title(side)}: ${this.seat(side).name || this.seat(side).kind}`).join(", ");
    remember({ id: this.id, token: this.token, game: this.sheet.game, title: `${this.sheet.title}`, seats });
    this.talk.load();
    this.openOn();
  }

  /** At a new chit of this player's, go where the lit units are. */
  showLit(/** @type {boolean} */ first) {
    const chit = this.choices.side ? this.table.view.chit : null;
    if (chit && chit !== this.lastChit && !first && !this.looking) {
      this.map.revealSome([...this.choices.offer.units.keys()].map((u) => this.table.view.units[u]?.hex));
    }
    this.lastChit = chit;
  }

  /** Where the eye goes first: what the guide speaks of, or the pieces that may act. */
  openOn() {
    if (this.guide) { this.map.fitHexes(this.guide.hexes); return; }
    const { hexes } = this.sheet, units = Object.values(this.shown.view.units);
    const points = units.filter((/** @type {any} */ u) => u.acting).concat(units).map((/** @type {any} */ u) => hexes[u.hex]).filter(Boolean);
    if (points.length) this.map.cover({ x: points.reduce((n, p) => n + p.x, 0) / points.length, y: points.reduce((n, p) => n + p.y, 0) / points.length });
    else this.map.cover();
  }

  refresh() {
    const { view } = this.shown;
    this.stacks.draw(view);
    this.map.layers.marks.replaceChildren(...this.game.markers(view, this.sheet));
    if (taste("hidden", false)) this.stacks.hide(true);
    this.choices.update();
    this.drawStatus();
    this.drawPrompt();
    this.panels.update();
    this.match.update();
    this.attack.update();
    this.overlays.update();
    this.cursor.draw();
    this.closeMenu();
    document.title = this.choices.side ? `● ${this.sheet.title}` : this.sheet.title;
    remember({ id: this.id, token: this.token, turn: this.table.view.turn, over: this.table.over });
  }

  lookAt(/** @type {import("./types.js").TableMessage|null} */ moment) {
    this.looking = Boolean(moment);
    this.shown = moment ?? this.table;
    this.el.classList.toggle("looking", this.looking);
    this.choices.picked = null;
    this.refresh();
  }

  /** The choices have changed without a new position: reach has come, a unit is picked. */
  changed() {
    this.drawPrompt();
    this.guide?.update(this);
  }

  drawStatus() {
    const { view } = this.shown;
    put(this.status, h("b", { class: "game-title" }, this.sheet.title.split(":")[0]), this.game.status(view, this.sheet).map((x) => h("span", null, x)),
      view.score && h("span", { class: "score" }, Object.entries(view.score).map(([side, n]) => h("span", { class: `flag side-${side}` }, `${title(side)} ${n}`))), this.clock());
    const side = this.mySides().find((x) => this.table.undoable?.[x]);
    this.undoButton.disabled = !side || this.looking;
  }

  clock() {
    const { clocks } = this.table;
    if (!clocks) return null;
    const left = (/** @type {number} */ n) => `${Math.floor(n / 60)}:${String(Math.floor(n % 60)).padStart(2, "0")}`;
    return h("span", { class: "clocks" }, Object.entries(clocks.left).map(([side, n]) => h("span", { class: clocks.running.includes(side) ? "running" : "" }, `${title(side)} ${left(/** @type {number} */ (n))} `)));
  }

  drawPrompt() {
    const { table, shown, choices } = this;
    const mine = Boolean(choices.side);
    const who = shown.actors.map(title).join(" and ");
    const text = this.looking ? ["Looking back. ", shown.prompt] : table.over ? this.ending() : shown.prompt;
    const waiting = !mine && !table.over && !this.looking;
    put(this.prompt, who && !table.over ? h("b", { class: `who side-${shown.actors[0]}` }, who) : null,
      h("span", { class: "what" }, choices.picked ? `${this.sheet.counters[choices.picked].name}: choose a shaded hex. Shift-click for a waypoint.` : text), " ", ruleChip(shown.rule),
      waiting ? h("span", { class: "thinking" }, this.waitingFor()) : null);
    this.el.classList.toggle("my-turn", mine);
    put(this.buttons, mine ? this.actionButtons() : null);
  }

  waitingFor() {
    const seat = this.seat(this.table.actors[0]);
    if (!this.mySides().length) return "You are watching.";
    return seat.kind === "computer" ? "The computer is thinking…" : "Waiting for the other side.";
  }

  ending() {
    const o = this.table.outcome ?? {};
    const by = o.by === "resignation" ? ` (${title(o.side)} resigned)` : o.by === "clock" ? ` (${title(o.side)} ran out of time)` : "";
    return `${o.winner ? `${title(o.winner)} victory` : "A draw"}${o.level && o.level !== "victory" ? `, ${o.level}` : ""}${by}. ${Object.entries(o.points ?? {}).map(([k, n]) => `${title(k)} ${n}`).join(", ")}`;
  }

  actionButtons() {
    const { choices, sheet, game } = this;
    const one = (/** @type {any} */ a, /** @type {number} */ i) => h("button", { class: game.main.includes(a.text) ? "act main" : "act", "data-action": a.text, onclick: () => choices.send([a.text]) },
      label(a, sheet, game.words), i < 9 && h("kbd", null, i + 1));
    if (!choices.picked) {
      const off = [...choices.offer.units.values()].flat().filter((a) => !this.shown.view.units[a.noun]?.hex);
      const held = off.length > 6 ? h("button", { class: "act", onclick: () => this.panels.open("forces") }, `${off.length} to bring on`) : off.map((a) => h("button", { class: "act", "data-action": a.text, onclick: () => choices.choose([a], a.noun) }, portrait(a.noun, sheet.counters[a.noun], {}, 26), label(a, sheet, game.words)));
      return [choices.offer.buttons.map(one), held];
    }
    const unit = choices.picked;
    const others = choices.offer.units.get(unit) ?? [];
    const stack = (this.stacks.at[this.shown.view.units[unit]?.hex] ?? []).filter((id) => choices.moverAction(id));
    return [others.map((a, i) => h("button", { class: "act", "data-action": a.text, onclick: () => { choices.picked = null; choices.send([a.text]); } },
      game.movers.includes(a.verb) ? "Hex by hex" : label(a, sheet, game.words), h("kbd", null, i + 1))),
    stack.length > 1 ? h("button", { class: "act", onclick: () => choices.takeStack() }, `Whole stack (${stack.length})`, h("kbd", null, "T")) : null,
    h("button", { class: "act", onclick: () => choices.pick(null) }, "Let go", h("kbd", null, "Esc"))];
  }

  pressButton(/** @type {number} */ i) { this.buttons.querySelectorAll("button")[i]?.click(); }

  pressMain() { (this.buttons.querySelector("button.main") ?? this.buttons.querySelector("button"))?.click(); }

  tapped(/** @type {import("./map.js").Spot} */ spot) {
    this.closeMenu();
    this.map.host.focus({ preventScroll: true });
    if (spot.hex) { Object.assign(this.cursor, { hex: null, unit: null, side: null }); this.cursor.draw(); }
    this.choices.tap(spot);
    if (spot.touch) this.hover(spot, true);
  }

  grab(/** @type {import("./map.js").Spot} */ { unit }) {
    const { choices } = this;
    if (!unit || this.looking || !(choices.moverAction(unit) || choices.moving().includes(unit))) return false;
    if (choices.moverAction(unit)) choices.pick(unit);
    return true;
  }

  /** @param {import("./map.js").Spot|null} spot */
  hover(spot, byKey = false) {
    const hex = spot?.hex ?? null;
    this.choices.path(hex);
    if (!byKey) this.spreadSoon(spot);
    if (this.loupeHex === hex && this.loupeState === this.shown) return;
    this.loupeHex = hex;
    this.loupeState = this.shown;
    this.drawLoupe(hex);
  }

  /** A stack under a resting pointer spreads; it folds when the pointer leaves stack and fan. */
  spreadSoon(/** @type {import("./map.js").Spot|null} */ spot) {
    clearTimeout(this.spreading);
    const hex = spot?.hex;
    const { fanned } = this.stacks;
    if (spot?.unit && fanned && (this.stacks.at[fanned] ?? []).includes(spot.unit)) return;
    if (fanned && hex !== fanned) this.spreading = setTimeout(() => { this.stacks.fold(); }, 350);
    else if (spot?.unit && hex && !fanned && !spot.touch && (this.stacks.at[hex] ?? []).length > 1 && !this.choices.reach[hex]) this.spreading = setTimeout(() => this.stacks.fan(hex), 280);
  }

  drawLoupe(/** @type {string|null} */ hex) {
    this.loupe.hidden = !hex || taste("noLoupe", false);
    if (!hex || !this.shown) return;
    const { terrain, name } = this.sheet.hexes[hex];
    const ids = (this.stacks.at[hex] ?? []).slice().reverse();
    put(this.loupe, h("div", { class: "loupe-head" }, h("b", null, name ?? hex), name ? ` ${hex}` : "", `, ${terrain}`),
      ids.length ? h("div", { class: "row" }, ids.map((id) => h("figure", null, portrait(id, this.sheet.counters[id], this.shown.view.units[id], 92), h("figcaption", null, this.sheet.counters[id].name, condition(this.sheet.counters[id], this.shown.view.units[id]).map((w) => h("small", null, w)))))) : null);
  }

  /** Several things can be done at one place: ask which. @param {{text: string, act: () => void}[]} list */
  askWhich(list) {
    put(this.menu, list.map(({ text, act }) => h("button", { role: "menuitem", onclick: () => { this.closeMenu(); act(); } }, text)), h("button", { class: "plain", onclick: () => this.closeMenu() }, "Cancel"));
    this.menu.hidden = false;
    this.menu.querySelector("button")?.focus();
  }

  closeMenu() {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    this.map.host.focus({ preventScroll: true });
  }

  /** Light hexes, hexsides and units that the log speaks of. @param {{hexes: string[], units: string[], sides: string[]}|null} places */
  flash(places, go = false) {
    const { layers, geometry } = this.map;
    layers.flash.classList.remove("fading");
    clearTimeout(this.fading);
    if (!places) { layers.flash.replaceChildren(); return; }
    const stands = places.units.map((u) => this.shown.view.units[u]?.hex).filter(Boolean);
    const hexes = [...new Set([...places.hexes, ...stands])].filter((n) => geometry.hexes[n]);
    layers.flash.replaceChildren(...hexes.map((n) => s("path", { d: geometry.outline(n, 2), class: places.hexes.includes(n) ? "flash-hex" : "flash-unit" })),
      ...places.sides.map((n) => { const b = this.sheet.sides_of_hexes[n]; return s("line", { x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2, class: "flash-side" }); }));
    if (go && hexes.length) this.map.reveal(hexes[0]);
  }

  announce(/** @type {import("./types.js").GameEvent} */ e) {
    const roll = this.game.roll(e);
    if (roll) this.dice.show(roll);
    const places = this.log.places(e);
    if (!places.hexes.length) return;
    this.flash(places);
    this.map.layers.flash.classList.add("fading");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.flash(null), 2600);
  }

  /** A browser notice when it is this player's turn and the page is out of sight. */
  notify(/** @type {boolean} */ first) {
    const mine = Boolean(this.choices.side);
    if (mine && !this.wasMine && !first && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification("Meuse", { body: `${this.sheet.title}: your turn` });
    }
    this.wasMine = mine;
  }

  nudge() {
    this.prompt.classList.remove("nudge");
    requestAnimationFrame(() => this.prompt.classList.add("nudge"));
  }

  async undo() {
    const side = this.mySides().find((x) => this.table.undoable?.[x]);
    if (!side || this.looking) return;
    this.choices.picked = null;
    const answer = await this.link.ask("undo", { side });
    if (answer.type === "refused") this.choices.explain(answer);
  }

  escape() {
    if (!this.menu.hidden) this.closeMenu();
    else if (this.looking) this.replay.back();
    else this.choices.cancel();
    this.overlayBox.open = false;
    this.map.host.focus({ preventScroll: true });
  }

  unitFromPanel(/** @type {string} */ id) {
    const actions = this.choices.offer.units.get(id);
    if (actions?.length) this.choices.choose(actions, id);
    else this.inspect(id);
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
    this.drawLoupe(this.loupeHex ?? null);
  }

  togglePanel() {
    setTaste("noPanel", this.el.classList.toggle("no-panel"));
  }

  nextPanel() {
    const keys = Object.keys(this.panels.bodies), order = ["log", "turn", "forces", "charts", "talk", "match"].filter((k) => keys.includes(k));
    this.panels.open(order[(order.indexOf(this.panels.now ?? "log") + 1) % order.length]);
  }

  showOverlays() {
    this.overlayBox.open = !this.overlayBox.open;
    if (this.overlayBox.open) this.overlayBox.querySelector("input")?.focus();
  }
}
