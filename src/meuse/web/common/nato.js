/** Unit symbols after the NATO manner, drawn in a box 24 wide and 15 high around the origin. */

import { s } from "./dom.js";

const W = 12,
  H = 7.5;

/** @type {(d: string, more?: any) => SVGElement} */
const line = (d, more) => s("path", { d, class: "nato-line", ...more });
const cross = () => line(`M${-W} ${-H}L${W} ${H}M${-W} ${H}L${W} ${-H}`);
const slash = () => line(`M${-W} ${H}L${W} ${-H}`);
const track = () => s("rect", { x: -8, y: -3.6, width: 16, height: 7.2, rx: 3.6, class: "nato-line" });
const wheels = () => [-7, 0, 7].map((x) => s("circle", { cx: x, cy: H + 2.1, r: 1.6, class: "nato-line thin" }));
const upright = () => line(`M0 ${-H}V${H}`);
const letters = (/** @type {string} */ text) => s("text", { class: "nato-text", y: 3.4 }, text);

const guess = () => s("text", { class: "nato-guess", y: 5.2 }, "?");

/** Each type of unit as the shapes inside its box. @type {Object<string, () => any[]>} */
const SIGNS = {
  infantry: () => [cross()],
  cavalry: () => [slash()],
  armor: () => [track()],
  "armored recon": () => [track(), slash()],
  motorized: () => [cross(), upright(), ...wheels()],
  recon: () => [slash(), ...wheels()],
  pionier: () => [line("M-7 4V-3.4H7V4M0 -3.4V4")],
  mg: () => [cross(), line(`M0 ${H}V-5.4M-2.6 -2.6L0 -5.8L2.6 -2.6`, { class: "nato-line bold" })],
  garrison: () => [
    cross(),
    line(`M${-W} ${H}V4H-7.2V${H}M-2.4 ${H}V4H2.4V${H}M7.2 ${H}V4H${W}V${H}`, { class: "nato-fill" }),
  ],
  hq: () => [
    s("rect", { x: -W, y: -H, width: 2 * W, height: 5, class: "nato-fill" }),
    letters("HQ"),
    line(`M${-W} ${H}V${H + 5}`),
  ],
  special: () => [cross(), line(`M-8 ${-H}Q-4 -1.5 0 ${-H}Q4 -1.5 8 ${-H}`)],
  artillery: () => [s("circle", { r: 2.6, class: "nato-fill" })],
  "anti-tank": () => [line(`M${-W} ${H}L0 ${-H}L${W} ${H}`)],
  tank: () => [track()],
  "motorized infantry": () => [cross(), ...wheels()],
  "leg infantry": () => [cross()],
  "armored infantry": () => [cross(), track()],
  motorcycle: () => [
    cross(),
    ...[-5, 5].map((x) => s("circle", { cx: x, cy: H + 2.1, r: 1.8, class: "nato-line thin" })),
  ],
  "armored car": () => [track(), slash(), ...wheels()],
  "self-propelled gun": () => [track(), s("circle", { r: 2.2, class: "nato-fill" })],
  engineers: () => [line("M-7 4V-3.4H7V4M0 -3.4V4")],
  flak: () => [line(`M-9 ${H}Q0 ${-H - 4} 9 ${H}`)],
  "self-propelled flak": () => [line(`M-9 ${H}Q0 ${-H - 4} 9 ${H}`), track()],
  "heavy artillery": () => [s("circle", { r: 3.6, class: "nato-fill" })],
  headquarters: () => [
    s("rect", { x: -W, y: -H, width: 2 * W, height: 5, class: "nato-fill" }),
    line(`M${-W} ${H}V${H + 5}`),
  ],
  logistics: () => [line(`M${-W} 3.5H${W}`), s("circle", { r: 3, cy: -2, class: "nato-line" })],
  kommando: () => [cross(), letters("K")],
  fortification: () => [line(`M${-W} ${H}V-2H-6V-5H6V-2H${W}V${H}Z`, { class: "nato-fill" })],
  mountain: () => [cross(), line(`M-5 ${H}L0 0L5 ${H}Z`, { class: "nato-fill" })],
  airborne: () => [cross(), line(`M-6 ${H}Q-3 2 0 ${H}Q3 2 6 ${H}`)],
  "mechanised headquarters": () => [
    s("rect", { x: -W, y: -H, width: 2 * W, height: 5, class: "nato-fill" }),
    s("rect", { x: -8, y: -0.8, width: 16, height: 6, rx: 3, class: "nato-line" }),
    line(`M${-W} ${H}V${H + 5}`),
  ],
  marine: () => [cross(), line("M0 -6.4V4.6M-4.6 1.6Q-4 5.4 0 5.4Q4 5.4 4.6 1.6", { class: "nato-line bold" })],
  "air base": () => [line("M0 0C-3 -6 -10 -5 -10 0C-10 5 -3 6 0 0C3 -6 10 -5 10 0C10 5 3 6 0 0Z", { class: "nato-fill" })],
  deception: () => [line(`M${-W} ${-H}L${W} ${H}`, { class: "nato-line thin" }), letters("sham")],
  unknown: () => [guess()],
  "unknown mechanised": () => [track(), guess()],
};

/** The sign of a unit type; an unknown type shows its first letters. */
export function symbol(/** @type {string} */ type) {
  const shapes = (SIGNS[type] ?? (() => (type ? [letters(type.slice(0, 3).toUpperCase())] : [])))();
  return s("g", { class: "nato" }, s("rect", { x: -W, y: -H, width: 2 * W, height: 2 * H, class: "nato-box" }), shapes);
}

/** Size marks: upright strokes for battalion (II) and regiment (III), crosses for brigade and above. */
export function sizeMark(/** @type {string} */ size) {
  if (!/^[IX]+$/.test(size)) return null;
  const step = size[0] === "I" ? 3 : 4.4;
  const start = (-(size.length - 1) * step) / 2;
  return s(
    "g",
    { class: "size" },
    [...size].map((c, i) => {
      const x = start + i * step;
      return c === "I"
        ? line(`M${x} -1.7V1.7`, { class: "nato-line bold" })
        : line(`M${x - 1.6} -1.7l3.2 3.4m0 -3.4l-3.2 3.4`, { class: "nato-line bold" });
    }),
  );
}
