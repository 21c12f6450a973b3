/** How the game lies on the lobby's shelf: the counters on its cover are two of its own. */

import { face } from "./faces.js";

/** @type {import("../shelf.js").Cover} */
export default { name: "ghost-division", counters: ["rommel", "pz38-1"], face };
