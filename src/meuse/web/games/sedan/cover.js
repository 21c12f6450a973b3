/** How the game lies on the lobby's shelf: the counters on its cover are two of its own. */

/** @type {import("../shelf.js").Cover} */
export default { name: "sedan", counters: ["de-i-1-1-pz", "fr-147-55-di"] };
