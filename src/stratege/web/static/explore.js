// The archive's explorer: what was played here and what came of it, beside what each move is worth.
import { analysed } from "./analysis.js";
import { animate } from "./animate.js";
import { get, query } from "./api.js";
import { Board, placesOf } from "./board.js";
import { $, button, element, refill } from "./dom.js";
import { onKeys } from "./keys.js";
import { complain, fillSetup, followSetup, openOrUsual, rulesOf, showHeading, valueLegend } from "./study.js";
import { numberOf } from "./tree.js";
import { isProven, showValues, worth } from "./values.js";
import { figure, word } from "./words.js";

const filters = $("filters");
const setup = $("setup");
const SECONDS = 2; // for the values of a position
const READABLE = 0.36; // of a bar, that a part must have for its share to be written in it
const PARTS = { won: "good", drawn: "even", lost: "bad" };

/** What is looked at: a game from `start` through `moves`. */
let here = { game: "", variant: "", size: "", start: "", moves: [] };
let view = null;
let explored = null; // what the archive says of this position
let valued = []; // its moves by value, best first
let visit = null; // aborts what is still asked about the position
let playersOf = null; // the game whose players are suggested

const board = new Board($("board"), { onMove: walk, onChoice: () => showValues(board, valued) });

const rings = new Board($("rings"), { onMove: () => {}, onPlace: goAlong });
rings.everyPlace = true;

const line = (moves = here.moves) => ({ ...rulesOf(here), position: here.start, moves: moves.join(" ") });
const conditions = () => Object.fromEntries(new FormData(filters));

// --- going somewhere

/** Go to what is `wanted`; `entry` says what becomes of the browser's history. Tells whether it worked. */
async function open(wanted, entry = "pushState") {
  visit?.abort();
  const work = (visit = new AbortController());
  try {
    const next = await get("/position", wanted);
    const moves = next.history.map(({ move }) => move);
    const step = view && isStep(next, moves) ? moves.at(-1) : null;
    if (step && !work.signal.aborted) await animate(board, view, next, step);
    if (work.signal.aborted) return true;
    here = { ...rulesOf(next), start: next.start, moves };
    if (entry) history[entry](null, "", `/explore?${query({ ...line(), ...conditions() })}`);
    if (step) $("heard").textContent = Board.spoken(word("player", { n: view.to_move }), step);
    show(next);
    ask(work);
    think(work);
    showOpenings(work);
    return true;
  } catch (error) {
    if (!work.signal.aborted) complain(error);
    return false;
  }
}

const isStep = (next, moves) =>
  next.start === here.start && moves.length === here.moves.length + 1 && here.moves.every((move, i) => move === moves[i]);

function walk(move) {
  return open(line([...here.moves, move]));
}

const returnTo = (ply) => open(line(here.moves.slice(0, ply)));

/** Go where the address says. */
function begin(entry) {
  const { player = "", since = "", rating = "", ...asked } = Object.fromEntries(new URLSearchParams(location.search));
  for (const [name, value] of Object.entries({ player, since, rating })) filters.elements[name].value = value;
  return openOrUsual((wanted) => open(wanted, entry), asked);
}

function show(next) {
  view = next;
  explored = null;
  valued = [];
  showHeading(view);
  board.rings = { last: here.moves.length ? placesOf(here.moves.at(-1)) : [], won: view.decisive };
  board.show(view);
  for (const id of ["first", "back"]) $(id).disabled = !here.moves.length;
  refill($("line"), here.moves.map(lineItem));
  $("analyse").href = `/analyse?${query(line())}`;
  $("play").href = `/play?${query({ game: here.game })}`;
  fillSetup(here);
  suggestPlayers();
  showTable();
}

function lineItem(move, index) {
  const by = (here.moves.length - index) % 2 ? 3 - view.to_move : view.to_move;
  const made = button(move, () => returnTo(index + 1), { key: index });
  if (index + 1 === here.moves.length) made.setAttribute("aria-current", "step");
  const number = element("span", { className: "number" }, by === 1 || !index ? numberOf({ ply: index + 1, by }) : "");
  return element("li", {}, number, made);
}

// --- what is known of the position

async function ask(work) {
  delete $("moves").dataset.asked;
  $("count").textContent = "";
  try {
    const found = await get("/explore", { ...line(), ...conditions() });
    if (work.signal.aborted) return;
    explored = found;
    $("count").textContent = found.games ? word("games-here", { n: figure(found.games) }) : word("no-game-here");
    showTable();
    showTop();
    $("moves").dataset.asked = "true";
  } catch (error) {
    if (!work.signal.aborted) complain(error);
  }
}

async function think(work) {
  delete $("moves").dataset.valued;
  $("progress").textContent = "";
  if (!$("running").checked || !view.moves.length) return;
  $("progress").textContent = word("thinking-now");
  const hear = ({ moves, depth, nodes }) => {
    if (work.signal.aborted) return;
    valued = moves;
    const exact = moves.every(isProven);
    $("progress").textContent = exact ? word("all-exact") : word("depth", { depth, nodes: figure(nodes) });
    showTable();
    showValues(board, valued);
  };
  try {
    const last = await analysed(line(), SECONDS, { onDepth: hear, signal: work.signal });
    if (last) hear(last);
    $("moves").dataset.valued = "true";
  } catch (error) {
    complain(error);
  }
}

// --- the table


