/** Mouse and fingers on the map: a tap acts, a drag carries a unit, a resting pointer spreads a stack. */

const [OPENS, FOLDS] = [280, 350];

/** @typedef {import("./map.js").Spot} Spot */

export class Hands {
  /**
   * @param {{choices: import("./choices.js").Choices, stacks: import("./stacks.js").Stacks, spread: boolean,
   *   watching: () => boolean, before: (spot: Spot) => void, see: (hex: string|null) => void}} given
   *   `spread`: counters lie side by side, so that no stack fans out; `before`: a tap comes; `see`: the pointer is there now
   */
  constructor({ choices, stacks, spread, watching, before, see }) {
    this.choices = choices;
    this.stacks = stacks;
    this.spread = spread;
    this.watching = watching;
    this.before = before;
    this.see = see;
  }

  tap(/** @type {Spot} */ spot) {
    this.before(spot);
    this.choices.tap(spot);
    if (spot.touch) this.hover(spot, true);
  }

  grab(/** @type {Spot} */ { unit }) {
    const { choices } = this;
    if (!unit || this.watching() || !(choices.moverAction(unit) || choices.moving().includes(unit))) return false;
    if (choices.moverAction(unit)) choices.pick(unit);
    return true;
  }

  /** @param {Spot|null} spot */
  hover(spot, byKey = false) {
    const hex = spot?.hex ?? null;
    this.choices.path(hex);
    if (!byKey) this.spreadSoon(spot);
    this.see(hex);
  }

  /** A stack under a resting pointer spreads; it folds when the pointer leaves stack and fan. */
  spreadSoon(/** @type {Spot|null} */ spot) {
    clearTimeout(this.spreading);
    const hex = spot?.hex;
    const { fanned, at } = this.stacks;
    if (this.spread) return;
    if (spot?.unit && fanned && (at[fanned] ?? []).includes(spot.unit)) return;
    if (fanned && hex !== fanned) this.spreading = setTimeout(() => this.stacks.fold(), FOLDS);
    else if (spot?.unit && hex && !fanned && !spot.touch && (at[hex] ?? []).length > 1 && !this.choices.reach[hex])
      this.spreading = setTimeout(() => this.stacks.fan(hex), OPENS);
  }
}
