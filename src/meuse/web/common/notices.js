/** Word that it is this player's turn: by the browser, and by mail where the server sends any. */

import { h, toast } from "./dom.js";
import { redraw } from "./redraw.js";

const canTell = () => "Notification" in window;

/** Ask the browser for leave, once, where somebody elsewhere plays too. */
export async function askLeave() {
  if (canTell() && Notification.permission === "default") await Notification.requestPermission();
}

export class Notices {
  /**
   * @param {import("../table/scene.js").Scene} scene
   * @param {{api: ReturnType<import("../common/api.js").matchApi>}} parts
   */
  constructor(scene, { api }) {
    this.scene = scene;
    this.api = api;
    this.browser = h("p");
    this.mail = h("input", {
      type: "email",
      name: "mail",
      maxlength: 200,
      placeholder: "Address for mail (optional)",
      "aria-label": "Address for mail",
    });
    this.form = h(
      "form",
      {
        class: "row",
        hidden: true,
        onsubmit: (/** @type {Event} */ e) => {
          e.preventDefault();
          this.save();
        },
      },
      this.mail,
      h("button", null, "Save"),
    );
    this.state = h("p", { class: "mail-state" });
    const heading = h("h3", null, "When it is your turn");
    this.el = h("section", { class: "notices" }, heading, this.browser, this.form, this.state);
  }

  /** Only where one waits for somebody elsewhere. */
  update() {
    const { table, mine } = this.scene;
    const others = Object.entries(table.seats.all).some(
      ([side, seat]) => !mine.includes(side) && seat.kind !== "computer",
    );
    this.el.hidden = !mine.length || !others || table.over;
    if (!this.el.hidden) this.drawBrowser();
  }

  drawBrowser() {
    const leave = canTell() ? Notification.permission : "none";
    redraw(
      this.browser,
      leave === "granted"
        ? "This browser tells you, when the page is out of sight."
        : leave === "default"
          ? h("button", { class: "leave", onclick: () => askLeave().then(() => this.drawBrowser()) }, "Tell me")
          : "This browser may not tell you: allow notifications for this page if you wish.",
    );
  }

  /** The server sends mail: show where it goes, before anything can be typed over. */
  async load() {
    if (!this.scene.mine.length) return;
    this.show(await this.api.mail());
    this.form.hidden = false;
  }

  /** @param {{address: string, confirmed: boolean}} left */
  show(left) {
    this.mail.value = left.address;
    this.state.textContent = !left.address
      ? ""
      : left.confirmed
        ? "Mail will go there when you must decide and are away."
        : "A mail was sent there: open its link, and further mail will go there.";
  }

  async save() {
    try {
      this.show(await this.api.saveMail(this.mail.value.trim()));
      toast(this.mail.value ? this.state.textContent : "No mail will be sent.");
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "refused");
    }
  }
}
