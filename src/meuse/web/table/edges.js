/** Choices outside the window: at the edge of the map it says how many lie that way, and a click goes there. */

import { h } from "../common/dom.js";

/** @typedef {"north"|"east"|"south"|"west"} Way */

const WAYS = /** @type {Way[]} */ (["north", "east", "south", "west"]);
const RESTS = 80;
const SIGNS = { north: "▲", east: "▶", south: "▼", west: "◀" };

export class Edges {
  /**
   * @param {import("./map.js").MapView} map
   * @param {() => string[]} chosen the hexes of what may be chosen now
   */
  constructor(map, chosen) {
    this.map = map;
    this.chosen = chosen;
    /** @type {Object<Way, string[]>} */ this.beyond = { north: [], east: [], south: [], west: [] };
    /** @type {number|undefined} */ this.waiting = undefined;
    this.buttons = Object.fromEntries(
      WAYS.map((way) => [
        way,
        h("button", { class: `edge edge-${way}`, hidden: true, tabindex: -1, onclick: () => this.go(way) }),
      ]),
    );
    this.el = h("div", { class: "edges" }, Object.values(this.buttons));
    map.onPlace.push(() => this.soon());
  }

  /** Counted when the map lies still: while it is dragged nothing is to be laid out anew. */
  soon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.draw(), RESTS);
  }

  draw() {
    const found = this.chosen().filter((hex) => this.map.geometry.hexes[hex]);
    const seen = found.filter((hex) => this.map.shows(hex)).length;
    this.beyond = { north: [], east: [], south: [], west: [] };
    for (const hex of found) {
      const way = this.map.shows(hex) ? null : this.way(hex);
      if (way) this.beyond[way].push(hex);
    }
    for (const way of WAYS) {
      const many = this.beyond[way].length;
      const button = this.buttons[way];
      const words = `${SIGNS[way]} ${many} ${seen ? "more " : ""}to the ${way}`;
      if (button.textContent !== words) button.textContent = words;
      button.hidden = !many;
    }
  }

  /** On which side of the window a hex lies: where it is farthest outside. @returns {Way} */
  way(/** @type {string} */ hex) {
    const { x, y } = this.map.onScreen(this.map.geometry.hexes[hex]);
    const { clientWidth: w, clientHeight: hgt } = this.map.host;
    /** @type {[number, Way][]} */
    const out = [
      [-y, "north"],
      [x - w, "east"],
      [y - hgt, "south"],
      [-x, "west"],
    ];
    return out.sort(([a], [b]) => b - a)[0][1];
  }

  go(/** @type {Way} */ way) {
    this.map.reveal(this.map.nearest(this.beyond[way]));
    this.map.home();
  }
}
