// Any position: its moves valued while one watches, a game reviewed, a position set up, all in the address.
import { analysed } from "./analysis.js";
import { animate } from "./animate.js";
import { address, get, post, query, seats } from "./api.js";
import { Board, placesOf } from "./board.js";
import { $, button, element, refill } from "./dom.js";
import { boardOf } from "./places.js";
import { recordText, understood } from "./record.js";
import { Review } from "./review.js";
import { complain, fillSetup, followSetup, openOrUsual, rulesOf, showHeading, valueLegend } from "./study.js";
import { isProven, showValues, valueRow } from "./values.js";
import { word } from "./words.js";

const setup = $("setup");
const REVIEW_SECONDS = 0.5; // for each position of a whole game

/** What is looked at: a game from `start` through `moves`, standing after `ply` of them. */
let here = { game: "", variant: "", size: "", start: "", moves: [], ply: 0 };
let view = null;
let valued = []; // the moves of this position, best first
let thinking = null; // aborts the analysis under way

const board = new Board($("board"), {
  onMove: make,
  onChoice: () => showValues(board, valued),
  onPlace: (place) => $("editing").checked && edit(place),
});

const review = new Review({ graph: $("graph"), mistakes: $("mistakes"), onPly: go });

const line = (ply = here.ply) => ({ ...rulesOf(here), position: here.start, moves: here.moves.slice(0, ply).join(" ") });

// --- going somewhere

