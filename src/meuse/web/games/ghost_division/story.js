/** Events: what each changes on the table while it is played out, the dice it rolls, and the log's headings. */

import { h } from "../../common/dom.js";
import { fogBack, fogFace, formationBack, formationFace } from "./markers.js";

/** @typedef {import("../../common/types.js").GameEvent} GameEvent */

/** @type {Object<string, string>} */
export const COLUMNS = {
  artillery: "Artillery",
  anti_tank: "Anti-tank",
  close_assault: "Close assault",
  bomber: "Bomber",
  dive_bomber: "Dive bomber",
  fighter_cas: "Fighter cas",
  air_superiority: "Air superiority",
  flak: "Flak",
};
/** @type {Object<string, string>} */
export const RESULTS = {
  none: "–",
  suppress: "Suppress",
  hit: "Hit",
  overrun: "Overrun",
  abort: "Abort",
  kill: "Kill",
};
const SIDES = { german: "German", allied: "Allied" };

/** Where an event's noun goes off the map. */
const put = (
  /** @type {any} */ view,
  /** @type {string} */ id,
  /** @type {string} */ place,
  /** @type {string|null} */ hex = null,
) => {
  if (view.units[id]) Object.assign(view.units[id], { place, hex: hex === "AA" ? null : hex });
};
const march = (/** @type {any} */ view, /** @type {any} */ d) =>
  d.units.forEach((/** @type {string} */ id) => put(view, id, "map", d.to));
const lift = (/** @type {any[]} */ list, /** @type {(x: any) => boolean} */ one) => {
  const at = list.findIndex(one);
  return at < 0 ? null : list.splice(at, 1)[0];
};
/** The marker of a Formation that an event speaks of: by name if it is known, else one that lies face down there. */
const marker = (/** @type {any} */ view, /** @type {any} */ d, grid = d.grid) =>
  lift(view.formations, (f) => f.hex === grid && (d.formation ? f.formation === d.formation : !f.shown));
const foe = (/** @type {any} */ view, /** @type {string} */ id) =>
  view.battle?.foes.find((/** @type {any} */ f) => f.id === id);
const side = (
  /** @type {any} */ view,
  /** @type {string} */ list,
  /** @type {string} */ name,
  /** @type {boolean} */ there,
) => {
  view[list] = [...view[list].filter((/** @type {string} */ n) => n !== name), ...(there ? [name] : [])];
};
const fight = (/** @type {any} */ d, /** @type {string} */ kind, /** @type {string} */ attacker) => ({
  grid: d.grid,
  kind,
  attacker,
  formations: d.formations ?? [],
  fortification: Boolean(d.fortification),
  round: 0,
  superior: null,
  foes: [],
  sky: [],
  wing: d.units && kind === "interdiction" ? d.units : [],
  volley: null,
});
const down = (/** @type {any} */ view, /** @type {any} */ d) => {
  const b = view.battle;
  if (!b) return;
  b.sky = b.sky.filter((/** @type {string} */ id) => id !== d.unit);
  b.wing = b.wing.filter((/** @type {string} */ id) => id !== d.unit);
  put(view, d.unit, "maintenance");
};