function showTable() {
  const played = explored?.moves ?? [];
  const counted = new Set(played.flatMap(({ move, same }) => [move, ...same]));
  const worth = new Map(valued.map((one) => [one.move, one]));
  const unplayed = valued.map(({ move }) => move).filter((move) => !counted.has(move));
  const rest = unplayed.length || counted.size ? unplayed : view.moves;
  refill($("moves"), [
    ...played.map((one) => row(one, worth.get(one.move))),
    ...rest.map((move) => row({ move, same: [], games: 0 }, worth.get(move))),
  ]);
  $("all").replaceChildren(...(played.length ? [total(played)] : []));
}

function row(one, value) {
  const move = button(one.move, () => walk(one.move), { key: one.move });
  const name = [move];
  if (one.same.length) {
    move.title = word("mirrored", { moves: one.same.join(", ") });
    name.push(element("small", { title: move.title }, `+${one.same.length}`));
  }
  const made = element("tr", {}, ...[name, isKnown(value) ? worth(value) : ["–"]].map((content) => element("td", {}, ...content)), ...sums(one));
  made.dataset.move = one.move;
  made.dataset.games = one.games;
  for (const event of ["pointerenter", "focusin"]) made.addEventListener(event, () => board.ring("hint", placesOf(one.move)));
  for (const event of ["pointerleave", "focusout"]) made.addEventListener(event, () => board.ring("hint", []));
  return made;
}

const isKnown = (value) => value && (isProven(value) || value.depth > 0);

/** What was played, as cells: figures, and results as a bar. */
function sums(one) {
  const cell = (className, ...content) => element("td", { className }, ...content);
  if (!one.games) return [cell("figure", "0"), cell("", "–"), cell("figure", "–"), cell("figure", "–"), cell("", "–")];
  const score = Math.round((100 * (one.won + one.drawn / 2)) / one.games);
  return [
    cell("figure", figure(one.games), element("small", {}, word("share", { n: score }))),
    cell("", bar(one)),
    cell("figure", one.rating ?? ""),
    cell("figure", one.performance ?? ""),
    cell("day", one.last ?? ""),
  ];
}

function bar(one) {
  const made = element("span", { className: "results" });
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", word("results", one));
  made.title = word("results", one);
  for (const [name, which] of Object.entries(PARTS)) {
    const share = one[name] / one.games;
    if (!share) continue;
    const part = element("span", { className: which }, share < READABLE ? "" : word("share", { n: Math.round(100 * share) }));
    part.style.flexGrow = share;
    made.append(part);
  }
  return made;
}

function total(played) {
  const add = (name) => played.reduce((sum, one) => sum + one[name], 0);
  const all = { games: add("games"), won: add("won"), drawn: add("drawn"), lost: add("lost") };
  const head = element("th", { scope: "row", colSpan: 2 }, word("together"));
  return element("tr", {}, head, ...sums(all));
}

function showTop() {
  refill($("top"), explored.top.map(topGame));
  $("no-top").hidden = explored.top.length > 0;
}

/** A game, one click away. */
function topGame({ players, result, date, start, moves }) {
  const where = `/analyse?${query({ ...rulesOf(here), position: start, moves: moves.join(" ") })}`;
  const link = element("a", { href: where }, element("span", {}, players.join(" – ")), element("strong", {}, result));
  link.append(element("small", {}, [date, `${moves.slice(0, 8).join(" ")}${moves.length > 8 ? " …" : ""}`].filter(Boolean).join(" · ")));
  return element("li", {}, link);
}

// --- the openings from here on, as rings

async function showOpenings(work) {
  delete $("rings").dataset.asked;
  if (!$("openings").open) return;
  try {
    const found = await get("/explore/tree", line());
    if (work.signal.aborted) return;
    $("rings").textContent = found.svg ? "" : word("no-game-here");
    if (found.svg) rings.show({ ...found, label: $("openings").querySelector("summary").textContent, caption: word("rings", { n: figure(found.games) }) }, [], new Map());
    $("rings").dataset.asked = "true";
  } catch (error) {
    if (!work.signal.aborted) complain(error);
  }
}

/** Go where the moves of a place of the rings lead. */
function goAlong(place) {
  open(line([...here.moves, ...place.split(" ")]));
  return true;
}

// --- setting up

async function suggestPlayers() {
  if (playersOf === here.game) return;
  playersOf = here.game;
  const known = await get("/archive/players", { game: here.game }).catch(() => []);
  $("players").replaceChildren(...known.map(({ name }) => new Option("", name)));
}

function legend() {
  const signs = Object.entries(PARTS).map(([name, which]) => element("span", {}, element("i", { className: `swatch ${which}` }), word(name)));
  $("legend").append(...signs, ...valueLegend());
}

$("first").addEventListener("click", () => returnTo(0));
$("back").addEventListener("click", () => returnTo(here.moves.length - 1));
$("running").addEventListener("change", () => open(line(), null));
filters.addEventListener("submit", (event) => {
  event.preventDefault();
  open(line());
});
$("clear").addEventListener("click", () => {
  filters.reset();
  open(line());
});
setup.addEventListener("submit", (event) => {
  event.preventDefault();
  open(Object.fromEntries(new FormData(setup)));
});
followSetup(open);
$("openings").addEventListener("toggle", () => visit && showOpenings(visit));
addEventListener("popstate", () => begin(null));

onKeys({
  ArrowLeft: [word("key-back"), () => here.moves.length && returnTo(here.moves.length - 1)],
  ArrowRight: [word("key-forth"), () => $("moves").querySelector("button")?.click()],
  Home: [word("key-first"), () => here.moves.length && returnTo(0)],
});

legend();
begin("replaceState");
