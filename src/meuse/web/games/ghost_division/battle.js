/** The Combat Display: both sides, the round, who is superior and why, the volleys with their dice, results by clicking. */

import { h, put, title } from "../../common/dom.js";
import { portrait } from "../../common/counters.js";
import { label } from "../../common/actions.js";
import { tallyList } from "../../table/attack.js";
import { die } from "../../common/dice.js";
import { ruleChip } from "../../common/rules.js";
import { COLUMNS, RESULTS } from "./events.js";

const GROUND = ["artillery", "anti_tank", "close_assault"];
/** Each at a town, and near one. @type {Object<string, [string, string]>} */
const KINDS = {
  battle: ["Battle of", "Battle near"],
  raid: ["Air attack on", "Air attack near"],
  interdiction: ["Strike on", "Strike near"],
};
const VERDICTS = {
  german: "German victory",
  allied: "Allied victory",
  draw: "Nobody can hurt anybody",
  withdrawal: "Withdrawal",
};
/** @type {Object<string, string>} */
const BRIEF = {
  Artillery: "Art",
  "Anti tank": "AT",
  "Close assault": "CA",
  Bomber: "Bomb",
  "Dive bomber": "Stuka",
  "Fighter CAS": "Ftr",
  "Air superiority": "Air",
  Flak: "AA",
};
/** @type {Object<string, string>} */
const SIGNS = { "-": "·", suppress: "S", hit: "H", overrun: "O", abort: "A", kill: "K" };

/** @typedef {import("../../common/types.js").Desk} Desk */

/** A counter that takes what is lit for it. */
function target(/** @type {Desk} */ desk, /** @type {string} */ id, /** @type {any} */ piece, size = 58) {
  const actions = desk.offer.units.get(id) ?? [];
  const c = desk.sheet.counters[id];
  const { now } = desk;
  const struck = now && ["hit", "suppressed"].includes(now.what) && now.data.unit === id;
  return h(
    "button",
    {
      class: `plain target ${actions.length ? "ready" : ""} ${struck ? "struck" : ""}`,
      "data-target": id,
      title: [
        c.title ?? c.name,
        piece?.hits ? `${piece.hits} of ${c.ratings.defense} Hits` : "",
        piece?.suppressed ? "suppressed" : "",
        ...actions.map((a) => label(a, desk.sheet)),
      ]
        .filter(Boolean)
        .join("; "),
      onclick: () => (actions.length ? desk.which(actions) : desk.inspect(id)),
    },
    portrait(id, c, piece, size),
  );
}

/** @param {Desk} desk @param {any} view @param {any} b */
function german(desk, view, b) {
  const ids = (desk.at[b.grid] ?? []).filter((id) => !id.startsWith("@"));
  const ready = Object.keys(view.units).filter(
    (id) => view.units[id].place === "available" && desk.offer.units.has(id),
  );
  return h(
    "div",
    { class: "army german" },
    h(
      "h4",
      null,
      b.kind === "interdiction" ? "Luftwaffe" : b.attacker === "german" ? "Germans attack" : "Germans defend",
      ids.length > 0 && h("small", null, ` ${ids.length} ${ids.length === 1 ? "unit" : "units"}`),
    ),
    h(
      "div",
      { class: "rack" },
      ids.map((id) => target(desk, id, view.units[id], sized(ids.length))),
    ),
    b.wing.length > 0 &&
      h(
        "div",
        { class: "rack sky" },
        h("small", null, "Overhead"),
        b.wing.map((/** @type {string} */ id) => target(desk, id, view.units[id], 48)),
      ),
    ready.length > 0 &&
      h(
        "div",
        { class: "rack sky" },
        h("small", null, "Available"),
        ready.map((id) => target(desk, id, view.units[id], 48)),
      ),
  );
}

/** @param {Desk} desk @param {any} b */
function allied(desk, b) {
  const names = b.formations.map((/** @type {string} */ f) => /** @type {any} */ (desk.sheet).formations[f]?.name ?? f);
  return h(
    "div",
    { class: "army allied" },
    h(
      "h4",
      null,
      names.join(", ") || (b.fortification ? "Fortification" : "Allies"),
      h("small", null, ` ${b.foes.length} ${b.foes.length === 1 ? "unit" : "units"}`),
    ),
    h(
      "div",
      { class: "rack" },
      b.foes.map((/** @type {any} */ f) => target(desk, f.id, f, sized(b.foes.length))),
    ),
    b.sky.length > 0 &&
      h(
        "div",
        { class: "rack sky" },
        h("small", null, "Overhead"),
        b.sky.map((/** @type {string} */ id) => target(desk, id, {}, 48)),
      ),
  );
}

