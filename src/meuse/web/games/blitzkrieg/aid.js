/** The player aid: headings, and the rules under each. @type {[string, string[]][]} */
export default [
  ["Your turn", ["9.1b"]],
  ["Moving", ["12.1a", "13.1a"]],
  ["Fighting", ["15.2a", "15.3.1a", "15.4.2a"]],
  ["Supply and Shock", ["18.1a", "7.2a"]],
];
