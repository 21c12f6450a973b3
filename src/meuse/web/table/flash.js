/** What the log, the staff and the dice speak of, lit on the map. */

import { s } from "../common/dom.js";

const STAYS = 2600;

/** @typedef {{hexes: string[], units: string[], sides: string[]}} Places */

export class Flash {
  /**
   * @param {import("./map.js").MapView} map @param {import("../common/types.js").Sheet} sheet
   * @param {(unit: string) => string|undefined} stands the hex of a unit
   */
  constructor(map, sheet, stands) {
    this.map = map;
    this.sheet = sheet;
    this.stands = stands;
    this.layer = map.layers.flash;
  }

  /** Light hexes, hexsides and units. @param {Places|null} places @param {boolean} [go] bring them into the window */
  show(places, go = false) {
    const { geometry } = this.map;
    this.layer.classList.remove("fading");
    clearTimeout(this.fading);
    if (!places) {
      this.layer.replaceChildren();
      return;
    }
    const stands = places.units.map(this.stands).filter((hex) => hex !== undefined);
    const hexes = [...new Set([...places.hexes, ...stands])].filter((n) => geometry.hexes[n]);
    this.layer.replaceChildren(
      ...hexes.map((n) =>
        s("path", { d: geometry.outline(n, 2), class: places.hexes.includes(n) ? "flash-hex" : "flash-unit" }),
      ),
      ...places.sides.map((n) => {
        const b = this.sheet.sides_of_hexes[n];
        return s("line", { x1: b.x1, y1: b.y1, x2: b.x2, y2: b.y2, class: "flash-side" });
      }),
    );
    if (go && hexes.length) this.map.reveal(hexes[0]);
  }

  /** For a moment. @param {Places} places */
  pass(places) {
    this.show(places);
    this.layer.classList.add("fading");
    this.fading = setTimeout(() => this.show(null), STAYS);
  }
}
