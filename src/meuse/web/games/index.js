/** Which module shows what only one game has. */

import ghostDivision from "./ghost_division.js";
import plain from "./plain.js";
import sedan from "./sedan.js";

/** @type {Object<string, Partial<import("../types.js").Display>>} */
const OWN = { "ghost-division": ghostDivision, sedan };

/** @returns {import("../types.js").Display} */
export const displayOf = (/** @type {string} */ game) => ({ ...plain, ...OWN[game] });
