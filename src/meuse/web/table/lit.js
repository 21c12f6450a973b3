/** What the player can choose, lit on the map: counters, hexes and hexsides that are offered, reach, and the way to a hex. */

import { s } from "../common/dom.js";
import { redraw } from "../common/redraw.js";

export class Lit {
  /** @param {import("./choices.js").Choices} choices */
  constructor(choices) {
    this.choices = choices;
  }

  draw() {
    const { choices } = this,
      { map, stacks, offer } = choices,
      { ways } = choices.reach;
    const g = map.geometry;
    const most = Math.max(1, ...Object.values(ways).map((w) => Number(w.cost) || 0));
    redraw(
      map.layers.reach,
      Object.entries(ways)
        .filter(([hex]) => g.hexes[hex])
        .map(([hex, way]) => {
          const share = Number(way.cost) ? Number(way.cost) / most : 1;
          return s(
            "g",
            { class: "reach" },
            s("path", {
              d: g.outline(hex, 1.5),
              class: `reach-hex shade-${Math.min(4, Math.floor(share * 5))}${way.crowded ? " crowded" : ""}`,
            }),
            s("text", { x: g.hexes[hex].x, y: g.hexes[hex].y + 25, class: "reach-cost" }, way.crowded ? `${way.cost} ⚠` : way.cost),
          );
        }),
    );
    redraw(
      map.layers.lit,
      [...choices.open(offer.hexes).keys()].map((hex) => s("path", { d: g.outline(hex, 3), class: "lit-hex" })),
    );
    redraw(
      map.layers.sides,
      [...choices.open(offer.sides).keys()].map((side) => this.litSide(side)),
    );
    const { units, left } = choices.gathered;
    stacks.light(
      new Set(choices.open(offer.units).keys()),
      new Set([...(choices.picked ? [choices.picked] : []), ...choices.moving(), ...units].filter((u) => !left.has(u))),
      left,
    );
    redraw(map.layers.target, choices.gathered.target(g));
    this.path(null);
  }

  /** A cell that the border belongs to. */
  beside(/** @type {string} */ side) {
    const b = this.choices.scene.sheet.sides_of_hexes[side];
    return this.choices.map.geometry.at({ x: (b.x1 + b.x2) / 2, y: (b.y1 + b.y2) / 2 }) ?? "";
  }

  litSide(/** @type {string} */ side) {
    const b = this.choices.scene.sheet.sides_of_hexes[side];
    const at = { x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2 };
    return s(
      "g",
      { class: "lit-side", "data-side": side },
      s("line", { ...at, class: "side-hit" }),
      s("line", { ...at, class: "side-glow" }),
    );
  }

  /** The way to a hex under the pointer, with what it costs. */
  path(/** @type {string|null} */ hex) {
    const { map, reach, scene } = this.choices,
      { layers, geometry } = map;
    const way = hex && reach.ways[hex];
    const start = reach.unit && scene.view.units[reach.unit]?.hex;
    if (!way) {
      layers.path.replaceChildren();
      return;
    }
    const stops = [start, ...way.path].filter((n) => n && geometry.hexes[n]).map((n) => geometry.hexes[n]);
    const end = geometry.hexes[/** @type {string} */ (hex)];
    const d = `M${stops.map((p) => `${p.x} ${p.y}`).join("L")}`;
    layers.path.replaceChildren(
      s("path", { d, class: "way-edge" }),
      s("path", { d, class: "way" }),
      ...way.path.slice(0, -1).map((n) => this.wayMark(n)),
      s("circle", { cx: end.x, cy: end.y, r: 13, class: "way-end" }),
      s("text", { x: end.x, y: end.y + 4.5, class: "way-cost" }, way.cost),
    );
  }

  /** What has been paid on the way, at a hex that it goes through. */
  wayMark(/** @type {string} */ hex) {
    const { x, y } = this.choices.map.geometry.hexes[hex];
    const cost = this.choices.reach.ways[hex]?.cost;
    return s(
      "g",
      { transform: `translate(${x} ${y})`, class: "way-mark" },
      s("circle", { r: cost === undefined ? 4 : 9 }),
      cost === undefined ? null : s("text", { y: 3.4 }, cost),
    );
  }

  /** Hexes that may be clicked now. */
  hexes() {
    const { choices } = this;
    return new Set([...choices.open(choices.offer.hexes).keys(), ...Object.keys(choices.reach.ways)]);
  }

  /** The hexes of what may be chosen now. */
  places() {
    const { choices } = this,
      { side, scene, offer } = choices;
    if (!side || scene.watching) return [];
    const { units } = scene.view;
    const lit = [...choices.open(offer.units).keys()].map((id) => units[id]?.hex);
    const beside = [...choices.open(offer.sides).keys()].map((one) => this.beside(one));
    return [...new Set([...lit, ...beside, ...this.hexes()])].filter(Boolean);
  }
}
