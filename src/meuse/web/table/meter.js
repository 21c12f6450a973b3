/** How full the stack under way is, and who slows it: asked of the server, in a few words beside the prompt. */

import { h } from "../common/dom.js";
import { redraw } from "../common/redraw.js";
import { ruleChip } from "../common/rules.js";

export class Meter {
  /** @param {import("./socket.js").Link} link */
  constructor(link) {
    this.link = link;
    this.el = h("span", { class: "meter", hidden: true });
    this.serial = 0;
  }

  /** @param {string[]} units those under way */
  async update(units) {
    const serial = ++this.serial;
    const tally = units.length > 1 ? (await this.link.ask("explain", { question: "stack" })).tally : null;
    if (serial !== this.serial) return;
    this.el.hidden = !tally;
    if (!tally) return;
    redraw(
      this.el,
      `${tally.total} ${tally.title}`,
      tally.parts.map((/** @type {import("../common/types.js").Part} */ p) => [
        "; ",
        `${p.label}: ${p.value} `,
        ruleChip(p.rule),
      ]),
    );
  }
}
