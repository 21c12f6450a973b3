/** Counters on the map: stacks, the fan that spreads one, markers on hexes and hexsides, and what is lit. */

import { s } from "../common/dom.js";
import { counter, SIZE } from "../common/counters.js";
import { sound } from "../common/sound.js";

export class Stacks {
  /** @param {import("./map.js").MapView} map @param {import("../common/types.js").Sheet} sheet @param {import("../common/types.js").Display} game */
  constructor(map, sheet, game) {
    this.map = map;
    this.sheet = sheet;
    this.game = game;
    /** @type {Object<string, string[]>} */ this.at = {};
    /** @type {any} */ this.units = {};
    /** @type {string|null} */ this.fanned = null;
    /** @type {(() => void)|undefined} lights the fan's copies */ this.onFan = undefined;
    /** @type {Object<string, {x: number, y: number}>} where each counter was drawn last */ this.lay = {};
    /** @type {Map<string, {key: string, el: Element}>} the stacks as they are drawn */ this.drawn = new Map();
    this.dotted = "";
  }

  /** @param {any} view @param {Object<string, string>} from hexes that counters come from, where they are new to the table */
  draw(view, from = {}) {
    this.units = view.units ?? {};
    this.at = {};
    for (const [id, piece] of Object.entries(this.units))
      if (piece.hex && this.sheet.hexes[piece.hex]) (this.at[piece.hex] ??= []).push(id);
    const rank = (/** @type {string} */ id) => this.game.rank(this.sheet.counters[id], this.units[id]);
    const aloft = (/** @type {string} */ id) => Number(this.game.aloft(this.units[id]));
    for (const ids of Object.values(this.at))
      ids.sort((a, b) => aloft(a) - aloft(b) || rank(a) - rank(b) || (a < b ? -1 : 1));
    const rows = Object.entries(this.at).sort(([a], [b]) => this.sheet.hexes[a].y - this.sheet.hexes[b].y);
    this.arrange(rows);
    this.drawDots();
    this.glide(from);
    if (this.fanned) this.fan(this.fanned);
    this.map.picture.begin();
  }

  /** Stacks that look as they did stay as they are. */
  arrange(/** @type {[string, string[]][]} */ rows) {
    const drawn = this.drawn;
    this.drawn = new Map();
    for (const [hex, ids] of rows) {
      const key = JSON.stringify(ids.map((id) => [id, this.units[id], this.sheet.counters[id]]));
      const known = drawn.get(hex);
      this.drawn.set(hex, known?.key === key ? known : { key, el: this.stack(hex, ids) });
    }
    const layer = this.map.layers.counters;
    const els = new Set([...this.drawn.values()].map(({ el }) => el));
    for (const old of [...layer.children]) if (!els.has(old)) old.remove();
    let next = layer.firstElementChild;
    for (const el of els) {
      if (el === next) next = next.nextElementSibling;
      else layer.insertBefore(el, next);
    }
  }

  stack(/** @type {string} */ hex, /** @type {string[]} */ ids) {
    const { x, y } = this.sheet.hexes[hex];
    const { size } = this.game;
    const low = ids.filter((id) => !this.game.aloft(this.units[id]));
    const below = (low.length && this.units[low[low.length - 1]].below) || 0;
    const piled = pile(low.length + below, size);
    /** @type {{x: number, y: number, scale?: number}[]} */ const places =
      this.game.layout?.(hex, ids, this.map.geometry.size, this.units, this.sheet) ?? [
        ...piled.slice(below),
        ...flight(ids.length - low.length, low.length > 0, size),
      ];
    return s(
      "g",
      { class: "stack", transform: `translate(${x} ${y})`, "data-stack": hex },
      piled.slice(0, below).map((at) => closed(at)),
      ids.map((id, i) =>
        s(
          "g",
          { transform: `translate(${places[i].x} ${places[i].y}) scale(${places[i].scale ?? 1})` },
          counter(id, this.sheet.counters[id], this.units[id]),
        ),
      ),
      piled.length > 1 &&
        !this.game.layout &&
        s(
          "g",
          { class: "stack-count", transform: `translate(${-R2 * size} ${-R2 * size}) scale(${size})` },
          s("circle", { r: 6.5 }),
          s("text", { y: 3.2 }, piled.length),
        ),
    );
  }

