/** The player aid: headings, and the rules under each. @type {[string, string[]][]} */
export default [
  ["Your impulse", ["5.5a"]],
  ["Moving", ["8.0a", "6.0a"]],
  ["Fighting", ["10.0c", "10.3a", "10.2a"]],
  ["Support", ["15.0a"]],
];
