/** The lobby's shelf, in its order. */

import blitzkrieg from "./blitzkrieg/cover.js";
import ghostDivision from "./ghost_division/cover.js";
import mansteinsWar from "./mansteins_war/cover.js";
import sedan from "./sedan/cover.js";

/**
 * @typedef {{name: string, counters: string[], face?: import("../common/types.js").Display["face"]}} Cover
 *   `counters` are those of the game's sheet that its cover shows, drawn by the game's own `face` if it has one
 */

/** @type {Cover[]} */
export const SHELF = [sedan, ghostDivision, mansteinsWar, blitzkrieg];
