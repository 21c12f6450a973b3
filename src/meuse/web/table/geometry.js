/** Where cells lie: shapes, neighbours and the cell under a point, from the sheet's grid and centres alone. */

/** @typedef {{x: number, y: number}} Point */

/** Angles of the corners, and how far out they lie, for a cell one unit across. */
const SHAPES = {
  pointy: { first: Math.PI / 6, corners: 6, out: 1 / Math.sqrt(3) },
  flat: { first: 0, corners: 6, out: 1 / Math.sqrt(3) },
  square: { first: Math.PI / 4, corners: 4, out: Math.SQRT1_2 },
};

export class Geometry {
  constructor(/** @type {import("../common/types.js").Sheet} */ sheet) {
    this.hexes = sheet.hexes;
    this.size = sheet.hex;
    this.word = sheet.grid === "square" ? "square" : "hex";
    this.list = Object.entries(sheet.hexes);
    const { first, corners, out } = SHAPES[sheet.grid];
    this.corners = Array.from({ length: corners }, (_, k) => ({
      x: this.size * out * Math.cos(first + (k * 2 * Math.PI) / corners),
      y: this.size * out * Math.sin(first + (k * 2 * Math.PI) / corners),
    }));
  }

  /** Neighbours with the direction in which they lie. */
  around(/** @type {string} */ name) {
    const here = this.hexes[name];
    if (!here) return [];
    return this.list
      .filter(([other, p]) => other !== name && Math.hypot(p.x - here.x, p.y - here.y) < this.size * 1.1)
      .map(([other, p]) => ({ name: other, angle: Math.atan2(p.y - here.y, p.x - here.x), x: p.x, y: p.y }));
  }

  /** A cell as path data, drawn in by so much. */
  outline(/** @type {string} */ name, inset = 0) {
    const { x, y, w, h } = this.hexes[name];
    if (w && h) return `M${x - w / 2 + inset} ${y - h / 2 + inset}h${w - 2 * inset}v${h - 2 * inset}h${2 * inset - w}Z`;
    const k = 1 - inset / (this.size / 2);
    return `M${this.corners.map((c) => `${(x + c.x * k).toFixed(1)} ${(y + c.y * k).toFixed(1)}`).join("L")}Z`;
  }

  /** The cell whose centre is nearest, if the point is on the map. @returns {string|null} */
  at(/** @type {Point} */ { x, y }) {
    let best = null,
      least = (this.size * (this.word === "square" ? 0.72 : 0.6)) ** 2;
    for (const [name, p] of this.list) {
      if (p.w && p.h) {
        if (Math.abs(p.x - x) < p.w / 2 && Math.abs(p.y - y) < p.h / 2) return name;
        continue;
      }
      const d = (p.x - x) ** 2 + (p.y - y) ** 2;
      if (d < least) {
        least = d;
        best = name;
      }
    }
    return best;
  }

  /** The next cell for an arrow key; going straight up or down keeps near the column where it began. */
  next(/** @type {string} */ name, /** @type {number} */ dx, /** @type {number} */ dy, /** @type {number} */ column) {
    let best = null,
      most = 0.3;
    for (const n of this.around(name)) {
      const along = Math.cos(n.angle) * dx + Math.sin(n.angle) * dy;
      const score = along - (dy ? Math.abs(n.x - column) / (this.size * 50) : 0);
      if (score > most) {
        most = score;
        best = n.name;
      }
    }
    return best;
  }
}
