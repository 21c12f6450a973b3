/** How the game lies on the lobby's shelf: the counters on its cover are two of its own. */

/** @type {import("../shelf.js").Cover} */
export default { name: "blitzkrieg", counters: ["de-xix-mot", "fr-9-army"] };
