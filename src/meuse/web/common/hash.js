/**
 * SHA-256 and HMAC. Web Crypto does it wherever the browser has that; on a page that came over plain HTTP from another
 * machine it has none, and players in one room must be able to add their salts all the same.
 */

const text = new TextEncoder();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("");

export const bytesOf = (/** @type {string} */ digits) =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Texts and bytes as one run of bytes. @param {(string|Uint8Array)[]} parts */
export function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? text.encode(part) : part));
  const whole = new Uint8Array(all.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function sha256(bytes) {
  if (!globalThis.crypto.subtle) return plainSha256(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes)));
}

/** @param {Uint8Array} key at most 64 bytes @param {string} message @returns {Promise<Uint8Array>} */
export async function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = await sha256(joined(block.map((b) => b ^ 0x36), message));
  return sha256(joined(block.map((b) => b ^ 0x5c), inner));
}

/** The first bits of a prime's root behind the comma, as FIPS 180-4 wants them. */
const bits = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
const K = PRIMES.slice(0, 64).map((p) => bits(Math.cbrt(p)));
const START = PRIMES.slice(0, 8).map((p) => bits(Math.sqrt(p)));
const turn = (/** @type {number} */ x, /** @type {number} */ n) => (x >>> n) | (x << (32 - n));

/** @param {Uint8Array} bytes */
export function plainSha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = [...START];
  for (let at = 0; at < padded.length; at += 64) stir(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** One block. @param {number[]} state @param {DataView} view @param {number} at */
function stir(state, view, at) {
  const w = [...Array(16).keys()].map((i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w.push((w[i - 16] + s0 + w[i - 7] + s1) >>> 0);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const t1 = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) >>> 0));
}
