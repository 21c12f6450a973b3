/** How the game lies on the lobby's shelf. */

import { sample } from "../../common/counters.js";

export default {
  name: "ghost-division",
  title: "Ghost Division",
  counters: [sample("german", "armored recon", "II", "Aufkl 37", "yellow", "1-2-3")],
};
