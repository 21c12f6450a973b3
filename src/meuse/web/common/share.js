/** A link to hand to somebody, with a button that copies it; and what to do where nobody else could follow it. */

import { h, toast } from "./dom.js";

export function shared(/** @type {string} */ name, /** @type {string} */ url, kind = "") {
  const box = h("input", {
    type: "text",
    readonly: true,
    class: kind,
    value: url,
    "aria-label": name,
    onfocus: (/** @type {any} */ e) => e.target.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast("Copied.");
    } catch {
      box.select();
    }
  };
  return h("label", { class: "link" }, name, h("span", { class: "row" }, box, h("button", { type: "button", onclick: copy }, "Copy")));
}

/** Links of a loopback address open on this machine only: say so, and how to serve to others. */
export function onlyHere(host = location.hostname) {
  if (!/^(localhost|127\.|\[?::1)/.test(host)) return null;
  return h(
    "p",
    { class: "only-here" },
    h("b", null, "These links work on this machine only. "),
    "For somebody in the same house start Meuse with ",
    h("code", null, 'make play ARGS="--host 0.0.0.0"'),
    " and open it by this machine's name or address; across the internet put it behind a proxy with ",
    h("code", null, "--origin https://your.address"),
    " (docs/server.md).",
  );
}
