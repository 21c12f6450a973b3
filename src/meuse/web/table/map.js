/** The map: a picture with layers over it, panned and zoomed by mouse, wheel, fingers and keys; and a minimap. */

import { h, s } from "../common/dom.js";
import { Geometry } from "./geometry.js";
import { LongPress } from "./longpress.js";
import { Picture } from "./picture.js";

const LEAST = 0.15,
  MOST = 3,
  SLOP = 7,
  GLIDES = 350;
const LAYERS = ["overlay", "reach", "lit", "target", "marks", "counters", "sides", "flash", "arrows", "path", "cursor", "fan"];

/**
 * @typedef {{unit?: string, side?: string, hex: string|null, shift: boolean, touch: boolean}} Spot
 * @typedef {{x: number, y: number}} Point
 * @typedef {{tap: (spot: Spot) => void, hover: (spot: Spot|null) => void, grab: (spot: Spot) => boolean,
 *   hold: (spot: Spot) => void,
 *   box: (hexes: string[]) => void, carry: (at: Point) => void, drop: (hex: string|null) => void}} Hands `grab`: whether the spot's unit is lifted; `hold`: a finger rests there
 * @typedef {{x: number, y: number, scale: number}} Place the middle of the window on the map
 */

export class MapView {
  /** @param {import("../common/types.js").Sheet} sheet @param {Hands} hands */
  constructor(sheet, hands) {
    const [x, y, w, hgt] = sheet.viewbox;
    this.box = { x, y, w, h: hgt };
    this.geometry = new Geometry(sheet);
    this.hands = hands;
    this.resting = new LongPress((spot) => hands.hold(spot));
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    const viewBox = sheet.viewbox.join(" ");
    /** @type {Object<string, SVGGElement>} */
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: `layer-${name}` })]));
    this.svg = s("svg", { viewBox, width: w, height: hgt, class: "pieces" }, Object.values(this.layers));
    this.picture = new Picture(sheet);
    this.world = h("div", { class: "world" }, this.picture.el, this.svg);
    this.host = h(
      "div",
      { class: "map", tabindex: 0, role: "application", "aria-label": "Map; arrow keys move the cursor" },
      this.world,
    );
    this.frame = h("div", { class: "mini-frame" });
    /** scrolled, as the map is, to where the frame lies */
    this.miniGlass = h("div", { class: "mini-glass" }, h("div", { class: "mini-room" }, this.frame));
    this.dots = s("g", { class: "layer-dots" });
    /** the height of the map by its width */ this.ratio = hgt / w;
    this.mini = h(
      "div",
      { class: "minimap" },
      this.picture.mini,
      s("svg", { viewBox, role: "img", "aria-label": "Overview of the map" }, this.dots),
      this.miniGlass,
    );
    /** @type {(() => void)[]} told whenever the map lies elsewhere */ this.onPlace = [];
    /** @type {Map<number, PointerEvent>} */ this.fingers = new Map();
    /** the player has moved or zoomed the map since this was last set to no */ this.handled = false;
    /** @type {{left: number, top: number}|null} where the map will lie when it has glided */ this.goal = null;
    this.listen();
    new ResizeObserver(() => this.resized()).observe(this.host);
  }

  /** In a window that has become larger than the whole map this fills it again. */
  resized() {
    const { clientWidth: w, clientHeight: hgt } = this.host;
    if (this.box.w * this.scale < w && this.box.h * this.scale < hgt) this.fit();
    else this.place();
  }

  /** The keys go to the map. */
  home() {
    this.host.focus({ preventScroll: true });
  }

  listen() {
    const on = (/** @type {string} */ type, /** @type {any} */ fn, more = {}) =>
      this.host.addEventListener(type, fn, more);
    on("pointerdown", (/** @type {PointerEvent} */ e) => this.down(e));
    on("pointermove", (/** @type {PointerEvent} */ e) => this.move(e));
    on("pointerup", (/** @type {PointerEvent} */ e) => this.up(e));
    on("pointercancel", (/** @type {PointerEvent} */ e) => this.cancelled(e));
    on("scroll", () => this.scrolled());
    on("contextmenu", (/** @type {PointerEvent} */ e) => e.pointerType !== "mouse" && e.preventDefault());
    on("pointerleave", (/** @type {PointerEvent} */ e) => e.pointerType === "mouse" && this.hands.hover(null));
    on(
      "wheel",
      (/** @type {WheelEvent} */ e) => {
        e.preventDefault();
        this.zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0016)), this.local(e));
      },
      { passive: false },
    );
    const jump = (/** @type {PointerEvent} */ e) => {
      if (!e.buttons) return;
      this.handled = true;
      const r = this.mini.getBoundingClientRect();
      this.centre({
        x: this.box.x + ((e.clientX - r.left) / r.width) * this.box.w,
        y: this.box.y + ((e.clientY - r.top) / r.height) * this.box.h,
      });
    };
    this.mini.addEventListener("pointerdown", jump);
    this.mini.addEventListener("pointermove", jump);
  }

  local(/** @type {MouseEvent} */ e) {
    const r = this.host.getBoundingClientRect();
    return { x: e.clientX - r.left, y: e.clientY - r.top };
  }

  /** Map units of a point of the screen. */
  point(/** @type {MouseEvent} */ e) {
    const p = this.local(e);
    return { x: (p.x - this.left) / this.scale + this.box.x, y: (p.y - this.top) / this.scale + this.box.y };
  }

  /** Where a point of the map is on the screen, from the map's corner. */
  onScreen(/** @type {Point} */ p, /** @type {{left: number, top: number}} */ { left, top } = this) {
    return { x: (p.x - this.box.x) * this.scale + left, y: (p.y - this.box.y) * this.scale + top };
  }

  /** @returns {Spot} */
  spot(/** @type {PointerEvent} */ e) {
    const el = /** @type {Element} */ (e.target);
    const piece = el.closest?.("[data-unit]"),
      border = el.closest?.("[data-side]");
    return {
      unit: piece?.getAttribute("data-unit") ?? undefined,
      side: border?.getAttribute("data-side") ?? undefined,
      hex: this.geometry.at(this.point(e)),
      shift: e.shiftKey,
      touch: e.pointerType !== "mouse",
    };
  }

  down(/** @type {PointerEvent} */ e) {
    if (e.button > 0 && e.pointerType === "mouse") return;
    this.rest();
    this.fingers.set(e.pointerId, e);
    this.pressed = { spot: this.spot(e), x: e.clientX, y: e.clientY, moved: false, carrying: false, boxing: false };
    this.host.setPointerCapture(e.pointerId);
    if (this.fingers.size === 2) this.pressed.moved = true;
    if (this.pressed.spot.touch && this.fingers.size === 1) this.resting.begin(this.pressed.spot);
    else this.resting.end();
  }

  move(/** @type {PointerEvent} */ e) {
    const before = this.fingers.get(e.pointerId),
      press = this.pressed;
    if (!before || !press) {
      this.hands.hover(this.spot(e));
      return;
    }
    if (!press.moved && Math.hypot(e.clientX - press.x, e.clientY - press.y) > SLOP) {
      press.moved = true;
      this.resting.end();
      press.carrying = this.fingers.size === 1 && this.hands.grab(press.spot);
      press.boxing = e.shiftKey && !press.carrying;
    }
    if (press.boxing) this.draws(press, e);
    else if (press.carrying) {
      this.hands.carry(this.local(e));
      this.hands.hover({ ...press.spot, unit: undefined, hex: this.geometry.at(this.point(e)) });
    } else if (press.moved && this.fingers.size === 2) this.pinch(e);
    else if (press.moved) this.pan(e.clientX - before.clientX, e.clientY - before.clientY);
    this.fingers.set(e.pointerId, e);
  }

  /** The corners of a box from where the button was pressed, on the map. */
  corners(/** @type {Point} */ from, /** @type {MouseEvent} */ to) {
    const a = this.point(/** @type {any} */ ({ clientX: from.x, clientY: from.y })),
      b = this.point(to);
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  }

  draws(/** @type {Point} */ from, /** @type {MouseEvent} */ to) {
    this.layers.path.replaceChildren(s("rect", { ...this.corners(from, to), class: "drag-box" }));
  }

  /** The hexes whose middle lies in the box. */
  within(/** @type {Point} */ from, /** @type {MouseEvent} */ to) {
    const { x, y, width, height } = this.corners(from, to);
    const inside = (/** @type {Point} */ p) => p.x >= x && p.x <= x + width && p.y >= y && p.y <= y + height;
    return this.geometry.list.filter(([, p]) => inside(p)).map(([name]) => name);
  }

  pinch(/** @type {PointerEvent} */ e) {
    const other = [...this.fingers.values()].find((f) => f.pointerId !== e.pointerId);
    const before = this.fingers.get(e.pointerId);
    if (!other || !before) return;
    const span = (/** @type {PointerEvent} */ f) =>
      Math.hypot(f.clientX - other.clientX, f.clientY - other.clientY) || 1;
    const a = this.local(e),
      b = this.local(other);
    this.pan((e.clientX - before.clientX) / 2, (e.clientY - before.clientY) / 2);
    this.zoom(span(e) / span(before), { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  }

  up(/** @type {PointerEvent} */ e) {
    const press = this.pressed;
    this.fingers.delete(e.pointerId);
    if (!press || this.fingers.size) return;
    this.pressed = undefined;
    this.layers.path.replaceChildren();
    this.resting.end();
    if (press.spot.touch && this.resting.held) this.resting.held = false;
    else if (!press.moved) this.hands.tap(press.spot);
    else if (press.boxing) this.hands.box(this.within(press, e));
    else if (press.carrying) this.hands.drop(this.geometry.at(this.point(e)));
  }

  cancelled(/** @type {PointerEvent} */ e) {
    this.fingers.delete(e.pointerId);
    if (this.pressed?.carrying) this.hands.drop(null);
    this.pressed = undefined;
  }

  /** A hand has lifted a counter: the map lies still. */
  get carrying() {
    return Boolean(this.pressed?.carrying);
  }

  pan(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.handled = true;
    this.left += dx;
    this.top += dy;
    this.place();
  }

  zoom(
    /** @type {number} */ factor,
    /** @type {{x: number, y: number}} */ at = { x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 },
  ) {
    this.handled = true;
    const to = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    const k = to / this.scale;
    this.left = at.x - (at.x - this.left) * k;
    this.top = at.y - (at.y - this.top) * k;
    this.scale = to;
    this.place();
  }

  /** The whole map, or a part of it, in the window. */
  fit(box = this.box, most = MOST) {
    const w = this.host.clientWidth,
      hgt = this.host.clientHeight;
    if (!w || !hgt) return;
    this.scale = Math.min(most, Math.max(LEAST, Math.min(w / box.w, hgt / box.h)));
    this.centre({ x: box.x + box.w / 2, y: box.y + box.h / 2 });
  }

  /** The map filling the window, no smaller than so, around a point. */
  cover(
    /** @type {number} */ least,
    /** @type {Point} */ at = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 },
  ) {
    this.scale = Math.max(this.host.clientWidth / this.box.w, this.host.clientHeight / this.box.h, least);
    this.centre(at);
  }

  /** All rows of cells as tall as the window, but no smaller than so. */
  fitHeight(/** @type {number} */ least) {
    const ys = this.geometry.list.map(([, p]) => p.y);
    const tall = Math.max(...ys) - Math.min(...ys) + this.geometry.size * 1.3;
    this.scale = Math.max(least, Math.min(1.4, this.host.clientHeight / tall));
  }

  /** The part of the map that lies in the window, in map units. */
  get window() {
    const { x, y, w, h: hgt } = this.box,
      left = Math.max(x, x - this.left / this.scale),
      top = Math.max(y, y - this.top / this.scale);
    return {
      x: left,
      y: top,
      w: Math.min(x + w, x + (this.host.clientWidth - this.left) / this.scale) - left,
      h: Math.min(y + hgt, y + (this.host.clientHeight - this.top) / this.scale) - top,
    };
  }

  /** What the window shows. @returns {Place} */
  get at() {
    return {
      x: this.box.x + (this.host.clientWidth / 2 - this.left) / this.scale,
      y: this.box.y + (this.host.clientHeight / 2 - this.top) / this.scale,
      scale: this.scale,
    };
  }

  /** Show what was shown once. */
  goBack(/** @type {Place} */ { x, y, scale }) {
    this.scale = Math.min(MOST, Math.max(LEAST, scale));
    this.centre({ x, y });
  }

  /** Show these hexes with some room about them. */
  fitHexes(/** @type {string[]} */ names, most = 1.5) {
    const points = names.map((n) => this.geometry.hexes[n]).filter(Boolean);
    if (!points.length) return;
    const xs = points.map((p) => p.x),
      ys = points.map((p) => p.y),
      room = this.geometry.size * 2.2;
    const x = Math.min(...xs) - room,
      y = Math.min(...ys) - room;
    this.fit({ x, y, w: Math.max(...xs) + room - x, h: Math.max(...ys) + room - y }, most);
  }

  centre(/** @type {Point} */ p) {
    this.rest();
    Object.assign(this, this.lying(p));
    this.place();
  }

  /** Bring a point to the middle gently; whoever takes hold of the map stops that. */
  glide(/** @type {Point} */ p) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.centre(p);
      return;
    }
    this.rest();
    const from = this.at,
      start = performance.now();
    this.goal = this.clamped(this.lying(p));
    const step = (/** @type {number} */ now) => {
      const t = Math.min(1, Math.max(0, (now - start) / GLIDES)),
        k = t * t * (3 - 2 * t);
      Object.assign(this, this.lying({ x: from.x + (p.x - from.x) * k, y: from.y + (p.y - from.y) * k }));
      this.place();
      if (t < 1) this.gliding = requestAnimationFrame(step);
      else this.rest();
    };
    this.gliding = requestAnimationFrame(step);
  }

  rest() {
    if (this.gliding) cancelAnimationFrame(this.gliding);
    this.gliding = undefined;
    this.goal = null;
  }

  /** Where the map lies with a point of it in the middle of the window. */
  lying(/** @type {Point} */ p) {
    return {
      left: this.host.clientWidth / 2 - (p.x - this.box.x) * this.scale,
      top: this.host.clientHeight / 2 - (p.y - this.box.y) * this.scale,
    };
  }

  /** Whether a hex is well inside the window, and not beneath what covers so much of its lower edge. */
  sees(/** @type {string} */ name, covered = 0) {
    return this.shows(name, covered, 60);
  }

  /** Whether its middle is in the window, that far from the rim, or will be when the map has glided. */
  shows(/** @type {string} */ name, covered = 0, m = 0) {
    const q = this.onScreen(this.geometry.hexes[name], this.goal ?? this);
    return q.x > m && q.y > m && q.x < this.host.clientWidth - m && q.y < this.host.clientHeight - m - covered;
  }

  /** Bring a hex into the window if it is outside, or beneath what covers so much of its lower edge. */
  reveal(/** @type {string} */ name, covered = 0) {
    if (this.geometry.hexes[name] && !this.carrying && !this.sees(name, covered)) this.glide(this.geometry.hexes[name]);
  }

  /** Where none of these hexes is in the window, bring the nearest into it. The window stays where the player put it. */
  revealSome(/** @type {string[]} */ names) {
    const known = names.filter((n) => this.geometry.hexes[n]);
    if (known.length && !known.some((n) => this.shows(n, 0, 20))) this.reveal(this.nearest(known));
  }

  /** The one of these hexes that is nearest to what is seen. */
  nearest(/** @type {string[]} */ names) {
    const { x, y } = this.at;
    const far = (/** @type {string} */ n) =>
      Math.hypot(this.geometry.hexes[n].x - x, this.geometry.hexes[n].y - y);
    return names.reduce((a, b) => (far(b) < far(a) ? b : a));
  }

  /** Never past the map's rim; a map smaller than the window lies in its middle. */
  clamped(/** @type {{left: number, top: number}} */ { left, top }) {
    const clamp = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      size < room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
    return {
      left: clamp(left, this.box.w * this.scale, this.host.clientWidth),
      top: clamp(top, this.box.h * this.scale, this.host.clientHeight),
    };
  }

  /**
   * Move the map. The window is scrolled over it, which browsers do with what is drawn already; any other change would
   * have them sort every counter into layers again. A map smaller than the window cannot be scrolled, and is shifted.
   */
  place() {
    const { clientWidth: w, clientHeight: hgt } = this.host;
    Object.assign(this, this.clamped(this));
    this.picture.show(this.scale);
    const seen = { x: -this.left / this.scale, y: -this.top / this.scale, w: w / this.scale, h: hgt / this.scale };
    this.picture.near(seen, this.scale);
    this.placeFrame(seen);
    this.world.style.transform = `translate(${Math.max(0, this.left)}px, ${Math.max(0, this.top)}px) scale(${this.scale})`;
    this.host.scrollTo(-this.left, -this.top);
    for (const told of this.onPlace) told();
  }

  /** The browser has scrolled by itself, by a key or to what has the focus: the map lies there now. */
  scrolled() {
    const { scrollLeft, scrollTop } = this.host;
    const off = (/** @type {number} */ at, /** @type {number} */ is) => Math.abs(Math.max(0, -at) - is) > 1;
    if (!off(this.left, scrollLeft) && !off(this.top, scrollTop)) return;
    Object.assign(this, { left: -scrollLeft, top: -scrollTop });
    this.place();
  }

  /** What the window shows, on the small map; the room in which the frame is scrolled is twice as large as that. */
  placeFrame(/** @type {{x: number, y: number, w: number, h: number}} */ { x, y, w, h: hgt }) {
    const { clientWidth, clientHeight } = this.miniGlass,
      { style } = this.frame;
    style.width = `${(w / this.box.w) * 50}%`;
    style.height = `${(hgt / this.box.h) * 50}%`;
    this.miniGlass.scrollTo(clientWidth * (1 - x / this.box.w), clientHeight * (1 - y / this.box.h));
  }
}
