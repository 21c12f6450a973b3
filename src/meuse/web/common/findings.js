/** What checking the dice has found, as a list for the page. */

import { h } from "./dom.js";

/** @param {{ok: boolean, findings: import("./proof.js").Finding[]}} verdict */
export function findings({ ok, findings: all }) {
  return h(
    "div",
    { class: ok ? "findings good" : "findings bad", "data-ok": String(ok) },
    h("p", null, ok ? "✓ Every die is verified." : "✗ Not every die is verified."),
    h(
      "ul",
      null,
      all.map((f) => h("li", { class: f.good ? "good" : "bad" }, f.text)),
    ),
  );
}
