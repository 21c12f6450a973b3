/**
 * A hasty second click on "Done" answers nothing: where the next question offers the very answer that was just given,
 * that answer rests for a moment, until the player can have seen that it is another question.
 */

const MOMENT = 400;

export class Haste {
  /** @param {() => void} over called when the answer may be given again */
  constructor(over) {
    this.over = over;
    /** @type {string|null} the last answer, until another question has come */ this.given = null;
    /** @type {string|null} the answer that rests */ this.resting = null;
  }

  /** An answer is on its way. @param {string[]} actions */
  answered(actions) {
    this.given = actions.length === 1 ? actions[0] : null;
  }

  /** A position has come: what is asked now, if anything. @param {import("../common/actions.js").Offer} offer */
  asked(offer) {
    if (!this.given || !offer.buttons.some((a) => a.text === this.given)) return;
    this.resting = this.given;
    this.given = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.resting = null;
      this.over();
    }, MOMENT);
  }

  /** The player has thought about this very question: nothing rests. */
  considered() {
    this.resting = null;
  }

  /** Whether an answer has to wait. @param {string} action */
  bars(action) {
    return action === this.resting;
  }
}