/** What each kind of event does to the view; others only tell. @type {Object<string, (view: any, d: any, sheet: any) => void>} */
const EFFECTS = {
  segment: (v, d) => {
    v.phase = d.segment;
    v.battle = null;
  },
  turn: (v, d) => (v.turn = d.turn),
  op: (v, d) => (v.op = d.op),
  recruited: (v, d) => put(v, d.unit, d.to),
  released: (v, d) => d.units.forEach((/** @type {string} */ id) => put(v, id, "assembly")),
  "kampfgruppe formed": (v, d) => put(v, d.unit, d.grid === "AA" ? "assembly" : "map", d.grid),
  diverted: (v, d) => put(v, d.unit, "maintenance"),
  readied: (v, d) => put(v, d.unit, "available"),
  landed: (v, d) => d.units.forEach((/** @type {string} */ id) => put(v, id, "maintenance")),
  "recon flight": (v, d) => put(v, d.unit, "aloft"),
  step: march,
  "assault crossing": march,
  withdrawal: march,
  "marker placed": (v, d) => (d.kind === "fog" ? v.fog : v.formations).push({ hex: d.grid, shown: false }),
  "formation revealed": (v, d) => {
    marker(v, { grid: d.grid });
    v.formations.push({ hex: d.grid, shown: true, formation: d.formation });
  },
  "dummy removed": (v, d) => lift(v.formations, (f) => f.hex === d.grid && f.shown && !f.called),
  "formation called": (v, d) => {
    const f = v.formations.find((/** @type {any} */ x) => x.formation === d.formation);
    if (f) f.called = d.units;
  },
  "meeting engagement": (v, d) => v.formations.push({ hex: d.grid, shown: true, formation: d.formation }),
  "formation moves": (v, d) => v.formations.push({ ...(marker(v, d, d.start) ?? { shown: false }), hex: d.grid }),
  "formation withdrawn": (v, d) => marker(v, d),
  "formation shattered": (v, d) => marker(v, d),
  "formation destroyed": (v, d) => {
    marker(v, d);
    v.boxes.eliminated.push(d.formation);
  },
  "fog revealed": (v, d) => {
    lift(v.fog, (m) => m.hex === d.grid);
    v.fog.push({ hex: d.grid, shown: true, kind: d.kind, hits: 0 });
  },
  "fog cleared": (v, d) => lift(v.fog, (m) => m.hex === d.grid),
  "fortification destroyed": (v, d) => lift(v.fog, (m) => m.hex === d.grid),
  "bridge blown": (v, d) => side(v, "blown", d.side, true),
  "bridge restored": (v, d) => side(v, "blown", d.side, false),
  "bridge built": (v, d) => side(v, d.kind === "bridge" ? "bridges" : "bridgeheads", d.side, true),
  "bridge replaced": (v, d) => side(v, "bridges", d.side, false),
  "bridge taken up": (v, d) => side(v, d.kind === "bridge" ? "bridges" : "bridgeheads", d.side, false),
  "bridge lost": (v, d) => side(v, d.kind === "bridge" ? "bridges" : "bridgeheads", d.side, false),
  battle: (v, d, sheet) => {
    v.battle = fight(d, "battle", d.attacker);
    const works =
      d.fortification && Object.keys(sheet.counters).find((id) => sheet.counters[id].type === "fortification");
    if (works) v.battle.foes.push({ id: works, hits: 0, suppressed: false });
  },
  strike: (v, d) => (v.battle = fight(d, "interdiction", "german")),
  "air raid": (v, d) => (v.battle = fight(d, "raid", "allied")),
  "strike in vain": (v) => (v.battle = null),
  "units drawn": (v, d, sheet) => {
    for (const id of d.units) {
      if (sheet.counters[id]?.air) v.battle?.sky.push(id);
      else v.battle?.foes.push({ id, hits: 0, suppressed: false });
    }
  },
  "air units drawn": (v, d) => v.battle?.sky.push(...d.units),
  "air unit sent": (v, d) => {
    put(v, d.unit, "aloft");
    v.battle?.wing.push(d.unit);
  },
  "air unit shot down": down,
  "air unit aborted": down,
  "air units land": (v, d) => {
    d.german.forEach((/** @type {string} */ id) => put(v, id, "maintenance"));
    if (v.battle) Object.assign(v.battle, { sky: [], wing: [] });
  },
  "first fire": (v, d) => v.battle && (v.battle.told = { what: "first fire", d }),
  "tactical superiority": (v, d) =>
    v.battle && Object.assign(v.battle, { superior: d.superior, round: d.round, volley: null }),
  volley: (v, d) =>
    v.battle && (v.battle.volley = { side: d.side, column: d.column, dice: d.dice, results: d.results, left: 0 }),
  hit: (v, d) => {
    const target = foe(v, d.unit) ?? v.units[d.unit];
    if (target) target.hits = d.hits;
    if (target) target.struck = true;
  },
  suppressed: (v, d) => {
    const target = foe(v, d.unit) ?? v.units[d.unit];
    if (target) Object.assign(target, { suppressed: true, struck: true });
  },
  "unit destroyed": (v, d) => {
    if (foe(v, d.unit)) v.battle.foes = v.battle.foes.filter((/** @type {any} */ f) => f.id !== d.unit);
    else put(v, d.unit, "scrap");
  },
  "battle over": (v, d) => v.battle && (v.battle.verdict = d.winner),
  "air refit": (v, d) => d.ready && put(v, d.unit, "available"),
  recovery: (v, d) => v.units[d.unit] && (v.units[d.unit].hits = d.hits),
  ace: (v, d) => v.units[d.unit] && (v.units[d.unit].aces = true),
  "game over": (v, d) => (v.level = d.level),
};

