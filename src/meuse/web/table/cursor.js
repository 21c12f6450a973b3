/** The cursor on the map: arrow keys move it, Tab takes it through what is lit, Enter acts there. */

import { s } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
import { condition } from "../common/counters.js";

export class Cursor {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView, stacks: import("./stacks.js").Stacks, choices: import("./choices.js").Choices, hands: import("./hands.js").Hands, inspectUnit: (unit: string) => void}} parts
   */
  constructor(scene, { map, stacks, choices, hands, inspectUnit }) {
    this.scene = scene;
    this.map = map;
    this.stacks = stacks;
    this.choices = choices;
    this.hands = hands;
    this.inspectUnit = inspectUnit;
    /** @type {string|null} */ this.hex = null;
    /** @type {string|null} the unit in the fan, or the hexside, that Tab stands on */ this.unit = null;
    /** @type {string|null} */ this.side = null;
    this.column = 0;
  }

  /** Every lit place, hexsides last, from west to east. */
  spots() {
    const { choices } = this,
      { sheet, shown } = this.scene;
    const units = shown?.view.units ?? {};
    /** @type {{hex: string, unit?: string, side?: string}[]} */
    const found = [];
    if (!choices.picked) {
      const { offer } = choices;
      for (const unit of choices.open(offer.units).keys()) if (units[unit]?.hex) found.push({ hex: units[unit].hex, unit });
      for (const side of choices.open(offer.sides).keys()) found.push({ hex: choices.lit.beside(side), side });
    }
    const reach = new Set(Object.keys(choices.reach.ways));
    for (const hex of choices.lit.hexes())
      if (!reach.has(hex) || choices.picked || choices.moving().length) found.push({ hex });
    const place = (/** @type {any} */ p) => sheet.hexes[p.hex] ?? { x: 0, y: 0 };
    const later = (/** @type {any} */ p) => Number(Boolean(p.side));
    return found.sort((a, b) => later(a) - later(b) || place(a).x - place(b).x || place(a).y - place(b).y);
  }

  cycle(/** @type {number} */ by) {
    const all = this.spots();
    if (!all.length) return;
    const now = all.findIndex(
      (p) => p.hex === this.hex && (p.unit ?? null) === this.unit && (p.side ?? null) === this.side,
    );
    const next = all[(now + by + all.length) % all.length] ?? all[0];
    this.to(next.hex, next.unit ?? null, next.side ?? null);
  }

  /** The next unit that can still act: shown, and its choices with it. */
  nextUnit(/** @type {number} */ by) {
    const last = this.choices.picked ?? this.unit;
    this.choices.pick(null);
    const units = this.spots().filter((p) => p.unit);
    if (!units.length) return;
    const now = units.findIndex((p) => p.unit === last);
    const next = units[(now + by + units.length) % units.length] ?? units[0];
    this.to(next.hex, next.unit);
    if (next.unit && this.choices.moverAction(next.unit)) this.choices.pick(next.unit);
  }

  move(/** @type {number} */ dx, /** @type {number} */ dy) {
    const g = this.map.geometry;
    if (!this.hex) {
      if (g.list.length) this.to(this.nearestToMiddle());
      return;
    }
    if (dx) this.column = g.hexes[this.hex].x + dx * g.size;
    const next = g.next(this.hex, dx, dy, this.column);
    if (next) {
      const column = this.column;
      this.to(next);
      if (dy) this.column = column;
    }
  }

  nearestToMiddle() {
    const m = this.map,
      r = m.host.getBoundingClientRect();
    return (
      m.geometry.at(m.point(/** @type {any} */ ({ clientX: r.left + r.width / 2, clientY: r.top + r.height / 2 }))) ??
      m.geometry.list[0][0]
    );
  }

  to(/** @type {string} */ hex, /** @type {string|null} */ unit = null, /** @type {string|null} */ side = null) {
    Object.assign(this, { hex, unit, side });
    this.column = this.scene.sheet.hexes[hex].x;
    this.hands.pointed = null;
    this.map.reveal(hex);
    if (unit && (this.stacks.at[hex] ?? []).length > 1) this.stacks.fan(hex);
    else this.stacks.fold();
    this.draw();
    this.hands.hover({ hex, unit: unit ?? undefined, shift: false, touch: false }, true);
  }

  draw() {
    const { map, stacks } = this,
      { sheet } = this.scene;
    const parts = [];
    if (this.hex) parts.push(s("path", { d: map.geometry.outline(this.hex, 2), class: "cursor-hex" }));
    if (this.side) {
      const b = sheet.sides_of_hexes[this.side];
      parts.push(s("line", { x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2, class: "cursor-side" }));
    }
    redraw(map.layers.cursor, parts);
    for (const el of map.svg.querySelectorAll(".under-cursor")) el.classList.remove("under-cursor");
    if (this.unit) for (const el of stacks.copies(this.unit)) el.classList.add("under-cursor");
    map.host.setAttribute("aria-label", this.words());
  }

  /** What is under the cursor, for those who hear it. */
  words() {
    const { stacks, choices } = this,
      { sheet, view } = this.scene;
    if (!this.hex) return "Map; arrow keys move the cursor";
    const { name, terrain } = sheet.hexes[this.hex];
    const units = (this.unit ? [this.unit] : (stacks.at[this.hex] ?? [])).map((id) =>
      [sheet.counters[id].name, ...condition(sheet.counters[id], view.units[id])].join(", "),
    );
    const way = choices.reach.ways[this.hex];
    return [this.hex, name, terrain, ...units, way && `cost ${way.cost}`].filter(Boolean).join("; ");
  }

  enter(/** @type {boolean} */ shift) {
    if (!this.hex) return;
    const stack = this.stacks.at[this.hex] ?? [];
    const unit = this.unit ?? (stack.length ? stack[stack.length - 1] : undefined);
    this.choices.tap({ hex: this.hex, unit, side: this.side ?? undefined, shift, touch: false });
  }

  /** Spread the stack, then go through its units. */
  spread() {
    if (!this.hex) return;
    const stack = (this.stacks.at[this.hex] ?? []).slice().reverse();
    if (!stack.length) return;
    const at = this.unit ? stack.indexOf(this.unit) : -1;
    if (at === stack.length - 1) {
      this.to(this.hex);
      return;
    }
    this.to(this.hex, stack[at + 1]);
  }

  inspect() {
    const { pointed } = this.hands;
    const { hex, unit } = pointed?.hex ? pointed : this;
    const found = unit ?? (hex && (this.stacks.at[hex] ?? []).at(-1));
    if (found) this.inspectUnit(found);
  }

  why() {
    if (this.hex) this.choices.whyNot.refused(this.unit ?? (this.stacks.at[this.hex] ?? []).at(-1), this.hex);
  }
}
