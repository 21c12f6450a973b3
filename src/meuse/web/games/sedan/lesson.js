/** The guided first game: one corps, one enemy near Bertrix. */

const SITUATION = `game = "sedan"
turn = 2
activation = "XIX"
mode = "open"
reinforcements = "none"
cup = []

[units]
"HQ 1 Pz" = "4508"
"I/1 1 Pz" = "4408"
"II/1 1 Pz" = "4408"
"SR 1 1 Pz" = "4507"
"11 Cur 5 DLC" = "4108"

[air.german]
bombers = 2

[air.french]
`;

/** The first line whose condition holds is shown. @type {import("../../lobby/learn.js").Line[]} */
const LINES = [
  {
    when: (t) => t.looking,
    title: "Looking back",
    says: "Drag the timeline, or press Play. Nothing you do here changes the match. Back to now when you are done.",
  },
  {
    when: (t) => t.events.some((e) => e.what === "chit done"),
    title: "That was an activation",
    says: "You have moved, fought and read the table's prompts: that is all of it. Try the overlays, the Log (hover a line and the map lights up; the small clock looks back), and Help for the keys. The lobby has the whole game.",
  },
  {
    when: (t) => t.offer.has("activate"),
    title: "1. A chit is drawn",
    says: "The line on top always says who must do what, with the rule. XIX Corps may act: its units within range of their headquarters are lit. Press Activate.",
  },
  {
    when: (t) => t.offer.has("move-combat"),
    title: "2. Move or fight first",
    says: "The enemy is some way off, so choose Move, then fight. Click the small rule number to read our summary of that rule.",
  },
  {
    when: (t) => Boolean(t.picked),
    title: "4. Where it can go",
    says: "Shaded hexes are in reach, with their cost. Rest on one to see the path. Click a hex beside the French cavalry at Bertrix (4108); Undo takes it back.",
  },
  {
    when: (t) => t.moving.length > 0,
    title: "4. On the way",
    says: "The unit is moving: go on to a shaded hex, or Stop here.",
  },
  {
    when: (t) => t.view.rule === "9.0a" && beside(t) < 2,
    title: "3. Pick a unit",
    says: "Lit counters can move. Click one of the panzer battalions: a stack spreads under the pointer. Bring two or three units next to Bertrix. Click anything that is not lit, and you are told why not.",
  },
  {
    when: (t) => t.view.rule === "9.0a",
    title: "5. Enough moved?",
    says: "Two units stand beside the enemy. Bring up more, or end this mode to fight.",
  },
  {
    when: (t) => t.offer.verbs("hex")[0] === "attack",
    title: "6. Choose a target",
    says: "The hex that can be attacked is lit: click it.",
  },
  {
    when: (t) => t.offer.verbs("unit")[0] === "with",
    title: "7. Who attacks",
    says: "Add units one by one, or All who can. The panel on the right shows the odds, every modifier, and the exact chance of each result. Then Attack.",
  },
  {
    when: (t) => t.offer.has("bomber") || t.offer.has("pass"),
    title: "8. Air support",
    says: "Both sides in turn may add air units. A Bomber adds two to your dice: see the chances change. Then pass.",
  },
  {
    when: (t) => t.offer.verbs("number")[0] === "guns",
    title: "9. Artillery",
    says: "The headquarters' guns add one each. Use them.",
  },
  {
    when: (t) => t.offer.verbs("unit")[0] === "advance",
    title: "10. Advance",
    says: "The hex is empty: attackers may advance into it. Click one, or Done.",
  },
  {
    when: (t) => t.offer.has("stay"),
    title: "10. One hex more",
    says: "Motorized units may go one hex further, or stay.",
  },
  {
    when: (t) => Boolean(t.side),
    title: "Your turn",
    says: "What is lit can be done. The buttons beside the prompt are what needs no place on the map.",
  },
  { when: () => true, title: "The other side", says: "The computer decides. Its moves appear in the Log." },
];

/** German units next to Bertrix. */
function beside(/** @type {import("../../lobby/learn.js").Pupil} */ t) {
  const near = new Set(t.around("4108"));
  return Object.entries(t.view.units).filter(
    ([id, u]) =>
      near.has(/** @type {any} */ (u).hex) && t.sheet.counters[id].side === "german" && !t.sheet.counters[id].hq,
  ).length;
}

/** @type {import("../../lobby/learn.js").Lesson} */
export default {
  game: "sedan",
  scenario: "race-to-the-meuse",
  title: "Sedan: first game",
  blurb: "A small situation near Bertrix teaches the prompts in five minutes.",
  situation: SITUATION,
  seats: { german: { kind: "here" }, french: { kind: "computer", player: "staff" } },
  hexes: ["4108", "4508", "4207", "4310"],
  lines: LINES,
};