/** One event on the view that is shown while it is played out. @param {any} view @param {GameEvent} e @param {any} sheet */
export function tell(view, e, sheet) {
  for (const x of [...Object.values(view.units), ...(view.battle?.foes ?? [])]) delete (/** @type {any} */ (x).struck);
  if (view.battle?.verdict && !["formation destroyed", "op"].includes(e.what)) {
    view.battle = null;
    for (const piece of Object.values(view.units)) delete (/** @type {any} */ (piece).suppressed);
  }
  EFFECTS[e.what]?.(view, e.data, sheet);
  if (
    !["hit", "suppressed", "unit destroyed", "no effect", "hit ignored", "op", "volley"].includes(e.what) &&
    view.battle
  )
    view.battle.volley = null;
}

/** What is worth seeing step by step: whatever dice or the enemy have brought about. */
const SEEN = new Set([
  "marker placed",
  "formation moves",
  "formation withdrawn",
  "fog revealed",
  "formation revealed",
  "unit destroyed",
  "battle over",
  "bridge blown",
  "air units drawn",
  "units drawn",
  "game over",
]);
export const plays = (/** @type {GameEvent} */ e) =>
  e.data.die !== undefined || Array.isArray(e.data.dice) || SEEN.has(e.what);

const SHORT = new Set([
  "segment",
  "op",
  "hit",
  "suppressed",
  "no effect",
  "fog cleared",
  "landed",
  "rally",
  "air unit sent",
  "air refit",
  "recovery",
]);
const LONG = new Set([
  "allied event",
  "okw event",
  "volley",
  "tactical superiority",
  "battle over",
  "units drawn",
  "formation revealed",
]);
export const weight = (/** @type {GameEvent} */ e) =>
  e.what === "segment" ? 0.35 : SHORT.has(e.what) ? 0.6 : LONG.has(e.what) ? 1.5 : 1;

/** Where a marker comes from that an event moves. */
export const comes = (/** @type {GameEvent} */ e) =>
  e.what === "formation moves"
    ? { [e.data.formation ? `@${e.data.formation}` : `@down-${e.data.grid}-1`]: e.data.start }
    : {};

/** @param {GameEvent} e @param {any} sheet */
export function turns(e, sheet) {
  if (e.what === "fog revealed") return { hex: e.data.grid, back: fogBack(), face: fogFace(e.data.kind) };
  if (e.what === "formation revealed")
    return { hex: e.data.grid, back: formationBack(), face: formationFace(sheet.formations[e.data.formation]) };
  return null;
}

const dice = (/** @type {number[]} */ list, /** @type {string} */ colour, /** @type {string[]} */ says = []) =>
  list.map((n, i) => ({ n, colour, says: says[i] }));
const COLOUR = { german: "grey", allied: "blue" };

