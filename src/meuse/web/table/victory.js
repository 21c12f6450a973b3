/** How far the game is won: the points, the level they make, the next one, and on a click what they are made of. */

import { h, sheet as openSheet, title } from "../common/dom.js";
import { tallyList } from "./attack.js";
import { ladder } from "./briefing.js";

export class Victory {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link}} parts
   */
  constructor(scene, { link }) {
    this.scene = scene;
    this.link = link;
  }

  /** As this seat sees it; once the match is over, as it is. @returns {Object<string, number>|undefined} */
  get score() {
    const { view, table, looking, playing } = this.scene;
    const { points = {} } = table.outcome ?? {};
    return !looking && !playing && Object.keys(points).length ? points : view.score;
  }

  /** The number that climbs the ladder. */
  get points() {
    const { sheet } = this.scene,
      { score } = this;
    if (!sheet.victory || !score) return null;
    return Object.entries(sheet.victory.weights).reduce((sum, [side, weight]) => sum + weight * (score[side] ?? 0), 0);
  }

  /** The level that the points make, and what comes next. */
  standing() {
    const { victory } = this.scene.sheet;
    const now = this.points;
    if (!victory || now === null) return null;
    const at = victory.levels.findIndex((level) => level.least === null || now >= level.least);
    const above = victory.levels[at - 1];
    const next = above ? `${above.says} from ${above.least}` : `the highest level, from ${victory.levels[at].least}`;
    return { now, measure: victory.measure, level: victory.levels[at].says, next };
  }

  /** For the line on top. */
  draw() {
    const { score } = this;
    const found = this.standing();
    if (!found)
      return score
        ? h(
            "span",
            { class: "score" },
            Object.entries(score).map(([side, n]) => h("span", { class: `flag side-${side}` }, `${title(side)} ${n}`)),
          )
        : null;
    return h(
      "button",
      {
        class: "progress",
        title: `${found.measure} ${found.now}: ${found.level}. Next: ${found.next}. Click to see why`,
        onclick: () => this.open(),
      },
      h("b", null, `${found.measure} ${found.now}`),
      h("span", { class: "level" }, found.level),
      h("small", null, `next: ${found.next}`),
    );
  }

  async open() {
    const { sheet } = this.scene;
    const answer = await this.link.ask("explain", { question: "score" });
    const found = this.standing();
    const dialog = openSheet(
      "Victory",
      found && h("p", null, `${found.measure} ${found.now}: ${found.level}. Next: ${found.next}.`),
      answer.tally && tallyList(answer.tally),
      sheet.victory && ladder(sheet.victory, this.points),
      sheet.briefing &&
        h(
          "section",
          null,
          sheet.sides.map((side) => {
            const part = sheet.briefing?.sides[side];
            return part && h("p", null, h("b", { class: `ink-${side}` }, `${title(side)}: `), part.wins);
          }),
        ),
    );
    dialog.classList.add("victory");
  }
}
