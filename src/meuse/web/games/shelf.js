/** The lobby's shelf, in its order, and the game that a newcomer is taught. */

import blitzkrieg from "./blitzkrieg/cover.js";
import ghostDivision from "./ghost_division/cover.js";
import mansteinsWar from "./mansteins_war/cover.js";
import sedan from "./sedan/cover.js";

export { default as firstLesson } from "./sedan/lesson.js";

export const SHELF = [sedan, mansteinsWar, blitzkrieg, ghostDivision];
