/** Arrows on the map: who went where by which way, and who attacked whom at what odds. */

import { s } from "../common/dom.js";

/**
 * @typedef {{way: string[], kind: "move"|"attack", side?: string, says?: string}} Arrow `way`: hexes from first to last
 * @typedef {{x: number, y: number}} Point
 */

export class Arrows {
  /** @param {import("./map.js").MapView} map */
  constructor(map) {
    this.map = map;
    this.layer = map.layers.arrows;
  }

  show(/** @type {Arrow[]} */ arrows) {
    const { hexes } = this.map.geometry;
    this.layer.replaceChildren(
      ...arrows
        .map((a) => ({ ...a, points: a.way.map((name) => hexes[name]).filter(Boolean) }))
        .filter((a) => a.points.length > 1)
        .map((a) => this.arrow(a)),
    );
  }

  /** @param {Arrow & {points: Point[]}} arrow */
  arrow({ points, kind, side = "", says = "" }) {
    const { size } = this.map.geometry;
    const tip = points[points.length - 1],
      before = points[points.length - 2];
    const far = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
    const along = { x: (tip.x - before.x) / far, y: (tip.y - before.y) / far };
    const back = (/** @type {number} */ by) => ({ x: tip.x - along.x * by * size, y: tip.y - along.y * by * size });
    const reach = kind === "attack" ? 0.34 : 0.12,
      end = back(reach),
      neck = back(reach + 0.24),
      w = size * 0.16;
    const line = [...points.slice(0, -1), neck].map((p) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join("L");
    const head = `M${end.x} ${end.y}L${neck.x - along.y * w} ${neck.y + along.x * w}L${neck.x + along.y * w} ${neck.y - along.x * w}Z`;
    const thick = size * (kind === "attack" ? 0.13 : 0.09);
    return s(
      "g",
      { class: `arrow arrow-${kind} side-${side}` },
      s("path", { d: `M${line}`, class: "arrow-rim", "stroke-width": thick + 5 }),
      s("path", { d: head, class: "arrow-rim", "stroke-width": 5 }),
      s("path", { d: `M${line}`, class: "arrow-line", "stroke-width": thick }),
      s("path", { d: head, class: "arrow-head" }),
      says && this.label(says, { x: (before.x + tip.x) / 2, y: (before.y + tip.y) / 2 }),
    );
  }

  label(/** @type {string} */ says, /** @type {Point} */ { x, y }) {
    const tall = this.map.geometry.size * 0.3,
      wide = tall * (0.8 + says.length * 0.56);
    return s(
      "g",
      { class: "arrow-says", transform: `translate(${x} ${y})` },
      s("rect", { x: -wide / 2, y: -tall / 2, width: wide, height: tall, rx: tall / 4 }),
      s("text", { y: tall * 0.27, "font-size": tall * 0.76 }, says),
    );
  }
}

/** Moves of several pieces on the same way are one arrow. @param {Arrow[]} arrows @returns {Arrow[]} */
export function together(arrows) {
  /** @type {Map<string, Arrow>} */ const found = new Map();
  for (const a of arrows) found.set(`${a.kind} ${a.way.join()} ${a.says ?? ""}`, a);
  return [...found.values()];
}