/** Who has Tactical Superiority this round, and the dice that gave it. @param {Desk} desk @param {any} b */
function superiority(desk, b) {
  if (!b.superior) return null;
  const why = desk.events
    .filter((e) => e.what === "tactical superiority" && e.data.grid === b.grid && e.data.round === b.round)
    .at(-1);
  const d = why?.data;
  return h(
    "p",
    { class: "superior", title: why?.text },
    "Tactical Superiority: ",
    h("b", { class: `side-name ${b.superior}` }, title(b.superior)),
    d && ` ${d.dice[0]}+${d.bonus[0]} : ${d.dice[1]}+${d.bonus[1]}${d.tied ? ", tie: faster" : ""} `,
    ruleChip("19.0h"),
  );
}

/** The volley that lies on the table. @param {any} b */
function thrown(b) {
  const v = b.volley;
  if (!v?.dice?.length) return null;
  return h(
    "div",
    { class: "thrown" },
    h("small", null, `${title(v.side)} ${COLUMNS[v.column]}`),
    h(
      "div",
      { class: "dice-row" },
      v.dice.map((/** @type {number} */ n, /** @type {number} */ i) => still(n, v.side, RESULTS[v.results?.[i]])),
    ),
  );
}

/** A die that has come to rest. */
const still = (/** @type {number} */ n, /** @type {string} */ side, /** @type {string} */ says) =>
  die(n, side === "german" ? "grey" : "blue", says ?? "", false);

/** As large as the number of counters leaves room for. */
const sized = (/** @type {number} */ n) => (n > 9 ? 48 : 57);

/** What a volley brings about, while it is played out. */
const OF_A_VOLLEY = ["volley", "hit", "suppressed", "unit destroyed", "no effect", "hit ignored", "op"];

/** The results of the last volley: while they are played out, or as far as they are still to be given. @param {Desk} desk @param {any} b */
function last(desk, b) {
  const { now } = desk;
  const e = desk.events.filter((x) => x.what === "volley" && (!now || x.n <= now.n)).at(-1);
  if (now) return e && OF_A_VOLLEY.includes(now.what) ? e.data : null;
  if (b.volley) return b.volley;
  const choosing = desk.offer.all.some((a) => ["hit", "suppress", "overrun", "kill", "abort"].includes(a.verb));
  return choosing && e ? e.data : null;
}

/** The Fire Results Table with the column of the volley lit. @param {Desk} desk @param {string|undefined} column */
function table(desk, column) {
  const chart = desk.sheet.charts.find((c) => c.rule === "20.7a");
  if (!chart) return null;
  const lit = chart.columns.findIndex((c) => column && c.toLowerCase().replace(/[ -]/g, "_") === column);
  return h(
    "table",
    { class: "frt", "data-column": column ?? "" },
    h("caption", null, "Fire Results ", ruleChip("20.7a")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        chart.columns.map((c, i) => h("th", { class: i === lit && "lit-column", title: c }, i ? (BRIEF[c] ?? c) : "")),
      ),
    ),
    h(
      "tbody",
      null,
      chart.rows.map((r) =>
        h(
          "tr",
          null,
          r.map((/** @type {string} */ x, /** @type {number} */ i) =>
            h(
              i ? "td" : "th",
              { class: [i === lit && "lit-column", `r-${x}`].filter(Boolean).join(" "), title: i && x in SIGNS ? (x === "-" ? "no effect" : x) : null },
              i ? (SIGNS[x] ?? x) : x,
            ),
          ),
        ),
      ),
    ),
  );
}

