/** Boards for choices off the map: the recruiting office, the airfield, and who commands what. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";
import { price } from "./displays.js";

/** @typedef {import("../../common/types.js").Desk} Desk */

const BUY = ["recruit", "form", "upgrade"];
const FLY = ["send", "ready"];

/** What these boards offer, so that it is not offered beside the prompt again. @param {import("../../common/actions.js").Action} a */
export const placed = (a) => [...BUY, ...FLY, "give", "hit", "suppress", "overrun", "kill", "abort"].includes(a.verb);

/** @param {Desk} desk */
export function shopBoard(desk) {
  const offers = desk.offer.all.filter((a) => BUY.includes(a.verb));
  if (!offers.length) return null;
  const { view } = desk;
  const setup = view.phase === "set-up";
  const groups = [
    ["Luftwaffe", offers.filter((a) => desk.sheet.counters[a.noun]?.formation === "Luftwaffe")],
    ["Corps and division", offers.filter((a) => desk.sheet.counters[a.noun]?.formation !== "Luftwaffe")],
  ];
  return h(
    "div",
    { class: "shop" },
    h(
      "header",
      null,
      h("h3", null, setup ? "Recruiting before the campaign " : "Recruiting ", ruleChip("10.2a")),
      h(
        "p",
        { class: "purse" },
        h("b", null, view.op),
        " OP left; 1 must remain. What is not spent counts for victory.",
      ),
    ),
    h(
      "div",
      { class: "counters-for-sale" },
      groups.map(([name, list]) =>
        h(
          "div",
          { class: "wares-of" },
          h("h4", null, name),
          h(
            "div",
            { class: "wares" },
            /** @type {any[]} */ (list).map((a) => ware(desk, a, setup)),
          ),
        ),
      ),
    ),
  );
}

/** @param {Desk} desk @param {any} a @param {boolean} setup */
function ware(desk, a, setup) {
  const c = /** @type {any} */ (desk.sheet.counters[a.noun]);
  const { view } = desk;
  const like = Object.keys(view.units).filter((id) => {
    const other = /** @type {any} */ (desk.sheet.counters[id]);
    return (
      view.units[id].place === "pool" &&
      other?.type === c.type &&
      JSON.stringify([other.prices, other.ratings]) === JSON.stringify([c.prices, c.ratings])
    );
  }).length;
  const cost = price(c, setup);
  return h(
    "button",
    { class: "ware", title: c.title, "data-action": a.text, onclick: () => desk.send([a.text]) },
    portrait(a.noun, c, view.units[a.noun] ?? {}, 54),
    h("span", null, h("b", null, c.name), h("small", null, like > 1 ? `${like} to be had` : title(c.type))),
    h("span", { class: "price" }, `${cost} OP`),
  );
}

/** Air units to send or to make ready, when no battle is being fought. @param {Desk} desk */
export function airBoard(desk) {
  const offers = desk.offer.all.filter((a) => FLY.includes(a.verb));
  if (!offers.length || desk.view.battle) return null;
  const { view } = desk;
  const aloft = Object.keys(view.units).filter((id) => view.units[id].place === "aloft");
  return h(
    "div",
    { class: "airfield" },
    h("h3", null, offers[0].verb === "send" ? "The airfields " : "Maintenance ", ruleChip("27.2b")),
    h(
      "div",
      { class: "rack" },
      offers.map((a) =>
        h(
          "button",
          {
            class: "plain target ready",
            "data-target": a.noun,
            title: desk.sheet.counters[a.noun].name,
            onclick: () => desk.send([a.text]),
          },
          portrait(a.noun, desk.sheet.counters[a.noun], view.units[a.noun], 58),
        ),
      ),
      aloft.length > 0 && [
        h("small", null, "on their way:"),
        aloft.map((id) => portrait(id, desk.sheet.counters[id], view.units[id], 58)),
      ],
    ),
  );
}

/** 32.0a: parts of the force and the seats they may be given to. @param {Desk} desk */
export function commandBoard(desk) {
  const offers = desk.offer.all.filter((a) => a.verb === "give");
  if (!offers.length) return null;
  const { view } = desk;
  const parts = Object.entries(view.commands);
  return h(
    "div",
    { class: "command-board" },
    h("h3", null, "Who commands what ", ruleChip("32.0a")),
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        parts.map(([part, seat]) =>
          h(
            "tr",
            null,
            h("th", null, title(part.replaceAll("-", " "))),
            desk.sheet.sides.map((s) => {
              const a = offers.find((o) => o.noun === `${part}:${s}`);
              return h(
                "td",
                null,
                seat === s
                  ? h("b", { class: "holds" }, title(s))
                  : a
                    ? h(
                        "button",
                        { class: "act", "data-action": a.text, onclick: () => desk.send([a.text]) },
                        title(s),
                      )
                    : h("small", null, title(s)),
              );
            }),
          ),
        ),
      ),
    ),
  );
}
