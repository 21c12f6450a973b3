/** What a table shows of its game: the game's own module, if it has one, over what serves for all. */

import { rolesOf } from "../common/actions.js";
import plain from "./plain.js";

/** @returns {Promise<import("../common/types.js").Display>} */
export async function displayOf(/** @type {import("../common/types.js").Sheet} */ sheet) {
  const own = sheet.client ? (await import(`./${sheet.client}/game.js`)).default : {};
  return { ...plain, ...rolesOf(sheet), ...own };
}
