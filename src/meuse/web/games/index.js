/** Which module shows what only one game has. */

import plain from "./plain.js";
import sedan from "./sedan.js";

/** @type {Object<string, typeof sedan>} */
const OWN = { sedan };

/** @returns {typeof sedan} */
export const displayOf = (/** @type {string} */ game) => OWN[game] ?? /** @type {any} */ (plain);
