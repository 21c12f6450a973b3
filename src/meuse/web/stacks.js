/** Counters on the map: stacks, the fan that spreads one, markers on hexes and hexsides, and what is lit. */

import { s } from "./dom.js";
import { counter, SIZE } from "./counters.js";

/** Top of the stack last: headquarters below, the active above. */
function order(/** @type {import("./types.js").Sheet} */ sheet, /** @type {any} */ units, /** @type {string[]} */ ids) {
  const rank = (/** @type {string} */ id) =>
    (sheet.counters[id]?.hq ? 0 : 4) + (units[id].acting ? 2 : 0) + (sheet.counters[id]?.size === "III" ? 1 : 0);
  return ids.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

export class Stacks {
  /** @param {import("./map.js").MapView} map @param {import("./types.js").Sheet} sheet */
  constructor(map, sheet) {
    this.map = map;
    this.sheet = sheet;
    /** @type {Object<string, string[]>} */ this.at = {};
    /** @type {any} */ this.units = {};
    /** @type {string|null} */ this.fanned = null;
    /** @type {(() => void)|undefined} lights the fan's copies */ this.onFan = undefined;
  }

  /** @param {any} view */
  draw(view) {
    this.units = view.units ?? {};
    this.at = {};
    for (const [id, piece] of Object.entries(this.units))
      if (piece.hex && this.sheet.hexes[piece.hex]) (this.at[piece.hex] ??= []).push(id);
    for (const ids of Object.values(this.at)) order(this.sheet, this.units, ids);
    const rows = Object.entries(this.at).sort(([a], [b]) => this.sheet.hexes[a].y - this.sheet.hexes[b].y);
    this.map.layers.counters.replaceChildren(...rows.map(([hex, ids]) => this.stack(hex, ids)));
    this.drawDots();
    if (this.fanned) this.fan(this.fanned);
  }

  stack(/** @type {string} */ hex, /** @type {string[]} */ ids) {
    const { x, y } = this.sheet.hexes[hex];
    const step = ids.length > 1 ? Math.min(5, 12 / (ids.length - 1)) : 0;
    const start = (-step * (ids.length - 1)) / 2;
    return s(
      "g",
      { class: "stack", transform: `translate(${x} ${y})`, "data-stack": hex },
      ids.map((id, i) =>
        s(
          "g",
          { transform: `translate(${start + i * step} ${-start - i * step})` },
          counter(id, this.sheet.counters[id], this.units[id]),
        ),
      ),
      ids.length > 1 &&
        s(
          "g",
          { class: "stack-count", transform: `translate(${-R2} ${-R2})` },
          s("circle", { r: 6.5 }),
          s("text", { y: 3.2 }, ids.length),
        ),
    );
  }

  drawDots() {
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
    if (ids.length < 2) {
      this.fold();
      return;
    }
    const was = this.fanned;
    this.fanned = hex;
    const gap = SIZE + 8,
      { x, y } = this.sheet.hexes[hex],
      wide = ids.length * gap + 8,
      tall = SIZE + 16;
    const box = this.map.box;
    const left = Math.min(box.x + box.w - wide, Math.max(box.x, x - wide / 2));
    const top = y - tall - 20 < box.y ? y + 34 : y - tall - 24;
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
              { transform: `translate(${left + 4 + gap * (i + 0.5)} ${top + tall / 2})` },
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
  light(/** @type {Set<string>} */ lit, /** @type {Set<string>} */ chosen) {
    for (const el of this.map.svg.querySelectorAll("[data-unit]")) {
      const id = el.getAttribute("data-unit") ?? "";
      el.classList.toggle("lit", lit.has(id));
      el.classList.toggle("chosen", chosen.has(id));
      el.querySelector(":scope > .halo")?.remove();
      if (lit.has(id) || chosen.has(id)) el.append(halo());
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

function halo() {
  const a = SIZE / 2 + 2.5,
    t = 9;
  return s("path", {
    class: "halo",
    d: `M${-a} ${-a + t}V${-a}H${-a + t}M${a - t} ${-a}H${a}V${-a + t}M${a} ${a - t}V${a}H${a - t}M${-a + t} ${a}H${-a}V${a - t}`,
  });
}
