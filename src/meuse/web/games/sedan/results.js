/** Combat results in words. */

const plural = (/** @type {number} */ n, /** @type {string} */ one) =>
  `${n} ${one}${n === 1 ? "" : one.endsWith("x") ? "es" : "s"}`;

/** "-/1R2" in words. */
export function spell(/** @type {string} */ result) {
  const [attacker, defender] = result.split("/");
  const [losses, hexes] = (defender ?? "").split("R");
  const parts = [];
  if (Number(attacker)) parts.push(`attacker loses ${plural(Number(attacker), "step")}`);
  if (Number(losses)) parts.push(`defender loses ${plural(Number(losses), "step")}`);
  if (Number(hexes)) parts.push(`${Number(losses) ? "and" : "defender"} retreats ${plural(Number(hexes), "hex")}`);
  return parts.length ? parts.join(", ").replace(", and", " and") : "no effect";
}

/** "-/1R2" in the width of a bar. */
export function brief(/** @type {string} */ result) {
  const [attacker, defender] = result.split("/");
  const [losses, hexes] = (defender ?? "").split("R");
  const parts = [
    Number(attacker) && `attacker −${attacker}`,
    Number(losses) && `defender −${losses}`,
    Number(hexes) && `retreat ${hexes}`,
  ];
  return parts.filter(Boolean).join(", ") || "no effect";
}
