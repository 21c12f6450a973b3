/** How the game lies on the lobby's shelf. */

import { sample } from "../../common/counters.js";

export default {
  name: "blitzkrieg",
  title: "Blitzkrieg in the West",
  counters: [
    sample("german", "motorized", "XX", "13", "yellow", "5-5-8"),
    sample("belgian", "infantry", "XX", "7", "orange", "2-4-3"),
  ],
};
