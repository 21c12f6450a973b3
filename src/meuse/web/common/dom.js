/** Elements without inline script or style attributes, so that the strictest content policy is kept. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} el
 * @param {Object<string, any>|null} props
 * @param {any[]} kids
 */
function fill(el, props, kids) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) hear(el, name.slice(2), value);
    else if (name === "style") Object.assign(/** @type {any} */ (el).style, value);
    else if (name === "data") Object.assign(/** @type {any} */ (el).dataset, value);
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  add(el, kids);
  return el;
}

/** What each element does on which event; a drawing of the same thing may take its place. @type {WeakMap<Element, Object<string, any>>} */
const ears = new WeakMap();

/** @param {Element} el @param {string} type @param {((e: any) => void)|null} act */
function hear(el, type, act) {
  const own = ears.get(el) ?? {};
  if (!(type in own)) el.addEventListener(type, (e) => own[type]?.(e));
  own[type] = act;
  ears.set(el, own);
}

/** What the other element would do on a click and the like, this one does. @param {Element} el @param {Element} other */
export function takeEars(el, other) {
  for (const type of Object.keys(ears.get(el) ?? {})) hear(el, type, null);
  for (const [type, act] of Object.entries(ears.get(other) ?? {})) hear(el, type, act);
}

/** Elements and texts of a list as deep as it comes; what is nothing is left out. @returns {Node[]} */
export function nodes(/** @type {any} */ kids) {
  return [kids]
    .flat(Infinity)
    .filter((kid) => kid !== undefined && kid !== null && kid !== false)
    .map((kid) => (kid instanceof Node ? kid : document.createTextNode(String(kid))));
}

/** @param {Element} el @param {any} kids */
export function add(el, kids) {
  el.append(...nodes(kids));
  return el;
}

/** An HTML element. @type {(tag: string, props?: any, ...kids: any[]) => any} */
export function h(tag, props = null, ...kids) {
  return fill(document.createElement(tag), props, kids);
}

/** An SVG element. @type {(tag: string, props?: any, ...kids: any[]) => any} */
export function s(tag, props = null, ...kids) {
  return fill(document.createElementNS(SVG, tag), props, kids);
}

/** Put these in the place of whatever is inside. @type {(el: Element, ...kids: any[]) => Element} */
export function put(el, ...kids) {
  el.replaceChildren();
  return add(el, kids);
}

/** "german" as a name to show. */
export function title(/** @type {string} */ word) {
  return word ? word[0].toUpperCase() + word.slice(1) : "";
}

/** A modal sheet that closes on Escape, its button or a click beside it; focus goes back where it was. @type {(heading: string, ...kids: any[]) => any} */
export function sheet(heading, ...kids) {
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-label": heading },
    h(
      "header",
      null,
      h("h2", null, heading),
      h("button", { class: "plain close", "aria-label": "Close", onclick: () => dialog.close() }, "×"),
    ),
    h("div", { class: "sheet-body" }, kids),
  );
  dialog.addEventListener("click", (/** @type {MouseEvent} */ e) => {
    if (e.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** A short message that goes by itself; screen readers hear it. */
export function toast(/** @type {any} */ what, kind = "") {
  let shelf = document.querySelector("#toasts");
  if (!shelf) {
    shelf = h("div", { id: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(/** @type {Element} */ (shelf));
  }
  const slip = h("div", { class: `toast ${kind}` }, what);
  shelf?.append(slip);
  while (shelf && shelf.children.length > 3) shelf.firstElementChild?.remove();
  setTimeout(() => slip.remove(), kind === "refused" ? 9000 : 5000);
}

/** Save a text as a file on the player's machine. */
export function download(/** @type {string} */ name, /** @type {string} */ text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
