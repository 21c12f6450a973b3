/** The displays beside the map: turn and segments, Operations Points, air boxes, pools, holding areas, bins, towns. */

import { h, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { ruleChip } from "../../common/rules.js";

/** @param {any} view @param {string} place */
const lying = (view, place) => Object.keys(view.units).filter((id) => view.units[id].place === place);

/** @param {string} name @param {string} rule @param {any[]} kids */
const section = (name, rule, ...kids) =>
  h("section", { "data-display": name }, h("h3", null, name, " ", ruleChip(rule)), ...kids);

/** @param {any} view @param {any} sheet @param {string[]} ids */
export const rack = (view, sheet, ids, size = 42) =>
  h(
    "div",
    { class: "rack" },
    ids.map((id) =>
      h(
        "span",
        { title: sheet.counters[id].title ?? sheet.counters[id].name },
        portrait(id, sheet.counters[id], view.units[id], size),
      ),
    ),
  );

const none = () => h("p", { class: "note" }, "None.");

const PHASES = { A: "OKW", B: "Recruit", C: "Air", D: "Operations", E: "Refit", F: "Allied events", G: "Allied" };

/** @param {any} view @param {any} sheet */
function segments(view, sheet) {
  const keys = Object.keys(sheet.segments);
  const now = keys.indexOf(view.phase);
  return section(
    "Segments",
    "11.0a",
    Object.entries(PHASES).map(([letter, name]) =>
      h(
        "div",
        { class: `phase-row ${view.phase[0] === letter && view.phase !== "set-up" ? "now" : ""}` },
        h("b", null, letter),
        h("span", { class: "phase-name" }, name),
        h(
          "span",
          { class: "phase-steps" },
          keys
            .filter((k) => k[0] === letter)
            .map((k) =>
              h(
                "span",
                {
                  class: `phase-step ${keys.indexOf(k) === now ? "now" : keys.indexOf(k) < now ? "past" : ""}`,
                  title: sheet.segments[k],
                },
                k.length > 1 ? k.slice(1) : "•",
              ),
            ),
        ),
      ),
    ),
    h(
      "p",
      { class: "phase-words" },
      view.phase === "set-up" ? "Set-up" : `${view.phase}. ${sheet.segments[view.phase] ?? ""}`,
    ),
  );
}

/** @param {any} view @param {any} sheet */
function operations(view, sheet) {
  return section(
    "Operations Points",
    "9.0a",
    h(
      "div",
      { class: "op-track", role: "img", "aria-label": `${view.op} Operations Points of ${sheet.op_cap}` },
      Array.from({ length: sheet.op_cap }, (_, i) =>
        h(
          "i",
          { class: i + 1 === view.op ? "now" : i < view.op ? "have" : "" },
          i + 1 === view.op || (i + 1) % 10 === 0 ? i + 1 : "",
        ),
      ),
    ),
  );
}

/** @param {any} view @param {any} sheet */
function air(view, sheet) {
  const box = (/** @type {string} */ place, /** @type {string} */ name) => {
    const ids = lying(view, place);
    return h(
      "div",
      { class: "air-box", "data-box": place },
      h("h4", null, `${name}: ${ids.length}`),
      ids.length ? rack(view, sheet, ids) : null,
    );
  };
  return section(
    "Luftwaffe",
    "27.2a",
    box("available", "Available"),
    box("aloft", "In the air"),
    box("maintenance", "Maintenance"),
  );
}

/** Each headquarters with what shares its Grid. @param {any} view @param {any} sheet */
function holding(view, sheet) {
  const hqs = Object.keys(view.units).filter((id) => sheet.counters[id]?.hq && view.units[id].hex);
  return section(
    "Holding areas",
    "14.0a",
    hqs.map((id) => {
      const { hex, leadership_left: left } = view.units[id];
      const stack = Object.keys(view.units).filter(
        (u) => u !== id && view.units[u].hex === hex && !u.startsWith("@") && !sheet.counters[u].hq,
      );
      const place = sheet.hexes[hex]?.name ? `${sheet.hexes[hex].name}${hex === "AA" ? "" : ` ${hex}`}` : hex;
      return h(
        "details",
        { class: "holding", "data-hq": id, open: hex !== "AA" },
        h(
          "summary",
          null,
          h("b", null, sheet.counters[id].name),
          ` in ${place}: ${stack.length} `,
          h("small", null, `leadership ${left} of ${sheet.counters[id].ratings.leadership}`),
        ),
        rack(view, sheet, [id, ...stack], 38),
      );
    }),
  );
}

/** In set-up, and in a turn; null for what cannot be bought. @param {any} c @param {boolean} setup */
export const price = (c, setup) => (c.prices ? c.prices[setup ? 0 : 1] : null);

/** @param {any} view @param {any} sheet */
function pool(view, sheet) {
  const setup = view.phase === "set-up";
  const ids = lying(view, "pool");
  return section(
    "Recruit Pool",
    "10.2a",
    ids.length
      ? h(
          "div",
          { class: "rack priced" },
          ids.map((id) =>
            h(
              "span",
              { title: sheet.counters[id].title },
              portrait(id, sheet.counters[id], view.units[id], 42),
              h(
                "small",
                null,
                price(sheet.counters[id], setup) === null ? "" : `${price(sheet.counters[id], setup)} OP`,
              ),
            ),
          ),
        )
      : none(),
  );
}

/** @param {any} view @param {any} sheet */
function allies(view, sheet) {
  const out = new Set([...(view.battle?.foes ?? []).map((/** @type {any} */ f) => f.id), ...(view.battle?.sky ?? [])]);
  return section(
    "Allied boxes and bins",
    "2.8h",
    h(
      "p",
      null,
      h("b", { "data-count": "formations" }, view.boxes.formations),
      " Formation markers and ",
      h("b", { "data-count": "fog" }, view.boxes.fog),
      " Fog of War markers in their boxes.",
    ),
    h(
      "p",
      { class: "eliminated" },
      h("b", null, "Destroyed: "),
      view.boxes.eliminated.map((/** @type {string} */ f) => sheet.formations[f]?.name ?? f).join(", ") ||
        "no Formation yet",
    ),
    Object.entries(sheet.bins).map(([bin, kinds]) =>
      h(
        "details",
        { class: "bin" },
        h(
          "summary",
          null,
          `${title(bin.replaceAll("-", " "))} bin: ${Object.values(kinds).reduce((a, b) => a + b, 0)} counters when full`,
        ),
        h(
          "ul",
          null,
          Object.entries(kinds).map(([name, n]) => h("li", null, h("b", null, n), ` ${name}`, gone(sheet, out, name))),
        ),
      ),
    ),
  );
}

/** How many of a kind are out in the present battle. */
function gone(/** @type {any} */ sheet, /** @type {Set<string>} */ out, /** @type {string} */ name) {
  const n = [...out].filter((id) => sheet.counters[id]?.name === name).length;
  return n ? h("small", null, ` (${n} in the battle)`) : "";
}

/** @param {any} view @param {any} sheet */
function towns(view, sheet) {
  return section(
    "Towns",
    "3.1a",
    h(
      "ul",
      { class: "towns" },
      Object.entries(sheet.towns).map(([hex, town]) => {
        const held = view.occupied.includes(hex);
        return h(
          "li",
          { class: held ? "held" : "", "data-town": hex },
          h("b", null, town.points),
          ` ${town.name} `,
          h("small", null, held ? "German" : "Allied"),
        );
      }),
    ),
  );
}

/** @type {Object<string, string>} */
const ORDERS = { halt: "Halt Order: no Exploitation this turn" };

/** @param {any} view */
export const orders = (view) =>
  view.orders.map(
    (/** @type {string} */ o) =>
      ORDERS[o] ?? (o.startsWith("flanks") ? `Guard the flanks: nobody west of column ${o.split(" ")[1]}` : o),
  );

/** @param {any} view @param {any} sheet */
function command(view, sheet) {
  if (sheet.sides.length < 2) return null;
  return section(
    "Commands",
    "32.0a",
    h(
      "ul",
      { class: "commands" },
      Object.entries(view.commands).map(([part, seat]) =>
        h("li", null, h("b", null, title(part.replaceAll("-", " "))), `: ${title(String(seat))}`),
      ),
    ),
  );
}

/** @param {any} view @param {any} sheet */
export const panels = (view, sheet) => [
  segments(view, sheet),
  operations(view, sheet),
  view.orders.length > 0 &&
    section(
      "Orders of OKW in force",
      "9.1b",
      orders(view).map((/** @type {string} */ o) => h("p", { class: "order" }, o)),
    ),
  command(view, sheet),
  holding(view, sheet),
  air(view, sheet),
  pool(view, sheet),
  section(
    "Bridges to build",
    "30.1c",
    h("p", null, `${view.markers_left.bridges} Bridge markers and ${view.markers_left.bridgeheads} Bridgeheads left.`),
  ),
  towns(view, sheet),
  allies(view, sheet),
  ["reinforcements", "scrap"].map((place) => {
    const ids = lying(view, place);
    return section(
      place === "scrap" ? "Scrap heap" : "Reinforcements",
      place === "scrap" ? "10.3a" : "10.1b",
      ids.length ? rack(view, sheet, ids) : none(),
    );
  }),
];
