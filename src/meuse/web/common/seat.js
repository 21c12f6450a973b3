/** An invitation is good once: this browser exchanges it for a seat, and remembers which. */

import { matchApi } from "./api.js";
import { myMatches, remember } from "./store.js";

/** The token with which a link opens the match. */
export async function seatAt(/** @type {string} */ id, /** @type {string} */ link) {
  if (!link.startsWith("join-")) return link;
  const known = myMatches().find((m) => m.id === id && m.invitation === link);
  if (known) return known.token;
  const taken = await matchApi(id, link).join();
  remember({ id, token: taken.token, invitation: link, title: "", seats: taken.seats.join(", ") });
  return taken.token;
}