  /** Counters that lie elsewhere now are seen to go there. */
  glide(/** @type {Object<string, string>} */ from) {
    const before = this.lay;
    this.lay = {};
    const still = !this.game.glides || matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const el of this.map.layers.counters.querySelectorAll("[data-unit]")) {
      const id = el.getAttribute("data-unit") ?? "",
        hex = this.sheet.hexes[this.units[id].hex];
      this.lay[id] = { x: hex.x, y: hex.y };
      const start = this.sheet.hexes[from[id]] ?? before[id];
      if (!start || (start.x === hex.x && start.y === hex.y)) continue;
      sound("move");
      if (still) continue;
      const k = /** @type {SVGGElement} */ (el.parentNode).transform.baseVal.getItem(1).matrix.a;
      const there = `translate(${(start.x - hex.x) / k}px, ${(start.y - hex.y) / k}px)`;
      el.animate([{ transform: there }, { transform: "none" }], {
        duration: 600,
        easing: "ease-in-out",
      });
    }
  }

  drawDots() {
    const key = JSON.stringify(Object.entries(this.at).map(([hex, ids]) => [hex, ids.at(-1)]));
    if (key === this.dotted) return;
    this.dotted = key;
    this.map.dots.replaceChildren(
      ...Object.entries(this.at).map(([hex, ids]) => {
        const { x, y } = this.sheet.hexes[hex],
          side = this.sheet.counters[ids[ids.length - 1]].side;
        return side === this.sheet.sides[0]
          ? s("rect", { x: x - 24, y: y - 24, width: 48, height: 48, class: `dot side-${side}` })
          : s("circle", { cx: x, cy: y, r: 26, class: `dot side-${side}` });
      }),
    );
  }

  /** Spread the stack of a hex out above it. */
  fan(/** @type {string} */ hex) {
    const ids = this.at[hex] ?? [];
    if (ids.length < 2 || this.game.layout) {
      this.fold();
      return;
    }
    const was = this.fanned;
    this.fanned = hex;
    const { size } = this.game,
      gap = (SIZE + 8) * size,
      { x, y } = this.sheet.hexes[hex],
      wide = ids.length * gap + 8,
      tall = SIZE * size + 16;
    const box = this.map.window;
    const left = Math.max(box.x, Math.min(box.x + box.w - wide, x - wide / 2));
    const top = y - tall - 24 < box.y ? y + 34 : y - tall - 24;
    this.map.layers.fan.replaceChildren(
      s(
        "g",
        { class: was === hex ? "fan" : "fan opening", "data-fan": hex },
        s("path", {
          class: "fan-stem",
          d: `M${x} ${top > y ? y + 26 : y - 26}L${x - 10} ${top > y ? top + 4 : top + tall - 4}h20Z`,
        }),
        s("rect", { x: left, y: top, width: wide, height: tall, rx: 8, class: "fan-card" }),
        ids
          .slice()
          .reverse()
          .map((id, i) =>
            s(
              "g",
              { transform: `translate(${left + 4 + gap * (i + 0.5)} ${top + tall / 2}) scale(${size})` },
              counter(id, this.sheet.counters[id], this.units[id]),
            ),
          ),
      ),
    );
    this.onFan?.();
  }

  fold() {
    this.fanned = null;
    this.map.layers.fan.replaceChildren();
  }

  /** Every drawn copy of a counter, on the map and in the fan. */
  copies(/** @type {string} */ id) {
    return [...this.map.svg.querySelectorAll(`[data-unit="${CSS.escape(id)}"]`)];
  }

  /** The units lit now get a halo and corner ticks; those of the selection a heavier one. */
  light(/** @type {Set<string>} */ lit, /** @type {Set<string>} */ chosen, /** @type {Set<string>} */ left) {
    for (const el of this.map.svg.querySelectorAll("[data-unit]")) {
      const id = el.getAttribute("data-unit") ?? "";
      el.classList.toggle("lit", lit.has(id));
      el.classList.toggle("chosen", chosen.has(id));
      el.classList.toggle("left-out", left.has(id));
      const ring = el.querySelector(":scope > .halo");
      if (!lit.has(id) && !chosen.has(id)) ring?.remove();
      else if (!ring) el.append(halo());
    }
    for (const el of this.map.svg.querySelectorAll(".stack")) {
      el.classList.toggle("has-lit", Boolean(el.querySelector(".lit, .chosen")));
    }
  }

  hide(/** @type {boolean} */ yes) {
    this.map.layers.counters.classList.toggle("ghosts", yes);
    if (yes) this.fold();
  }
}

const R2 = SIZE / 2 - 2;

/** A pile that leans to the upper right. */
function pile(/** @type {number} */ n, /** @type {number} */ scale) {
  const step = n > 1 ? Math.min(5, 12 / (n - 1)) : 0;
  return Array.from({ length: n }, (_, i) => ({ x: step * (i - (n - 1) / 2), y: -step * (i - (n - 1) / 2), scale }));
}

/** What flies over a hex: small above its stack, or as large as others where there is none. */
function flight(/** @type {number} */ n, /** @type {boolean} */ over, /** @type {number} */ size) {
  const scale = over ? size * 0.6 : size;
  const gap = over ? SIZE * scale * 0.8 : 8;
  return Array.from({ length: n }, (_, i) => ({ x: gap * (i - (n - 1) / 2), y: over ? -26 * size : 0, scale }));
}

/** A counter of a pile that is closed to this seat. */
const closed = (/** @type {{x: number, y: number, scale: number}} */ { x, y, scale }) =>
  s("rect", {
    x: -SIZE / 2,
    y: -SIZE / 2,
    width: SIZE,
    height: SIZE,
    rx: 3.5,
    class: "counter-closed",
    transform: `translate(${x} ${y}) scale(${scale})`,
  });

function halo() {
  const a = SIZE / 2 + 2.5,
    t = 9;
  return s("path", {
    class: "halo",
    d: `M${-a} ${-a + t}V${-a}H${-a + t}M${a - t} ${-a}H${a}V${-a + t}M${a} ${a - t}V${a}H${a - t}M${-a + t} ${a}H${-a}V${a - t}`,
  });
}
