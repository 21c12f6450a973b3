/** Stacks that are closed to this seat: the piece on top, and how many lie beneath it. */

import { title } from "../../common/dom.js";

/** What stands for a top unit of which only the class is known. @param {string} hex */
export const stranger = (hex) => `@${hex}`;

/** An airstrike, over the map or off it. @param {any} piece */
export const flies = (piece) => piece.bombardment !== undefined;

/** @type {Object<string, string>} */
const MARKS = { army: "XXXX", corps: "XXX", division: "XX", brigade: "X", regiment: "III", battalion: "II" };

/** Places of airstrikes that are no boxes of the air display. */
const OFF = new Set(["due", "eliminated", "withdrawn"]);

/** The view's pieces, with the enemy's stacks among them; airstrikes lie in boxes of a display of their own. @param {any} view */
export function complete(view) {
  const units = { ...view.units };
  /** @type {Object<string, string[]>} */ const known = {};
  for (const [id, piece] of Object.entries(view.units)) {
    if (flies(piece)) units[id] = OFF.has(piece.place) ? piece : { ...piece, box: piece.place, place: "map" };
    else if (piece.hex && !piece.landed && view.stacks[piece.hex]) (known[piece.hex] ??= []).push(id);
  }
  for (const [hex, stack] of Object.entries(view.stacks)) {
    const below = stack.height - (known[hex]?.length ?? 0) - (stack.top ? 0 : 1);
    const top = stack.top ?? stranger(hex);
    units[top] = { ...(units[stack.top] ?? unknown(hex, stack)), level: TOP, ...(below ? { below } : {}) };
  }
  return units;
}

/** Above all that is known of a stack. */
const TOP = 99;

/** 19.2.2: a division that may be a deception unit. @param {string} hex @param {any} stack */
function unknown(hex, stack) {
  const kind = stack.mechanised ? "mechanised " : "";
  return {
    hex,
    place: "map",
    fatigued: stack.fatigued,
    steps: stack.fatigued ? 1 : 2,
    counter: {
      name: title(`${kind}${stack.size}`),
      designation: title(stack.size),
      title: `${title(stack.nation)} ${kind}${stack.size}, or a deception unit`,
      side: stack.side,
      nation: stack.nation,
      kind: "land",
      colour: "white",
      type: stack.mechanised ? "unknown mechanised" : "unknown",
      size: MARKS[stack.size] ?? "",
      steps: 2,
      mech: stack.mechanised,
      ratings: {},
      reduced: {},
    },
  };
}
