/** Soft sounds for those who want them, made as they are played: dice, a counter that moves, a battle's end, your turn. */

import { setTaste, taste } from "./store.js";

/** @typedef {"dice"|"move"|"battle"|"turn"} Sound */

const LOUD = 0.16,
  APART = 0.15;

/** @type {AudioContext|undefined} */ let desk;
/** @type {Object<string, number>} when each was heard last */ const heard = {};

/** Nobody hears anything who has not asked for it. */
export const audible = () => taste("sound", false);

/** Turn sound on or off; what was chosen is remembered. */
export function setAudible(/** @type {boolean} */ yes) {
  setTaste("sound", yes);
  if (yes) sound("turn");
}

/** Play it, unless the same has only just begun. */
export function sound(/** @type {Sound} */ what) {
  if (!audible() || !("AudioContext" in window)) return;
  desk ??= new AudioContext();
  if (desk.state === "suspended") desk.resume();
  const now = desk.currentTime;
  if (now - (heard[what] ?? -1) < APART) return;
  heard[what] = now;
  PLAYED[what](desk, now + 0.02);
}

/** @type {Record<Sound, (desk: AudioContext, at: number) => void>} */
const PLAYED = {
  dice: (d, at) => [0, 0.09, 0.16, 0.27, 0.35, 0.47, 0.56].forEach((t, i) => knock(d, at + t, 1900 + ((i * 613) % 900), 0.05, 0.9 - i * 0.08)),
  move: (d, at) => [0, 0.11].forEach((t, i) => knock(d, at + t, 420 - i * 90, 0.11, 0.8)),
  battle: (d, at) => [0, 0.22, 0.44].forEach((t, i) => knock(d, at + t, 110 - i * 8, 0.32, 1.4 - i * 0.3)),
  turn: (d, at) => [523.25, 659.26].forEach((pitch, i) => bell(d, at + i * 0.16, pitch)),
};

/** Wood on wood: a breath of noise around a pitch. */
function knock(
  /** @type {AudioContext} */ d,
  /** @type {number} */ at,
  /** @type {number} */ pitch,
  /** @type {number} */ long,
  /** @type {number} */ force,
) {
  const noise = d.createBuffer(1, Math.ceil(d.sampleRate * long), d.sampleRate),
    wave = noise.getChannelData(0);
  for (let i = 0; i < wave.length; i++) wave[i] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(d, { buffer: noise });
  const body = new BiquadFilterNode(d, { type: "bandpass", frequency: pitch, Q: 4 });
  source.connect(body).connect(fading(d, at, long, LOUD * force)).connect(d.destination);
  source.start(at);
}

/** A small bell. */
function bell(/** @type {AudioContext} */ d, /** @type {number} */ at, /** @type {number} */ pitch) {
  const source = new OscillatorNode(d, { type: "sine", frequency: pitch });
  source.connect(fading(d, at, 0.9, LOUD * 0.6)).connect(d.destination);
  source.start(at);
  source.stop(at + 0.9);
}

/** Loud at once, then dying away. */
function fading(/** @type {AudioContext} */ d, /** @type {number} */ at, /** @type {number} */ long, /** @type {number} */ loud) {
  const gain = new GainNode(d, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  return gain;
}
