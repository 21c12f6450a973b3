/** How the game lies on the lobby's shelf. */

/** @type {import("../shelf.js").Cover} */
export default { name: "mansteins-war", title: "Manstein's War", counters: [] };
