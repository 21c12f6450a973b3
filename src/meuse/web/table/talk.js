/** Chat with the table, and notes that only this seat sees. Everything said is shown as plain text. */

import { h, title } from "../common/dom.js";

export class Talk {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, api: ReturnType<import("../common/api.js").matchApi>, news: () => void}} parts
   */
  constructor(scene, { link, api, news }) {
    this.scene = scene;
    this.link = link;
    this.api = api;
    this.news = news;
    this.list = h("div", { class: "chat-list", role: "log", "aria-label": "Chat" });
    this.input = h("input", {
      type: "text",
      maxlength: 500,
      placeholder: "Say something",
      "aria-label": "Say something",
      name: "chat",
    });
    this.notes = h("textarea", {
      rows: 6,
      maxlength: 10000,
      placeholder: "Only you see these.",
      "aria-label": "Private notes",
    });
    this.saved = h("small");
    this.mute = h("input", { type: "checkbox", onchange: () => this.hush() });
    this.muteBox = h("label", { class: "mute", hidden: true }, this.mute, " Mute spectators");
    this.refusal = h("small", { role: "status" });
    this.heard = -1;
    this.notes.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.saved.textContent = "…";
      this.timer = setTimeout(() => this.save(), 700);
    });
    this.el = h(
      "div",
      { class: "talk" },
      h(
        "section",
        { class: "chat" },
        h("h3", null, "Chat"),
        this.list,
        h(
          "form",
          {
            onsubmit: (/** @type {Event} */ e) => {
              e.preventDefault();
              this.say();
            },
          },
          this.input,
          h("button", null, "Send"),
        ),
        this.refusal,
        this.muteBox,
      ),
      h("section", null, h("h3", null, "Notes ", this.saved), this.notes),
    );
  }

  /** What was refused stays in the line, with the reason under it. */
  async say() {
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    const got = await this.link.ask("chat", { text });
    this.refusal.textContent = got.error ?? "";
    if (got.error && !this.input.value) this.input.value = text;
  }

  /** Any player may mute the spectators; they are told why they cannot speak. */
  async hush() {
    const got = await this.link.ask("mute", { on: this.mute.checked });
    this.refusal.textContent = got.error ?? "";
    this.update();
  }

  update() {
    const { muted } = this.scene.table,
      player = this.scene.mine.length > 0;
    this.mute.checked = muted;
    this.muteBox.hidden = !player;
    this.input.disabled = muted && !player;
    this.input.placeholder = this.input.disabled ? "The players have muted spectators" : "Say something";
  }

  /** @param {{n: number, name: string, side: string|null, text: string}} m */
  hear(m) {
    if (m.n <= this.heard) return;
    this.heard = m.n;
    const who = m.name || m.side || "";
    this.list.append(h("p", null, who && h("b", { class: `ink-${m.side}` }, `${title(who)}: `), m.text));
    this.list.scrollTop = this.list.scrollHeight;
    this.news();
  }

  /** Spectators keep no notes. */
  async load() {
    this.notes.disabled = !this.scene.mine.length;
    if (this.notes.disabled) {
      this.notes.placeholder = "Spectators keep no notes.";
      return;
    }
    try {
      const got = await this.api.notes();
      this.notes.value = got?.text ?? "";
    } catch (e) {
      this.saved.textContent = /** @type {Error} */ (e).message;
    }
  }

  async save() {
    try {
      await this.api.saveNotes(this.notes.value);
      this.saved.textContent = "saved";
    } catch (e) {
      this.saved.textContent = /** @type {Error} */ (e).message;
    }
  }
}
