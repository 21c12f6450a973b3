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
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "style") Object.assign(/** @type {any} */ (el).style, value);
    else if (name === "data") Object.assign(/** @type {any} */ (el).dataset, value);
    else if (name === "value" || name === "checked") /** @type {any} */ (el)[name] = value;
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  add(el, kids);
  return el;
}

/** @param {Element} el @param {any} kids */
export function add(el, kids) {
  for (const kid of [kids].flat(Infinity)) {
    if (kid === undefined || kid === null || kid === false) continue;
    el.append(kid instanceof Node ? kid : String(kid));
  }
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

/** The same for what hears no clicks: left alone where it looks as it did. @type {(el: Element, kids: Element[]) => void} */
export function putChanged(el, kids) {
  const now = kids.map((kid) => kid.outerHTML).join("");
  if (now !== [...el.children].map((kid) => kid.outerHTML).join("")) el.replaceChildren(...kids);
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
