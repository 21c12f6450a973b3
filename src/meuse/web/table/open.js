/** From a link to a table. */

import { gameGuide, gameSheet, matchApi } from "../common/api.js";
import { h, put } from "../common/dom.js";
import { seatAt } from "../common/seat.js";
import { recall, remember } from "../common/store.js";
import { displayOf } from "../games/index.js";
import { Guide } from "../lobby/learn.js";
import { Table } from "./table.js";

/** Open a match; gives back how to leave it. */
export async function openTable(
  /** @type {HTMLElement} */ page,
  /** @type {string} */ id,
  /** @type {string} */ token,
  guided = false,
) {
  put(page, h("p", { class: "waiting" }, "Laying out the map…"));
  const own = await seatAt(id, token);
  if (own !== token) {
    location.replace(`#/match/${id}/${own}`);
    return () => {};
  }
  const header = await matchApi(id, token)
    .header()
    .catch((e) => {
      if (e.kind === "Unreadable" && recall(id, token)) remember({ id, token, broken: true });
      throw e;
    });
  const sheet = await gameSheet(header.game, header.scenario, header.options);
  const guide = guided ? new Guide(header.game, (await gameGuide(header.game)).opens) : null;
  const table = new Table(page, id, token, sheet, await displayOf(sheet), guide);
  table.mails = Boolean(header.mail);
  return () => table.leave();
}
