/** The table of a game that has no module of its own yet: everything works, in plain words. */

export default {
  movers: ["move"],
  step: "step",
  join: "join",
  finish: "",
  quiet: [""],
  reachRule: "",
  main: ["end", "done", "pass"],
  /** @type {Object<string, string>} */ words: {},
  spell: (/** @type {string} */ result) => result,
  brief: (/** @type {string} */ result) => result,
  favours: () => "nobody",
  fighting: () => false,
  heading: (/** @type {any} */ e) => (e.what === "turn" ? 1 : 0),
  roll: (/** @type {any} */ e) =>
    Array.isArray(e.data?.dice)
      ? { title: "Dice", dice: e.data.dice.map((/** @type {number} */ n) => ({ n, colour: "white" })), text: e.text }
      : null,
  status: (/** @type {any} */ view) => (view.turn ? [`Turn ${view.turn}`] : []),
  panels: () => [],
  markers: () => [],
};
