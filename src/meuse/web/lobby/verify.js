/** Check a record's dice against the promise made at the start, or lay a record on the table to replay it. */

import { h, put, toast } from "../common/dom.js";
import { importMatch, verifyRecord } from "../common/api.js";
import { findings } from "../common/findings.js";
import { inWords } from "../common/ending.js";
import { verified } from "../common/proof.js";
import { remember } from "../common/store.js";

export async function openVerify(/** @type {HTMLElement} */ page) {
  const verdict = h("div", { class: "verdict", role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", id: "record-file" });
  /** @type {any} */ let record = null;
  const watch = h("button", { class: "act", disabled: true, onclick: () => bring(record) }, "Open it on the table");
  file.addEventListener("change", async () => {
    put(verdict);
    watch.disabled = true;
    try {
      record = JSON.parse(await file.files[0].text());
    } catch {
      put(verdict, h("p", { class: "bad" }, "This is not a record: it cannot be read as JSON."));
      return;
    }
    watch.disabled = false;
    await check(record, verdict);
  });
  put(
    page,
    h(
      "div",
      { class: "paper verify" },
      h("a", { href: "#/", class: "brand" }, "Meuse"),
      h("h1", null, "Check a record"),
      h(
        "p",
        null,
        "Before the first die the server names a fingerprint of its secret key. When a match is over the key is in the record, and every die can be worked out again.",
      ),
      h("label", { for: "record-file" }, "A record saved from a match"),
      file,
      verdict,
      watch,
    ),
  );
}

async function check(/** @type {any} */ record, /** @type {HTMLElement} */ verdict) {
  try {
    const got = await verifyRecord(record);
    put(
      verdict,
      got.proof
        ? [
            h("p", null, "The record replays exactly. Its dice, worked out in this browser:"),
            findings(await verified(record, got.proof, null)),
          ]
        : h("p", { class: "bad" }, `✗ ${got.reason}`),
      got.outcome && h("p", null, inWords(got.outcome)),
    );
  } catch (e) {
    put(verdict, h("p", { class: "bad" }, `✗ ${/** @type {Error} */ (e).message}`));
  }
}

async function bring(/** @type {any} */ record) {
  try {
    const made = await importMatch(record);
    remember({
      id: made.id,
      token: made.token,
      game: record.game,
      title: record.game,
      seats: "imported record",
      spectate: made.spectate,
    });
    location.hash = `#/match/${made.id}/${made.token}`;
  } catch (e) {
    toast(/** @type {Error} */ (e).message, "refused");
  }
}
