/** The player aid: headings, and the rules under each. @type {[string, string[]][]} */
export default [
  ["Your chit", ["3.3b", "6.0d", "3.3d"]],
  ["Moving", ["9.0c", "9.2a", "8.0h", "9.1b", "7.1f", "7.1a"]],
  ["Fighting", ["10.0e", "10.1b", "10.1j", "10.1m", "9.4b"]],
  ["Supply and bridges", ["5.0a", "5.2f", "3.4b"]],
];
