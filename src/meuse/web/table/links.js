/** The links to a match: invitations that nobody has used yet, watching, and what may be done about one's own. */

import { h, title, toast } from "../common/dom.js";
import { confirmed } from "./matchpanel.js";
import { redraw } from "../common/redraw.js";
import { shared } from "../common/share.js";
import { forget, recall, remember } from "../common/store.js";

export class Links {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{api: ReturnType<import("../common/api.js").matchApi>, id: string, token: string}} parts
   */
  constructor(scene, { api, id, token }) {
    this.scene = scene;
    this.api = api;
    this.id = id;
    this.token = token;
    this.el = h("section", { class: "links" });
    /** @type {any} */ this.header = null;
  }

  /** Somebody came or went: perhaps an invitation has been used. */
  async load() {
    try {
      this.header = await this.api.header();
    } catch {
      return;
    }
    this.draw();
  }

  draw() {
    const { id, token, header } = this;
    if (!header) return;
    const known = recall(id, token);
    const mine = this.scene.mine.length > 0;
    this.el.hidden = !mine && !header.maker;
    redraw(
      this.el,
      h("h3", null, "Links"),
      header.open.map((/** @type {string} */ side) => this.invitation(side, known?.invites?.[side])),
      known?.spectate && link("To watch", id, known.spectate),
      h(
        "div",
        { class: "row" },
        header.maker && h("button", { onclick: () => this.invite("") }, "New link to watch"),
        mine && h("button", { class: "renew", onclick: () => this.renew() }, "Renew my link"),
        mine && !header.maker && h("button", { class: "danger give-up", onclick: () => this.giveUp() }, "Give up my seat"),
      ),
    );
  }

  /** A seat that nobody holds: its invitation as far as this browser knows it, and another one. */
  invitation(/** @type {string} */ side, /** @type {string|undefined} */ token) {
    return [
      token ? link(`${title(side)} invitation`, this.id, token) : h("p", null, `Nobody has the ${title(side)} seat.`),
      this.header.maker &&
        h("button", { class: "invite-anew", onclick: () => this.invite(side) }, `New invitation (${title(side)})`),
    ];
  }

  async invite(/** @type {string} */ side) {
    const made = await this.tried(() => this.api.invite(side));
    if (!made) return;
    const known = recall(this.id, this.token);
    const fresh = side ? { invites: { ...known?.invites, [side]: made.token } } : { spectate: made.token };
    remember({ id: this.id, token: this.token, ...fresh });
    await this.load();
    toast("The old link is no longer good.");
  }

  async renew() {
    if (!(await confirmed("Renew your link? Every copy of the old one, on other devices too, is worth nothing then."))) return;
    const made = await this.tried(() => this.api.renew());
    if (!made) return;
    const known = recall(this.id, this.token);
    forget(this.id, this.token);
    remember({ ...known, id: this.id, token: made.token });
    location.replace(`#/match/${this.id}/${made.token}`);
  }

  async giveUp() {
    if (!(await confirmed("Give up your seat? Whoever made the match can then invite somebody else to it."))) return;
    if ((await this.tried(() => this.api.giveUp())) === undefined) return;
    forget(this.id, this.token);
    location.hash = "#/";
  }

  /** What the server gives, or undefined where it refuses. */
  async tried(/** @type {() => Promise<any>} */ ask) {
    try {
      return await ask();
    } catch (e) {
      toast(/** @type {Error} */ (e).message, "refused");
      return undefined;
    }
  }
}

const link = (/** @type {string} */ name, /** @type {string} */ id, /** @type {string} */ token) =>
  shared(name, `${location.origin}/#/match/${id}/${token}`);