/** Set up a game; on a refusal nothing changes but a sentence saying why. Tells whether it worked. */
async function open(wanted, ply = Infinity) {
  try {
    const whole = await get("/position", wanted);
    const moves = whole.history.map(({ move }) => move);
    here = { ...rulesOf(whole), start: whole.start, moves, ply: Math.min(ply, moves.length) };
    review.forget();
    fillSetup(here);
    show(here.ply === moves.length ? whole : await get("/position", line()));
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Go where the address says. */
function begin() {
  const ply = location.hash ? Number(location.hash.slice(1)) : Infinity;
  return openOrUsual((wanted) => open(wanted, ply), Object.fromEntries(new URLSearchParams(location.search)));
}

/** Play a move here: the next one of the line, or the first of another line. */
function make(move) {
  if (here.moves[here.ply] === move) return go(here.ply + 1);
  review.fork(here.ply);
  return go(here.ply + 1, [...here.moves.slice(0, here.ply), move]);
}

/** Go to a ply of a line of moves; a step forward is animated. */
async function go(ply, moves = here.moves) {
  const step = ply === here.ply + 1 ? moves[here.ply] : null;
  const [before, from] = [view, here];
  const to = { ...here, moves, ply };
  stopThinking();
  here = to;
  try {
    const next = await get("/position", line());
    if (step && here === to) await animate(board, before, next, step);
    if (here !== to) return; // somebody went elsewhere meanwhile
    show(next);
    if (step) $("heard").textContent = Board.spoken(word("player", { n: before.to_move }), step);
  } catch (error) {
    if (here === to) here = from;
    complain(error);
  }
}

function show(next) {
  view = next;
  valued = [];
  showHeading(view);
  const last = here.moves[here.ply - 1];
  board.rings = { last: last ? placesOf(last) : [] };
  board.show(view, $("editing").checked ? [] : view.moves);
  setup.elements.text.value = view.position;
  $("editing").closest("label").hidden = !view.look.editable;
  showLine();
  showReview();
  showLinks();
  think();
}

// --- the line of moves

function showLine() {
  $("ply").max = here.moves.length;
  $("ply").value = here.ply;
  $("ply").setAttribute("aria-valuetext", here.ply ? `${here.ply}: ${here.moves[here.ply - 1]}` : word("start"));
  for (const id of ["first", "back"]) $(id).disabled = here.ply === 0;
  for (const id of ["forth", "last"]) $(id).disabled = here.ply === here.moves.length;
  refill($("line"), here.moves.map((move, index) => lineItem(move, index)));
  $("line").hidden = !here.moves.length;
  $("graph-panel").hidden = !here.moves.length;
}

function lineItem(move, index) {
  const name = review.judgement(here.moves, index)?.name;
  const made = button(move, () => go(index + 1), { key: index, className: name ?? "", title: name ? word(name) : "" });
  if (index + 1 === here.ply) made.setAttribute("aria-current", "step");
  return element("li", {}, made);
}

// --- the values of this position

async function think() {
  stopThinking();
  showList();
  if (!$("running").checked || !view.moves.length) return;
  const work = new AbortController();
  thinking = work;
  const about = here;
  $("progress").textContent = word("thinking-now");
  const hear = (analysis) => {
    if (work.signal.aborted || about !== here) return;
    valued = analysis.moves;
    review.analyses[here.ply] = analysis;
    $("progress").textContent = progress(analysis);
    showList();
    showValues(board, valued);
  };
  try {
    const last = await analysed(line(), $("seconds").value, { onDepth: hear, signal: work.signal });
    if (last) hear(last);
    $("values").dataset.done = "true";
    showReview();
  } catch (error) {
    complain(error);
  }
}

function stopThinking() {
  thinking?.abort();
  thinking = null;
  delete $("values").dataset.done;
  $("progress").textContent = "";
}

function progress({ depth, nodes, moves }) {
  if (moves.every(isProven)) return word("all-exact");
  return word("depth", { depth, nodes: nodes.toLocaleString(document.documentElement.lang) });
}

function showList() {
  refill($("values"), valued.map((move) => valueRow(move, make)));
}

// --- the whole game

function showReview() {
  if (!here.moves.length) return;
  review.show(here, view);
  showLine();
}

/** Value every position of the game, one after the other. */
async function reviewAll() {
  stopThinking();
  const work = new AbortController();
  thinking = work;
  const about = here.moves;
  $("review").disabled = true;
  try {
    for (let ply = 0; ply < about.length && here.moves === about && !work.signal.aborted; ply++) {
      $("progress").textContent = word("reviewing", { n: ply + 1, all: about.length });
      review.analyses[ply] ??= await analysed(line(ply), REVIEW_SECONDS, { signal: work.signal });
      showReview();
    }
  } catch (error) {
    complain(error);
  }
  $("review").disabled = false;
  if (!work.signal.aborted) think();
}

// --- setting up

/** The editor's click: the place's content changes, and the position is set up anew. */
function edit(place) {
  const step = Number(document.querySelector("[name=tool]:checked").value);
  open({ ...rulesOf(here), position: boardOf(view), edit: place, step });
  return true;
}

function setUp(event) {
  event.preventDefault();
  const { text } = setup.elements;
  const chosen = rulesOf(Object.fromEntries(new FormData(setup)));
  if (text.value.trim() === view.position) return open(chosen); // only the rules were changed: from the start
  const wanted = understood(text.value);
  return open(wanted.game ? wanted : { ...chosen, ...wanted });
}

// --- links

function showLinks() {
  const permalink = `/analyse?${query({ ...line(here.moves.length) })}`;
  history.replaceState(null, "", here.ply === here.moves.length ? permalink : `${permalink}#${here.ply}`);
  $("explore").href = `/explore?${query(line())}`;
  for (const link of document.querySelectorAll("[data-export]")) {
    const kind = link.dataset.export;
    const shown = line(kind === "gif" ? here.moves.length : here.ply);
    link.href = kind === "text" ? textFile() : address(`/picture.${kind}`, shown);
  }
  document.querySelector("[data-export=gif]").hidden = !here.moves.length;
}

function textFile() {
  const result = here.ply === here.moves.length && view.outcome ? view.outcome.result : "*";
  return `data:text/plain;charset=utf-8,${encodeURIComponent(recordText(here, here.start, here.moves, result))}`;
}

async function playOn(event) {
  event.preventDefault();
  const opponent = event.target.elements.opponent.value;
  const wanted = { ...rulesOf(here), position: view.position, seats: seats(opponent, view.to_move), clock: null };
  try {
    location.assign((await post("/live", wanted)).url);
  } catch (error) {
    complain(error);
  }
}

$("first").addEventListener("click", () => go(0));
$("back").addEventListener("click", () => go(here.ply - 1));
$("forth").addEventListener("click", () => go(here.ply + 1));
$("last").addEventListener("click", () => go(here.moves.length));
$("ply").addEventListener("input", () => go(Number($("ply").value)));
$("running").addEventListener("change", () => ($("running").checked ? think() : stopThinking()));
$("seconds").addEventListener("change", think);
$("review").addEventListener("click", reviewAll);
$("editing").addEventListener("change", () => {
  $("editor-tools").hidden = !$("editing").checked;
  board.everyPlace = $("editing").checked;
  board.show(view, $("editing").checked ? [] : view.moves);
  showValues(board, valued);
});
$("other-side").addEventListener("click", () => open({ ...rulesOf(here), position: boardOf(view), turn: true }));
$("start-over").addEventListener("click", () => open(rulesOf(here)));
setup.addEventListener("submit", setUp);
followSetup(open);
$("play-on").addEventListener("submit", playOn);
$("permalink").addEventListener("click", async () => {
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  $("permalink").textContent = word("copied");
});

$("legend").append(...valueLegend());
begin();
