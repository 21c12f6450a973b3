/** A rule's number, which opens our summary of it. */

import { h, sheet as openSheet } from "./dom.js";

/** @type {Object<string, {chapter: string, says: string, ruling?: string}>} */
let ledger = {};

export function useRules(/** @type {any} */ rules) {
  ledger = rules ?? {};
}

/** A small button with the number; plain text where the number is unknown. */
export function ruleChip(/** @type {string} */ id) {
  if (!id) return null;
  const ids = id.split(/,\s*/);
  return h(
    "span",
    { class: "rule-chips" },
    ids.map((one) =>
      ledger[one] || family(one).length
        ? h(
            "button",
            {
              class: "rule-chip",
              type: "button",
              title: ledger[one]?.says ?? "",
              "aria-label": `Rule ${one}`,
              onclick: (/** @type {Event} */ e) => {
                e.stopPropagation();
                openRule(one);
              },
            },
            one,
          )
        : h("span", { class: "rule-chip" }, one),
    ),
  );
}

/** The clauses of the same section. */
function family(/** @type {string} */ id) {
  const section = id.replace(/[a-z]+$/, "");
  return Object.keys(ledger).filter((k) => k.replace(/[a-z]+$/, "") === section);
}

export function openRule(/** @type {string} */ id) {
  const clause = (/** @type {string} */ k) =>
    h(
      "div",
      { class: k === id ? "clause this" : "clause" },
      h("h4", null, k),
      h("p", null, ledger[k].says),
      ledger[k].ruling && h("p", { class: "ruling" }, h("b", null, "Our ruling. "), ledger[k].ruling),
    );
  const near = family(id);
  const dialog = openSheet(
    `${id} ${ledger[id]?.chapter ?? ledger[near[0]]?.chapter ?? ""}`,
    ledger[id] && clause(id),
    near.length > 1 &&
      h(
        "details",
        null,
        h("summary", null, `The rest of ${id.replace(/[a-z]+$/, "")}`),
        near.filter((k) => k !== id).map(clause),
      ),
  );
  dialog.classList.add("rule-sheet");
}

/** All rules, to browse and search. */
export function ruleBook() {
  const list = h("div", { class: "rule-list" });
  const find = h("input", { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" });
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = Object.entries(ledger).filter(([id, r]) =>
      words.every((/** @type {string} */ w) => `${id} ${r.chapter} ${r.says}`.toLowerCase().includes(w)),
    );
    list.replaceChildren(
      ...hits
        .slice(0, words.length ? 60 : 400)
        .map(([id, r]) =>
          h("div", { class: "clause" }, h("h4", null, ruleChip(id), " ", r.chapter), h("p", null, r.says)),
        ),
    );
  };
  find.addEventListener("input", show);
  show();
  openSheet("The rules in our own words", find, list).classList.add("wide");
}
