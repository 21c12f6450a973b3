/** Which page: the lobby, a table, the guided first game, or the check of a record. */

import { confirmMail } from "./common/api.js";
import { h, put } from "./common/dom.js";
import { openGuide } from "./lobby/learn.js";
import { openLobby } from "./lobby/lobby.js";
import { openTable } from "./table/open.js";
import { openVerify } from "./lobby/verify.js";

const page = /** @type {HTMLElement} */ (document.querySelector("#page"));
/** @type {(() => void)|null} */ let leave = null;
let visit = 0;

/** Links carry seats in the fragment, which browsers do not send. */
async function show() {
  const here = ++visit;
  leave?.();
  leave = null;
  const [, name, id, token, extra] = location.hash.split("/");
  document.title = "Meuse: May 1940";
  document.body.className = !name || name === "play" ? "lobby" : name;
  try {
    const done =
      name === "match" && id && token
        ? await openTable(page, id, token, extra === "guide")
        : name === "learn"
          ? await openGuide(page, id || "sedan")
          : name === "verify"
            ? await openVerify(page)
            : name === "confirm" && id && token
              ? await confirmAddress(id, token)
              : await openLobby(page, name === "play" ? id : "");
    if (here === visit) leave = done ?? null;
    else done?.();
  } catch (e) {
    put(
      page,
      h(
        "div",
        { class: "trouble" },
        h("h2", null, "This page could not be opened"),
        h("p", null, /** @type {Error} */ (e).message),
        h("p", { class: "row" }, h("button", { onclick: show }, "Try again"), h("a", { href: "#/" }, "To the lobby")),
      ),
    );
  }
}

/** From a mail: the address that it went to is this person's own. */
async function confirmAddress(/** @type {string} */ id, /** @type {string} */ code) {
  await confirmMail(id, code);
  put(
    page,
    h(
      "div",
      { class: "trouble" },
      h("h2", null, "Your address is confirmed"),
      h("p", null, "You will get mail when you must decide in that match and are away."),
      h("a", { href: "#/" }, "To the lobby"),
    ),
  );
}

/** Nothing is laid out before its letters are there, and nothing shifts when they come; a second is waited for them. */
const lettered = Promise.all(["16px Alegreya", "italic 16px Alegreya", "16px Cabin", "16px 'Archivo Narrow'"].map((face) => document.fonts.load(face)));
const patience = new Promise((settle) => setTimeout(settle, 1000));

addEventListener("hashchange", show);
Promise.race([lettered, patience]).catch(() => null).then(show);
