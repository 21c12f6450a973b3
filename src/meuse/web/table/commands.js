/** What buttons and keys do at the table beside playing: take back, leave what is open, show and hide. */

import { h, sheet as openSheet } from "../common/dom.js";
import { remember, setTaste, taste } from "../common/store.js";
import { openBriefing } from "./briefing.js";
import { unitCard } from "./unitcard.js";

export class Commands {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    const { overlays } = table;
    this.undoButton = h("button", { class: "undo", onclick: () => this.undo() }, "Undo");
    this.overlayBox = h(
      "details",
      { class: "overlay-box", hidden: !overlays.kinds.length },
      h("summary", null, "Overlays"),
      overlays.el,
    );
  }

  async undo() {
    const { scene, choices, link, lastWord } = this.table,
      { undoing: side, watching, table } = scene;
    if (!side || watching) return;
    choices.picked = null;
    const answer = await link.undo(side, table.state);
    if (answer.type === "refused") choices.whyNot.explain(answer);
    else lastWord.takesBack();
  }

  /** Out of whatever is open or begun, the topmost first. */
  escape() {
    const t = this.table;
    if (!t.menu.el.hidden) t.menu.close();
    else if (!t.advice.el.hidden) t.advice.close();
    else if (!t.recap.el.hidden) t.recap.close();
    else if (t.scene.playing) t.playout.skip();
    else if (!t.report.el.hidden) t.report.close();
    else if (t.scene.looking) t.replay.back();
    else t.choices.cancel();
    this.overlayBox.open = false;
    t.map.home();
  }

  unitFromPanel(/** @type {string} */ id) {
    const { choices, map } = this.table;
    const actions = choices.offer.units.get(id);
    if (!actions?.length) {
      this.inspect(id);
      return;
    }
    choices.choose(actions, id);
    map.home();
  }

  inspect(/** @type {string} */ id) {
    const { sheet, scene, link, overlays, lights } = this.table;
    const dialog = openSheet(sheet.counters[id].name, unitCard(scene, link, overlays, id));
    dialog.addEventListener("close", () => lights.show(null));
  }

  hideCounters() {
    setTaste("hidden", !taste("hidden", false));
    this.table.stacks.hide(taste("hidden", false));
  }

  magnify() {
    setTaste("noLoupe", !taste("noLoupe", false));
    this.table.loupe.draw();
  }

  togglePanel() {
    setTaste("noPanel", this.table.el.classList.toggle("no-panel"));
  }

  showPanel() {
    if (this.table.el.classList.contains("no-panel")) this.togglePanel();
  }

  nextPanel() {
    const { panels } = this.table;
    const keys = Object.keys(panels.bodies),
      order = ["log", "turn", "forces", "charts", "talk", "match"].filter((k) => keys.includes(k));
    panels.open(order[(order.indexOf(panels.now ?? "log") + 1) % order.length]);
    panels.focusTab();
  }

  /** The reinforcements, with the keys on the first that may enter. */
  showReserves() {
    const { panels } = this.table;
    this.showPanel();
    panels.open("forces");
    /** @type {HTMLElement|null} */ (panels.bodies.forces.querySelector("button.ready"))?.focus();
  }

  showOverlays() {
    this.overlayBox.open = !this.overlayBox.open;
    if (this.overlayBox.open) this.overlayBox.querySelector("input")?.focus();
  }

  /** Once by itself for each match, and again when asked for. */
  brief() {
    const { id, token, scene, victory } = this.table;
    remember({ id, token, briefed: true });
    openBriefing(scene, () => victory.open());
  }

  /** Before a tap: the menu goes, and the cursor of the keys. @param {import("./map.js").Spot} spot */
  tapped(spot) {
    const { menu, map, cursor } = this.table;
    menu.close();
    map.home();
    if (!spot.hex) return;
    Object.assign(cursor, { hex: null, unit: null, side: null });
    cursor.draw();
  }
}
