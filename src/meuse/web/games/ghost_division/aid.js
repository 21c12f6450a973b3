/** The player aid: headings, and the rules under each. @type {[string, string[]][]} */
export default [
  ["What wins", ["3.0a", "9.0a"]],
  ["Moving", ["16.0a", "14.1a", "15.1a", "13.3c"]],
  ["Battle", ["18.0a", "14.2a", "20.7a", "20.7h"]],
  ["After the battle", ["22.1a", "23.1a", "23.2a"]],
];
