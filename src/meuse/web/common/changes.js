/**
 * What changes in a view, played out: the same `apply` as the server's `engine/changes.py`.
 *
 * A change is `[path, value]`: what lies at the end of that path of keys is now this value; `[path]` alone: it is gone.
 *
 * @typedef {[string[], any]|[string[]]} Change
 */

/** The view with these changes; the one given, and all that has not changed, is shared and stays as it is. */
export function apply(/** @type {any} */ view, /** @type {Change[]} */ changes) {
  const made = { ...view };
  const own = new Set([made]);
  for (const [path, ...value] of changes) {
    let inside = made;
    for (const key of path.slice(0, -1)) {
      if (!own.has(inside[key])) own.add((inside[key] = { ...inside[key] }));
      inside = inside[key];
    }
    const last = path[path.length - 1];
    if (value.length) inside[last] = value[0];
    else delete inside[last];
  }
  return made;
}

/** The view that a table leaves, by all the changes in it. */
export function viewAfter(/** @type {any} */ before, /** @type {import("./types.js").TableMessage} */ table) {
  return apply(before, [...table.events.flatMap((e) => e.changes ?? []), ...(table.changes ?? [])]);
}

/** The views that a table's events lead through, given the one that it leaves: the last event has it. */
export function viewsOf(
  /** @type {any} */ before,
  /** @type {import("./types.js").TableMessage} */ table,
  /** @type {any} */ after,
) {
  const views = table.events.slice(0, -1).map((e) => (before = apply(before, e.changes ?? [])));
  return table.events.length ? [...views, after] : [];
}
