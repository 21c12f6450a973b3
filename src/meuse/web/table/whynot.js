/** Why nothing came of a click: the server is asked what stands against it, and its rule is shown. */

import { toast } from "../common/dom.js";
import { inPlaces } from "../common/places.js";
import { ruleChip } from "../common/rules.js";

export class WhyNot {
  /** @param {import("./choices.js").Choices} choices @param {import("./socket.js").Link} link */
  constructor(choices, link) {
    this.choices = choices;
    this.link = link;
  }

  /** It is not this player's turn. */
  notNow(/** @type {string|undefined} */ unit, /** @type {string|null} */ hex) {
    if (!unit && !hex) return;
    const { table } = this.choices.scene;
    if (!table.over && table.actors.length && Object.keys(table.legal).length) this.choices.nudge();
  }

  /** Nothing is lit here: ask the server what stands against what the player seems to want. */
  async refused(/** @type {string|undefined} */ unit, /** @type {string|null} */ hex) {
    const { offer, scene, stacks } = this.choices;
    const mover = this.choices.inHand();
    if (mover && hex && hex !== scene.view.units[mover]?.hex) {
      await this.beyond(mover, hex);
      return;
    }
    const unitVerb = offer.verbs("unit")[0],
      hexVerb = offer.verbs("hex")[0];
    if (unit && unitVerb) await this.ask(`${unitVerb} ${unit}`);
    else if (hexVerb && hex && (unit || !offer.units.size)) await this.ask(`${hexVerb} ${hex}`);
    else if (!unit) stacks.fold();
    else {
      const { sheet, view } = scene;
      this.explain({ rule: view.rule, reason: `${sheet.counters[unit]?.name}: nothing can be done with it now. ${view.prompt}` });
    }
  }

  /** What stands against an action that is not offered. */
  async ask(/** @type {string} */ action) {
    const answer = await this.link.ask("why_not", { side: this.choices.side, action });
    if (answer.refusal) this.explain(answer.refusal);
  }

  /** A hex out of reach: what stands against the way there. */
  async beyond(/** @type {string} */ mover, /** @type {string} */ hex) {
    const { reach, scene } = this.choices;
    const against = (await reach.tally(mover, hex))?.parts.at(-1);
    if (against) this.explain({ rule: against.rule, reason: against.label });
    else if (!this.choices.picked && scene.game.step) await this.ask(`${scene.game.step} ${hex}`);
    else
      this.explain({
        rule: scene.game.reachRule,
        reason: `${hex} is beyond the reach of ${scene.sheet.counters[mover]?.name}`,
      });
  }

  explain(/** @type {import("../common/types.js").Refusal} */ { rule, reason }) {
    toast([ruleChip(rule), " ", inPlaces(reason, this.choices.scene.sheet)], "refused");
  }
}
