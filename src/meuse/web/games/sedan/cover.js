/** How the game lies on the lobby's shelf. */

import { sample } from "../../common/counters.js";

export default {
  name: "sedan",
  title: "Sedan",
  counters: [
    sample("german", "armor", "II", "I/1 · 1 Pz", "green", "5-4-10"),
    sample("french", "infantry", "III", "147 · 55 DI", "dark green", "3-4-4"),
  ],
};
