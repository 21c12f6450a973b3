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
    const canvas = await bitmap(Math.round(this.w * k), Math.round(this.h * k), image);
    if (!this.drawn.size) await this.drawMini(canvas);
    this.drawn.set(k, canvas);
    this.el.insertBefore(canvas, this.el.querySelector(".sharp"));
    this.turnTo(this.shown ?? k);
  }

  async drawMini(/** @type {HTMLCanvasElement} */ canvas) {
    const { width: resizeWidth, height: resizeHeight } = this.mini;
    const small = await createImageBitmap(canvas, { resizeWidth, resizeHeight, resizeQuality: "medium" });
    this.mini.getContext("bitmaprenderer").transferFromImageBitmap(small);
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
    const canvas = await bitmap(Math.round(part.w * dots), Math.round(part.h * dots), image, part);
    if (mine !== this.rested) return;
    canvas.className = "sharp";
    Object.assign(canvas.style, { left: `${part.x}px`, top: `${part.y}px`, width: `${part.w}px`, height: `${part.h}px` });
    this.el.querySelector(".sharp")?.remove();
    this.el.append(canvas);
  }

  turnTo(/** @type {number} */ k) {
    if (this.drawn.has(k)) for (const [other, canvas] of this.drawn) canvas.hidden = other !== k;
  }
}

/**
 * A part of the picture as a canvas that nobody draws on any more: one that might change is handed to the screen anew
 * with every frame, all its pixels. Drawn strip by strip, so that the table answers meanwhile.
 */
async function bitmap(
  /** @type {number} */ width,
  /** @type {number} */ height,
  /** @type {HTMLImageElement} */ image,
  part = { x: 0, y: 0, w: image.width, h: image.height },
) {
  const paper = new OffscreenCanvas(width, height),
    pen = /** @type {OffscreenCanvasRenderingContext2D} */ (paper.getContext("2d"));
  const high = Math.ceil(height / STRIPS),
    k = part.h / height;
  for (let y = 0; y < height; y += high) {
    pen.drawImage(image, part.x, part.y + y * k, part.w, high * k, 0, y, width, high);
    await new Promise((settle) => setTimeout(settle));
  }
  const canvas = h("canvas", { width, height });
  canvas.getContext("bitmaprenderer").transferFromImageBitmap(paper.transferToImageBitmap());
  return canvas;
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
