/** What this browser remembers of a match: who sits where, where the map lay, and how it ended. */

import { title } from "../common/dom.js";
import { inWords } from "../common/ending.js";
import { keepBest, recall, remember } from "../common/store.js";
import { wanted } from "./briefing.js";
import { openOn } from "./opening.js";

export class Visit {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** the end of the match has been told */ this.concluded = false;
  }

  /** The first table is here. */
  begin() {
    const { id, token, sheet, scene, talk, match, map, game, guide, mails } = this.table;
    const seats = sheet.sides.map((side) => `${title(side)}: ${scene.seat(side).name || scene.seat(side).kind}`).join(", ");
    remember({ id, token, game: sheet.game, title: sheet.title, seats, broken: false });
    talk.load();
    if (mails) match.notices.load();
    const known = recall(id, token);
    if (known?.place && !guide) map.goBack(known.place);
    else openOn(map, game, scene.view, guide?.hexes);
    map.onPlace.push(() => this.keepPlace());
    if (sheet.briefing && !guide && !known?.briefed && wanted() && !scene.table.over) this.table.commands.brief();
  }

  /** Where the player put the map is where it lies when he comes back. */
  keepPlace() {
    const { id, token, map } = this.table;
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => remember({ id, token, place: map.at }), 300);
  }

  /** The match has ended: its page opens by itself, once, and is kept among this browser's results. */
  conclude() {
    const { id, token, scene, victory, endPage } = this.table,
      { table, mine, sheet } = scene;
    if (!table.over || this.concluded) return;
    this.concluded = true;
    const told = recall(id, token)?.result;
    remember({ id, token, over: true, result: inWords(table.outcome) });
    if (told) return;
    keepBest(sheet, mine, table, victory.points);
    endPage.open();
  }

  leave() {
    clearTimeout(this.keeping);
  }
}
