/** The lobby's half of docs/protocol.md: plain JSON over HTTP. */

/** A refusal by the server, with its rule where it has one. */
export class ApiError extends Error {
  constructor(/** @type {number} */ status, /** @type {any} */ body) {
    super(body?.reason || body?.error || body?.detail || `the server answered ${status}`);
    this.status = status;
    /** @type {string} */ this.kind = body?.error ?? "";
    this.rule = body?.rule ?? "";
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, token?: string}} [more]
 * @returns {Promise<any>}
 */
export async function call(method, path, { body, token } = {}) {
  /** @type {Object<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(`/api${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { reason: text.slice(0, 200) };
  }
  if (!answer.ok) throw new ApiError(answer.status, data);
  return data;
}

export const games = () => call("GET", "/games");
/** Scenario and options as an address carries them. */
function chosen(/** @type {string} */ scenario, /** @type {Object<string, string>} */ options = {}) {
  const list = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return new URLSearchParams({ scenario, ...(list.length ? { options: list.join(",") } : {}) });
}

/** A sheet has at least these; a game without a map or counters simply leaves them out. */
const BLANK = {
  grid: "pointy",
  hex: 60,
  map: null,
  viewbox: [0, 0, 900, 600],
  hexes: {},
  sides_of_hexes: {},
  counters: {},
  chits: {},
  charts: [],
  rules: {},
  overlays: [],
  turns: [],
  reinforcements: [],
};

/** @returns {Promise<import("./types.js").Sheet>} */
export const gameSheet = async (
  /** @type {string} */ game,
  /** @type {string} */ scenario,
  /** @type {any} */ options,
) => ({
  ...structuredClone(BLANK),
  ...(await call("GET", `/games/${game}/sheet?${chosen(scenario, options)}`)),
});
/** The seats of the match that a choice of options would make. @returns {Promise<string[]>} */
export const gameSides = (/** @type {string} */ game, /** @type {string} */ scenario, /** @type {any} */ options) =>
  call("GET", `/games/${game}/sides?${chosen(scenario, options)}`);
/** The guided first game of a game: how it is opened. @returns {Promise<{title: string, opens: string[], match: any}>} */
export const gameGuide = (/** @type {string} */ game) => call("GET", `/games/${game}/guide`);
export const newMatch = (/** @type {any} */ body) => call("POST", "/matches", { body });
export const importMatch = (/** @type {any} */ record) => call("POST", "/matches/import", { body: record });
export const verifyRecord = (/** @type {any} */ record) => call("POST", "/verify", { body: record });

export const confirmMail = (/** @type {string} */ id, /** @type {string} */ code) =>
  call("POST", `/matches/${id}/mail/confirm`, { body: { code } });

/** What one token may ask about one match. */
export function matchApi(/** @type {string} */ id, /** @type {string} */ token) {
  const path = `/matches/${id}`;
  return {
    header: () => call("GET", path, { token }),
    record: () => call("GET", `${path}/record`, { token }),
    diary: () => call("GET", `${path}/diary`, { token }),
    verify: () => call("GET", `${path}/verify`, { token }),
    ending: () => call("GET", `${path}/ending`, { token }),
    join: () => call("POST", `${path}/join`, { token }),
    renew: () => call("POST", `${path}/token`, { token }),
    giveUp: () => call("DELETE", `${path}/token`, { token }),
    invite: (/** @type {string} */ side) => call("POST", `${path}/links`, { token, body: { side } }),
    rematch: () => call("POST", `${path}/rematch`, { token, body: {} }),
    resign: (/** @type {string} */ side) => call("POST", `${path}/resign`, { token, body: { side } }),
    notes: () => call("GET", `${path}/notes`, { token }),
    mail: () => call("GET", `${path}/mail`, { token }),
    saveMail: (/** @type {string} */ address) => call("PUT", `${path}/mail`, { token, body: { address } }),
    saveNotes: (/** @type {string} */ text) => call("PUT", `${path}/notes`, { token, body: { text } }),
  };
}
