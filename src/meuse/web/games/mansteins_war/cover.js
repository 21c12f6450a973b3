/** How the game lies on the lobby's shelf. */

import { sample } from "../../common/counters.js";

export default {
  name: "mansteins-war",
  title: "Manstein's War",
  counters: [
    sample("german", "armor", "XXX", "XIX", "red", "8-5-4"),
    sample("french", "infantry", "XXX", "X", "blue", "4-6-2"),
  ],
};
