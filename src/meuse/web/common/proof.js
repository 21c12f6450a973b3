/**
 * The dice of a finished match worked out again, here in the browser, from its record and the table of outcomes that
 * each was drawn from. docs/protocol.md says what that proves, and what only `meuse verify` can.
 */

import { bytesOf, hex, hmac, joined, sha256 } from "./hash.js";
import { title } from "./dom.js";

/**
 * @typedef {{side: string, commitment: string|null, salt: string|null}} Salt
 * @typedef {{first: number, commitment: string, key: string|null, salts: Salt[]}} Span
 * @typedef {{commitment: string, salts: Salt[], moved: Span[]}} Seen what this browser saw first
 * @typedef {{tables: [string, number][][], dice: [number, string, number][]}} Proof
 * @typedef {{good: boolean, text: string, alarm?: boolean}} Finding `alarm`: somebody has broken a promise
 */

const HEX_32 = /^[0-9a-f]{64}$/;

export const saltCommitment = async (
  /** @type {string} */ promised,
  /** @type {string} */ side,
  /** @type {string} */ salt,
) => hex(await sha256(joined(`meuse salt ${promised} ${side} ${salt}`)));

/** @returns {Span[]} */
const spansOf = (/** @type {any} */ record) => [
  { first: 0, commitment: record.commitment, key: record.key, salts: record.salts ?? [] },
  ...record.moved.map((/** @type {any} */ m) => ({ ...m, salts: m.salts ?? [] })),
];

/** What the dice of a span come from, or why that is not known. @returns {Promise<{source?: Uint8Array, fault?: string, alarm?: boolean}>} */
async function sourceOf(/** @type {Span} */ span) {
  if (!span.key) return { fault: "their key is not in the record" };
  if (!HEX_32.test(span.key)) return { fault: "what the record gives as their key is none" };
  if (hex(await sha256(joined("meuse dice ", bytesOf(span.key)))) !== span.commitment)
    return { fault: "the key is not the one that was promised", alarm: true };
  for (const { side, commitment, salt } of span.salts) {
    if (!salt) return { fault: `the salt of ${title(side)}'s browser is not in the record` };
    if ((await saltCommitment(span.commitment, side, salt)) !== commitment)
      return { fault: `the salt of ${title(side)}'s browser is not the one that was promised`, alarm: true };
  }
  if (!span.salts.length) return { source: bytesOf(span.key) };
  return { source: await hmac(bytesOf(span.key), `meuse salts ${span.salts.map((s) => s.salt).join(" ")}`) };
}

/** The number that belongs to a die; every one below `size` is equally likely. */
async function numberOf(/** @type {Uint8Array} */ source, /** @type {number} */ die, /** @type {number} */ size) {
  const all = 2n ** 64n;
  const limit = all - (all % BigInt(size));
  for (let attempt = 0; ; attempt++) {
    const digest = await hmac(source, `${die}.${attempt}`);
    const number = new DataView(digest.buffer).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(size));
  }
}

/** The outcome that owns the number when their weights are laid end to end. @param {[string, number][]} outcomes */
function pick(outcomes, /** @type {number} */ number) {
  for (const [action, weight] of outcomes) {
    if (number < weight) return action;
    number -= weight;
  }
  return null;
}

/** Every die of a record by its number; those taken back too. @returns {{dice: Map<number, string>, scripted: number, twice: boolean}} */
function diceOf(/** @type {any} */ record) {
  const dice = new Map();
  let scripted = 0;
  let twice = false;
  const courses = [record.actions, ...record.taken_back.map((/** @type {any} */ b) => b.actions)];
  for (const [side, action, number] of courses.flat()) {
    if (side !== "chance") continue;
    if (number === null || number === undefined) scripted++;
    else {
      twice ||= dice.has(number);
      dice.set(number, action);
    }
  }
  return { dice, scripted, twice };
}

