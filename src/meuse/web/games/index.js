/** Which module shows what only one game has. */

import { rolesOf } from "../common/actions.js";
import ghostDivision from "./ghost_division/game.js";
import plain from "./plain.js";
import sedan from "./sedan/game.js";

/** @type {Object<string, Partial<import("../common/types.js").Display>>} */
const OWN = { "ghost-division": ghostDivision, sedan };

/** @returns {import("../common/types.js").Display} */
export const displayOf = (/** @type {import("../common/types.js").Sheet} */ sheet) => ({
  ...plain,
  ...rolesOf(sheet),
  ...OWN[sheet.game],
});
