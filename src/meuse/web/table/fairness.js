/**
 * This browser's part in the dice. It promises a salt of its own, shows it when everybody has promised, keeps what it
 * was told of key and salts at first sight, and says so loudly where it is told otherwise later.
 */

import { h, title, toast } from "../common/dom.js";
import { hex } from "../common/hash.js";
import { saltCommitment, verified } from "../common/proof.js";
import { diceSeen, seeDice } from "../common/store.js";

const AGAIN = 1000;

/** @typedef {import("../common/proof.js").Salt} Salt */

export class Fairness {
  /**
   * @param {import("./scene.js").Scene} scene
   * @param {{link: import("./socket.js").Link, api: ReturnType<import("../common/api.js").matchApi>, id: string, pin: (note: HTMLElement) => void}} parts
   */
  constructor(scene, { link, api, id, pin }) {
    this.scene = scene;
    this.link = link;
    this.api = api;
    this.id = id;
    this.pin = pin;
    this.flags = h("span", { class: "dice-flags" });
    /** @type {any} what the server last told */ this.told = null;
    /** @type {Promise<void>} */ this.turn = Promise.resolve();
    this.first = true;
    this.alarmed = false;
  }

  /** One after the other: a promise must be kept here before the next word comes. */
  hear(/** @type {any} */ told) {
    this.told = told;
    this.flags.textContent = [told.scripted && "scripted dice", told.seeded && "seeded dice"].filter(Boolean).join(", ");
    this.turn = this.turn.then(() => this.take(told)).catch((error) => toast(error.message, "refused"));
  }

  async take(/** @type {any} */ told) {
    const kept = diceSeen(this.id);
    const change = kept && changed(kept, told);
    if (change) {
      this.alarm(change);
      return;
    }
    seeDice(this.id, { commitment: told.commitment, moved: told.moved, salts: settled(told.salts) });
    for (const salt of told.salts) if (this.scene.mine.includes(salt.side)) await this.give(salt, told);
    this.first = false;
  }

  /** Promise or show the salt of a seat of ours, whichever is due. */
  async give(/** @type {Salt} */ { side, commitment, salt }, /** @type {any} */ told) {
    if (salt || this.scene.table.over) return;
    const own = diceSeen(this.id)?.own?.[side] ?? hex(crypto.getRandomValues(new Uint8Array(32)));
    seeDice(this.id, { own: { ...diceSeen(this.id)?.own, [side]: own } });
    const promise = await saltCommitment(told.commitment, side, own);
    const all = told.salts.every((/** @type {Salt} */ s) => s.commitment);
    let answer = null;
    if (all && commitment === promise) answer = await this.link.ask("salt", { side, salt: own });
    else if (!commitment || (!all && this.first && commitment !== promise))
      answer = await this.link.ask("promise", { side, commitment: promise });
    if (answer?.type === "refused") setTimeout(() => this.told === told && this.hear(told), AGAIN);
  }

  /** Loud, and it stays. */
  alarm(/** @type {string} */ text) {
    if (this.alarmed) return;
    this.alarmed = true;
    this.pin(h("p", { class: "dice-alarm", role: "alert" }, `The dice of this match cannot be trusted: ${text}`));
  }

  /** What the Match panel says of the dice. */
  lines() {
    if (!this.told) return [];
    const { commitment, salts, seeded, scripted, moved } = this.told;
    const last = moved.at(-1)?.commitment ?? commitment;
    return [
      `The server has promised the key ${last.slice(0, 12)}… for the dice.`,
      ...salts.map((/** @type {Salt} */ s) => `${title(s.side)}'s browser ${state(s)}.`),
      scripted && "⚠ The first dice are scripted: the situation gives them.",
      seeded && "⚠ The dice are seeded: whoever chose the seed knows them.",
      moved.length && "⚠ The match was brought here from another table: earlier dice come from another key.",
    ].filter(Boolean);
  }

  /** The dice worked out again, here. */
  async verdict() {
    const [record, told] = await Promise.all([this.api.record(), this.api.verify()]);
    if (!told.proof) return { ok: false, findings: [{ good: false, text: told.reason }] };
    const found = await verified(record, told.proof, diceSeen(this.id));
    const broken = found.findings.find((f) => f.alarm);
    if (broken) this.alarm(broken.text);
    return found;
  }
}

const state = (/** @type {Salt} */ s) =>
  s.salt ? "has added its salt" : s.commitment ? "has promised a salt" : "has not promised its salt yet";

/** Promises may be replaced until all have been made; from then on they stand. @param {Salt[]} salts */
const settled = (salts) => (salts.every((s) => s.commitment) ? salts : []);

/** How what we are told differs from what we saw first. @param {any} kept @param {any} told */
function changed(kept, told) {
  if (kept.commitment && kept.commitment !== told.commitment)
    return "the server now names another key than the one it promised when this browser first opened the match.";
  if (kept.moved && spans(kept.moved) !== spans(told.moved))
    return "the server now names other keys than when this browser first opened the match.";
  for (const then of kept.salts ?? []) {
    const now = told.salts.find((/** @type {Salt} */ s) => s.side === then.side);
    if (now?.commitment !== then.commitment || (then.salt && now.salt !== then.salt))
      return `the salt of ${title(then.side)}'s browser is not the one that was promised.`;
  }
  return "";
}

const spans = (/** @type {any[]} */ moved) => moved.map((m) => `${m.first} ${m.commitment}`).join();