/** Why this die is not what it should be; nothing if it is. */
async function wrong(
  /** @type {number} */ die,
  /** @type {string} */ action,
  /** @type {Uint8Array} */ source,
  /** @type {Proof} */ proof,
) {
  const entry = proof.dice[die];
  const outcomes = entry && proof.tables[entry[2]];
  if (!outcomes || entry[0] !== die || entry[1] !== action)
    return `die ${die} is “${action}” in the record, but not where the server says what it was drawn from`;
  const size = outcomes.reduce((n, [, weight]) => n + weight, 0);
  const due = pick(outcomes, await numberOf(source, die, size));
  return due === action ? "" : `die ${die} is “${action}” in the record, but the promised key gives “${due}”`;
}

/** Whether the record speaks of the key and salts that this browser saw at first. @returns {Finding[]} */
function compared(/** @type {Span[]} */ spans, /** @type {Seen} */ seen) {
  const then = [{ commitment: seen.commitment, salts: seen.salts }, ...seen.moved];
  const found = [];
  if (spans.length !== then.length || spans.some((span, i) => span.commitment !== then[i].commitment))
    found.push("The record's dice were promised otherwise than this browser saw when it first opened the match.");
  for (const salt of then.flatMap((span) => span.salts))
    if (salt.commitment && !spans.some((s) => s.salts.some((x) => x.side === salt.side && same(x, salt))))
      found.push(`The salt of ${title(salt.side)}'s browser is not the one that this browser saw.`);
  return found.length
    ? found.map((text) => ({ good: false, text, alarm: true }))
    : [{ good: true, text: "Key and salts are those that were promised when this browser first opened the match." }];
}

const same = (/** @type {Salt} */ now, /** @type {Salt} */ then) =>
  now.commitment === then.commitment && (!then.salt || now.salt === then.salt);

/** The dice of one span. @returns {Promise<Finding[]>} */
async function spanFindings(
  /** @type {Span} */ span,
  /** @type {[number, string][]} */ dice,
  /** @type {Proof} */ proof,
) {
  const { source, fault, alarm } = await sourceOf(span);
  const many = `${dice.length} dice and draws`;
  if (!source) return [{ good: false, text: `${many} are not verified: ${fault}.`, alarm }];
  for (const [die, action] of dice) {
    const reason = await wrong(die, action, source, proof);
    if (reason) return [{ good: false, text: `${reason[0].toUpperCase()}${reason.slice(1)}.`, alarm: true }];
  }
  const from = span.salts.map((s) => title(s.side)).join(" and ");
  const mixed = from ? `, with the salts of ${from} mixed in` : "";
  return [{ good: true, text: `${many} are those of the promised key ${span.commitment.slice(0, 12)}…${mixed}.` }];
}

/** Draws that could have come up in one way only prove nothing, and say so. */
function forced(/** @type {Proof} */ proof) {
  const count = proof.dice.filter(([, , table]) => proof.tables[table]?.length === 1).length;
  return count ? [{ good: true, text: `${count} of them had only one possible outcome.` }] : [];
}

/**
 * What holds of a finished record's dice, and what does not.
 * @param {any} record @param {Proof} proof @param {Seen|null} seen
 * @returns {Promise<{ok: boolean, findings: Finding[]}>}
 */
export async function verified(record, proof, seen) {
  const spans = spansOf(record);
  const { dice, scripted, twice } = diceOf(record);
  /** @type {Finding[]} */ const findings = seen ? compared(spans, seen) : [];
  if (twice || [...dice.keys()].some((n) => !(n < dice.size)))
    findings.push({
      good: false,
      text: "The dice are not numbered one after the other: some are missing or stand twice.",
      alarm: true,
    });
  for (const [i, span] of spans.entries()) {
    const end = spans[i + 1]?.first ?? Infinity;
    const mine = [...dice].filter(([n]) => n >= span.first && n < end);
    if (i)
      findings.push({
        good: true,
        text: `From die ${span.first} on the match was played at another table, with another key.`,
      });
    findings.push(...(await spanFindings(span, mine, proof)));
  }
  findings.push(...forced(proof));
  if (scripted) findings.push({ good: false, text: `${scripted} dice were given by the situation, not rolled.` });
  if (record.seeded)
    findings.push({ good: true, text: "The key follows from a seed: whoever chose that knew the dice beforehand." });
  return { ok: findings.every((f) => f.good), findings };
}
