/**
 * Mouse and fingers on the map: a tap acts, a drag carries a unit, a resting pointer spreads a stack. Two quick taps on
 * one place are a double tap, unless a key or a button was pressed in between.
 */

const [OPENS, FOLDS, TWICE] = [280, 350, 350];

/** @typedef {import("./map.js").Spot} Spot */

export class Hands {
  /**
   * @param {{choices: import("./choices.js").Choices, stacks: import("./stacks.js").Stacks,
   *   ghost: import("./ghost.js").Ghost, spread: boolean,
   *   watching: () => boolean, before: (spot: Spot) => void, see: (hex: string|null) => void}} given
   *   `spread`: counters lie side by side, so that no stack fans out; `before`: a tap comes; `see`: the pointer is there now
   */
  constructor({ choices, stacks, ghost, spread, watching, before, see }) {
    this.choices = choices;
    this.stacks = stacks;
    this.ghost = ghost;
    this.spread = spread;
    this.watching = watching;
    this.before = before;
    this.see = see;
    /** @type {Spot|null} where the mouse is, until a key moves the cursor */ this.pointed = null;
    /** @type {{hex: string|null, unit?: string, at: number}} the last tap */ this.last = { hex: null, at: 0 };
    this.gone = new AbortController();
    const heard = { capture: true, signal: this.gone.signal };
    document.addEventListener("keydown", () => this.forget(), heard);
    document.addEventListener("pointerdown", (e) => pressesButton(e) && this.forget(), heard);
  }

  /** The next tap is a first one. */
  forget() {
    this.last = { hex: null, at: 0 };
  }

  leave() {
    this.gone.abort();
  }

  /** With Shift, or twice on the same place: all of it at once. */
  tap(/** @type {Spot} */ spot) {
    this.before(spot);
    const { hex, unit } = spot,
      now = performance.now();
    const twice = hex === this.last.hex && unit === this.last.unit && now - this.last.at < TWICE;
    this.last = { hex, unit, at: twice ? 0 : now };
    if (!(hex && (spot.shift || twice) && this.choices.together.whole(hex))) this.choices.tap(spot);
    if (spot.touch) this.see(null);
  }

  /** A finger rests: the same card as under a resting mouse, until the next tap, and nothing is done. */
  hold(/** @type {Spot} */ spot) {
    this.hover(spot, true);
  }

  /** Lift a unit that can move, with Shift its whole stack; those under way are lifted together. */
  grab(/** @type {Spot} */ { unit, shift }) {
    const { choices } = this;
    if (!unit || this.watching() || !(choices.moverAction(unit) || choices.moving().includes(unit))) return false;
    /** @type {string[]} */ let lifted = choices.moving();
    if (choices.moverAction(unit)) {
      lifted = shift ? choices.together.companions(unit) : [unit];
      choices.pick(unit);
      if (lifted.length > 1) choices.together.takeStack();
    }
    this.stacks.fold();
    this.ghost.lift(lifted);
    return true;
  }

  /** A box drawn over the map: all in it that may be chosen. */
  box(/** @type {string[]} */ hexes) {
    this.choices.together.chooseIn(hexes);
  }

  carry(/** @type {{x: number, y: number}} */ at) {
    this.ghost.follow(at);
  }

  drop(/** @type {string|null} */ hex) {
    this.ghost.lower();
    this.choices.drop(hex);
  }

  /** @param {Spot|null} spot */
  hover(spot, byKey = false) {
    const hex = spot?.hex ?? null;
    this.choices.lit.path(hex);
    if (!byKey) {
      this.spreadSoon(spot);
      this.pointed = spot;
    }
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
    else if (spot?.unit && hex && !fanned && !spot.touch && (at[hex] ?? []).length > 1 && !this.choices.reach.ways[hex])
      this.spreading = setTimeout(() => this.stacks.fan(hex), OPENS);
  }
}

function pressesButton(/** @type {Event} */ e) {
  return e.target instanceof Element && Boolean(e.target.closest("button"));
}
