/**
 * The map's picture. Drawing its lines takes a second on a slow machine, so it is drawn once in each of a few sizes,
 * when first needed; panning and zooming then only move bitmaps. The counters come first: who opens a table sees what
 * can move while the map is drawn beneath.
 */

import { h } from "../common/dom.js";

const MOST_PIXELS = 16e6,
  LEVELS = [0.5, 1, 2],
  STRIPS = 10;

export class Picture {
  /** @param {import("../common/types.js").Sheet} sheet */
  constructor(sheet) {
    const [, , w, hgt] = sheet.viewbox;
    this.w = w;
    this.h = hgt;
    this.el = h("div", { class: "picture" });
    this.el.style.width = `${w}px`;
    this.el.style.height = `${hgt}px`;
    /** @type {Map<number, HTMLCanvasElement>} */ this.drawn = new Map();
    /** @type {number|undefined} */ this.shown = undefined;
    this.there = Boolean(sheet.map);
    /** @type {Promise<void>} the counters lie on the table */
    this.turn = new Promise((settle) => {
      this.begin = () => {
        this.begin = () => {};
        requestAnimationFrame(() => setTimeout(settle));
      };
    });
    this.load = () => load(sheet.map ?? "", w, hgt, this.turn);
    this.image = this.there ? this.load() : Promise.reject();
    this.image.catch(() => null);
    this.mini = h("canvas", { width: 420, height: Math.round((420 * hgt) / w) });
  }

  /** The size that is sharp at this scale. */
  level(/** @type {number} */ scale) {
    const wanted = scale * Math.min(devicePixelRatio, 2) * 0.8;
    const best = LEVELS.find((k) => k >= wanted) ?? LEVELS[LEVELS.length - 1];
    return Math.min(best, Math.sqrt(MOST_PIXELS / (this.w * this.h)));
  }

  /** Draw the size for this scale if it is missing, and show it. */
  show(/** @type {number} */ scale) {
    const k = this.level(scale);
    if (k === this.shown || !this.there) return;
    this.shown = k;
    clearTimeout(this.soon);
    if (this.drawn.has(k)) this.turnTo(k);
    else this.soon = setTimeout(() => this.draw(k), this.drawn.size ? 200 : 0);
  }

  async draw(/** @type {number} */ k) {
    const image = await this.image.catch(() => null);
    if (!image) {
      this.again(k);
      return;
    }
    const canvas = h("canvas", { width: Math.round(this.w * k), height: Math.round(this.h * k) });
    await inStrips(canvas, image);
    if (!this.drawn.size) this.mini.getContext("2d").drawImage(canvas, 0, 0, this.mini.width, this.mini.height);
    this.drawn.set(k, canvas);
    this.el.insertBefore(canvas, this.el.querySelector(".sharp"));
    this.turnTo(this.shown ?? k);
  }

  /** The picture did not come: ask again while the table is open. */
  again(/** @type {number} */ k) {
    setTimeout(() => {
      if (!this.el.isConnected) return;
      this.image = this.load();
      this.draw(k);
    }, 3000);
  }

  /**
   * What the window shows, in units of the picture from its corner. When it lies still at a scale at which no size is
   * sharp, this much of it is drawn once more, as sharp as the screen is.
   * @param {{x: number, y: number, w: number, h: number}} seen @param {number} scale
   */
  near(seen, scale) {
    clearTimeout(this.rested);
    const dots = scale * devicePixelRatio;
    const [x0, y0] = [Math.max(0, seen.x), Math.max(0, seen.y)];
    const [x1, y1] = [Math.min(this.w, seen.x + seen.w), Math.min(this.h, seen.y + seen.h)];
    if (!this.there || dots < (this.shown ?? Infinity) * 1.05 || x1 <= x0 || y1 <= y0) {
      this.el.querySelector(".sharp")?.remove();
      return;
    }
    this.rested = setTimeout(() => this.sharpen({ x: x0, y: y0, w: x1 - x0, h: y1 - y0 }, dots), 400);
  }

  /** @param {{x: number, y: number, w: number, h: number}} part @param {number} dots */
  async sharpen(part, dots) {
    const image = await this.image.catch(() => null),
      mine = this.rested;
    if (!image || !this.drawn.size) return;
    const canvas = h("canvas", { class: "sharp", width: Math.round(part.w * dots), height: Math.round(part.h * dots) });
    Object.assign(canvas.style, { left: `${part.x}px`, top: `${part.y}px`, width: `${part.w}px`, height: `${part.h}px` });
    await inStrips(canvas, image, part);
    if (mine !== this.rested) return;
    this.el.querySelector(".sharp")?.remove();
    this.el.append(canvas);
  }

  turnTo(/** @type {number} */ k) {
    if (this.drawn.has(k)) for (const [other, canvas] of this.drawn) canvas.hidden = other !== k;
  }
}

/** Draw strip by strip, so that the table answers meanwhile. */
async function inStrips(
  /** @type {HTMLCanvasElement} */ canvas,
  /** @type {HTMLImageElement} */ image,
  part = { x: 0, y: 0, w: image.width, h: image.height },
) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const high = Math.ceil(canvas.height / STRIPS),
    k = part.h / canvas.height;
  for (let y = 0; y < canvas.height; y += high) {
    pen.drawImage(image, part.x, part.y + y * k, part.w, high * k, 0, y, canvas.width, high);
    await new Promise((settle) => setTimeout(settle));
  }
}

/** The picture with its size written into it, which some browsers need before they draw it on a canvas. */
async function load(
  /** @type {string} */ url,
  /** @type {number} */ w,
  /** @type {number} */ hgt,
  /** @type {Promise<void>} */ turn,
) {
  const answer = await fetch(url);
  const text = (await answer.text()).replace("<svg ", `<svg width="${w}" height="${hgt}" `);
  await turn;
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  return image;
}
