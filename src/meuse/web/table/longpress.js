/** A finger that rests: it asks what lies there, and nothing is done when it is lifted. */

const RESTS = 450;

export class LongPress {
  /** @param {(spot: import("./map.js").Spot) => void} asks */
  constructor(asks) {
    this.asks = asks;
    this.held = false;
  }

  /** A finger has come down. @param {import("./map.js").Spot} spot */
  begin(spot) {
    this.end();
    this.held = false;
    this.timer = setTimeout(() => {
      this.held = true;
      this.asks(spot);
    }, RESTS);
  }

  /** It has moved, or another one has come, or it was lifted. */
  end() {
    clearTimeout(this.timer);
  }
}
