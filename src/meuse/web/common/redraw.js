/**
 * What lies inside an element, drawn again: what looks as it did is left where it is, what differs is changed, and clicks
 * go to the newest drawing.
 *
 * An element that somebody keeps hold of must be made once and handed in each time: of those made anew only the looks are
 * taken where one like it lies here already. Buttons and counters are told apart by what they stand for.
 */

import { nodes, takeEars } from "./dom.js";

/** @type {(el: Element, ...kids: any[]) => void} */
export function redraw(el, ...kids) {
  settle(el, nodes(kids));
}

/** @param {Element} el @param {Node[]} wanted */
function settle(el, wanted) {
  const found = matched([...el.childNodes], wanted);
  const kept = new Set(found);
  for (const old of [...el.childNodes]) if (!kept.has(old)) old.remove();
  let here = el.firstChild;
  for (const node of found) {
    if (node === here) here = here.nextSibling;
    else el.insertBefore(node, here);
  }
}

/** For each node wanted the one to show: one that looks the same, else one of its kind made so, else itself. @param {Node[]} here @param {Node[]} wanted */
function matched(here, wanted) {
  const free = new Set(here.filter((node) => !wanted.includes(node)));
  /** @type {Map<Node, Node>} */ const found = new Map();
  for (const fits of [(/** @type {Node} */ a, /** @type {Node} */ b) => a.isEqualNode(b), alike])
    for (const want of wanted) {
      if (found.has(want) || here.includes(want)) continue;
      const old = [...free].find((node) => fits(node, want));
      if (!old) continue;
      free.delete(old);
      found.set(want, old);
      become(old, want);
    }
  return wanted.map((want) => found.get(want) ?? want);
}

const MEANING = ["data-action", "data-unit", "data-hex", "type", "name"];

/** Nodes of which one can be made into the other. @param {Node} a @param {Node} b */
function alike(a, b) {
  if (a.nodeName !== b.nodeName) return false;
  if (!(a instanceof Element && b instanceof Element)) return true;
  return MEANING.every((name) => a.getAttribute(name) === b.getAttribute(name));
}

/** @param {Node} old @param {Node} want */
function become(old, want) {
  if (old instanceof Element && want instanceof Element) {
    dress(old, want);
    takeEars(old, want);
    settle(old, [...want.childNodes]);
  } else if (old.nodeValue !== want.nodeValue) old.nodeValue = want.nodeValue;
}

/** The attributes of the other; what the player has opened stays so. @param {Element} old @param {Element} want */
function dress(old, want) {
  for (const { name } of [...old.attributes]) if (!want.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of want.attributes) {
    if (name === "open" || old.getAttribute(name) === value) continue;
    if (name === "style") /** @type {any} */ (old).style.cssText = /** @type {any} */ (want).style.cssText;
    else old.setAttribute(name, value);
  }
}
