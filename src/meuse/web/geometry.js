/** Where hexes lie: shapes, neighbours and the hex under a point, from the sheet's centres alone. */

/** @typedef {{x: number, y: number}} Point */

export class Geometry {
  constructor(/** @type {import("./types.js").Sheet} */ sheet) {
    this.hexes = sheet.hexes;
    this.size = sheet.hex;
    this.list = Object.entries(sheet.hexes);
    this.corners = this.findCorners();
  }

  /** The six corners (four on a square grid) around a centre, found from how neighbours lie. */
  findCorners() {
    const angles = this.around(this.list[Math.floor(this.list.length / 2)]?.[0]).map((n) => n.angle);
    const near = (/** @type {number} */ a) => angles.some((b) => Math.abs(Math.sin((a - b) / 2)) < 0.05);
    if (near(0) && near(Math.PI / 2))
      return [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ].map(([x, y]) => ({ x: (x * this.size) / 2, y: (y * this.size) / 2 }));
    const turn = near(0) ? Math.PI / 6 : 0;
    const r = this.size / Math.sqrt(3);
    return [0, 1, 2, 3, 4, 5].map((k) => ({
      x: r * Math.cos(turn + (k * Math.PI) / 3),
      y: r * Math.sin(turn + (k * Math.PI) / 3),
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

  /** A hex as path data, drawn in by so much. */
  outline(/** @type {string} */ name, inset = 0) {
    const { x, y } = this.hexes[name];
    const k = 1 - inset / (this.size / 2);
    return `M${this.corners.map((c) => `${(x + c.x * k).toFixed(1)} ${(y + c.y * k).toFixed(1)}`).join("L")}Z`;
  }

  /** The hex whose centre is nearest, if the point is on the map. @returns {string|null} */
  at(/** @type {Point} */ { x, y }) {
    let best = null,
      least = (this.size * 0.6) ** 2;
    for (const [name, p] of this.list) {
      const d = (p.x - x) ** 2 + (p.y - y) ** 2;
      if (d < least) {
        least = d;
        best = name;
      }
    }
    return best;
  }

  /** The next hex for an arrow key; going straight up or down keeps near the column where it began. */
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
