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

/** A rule under its number; nothing where the ledger has none. */
export const clause = (/** @type {string} */ id) =>
  ledger[id] &&
  h("div", { class: "clause" }, h("h4", null, ruleChip(id), " ", ledger[id].chapter), h("p", null, ledger[id].says));

/** The chapters in the book's order, each with its rules; a number that no rule has is left out. */
function chapters() {
  /** @type {Map<string, {title: string, ids: string[]}>} */ const found = new Map();
  for (const [id, rule] of Object.entries(ledger)) {
    if (rule.chapter.startsWith("(")) continue;
    const number = id.replace(/[.].*$/, "");
    if (!found.has(number)) found.set(number, { title: rule.chapter, ids: [] });
    found.get(number)?.ids.push(id);
  }
  return [...found];
}

/** All rules, with their contents, to browse and search. */
export function ruleBook() {
  const list = h("div", { class: "rule-list" });
  const find = h("input", { type: "search", placeholder: "Search the rules", "aria-label": "Search the rules" });
  const contents = h(
    "nav",
    { class: "rule-contents", "aria-label": "Contents" },
    chapters().map(([number, { title }]) =>
      h(
        "button",
        {
          class: "plain",
          onclick: () => {
            find.value = "";
            show();
            list.querySelector(`[data-chapter="${number}"]`)?.scrollIntoView();
          },
        },
        `${number} ${title}`,
      ),
    ),
  );
  const show = () => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ id) =>
      words.every((/** @type {string} */ w) => `${id} ${ledger[id].chapter} ${ledger[id].says}`.toLowerCase().includes(w));
    list.replaceChildren(
      ...chapters().flatMap(([number, { title, ids }]) => {
        const hits = ids.filter(fits);
        return hits.length ? [h("h3", { "data-chapter": number }, `${number} ${title}`), ...hits.map(clause)] : [];
      }),
    );
  };
  find.addEventListener("input", show);
  show();
  openSheet("The rules in our own words", find, h("div", { class: "rule-book" }, contents, list)).classList.add("wide");
}