/** @type {Object<string, string>} */
const TITLES = {
  "okw event": "OKW Events Table",
  "allied event": "Allied Events Table",
  recon: "Recon",
  engineering: "Engineers at work",
  "air refit": "Luftwaffe Maintenance",
  recovery: "Recovery",
  demolition: "Demolitions",
  "bridge bombed": "Bombs on the bridge",
  "formation die": "Formation Movement",
  "raid strength": "Allied air attack",
  "air attacks": "Allied air attack",
  "crowded grid": "Too many Formations",
  "ace roll": "Panzer Ace",
  patrol: "Patrol",
  "kommando drop": "Operation Niwi",
};
const ALLIED = new Set([
  "allied event",
  "formation die",
  "raid strength",
  "air attacks",
  "demolition",
  "bridge bombed",
  "crowded grid",
]);

/** @param {GameEvent} e @param {import("../../common/types.js").Sheet} sheet @returns {import("../../common/types.js").Roll|null} */
export function roll(e, sheet) {
  const d = e.data;
  if (e.what === "volley")
    return {
      title: `${/** @type {any} */ (SIDES)[d.side]} ${COLUMNS[d.column].toLowerCase()}${d.round ? `, round ${d.round}` : ""}`,
      dice: dice(
        d.dice,
        /** @type {any} */ (COLOUR)[d.side],
        d.results.map((/** @type {string} */ r) => RESULTS[r]),
      ),
      text: e.text,
    };
  if (e.what === "tactical superiority")
    return {
      title: `Tactical Superiority, round ${d.round}`,
      dice: [...dice([d.dice[0]], "grey", [`+${d.bonus[0]}`]), ...dice([d.dice[1]], "blue", [`+${d.bonus[1]}`])],
      text: e.text,
    };
  if (e.what === "first fire")
    return {
      title: "Who fires first in the air",
      dice: [...dice([d.german], "grey", [`+${d.german_bonus}`]), ...dice([d.allied], "blue", [`+${d.allied_bonus}`])],
      text: e.text,
    };
  if (e.what === "formation called") return { title: "The Formation's dice", dice: dice(d.dice, "blue"), text: e.text };
  if (d.die === undefined) return null;
  const rows = d.modifiers ? tableRow(e, sheet) : e.text;
  return { title: TITLES[e.what] ?? e.what, dice: dice([d.die], ALLIED.has(e.what) ? "blue" : "white"), text: rows };
}

/** The row of an events table that the net die has found, among the others. @param {GameEvent} e @param {import("../../common/types.js").Sheet} sheet */
function tableRow({ data: d, rule }, sheet) {
  const chart = sheet.charts.find((c) => c.rule === rule);
  const sum = d.modifiers.map(
    (/** @type {[string, number]} */ [why, n]) => `${n > 0 ? "+" : "−"}${Math.abs(n)} ${why}`,
  );
  return [
    sum.length > 0 && h("div", { class: "event-sum" }, `${[d.die, ...sum].join(", ")}: net ${d.net}`),
    h(
      "div",
      { class: "event-rows" },
      chart?.rows.map((r) => h("span", { class: r[1] === d.name ? "found" : "" }, h("b", null, r[0]), " ", r[1])),
    ),
    h("div", { class: "event-row" }, h("b", null, d.name), ". ", d.says),
  ];
}

/** Markers that are placed one after another are one line. @param {GameEvent} before @param {GameEvent} e @returns {GameEvent|null} */
export function joins(before, e) {
  if (
    e.what !== "marker placed" ||
    before.what !== e.what ||
    before.data.kind !== e.data.kind ||
    before.rule !== e.rule
  )
    return null;
  const grids = [...(before.data.grids ?? [before.data.grid]), e.data.grid];
  const what = e.data.kind === "fog" ? "Fog of War" : "Formation";
  return { ...e, text: `${grids.length} ${what} markers are placed: ${grids.join(", ")}.`, data: { ...e.data, grids } };
}

/** Turns, segments, fights. */
export function heading(/** @type {GameEvent} */ e) {
  if (e.what === "turn" || e.what === "set-up") return 1;
  if (e.what === "segment") return 2;
  return ["battle", "strike", "air raid"].includes(e.what) ? 3 : 0;
}
