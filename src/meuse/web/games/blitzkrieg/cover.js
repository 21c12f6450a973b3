/** How the game lies on the lobby's shelf. */

/** @type {import("../shelf.js").Cover} */
export default { name: "blitzkrieg", title: "Blitzkrieg in the West", counters: [] };
