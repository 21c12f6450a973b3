/** Before the first click: who you are, what wins, how long it takes, what is special, three hints, and the options in force. */

import { h, sheet as openSheet, title } from "../common/dom.js";
import { ruleChip } from "../common/rules.js";
import { setTaste, taste } from "../common/store.js";

/** Whether the player wants it when a match opens. */
export const wanted = () => taste("briefing", true);

/** @param {import("./scene.js").Scene} scene @param {() => void} tally shows how the points stand */
export function openBriefing(scene, tally) {
  const { sheet, mine } = scene;
  const sides = mine.filter((side) => sheet.briefing?.sides[side]);
  const shown = sides.length ? sides : sheet.sides;
  const dialog = openSheet(
    `${sheet.title.split(":")[0]}: briefing`,
    sheet.briefing && story(sheet.briefing, shown),
    sheet.victory && ladder(sheet.victory),
    options(sheet.options ?? []),
    h(
      "p",
      { class: "row briefing-end" },
      h("button", { class: "act main", onclick: () => dialog.close() }, "To the map"),
      sheet.victory &&
        h(
          "button",
          {
            onclick: () => {
              dialog.close();
              tally();
            },
          },
          "How it stands",
        ),
      h(
        "label",
        null,
        h("input", {
          type: "checkbox",
          checked: wanted(),
          onchange: (/** @type {any} */ e) => setTaste("briefing", e.target.checked),
        }),
        " Show this when a match opens",
      ),
    ),
    h("p", { class: "note" }, "Press ", h("kbd", null, "b"), " to read this again, ", h("kbd", null, "?"), " for all keys."),
  );
  dialog.classList.add("briefing");
  return dialog;
}

/** @param {import("../common/types.js").Briefing} told @param {string[]} sides */
function story(told, sides) {
  return [
    sides.map((side) => {
      const part = told.sides[side];
      return (
        part &&
        h(
          "section",
          null,
          h("h3", { class: `ink-${side}` }, title(side)),
          h("p", { class: "your-part" }, part.who),
          h("p", { class: "wins" }, h("b", null, "What wins. "), part.wins),
          h(
            "ol",
            { class: "hints" },
            part.hints.map((hint) => h("li", null, hint)),
          ),
        )
      );
    }),
    h("p", { class: "takes" }, h("b", null, "How long. "), told.takes, told.ours && " This scenario is ours, not the rulebook's."),
    h("h3", null, "What is special"),
    h(
      "ul",
      null,
      told.special.map((line) => h("li", null, line)),
    ),
  ];
}

/** The levels of victory. @param {import("../common/types.js").Ladder} victory */
export function ladder(victory, now = /** @type {number|null} */ (null)) {
  const at = now === null ? -1 : victory.levels.findIndex((level) => level.least === null || now >= level.least);
  return h(
    "section",
    { class: "ladder" },
    h("h3", null, `${victory.measure}: the levels`),
    h(
      "ol",
      null,
      victory.levels.map((level, i) =>
        h(
          "li",
          { class: i === at ? "now" : null, "aria-current": i === at ? "true" : null },
          h("b", null, level.least === null ? `below ${victory.levels[i - 1]?.least}` : `${level.least} or more`),
          " ",
          level.says,
        ),
      ),
    ),
  );
}

/** @param {any[]} all */
function options(all) {
  if (!all.length) return null;
  const changed = all.filter((o) => !o.usual);
  const row = (/** @type {any} */ o) =>
    h("li", null, h("b", null, o.title), `: ${o.value.replaceAll("-", " ")} `, o.rule && ruleChip(o.rule));
  return h(
    "section",
    { class: "in-force" },
    h("h3", null, "Options in force"),
    changed.length ? h("ul", null, changed.map(row)) : h("p", null, "All as our rulings have them."),
    h("details", null, h("summary", null, `All ${all.length}`), h("ul", null, all.map(row))),
  );
}
