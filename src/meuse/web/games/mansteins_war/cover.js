/** How the game lies on the lobby's shelf: the counters on its cover are two of its own. */

/** @type {import("../shelf.js").Cover} */
export default { name: "mansteins-war", counters: ["de-19-corps", "fr-1-army"] };
