/**
 * The match's web socket: it comes back by itself after a loss, and never doubles an action.
 *
 * An action carries the state number it was chosen at. If the connection goes before the answer comes, the next table
 * tells what became of it: the same number, and it is sent again; another, and it has arrived (or play has moved on).
 *
 * The server says first that an action is done, and then sends the table that it led to: it is under way until then.
 */

const FIRST_WAIT = 400,
  LONGEST_WAIT = 12000,
  HEARTBEAT = 20000,
  PATIENCE = 8000;

const OFFLINE = "there is no connection to the server: nothing was done";

/** @typedef {{id: number, side: string, state: number, actions: string[], back: number, pause: boolean, settle: (answer: any) => void}} Pending */

export class Link extends EventTarget {
  constructor(/** @type {string} */ match, /** @type {string} */ token) {
    super();
    this.match = match;
    this.token = token;
    this.wait = FIRST_WAIT;
    this.nextId = 1;
    this.closed = false;
    /** @type {WebSocket|null} */ this.ws = null;
    /** @type {Map<number, (answer: any) => void>} */ this.asked = new Map();
    /** @type {Pending|null} */ this.pending = null;
    /** @type {any} its acknowledgement, until the table comes that it led to */ this.done = null;
    /** something has been taken back or let go on, and the table that shows it is on its way */ this.due = false;
    /** an action, a question or a table is on its way */ this.busy = false;
    this.greeted = false;
    /** What the server said before it hung up. */ this.why = "";
    this.state = -1;
    this.wake = () => {
      if (!document.hidden) this.check();
    };
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.heart = setInterval(() => this.check(), HEARTBEAT);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const ws = new WebSocket(`${scheme}://${location.host}/api/matches/${this.match}/socket`);
    this.ws = ws;
    this.greeted = false;
    this.say("connecting");
    ws.onopen = () => ws.send(JSON.stringify({ type: "hello", token: this.token }));
    ws.onmessage = (m) => this.receive(JSON.parse(m.data));
    ws.onclose = () => {
      if (this.ws === ws) this.lost();
    };
  }

  /** For good: the player leaves the table. */
  close() {
    this.closed = true;
    clearInterval(this.heart);
    clearTimeout(this.retry);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.ws?.close();
  }

  lost() {
    this.ws = null;
    for (const answer of this.asked.values()) answer({ type: "lost" });
    this.asked.clear();
    this.due = false;
    if (this.done) this.finish(this.done);
    this.stir();
    if (this.closed) return;
    this.say("lost", this.why);
    this.retry = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Is anybody there? After sleep a dead socket may look alive. */
  async check() {
    if (this.closed) return;
    if (!this.ws) {
      this.wait = FIRST_WAIT;
      this.open();
      return;
    }
    if (this.ws.readyState !== WebSocket.OPEN) return;
    const ws = this.ws;
    const late = setTimeout(() => ws === this.ws && this.drop(), PATIENCE);
    await this.ask("ping");
    clearTimeout(late);
  }

  drop() {
    const ws = this.ws;
    this.ws = null;
    ws?.close();
    this.lost();
  }

  receive(/** @type {any} */ m) {
    if (m.type === "table") this.arrived(m);
    else if (m.type === "done" || m.type === "refused") this.settled(m);
    else if (m.type === "answer") {
      this.asked.get(m.id)?.(m);
      this.asked.delete(m.id);
    } else {
      if (m.type === "error") {
        this.closed = this.closed || m.final;
        this.why = m.reason;
      }
      this.say(m.type, m);
    }
    this.stir();
  }

  arrived(/** @type {any} */ table) {
    const fresh = !this.greeted;
    this.greeted = true;
    this.why = "";
    this.wait = FIRST_WAIT;
    this.state = table.state;
    if (fresh) this.say("connected");
    this.due = false;
    this.lookAfter(fresh);
    this.say("table", { ...table, fresh });
  }

  /** A table has come: what has become of the action under way? */
  lookAfter(/** @type {boolean} */ fresh) {
    const { pending: p, done, state } = this;
    if (done) this.finish(done);
    else if (p && fresh && p.state !== state) this.finish({ type: "done", state });
    else if (p && fresh) this.send({ type: "act", id: p.id, side: p.side, state, actions: p.actions, back: p.back, pause: p.pause });
  }

  /** The action that was under way is so no more. */
  finish(/** @type {any} */ answer) {
    this.pending?.settle(answer);
    this.pending = this.done = null;
    this.say("settled");
  }

  settled(/** @type {any} */ m) {
    const p = this.pending;
    if (p && m.id === p.id) {
      if (m.type === "done") this.done = m;
      else this.finish(m);
      return;
    }
    this.asked.get(m.id)?.(m);
    this.asked.delete(m.id);
  }

  send(/** @type {any} */ m) {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(m));
  }

  /** A question; answers `{type: "lost"}` if the connection goes. @returns {Promise<any>} */
  ask(/** @type {string} */ type, fields = {}) {
    if (this.ws?.readyState !== WebSocket.OPEN) return Promise.resolve({ type: "lost" });
    const id = this.nextId++;
    return new Promise((settle) => {
      this.asked.set(id, settle);
      this.send({ type, id, ...fields });
      this.stir();
    });
  }

  /** Take back what the side did last, as it stands at that state. @returns {Promise<any>} */
  undo(/** @type {string} */ side, /** @type {number} */ state) {
    return this.change("undo", side, state);
  }

  /** Let the match go on that has paused at that state. @returns {Promise<any>} */
  goOn(/** @type {string} */ side, /** @type {number} */ state) {
    return this.change("go_on", side, state);
  }

  async change(/** @type {string} */ type, /** @type {string} */ side, /** @type {number} */ state) {
    const answer = await this.ask(type, { side, state });
    this.due = answer.type === "done";
    this.stir();
    return answer;
  }

  /**
   * Actions at the present state, after so many of the side's latest have been taken back, and with a pause where a
   * segment ends with them; null while an earlier message is under way.
   * @returns {Promise<any>|null}
   */
  act(/** @type {string} */ side, /** @type {string[]} */ actions, back = 0, pause = false) {
    if (this.pending) return null;
    if (this.ws?.readyState !== WebSocket.OPEN || !this.greeted)
      return Promise.resolve({ type: "refused", rule: "", reason: OFFLINE });
    return new Promise((settle) => {
      this.pending = { id: this.nextId++, side, state: this.state, actions, back, pause, settle };
      const { id, state } = this.pending;
      this.send({ type: "act", id, side, state, actions, back, pause });
      this.say("acting");
      this.stir();
    });
  }

  /** Say so when the first thing sets out, and when the last has arrived. */
  stir() {
    const busy = Boolean(this.pending || this.due || this.asked.size);
    if (busy === this.busy) return;
    this.busy = busy;
    this.say(busy ? "busy" : "idle");
  }

  say(/** @type {string} */ type, /** @type {any} */ detail = null) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
