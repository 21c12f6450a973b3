/** What is being put together, such as an attack or a stack: who is in it so far, and how one is taken out again. */

import { s } from "../common/dom.js";
import { read } from "../common/actions.js";

export class Gathered {
  /** @param {import("./scene.js").Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {string[]} what was done for it, in order */ this.actions = [];
    this.begun = 0;
    /** @type {Set<string>} */ this.units = new Set();
    /** @type {Set<string>} units that were left out */ this.left = new Set();
  }

  update(/** @type {string|null} */ side) {
    const { table, game, view, sheet } = this.scene;
    [this.actions, this.begun] = (side && table.under_way?.[side]) || [[], 0];
    const chosen = this.actions.map((text) => read(text, sheet)).filter((a) => a.kind === "unit");
    this.left = new Set(chosen.filter((a) => game.out.includes(a.verb)).map((a) => a.noun));
    this.units = new Set([...chosen.map((a) => a.noun), ...(this.begun ? (view.preparing?.units ?? []) : [])]);
  }

  /** Whether a unit can be taken out of it: of a stack that has not set out yet. */
  has(/** @type {string} */ unit) {
    const { sheet, game } = this.scene;
    if (this.actions.some((text) => read(text, sheet).verb === game.step)) return false;
    return this.actions.some((text) => this.names(text, unit));
  }

  names(/** @type {string} */ text, /** @type {string} */ unit) {
    const { kind, noun } = read(text, this.scene.sheet);
    return kind === "unit" && noun === unit;
  }

  /** The same put together without a unit; where that one led a move, the next of its stack leads. */
  without(/** @type {string} */ unit) {
    const { game, sheet } = this.scene;
    const rest = this.actions.filter((text) => !this.names(text, unit));
    if (!this.begun || !this.names(this.actions[0], unit)) return rest;
    const next = rest.length ? read(rest[0], sheet) : null;
    if (next?.verb !== game.join) return [];
    return [`${read(this.actions[0], sheet).verb} ${next.noun}`, ...rest.slice(1)];
  }

  /** The mark of the target, as long as the attack is being prepared. @returns {SVGElement[]} */
  target(/** @type {import("./geometry.js").Geometry} */ geometry) {
    const at = geometry.hexes[this.scene.view.preparing?.target];
    if (!at) return [];
    const r = geometry.size * 0.42;
    return [
      s(
        "g",
        { class: "aim", transform: `translate(${at.x} ${at.y})` },
        s("circle", { r }),
        s("path", { d: `M0 ${-r - 6}V${-r + 8}M0 ${r + 6}V${r - 8}M${-r - 6} 0H${-r + 8}M${r + 6} 0H${r - 8}` }),
      ),
    ];
  }
}
