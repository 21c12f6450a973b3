/** What the sheet can lay over the map (zones of control, supply, range, objectives) and terrain; each side has its own hatching. */

import { h, s, title } from "../common/dom.js";

export class Overlays {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{map: import("./map.js").MapView, link: import("./socket.js").Link}} parts
   */
  constructor(scene, { map, link }) {
    this.scene = scene;
    this.map = map;
    this.link = link;
    this.kinds = kinds(scene.sheet);
    /** @type {Set<string>} */ this.on = new Set();
    this.boxes = new Map(
      this.kinds.map((k) => [k.key, h("input", { type: "checkbox", onchange: () => this.toggle(k.key) })]),
    );
    this.notes = new Map(this.kinds.map((k) => [k.key, h("div", { class: "overlay-note" })]));
    this.el = h(
      "div",
      { class: "overlay-menu", role: "group", "aria-label": "Overlays" },
      this.kinds.map((k, i) => [
        h(
          "label",
          null,
          this.boxes.get(k.key),
          h("span", { class: `swatch over-${k.key}` }),
          k.text,
          i < 9 && h("kbd", null, `Alt ${i + 1}`),
        ),
        this.notes.get(k.key),
      ]),
    );
    map.svg.prepend(patterns());
  }

  toggle(/** @type {string} */ key) {
    if (this.on.has(key)) this.on.delete(key);
    else this.on.add(key);
    const box = this.boxes.get(key);
    if (box) box.checked = this.on.has(key);
    const note = this.notes.get(key);
    if (note) note.textContent = "";
    this.update();
  }

  toggleAt(/** @type {number} */ i) {
    if (this.kinds[i]) this.toggle(this.kinds[i].key);
  }

  /** Ask again for what is shown: the position has changed. The server answers for now only, not for moments past. */
  async update() {
    const shown = this.kinds.filter((k) => this.on.has(k.key) && !(this.scene.looking && k.side));
    const drawn = await Promise.all(shown.map((k) => this.draw(k)));
    this.map.layers.overlay.replaceChildren(...drawn.filter(Boolean));
  }

  /** @param {{key: string, what: string, side?: string, text: string}} kind */
  async draw({ key, what, side, text }) {
    const g = this.map.geometry;
    if (what === "terrain") return this.terrain();
    const answer = await this.link.ask("overlay", { what, side });
    if (!answer.hexes) return null;
    const note = this.notes.get(key);
    if (note) note.textContent = text.toLowerCase() === answer.note?.toLowerCase() ? "" : (answer.note ?? "");
    const outline = answer.hexes
      .filter((/** @type {string} */ n) => g.hexes[n])
      .map((/** @type {string} */ n) => g.outline(n))
      .join("");
    return s(
      "g",
      { class: `overlay over-${key}` },
      s("path", { d: outline }),
      (answer.lines ?? []).map((/** @type {string[]} */ l) => this.line(l)),
    );
  }

  line(/** @type {string[]} */ hexes) {
    const points = hexes.map((n) => this.scene.sheet.hexes[n]).filter(Boolean);
    return s("polyline", { points: points.map((p) => `${p.x},${p.y}`).join(" "), class: "trace" });
  }

  /** Whether the supply of a unit's side is laid over the map. */
  showsSupply(/** @type {string} */ unit) {
    const side = this.scene.sheet.counters[unit]?.side;
    return !this.scene.looking && this.kinds.some((k) => k.what === "supply" && k.side === side && this.on.has(k.key));
  }

  /** How one unit is supplied, when its supply is asked about. */
  async trace(/** @type {string} */ unit) {
    const c = this.scene.sheet.counters[unit];
    const answer = await this.link.ask("overlay", { what: "supply", side: c.side, unit });
    if (!answer.lines) return null;
    this.map.layers.flash.replaceChildren(
      s(
        "g",
        { class: "overlay" },
        answer.lines.map((/** @type {string[]} */ l) => this.line(l)),
      ),
    );
    return answer.note;
  }

  terrain() {
    const { hexes } = this.scene.sheet,
      g = this.map.geometry;
    return s(
      "g",
      { class: "overlay over-terrain" },
      Object.entries(hexes).map(([name, { x, y, terrain = "clear" }]) => [
        s("path", { d: g.outline(name, 1), class: `ground-${terrain.replace(/\s+/g, "-")}` }),
        terrain === "clear"
          ? null
          : s(
              "text",
              { x, y: y + 5 },
              terrain
                .split(" ")
                .map((w) => w[0].toUpperCase())
                .join(""),
            ),
      ]),
    );
  }
}

/**
 * One line of the menu for each overlay and, where it is a side's, for each side.
 * @returns {{key: string, text: string, what: string, side?: string}[]}
 */
function kinds(/** @type {import("../common/types.js").Sheet} */ sheet) {
  const given = sheet.overlays.flatMap(({ what, title: text, sides }) =>
    sides
      ? sheet.sides.map((side, i) => ({
          key: `${what}-${"ab"[i] ?? "c"}`,
          text: `${text}: ${title(side)}`,
          what,
          side,
        }))
      : [{ key: what, text, what }],
  );
  const ground = Object.values(sheet.hexes).some((hex) => hex.terrain);
  return ground ? [...given, { key: "terrain", text: "Terrain", what: "terrain" }] : given;
}

function patterns() {
  const hatch = (/** @type {string} */ id, /** @type {string} */ d) =>
    s("pattern", { id, width: 8, height: 8, patternUnits: "userSpaceOnUse" }, s("path", { d, class: `ink-${id}` }));
  return s(
    "defs",
    null,
    hatch("hatch-a", "M-2 2L2 -2M0 8L8 0M6 10L10 6"),
    hatch("hatch-b", "M-2 6L2 10M0 0L8 8M6 -2L10 2"),
    hatch("dots-a", "M2 2h2v2h-2z"),
    hatch("dots-b", "M4 4h2v2h-2zM0 0h2v2h-2z"),
  );
}
