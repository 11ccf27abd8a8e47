// Asking the server: JSON in, JSON out, and its one sentence when it refuses.
import { word } from "./words.js";

const API = "/api/v1";

/** Parameters of a request, as an object or as pairs, without those that are empty. */
export function query(parameters) {
  const pairs = Array.isArray(parameters) ? parameters : Object.entries(parameters);
  const given = pairs.filter(([, value]) => value !== "" && value != null);
  return new URLSearchParams(given).toString();
}

/** The address of an API path with these parameters. */
export const address = (path, parameters) => `${API}${path}?${query(parameters)}`;

export const get = (path, parameters = {}) => answered(fetch(address(path, parameters)));

export const post = (path, body) => ask(path, { method: "POST", body });

/** Ask in any way: by a method, with the key of a link, with a body; `read` takes the answer out of the response. */
export function ask(path, { method = "GET", key, body, read } = {}) {
  const headers = { ...(key && { Authorization: `Bearer ${key}` }), ...(body && { "Content-Type": "application/json" }) };
  return answered(fetch(API + path, { method, headers, body: body && JSON.stringify(body) }), read);
}

/** Send a form, files included; `read` takes the answer out of the response, `signal` takes the request back. */
export function send(path, fields, { read, signal } = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return answered(fetch(API + path, { method: "POST", body, signal }), read);
}

async function answered(request, read = (response) => response.json()) {
  const response = await request.catch(() => {
    throw new Error(word("unreachable"));
  });
  if (response.ok) return read(response);
  const answer = await response.json().catch(() => ({}));
  throw new Error(answer.error || word("refused", { status: response.status }));
}

/** Why a move, or a place chosen, is not possible in a view: the rules' own words. */
export async function whyNot({ game, variant, size, start, position, history }, move) {
  const line = history ? { position: start, moves: history.map((step) => step.move).join(" ") } : { position };
  const { words } = await get("/why", { game, variant, size, ...line, move }).catch((error) => ({ words: error.message }));
  return words;
}

/** The seats of a new game, in the order of the players. */
export function seats(opponent, side) {
  const other = { here: "me", link: "open" }[opponent] || opponent;
  const mine = side === "random" ? 1 + Math.floor(2 * Math.random()) : Number(side);
  return mine === 2 ? [other, "me"] : ["me", other];
}
