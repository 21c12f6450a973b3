/** The match as a war diary: to read, and to save as Markdown or as a page. */

import { download, h, sheet, toast } from "../common/dom.js";

/** @param {ReturnType<import("../common/api.js").matchApi>} api @param {string} game */
export async function openDiary(api, game) {
  let told;
  try {
    told = await api.diary();
  } catch (e) {
    toast(/** @type {Error} */ (e).message, "refused");
    return;
  }
  const { diary, markdown, html } = told;
  sheet(
    diary.title,
    h(
      "div",
      { class: "row diary-tools" },
      h("button", { onclick: () => download(`${game}-diary.md`, markdown) }, "Save as Markdown"),
      h("button", { onclick: () => download(`${game}-diary.html`, html) }, "Save as a page"),
      h(
        "button",
        {
          onclick: async () => {
            await navigator.clipboard.writeText(markdown);
            toast("Copied.");
          },
        },
        "Copy",
      ),
    ),
    h(
      "article",
      { class: "diary" },
      diary.chapters.map((/** @type {any} */ chapter) => [
        h("h3", null, chapter.title),
        chapter.paragraphs.map((/** @type {{lead: string, text: string}} */ p) =>
          h("p", null, p.lead && h("b", null, `${p.lead}. `), p.text),
        ),
      ]),
      diary.verdict && h("p", null, h("em", null, diary.verdict)),
    ),
  );
}