/** Dice of every volley, the exact chances of the next one, and why. @param {Desk} desk @param {HTMLElement} box @param {HTMLElement} chart */
async function forecast(desk, box, chart) {
  const { preview: p } = await desk.ask("preview");
  if (!p || !box.isConnected) return;
  const cell = (/** @type {string} */ side, /** @type {string} */ column) => {
    const v = p.volleys.find((/** @type {any} */ x) => x.side === side && x.column === column);
    const due = p.next?.side === side && p.next?.column === column;
    return h(
      "td",
      { class: due ? "due" : "" },
      h(
        "button",
        {
          class: "plain why-dice",
          title: "Why so many dice?",
          "data-volley": `${side} ${column}`,
          onclick: () => why(desk, box, `volley ${side} ${column}`),
        },
        v?.dice ?? 0,
      ),
    );
  };
  put(
    box,
    h(
      "table",
      { class: "volleys" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", null, "Dice"),
          GROUND.map((c) => h("th", null, COLUMNS[c])),
        ),
      ),
      h(
        "tbody",
        null,
        ["german", "allied"].map((side) =>
          h(
            "tr",
            null,
            h("th", { class: `side-name ${side}` }, title(side)),
            GROUND.map((c) => cell(side, c)),
          ),
        ),
      ),
    ),
    p.next?.dice > 0 && chances(p),
    h("div", { class: "why-box" }),
  );
  if (p.next && !chart.querySelector(".lit-column")) put(chart, table(desk, p.next.column));
}

/** The next volley as bars: how likely so many results of each kind are. @param {any} p */
function chances(p) {
  return h(
    "div",
    { class: "volley-chances" },
    h("small", null, `Next: ${title(p.next.side)} ${COLUMNS[p.next.column]}, ${p.next.dice} dice`),
    Object.entries(p.next.chances).map(([result, list]) =>
      h(
        "span",
        { class: "chance-row" },
        h("span", null, RESULTS[result]),
        h(
          "span",
          { class: "columns" },
          list.slice(0, 9).map((/** @type {number} */ chance, /** @type {number} */ n) => {
            const bar = h("i");
            bar.style.height = `${Math.max(1, Math.round(chance * 34))}px`;
            return h(
              "span",
              { class: "column-bar", title: `${n}: ${(chance * 100).toFixed(1)}%` },
              h("small", null, chance >= 0.005 ? `${Math.round(chance * 100)}` : ""),
              bar,
              h("small", null, n),
            );
          }),
        ),
      ),
    ),
  );
}

async function why(/** @type {Desk} */ desk, /** @type {HTMLElement} */ box, /** @type {string} */ question) {
  const { tally } = await desk.ask("explain", { question });
  const place = box.querySelector(".why-box");
  if (tally && place) put(place, tallyList(tally));
}

/** @param {Desk} desk */
function buttons(desk) {
  const { offer, sheet, game } = desk;
  const rest = offer.all.filter((a) => a.kind !== "unit");
  if (!rest.length) return null;
  return h(
    "div",
    { class: "row actions" },
    rest.map((a) =>
      h(
        "button",
        {
          class: game.main.includes(a.text) ? "act main" : "act",
          "data-action": a.text,
          onclick: () => desk.send([a.text]),
        },
        label(a, sheet),
      ),
    ),
  );
}

/** @param {Desk} desk */
export function battleBoard(desk) {
  const { view } = desk;
  const { now, before } = desk;
  const verdict = now?.what === "battle over" && now.data.winner;
  const b = view.battle ?? (verdict ? before?.battle : null);
  if (!b) return null;
  const volley = last(desk, b);
  const { name, near } = desk.sheet.hexes[b.grid] ?? {};
  const box = h("div", { class: "forecast" });
  const chart = h("div", { class: "frt-box" }, table(desk, volley?.column));
  if (b.kind === "battle" && !desk.watching && desk.side) forecast(desk, box, chart);
  return h(
    "div",
    { class: "combat-display", "data-hex": b.grid },
    german(desk, view, b),
    h(
      "div",
      { class: "midst" },
      h(
        "h3",
        null,
        `${KINDS[b.kind][name ? 0 : 1]} ${name ?? near}`,
        b.kind === "battle" && b.round > 0 && h("span", { class: "round" }, `Round ${b.round}`),
        h("small", null, ` ${b.grid}`),
      ),
      verdict
        ? h("p", { class: `verdict ${verdict}` }, /** @type {any} */ (VERDICTS)[verdict])
        : superiority(desk, b),
      volley && thrown({ volley }),
      buttons(desk),
    ),
    allied(desk, b),
    h("div", { class: "odds" }, box, chart),
  );
}
