/** A card over the map lies at the side where it covers least of what can be chosen: at the right, if both are alike. */
export function stepAside(/** @type {HTMLElement} */ el) {
  if (el.hidden) return;
  const middles = [...(el.parentElement?.querySelectorAll(".layer-counters .lit, .layer-lit .lit-hex") ?? [])].map((lit) => {
    const b = lit.getBoundingClientRect();
    return [b.x + b.width / 2, b.y + b.height / 2];
  });
  const covers = (/** @type {boolean} */ left) => {
    el.classList.toggle("left", left);
    const b = el.getBoundingClientRect();
    return middles.filter(([x, y]) => x > b.left && x < b.right && y > b.top && y < b.bottom).length;
  };
  const atLeft = covers(true);
  if (covers(false) > atLeft) el.classList.add("left");
}
