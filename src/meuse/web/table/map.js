/** The map: a picture with layers over it, panned and zoomed by mouse, wheel, fingers and keys; and a minimap. */

import { h, s } from "../common/dom.js";
import { Geometry } from "./geometry.js";
import { Picture } from "./picture.js";

const LEAST = 0.15,
  MOST = 3,
  SLOP = 7;
const LAYERS = ["overlay", "reach", "lit", "marks", "counters", "sides", "flash", "path", "cursor", "fan"];

/**
 * @typedef {{unit?: string, side?: string, hex: string|null, shift: boolean, touch: boolean}} Spot
 * @typedef {{tap: (spot: Spot) => void, hover: (spot: Spot|null) => void, grab: (spot: Spot) => boolean}} Hands
 */

export class MapView {
  /** @param {import("../common/types.js").Sheet} sheet @param {Hands} hands */
  constructor(sheet, hands) {
    const [x, y, w, hgt] = sheet.viewbox;
    this.box = { x, y, w, h: hgt };
    this.geometry = new Geometry(sheet);
    this.hands = hands;
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
    this.frame = s("rect", { class: "mini-frame" });
    this.dots = s("g", { class: "layer-dots" });
    this.mini = h(
      "div",
      { class: "minimap" },
      this.picture.mini,
      s("svg", { viewBox, role: "img", "aria-label": "Overview of the map" }, this.dots, this.frame),
    );
    /** @type {Map<number, PointerEvent>} */ this.fingers = new Map();
    this.listen();
    new ResizeObserver(() => this.place()).observe(this.host);
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
    on("pointercancel", (/** @type {PointerEvent} */ e) => this.fingers.delete(e.pointerId));
    on("pointerleave", () => this.hands.hover(null));
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
  onScreen(/** @type {{x: number, y: number}} */ p) {
    return { x: (p.x - this.box.x) * this.scale + this.left, y: (p.y - this.box.y) * this.scale + this.top };
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
    this.fingers.set(e.pointerId, e);
    this.pressed = { spot: this.spot(e), x: e.clientX, y: e.clientY, moved: false, carrying: false };
    this.host.setPointerCapture(e.pointerId);
    if (this.fingers.size === 2) this.pressed.moved = true;
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
      press.carrying = this.fingers.size === 1 && this.hands.grab(press.spot);
    }
    if (press.carrying) this.hands.hover({ ...press.spot, unit: undefined, hex: this.geometry.at(this.point(e)) });
    else if (press.moved && this.fingers.size === 2) this.pinch(e);
    else if (press.moved) this.pan(e.clientX - before.clientX, e.clientY - before.clientY);
    this.fingers.set(e.pointerId, e);
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
    if (!press.moved) this.hands.tap(press.spot);
    else if (press.carrying)
      this.hands.tap({
        ...press.spot,
        unit: undefined,
        side: undefined,
        hex: this.geometry.at(this.point(e)),
        shift: e.shiftKey,
      });
  }

  pan(/** @type {number} */ dx, /** @type {number} */ dy) {
    this.left += dx;
    this.top += dy;
    this.place();
  }

  zoom(
    /** @type {number} */ factor,
    /** @type {{x: number, y: number}} */ at = { x: this.host.clientWidth / 2, y: this.host.clientHeight / 2 },
  ) {
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

  /** The map filling the window, around a point. */
  cover(/** @type {{x: number, y: number}} */ at = { x: this.box.x + this.box.w / 2, y: this.box.y + this.box.h / 2 }) {
    this.scale = Math.max(this.host.clientWidth / this.box.w, this.host.clientHeight / this.box.h, 0.62);
    this.centre(at);
    this.inside();
  }

  /** All rows of cells as tall as the window. */
  fitHeight() {
    const ys = this.geometry.list.map(([, p]) => p.y);
    const tall = Math.max(...ys) - Math.min(...ys) + this.geometry.size * 1.3;
    this.scale = Math.min(1.4, Math.max(0.62, this.host.clientHeight / tall));
  }

  centreInside(/** @type {{x: number, y: number}} */ at) {
    this.centre(at);
    this.inside();
  }

  /** No empty felt beside the map where it could be helped. */
  inside() {
    const clamp = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      size < room ? (room - size) / 2 : Math.min(0, Math.max(room - size, at));
    this.left = clamp(this.left, this.box.w * this.scale, this.host.clientWidth);
    this.top = clamp(this.top, this.box.h * this.scale, this.host.clientHeight);
    this.place();
  }

  /** Show these hexes with some room about them. */
  fitHexes(/** @type {string[]} */ names, most = 1.5) {
    const points = names.map((n) => this.geometry.hexes[n]).filter(Boolean);
    if (!points.length) {
      this.cover();
      return;
    }
    const xs = points.map((p) => p.x),
      ys = points.map((p) => p.y),
      room = this.geometry.size * 2.2;
    const x = Math.min(...xs) - room,
      y = Math.min(...ys) - room;
    this.fit({ x, y, w: Math.max(...xs) + room - x, h: Math.max(...ys) + room - y }, most);
  }

  centre(/** @type {{x: number, y: number}} */ p) {
    this.left = this.host.clientWidth / 2 - (p.x - this.box.x) * this.scale;
    this.top = this.host.clientHeight / 2 - (p.y - this.box.y) * this.scale;
    this.place();
  }

  /** Whether a hex is in the window, and not beneath what covers so much of its lower edge. */
  sees(/** @type {string} */ name, covered = 0) {
    const q = this.onScreen(this.geometry.hexes[name]),
      m = 60;
    return q.x > m && q.y > m && q.x < this.host.clientWidth - m && q.y < this.host.clientHeight - m - covered;
  }

  /** Bring a hex into the window if it is outside. */
  reveal(/** @type {string} */ name) {
    if (this.geometry.hexes[name] && !this.sees(name)) this.centre(this.geometry.hexes[name]);
  }

  /** Bring the middle of these hexes into the window if most of them are outside. */
  revealSome(/** @type {string[]} */ names) {
    const known = names.filter((n) => this.geometry.hexes[n]);
    if (!known.length || known.filter((n) => this.sees(n)).length * 2 >= known.length) return;
    const mean = (/** @type {"x"|"y"} */ k) =>
      known.reduce((sum, n) => sum + this.geometry.hexes[n][k], 0) / known.length;
    this.centre({ x: mean("x"), y: mean("y") });
    this.inside();
  }

  /** Keep some of the map in the window, and move the picture. */
  place() {
    const w = this.host.clientWidth,
      hgt = this.host.clientHeight;
    const keep = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) =>
      Math.min(room / 2, Math.max(room / 2 - size, at));
    this.left = keep(this.left, this.box.w * this.scale, w);
    this.top = keep(this.top, this.box.h * this.scale, hgt);
    this.picture.show(this.scale);
    this.world.style.transform = `translate(${this.left}px, ${this.top}px) scale(${this.scale})`;
    const b = { x: this.box.x - this.left / this.scale, y: this.box.y - this.top / this.scale };
    for (const [k, v] of Object.entries({ ...b, width: w / this.scale, height: hgt / this.scale }))
      this.frame.setAttribute(k, String(v));
  }
}
