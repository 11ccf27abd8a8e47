// Nimble in binary: the nim-sum changes as one plays, and the machine answers perfectly.
import { animate } from "./animate.js";
import { get, query } from "./api.js";
import { Board, placesOf, shape } from "./board.js";
import { $, button, element, refill } from "./dom.js";
import { word } from "./words.js";

const PAUSE = 500; // milliseconds before the machine answers, so that one sees one's own move
const SEEDS = 2 ** 32;

const asked = Object.fromEntries(new URLSearchParams(location.search));
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The game: its rules, the board it began with, and the moves made since. */
let here = { variant: asked.variant ?? "", position: asked.position ?? "", moves: (asked.moves ?? "").split(" ").filter(Boolean) };
let solution = null; // what the server says of the board that is shown

const board = new Board($("board"), { onMove: play, onChoice: mark });

// --- going on

/** Ask about a game and show it; a step of one move is animated. On a refusal nothing changes but a sentence. */
async function go(to, parameters = {}) {
  const [from, before] = [here, solution];
  here = to;
  try {
    const found = await get("/solved/nimble", { ...to, moves: to.moves.join(" "), ...parameters });
    const step = to.moves.length === from.moves.length + 1 && to.moves.at(-1);
    if (step && before && here === to) await animate(board, before.view, found.view, step);
    if (here !== to) return false; // somebody went elsewhere meanwhile
    here = { ...to, variant: found.view.variant, position: found.view.start };
    show(found);
    return true;
  } catch (error) {
    if (here === to) here = from;
    $("notice").textContent = error.message;
    $("notice").hidden = false;
    if (before) show(before, false);
    return false;
  }
}

const after = (move) => go({ ...here, moves: [...here.moves, move] });

/** A move of the person's, and the machine's answer. */
async function play(move) {
  board.freeze();
  if ((await after(move)) && $("machine").checked) await answer();
}

/** A perfect player's move: one that wins, else any. */
async function answer() {
  if (solution.view.outcome) return;
  const { winning_moves: winning, view } = solution;
  const move = winning[0] ?? view.moves[Math.floor(Math.random() * view.moves.length)];
  const about = here;
  board.freeze();
  await new Promise((resume) => setTimeout(resume, still.matches ? 0 : PAUSE));
  if (here !== about || !(await after(move))) return;
  $("heard").textContent = `${word("machine-played", { move: arrow(move) })} ${$("verdict").textContent}`;
}

const arrow = (move) => {
  const [from, to] = placesOf(move);
  return word("wins-by", { from, to });
};

// --- showing

function show(found, good = true) {
  solution = found;
  const { view, misere } = found;
  if (good) $("notice").hidden = true;
  $("label").textContent = view.label;
  document.title = `${view.label} · Stratège`;
  $("turn").textContent = view.outcome ? view.outcome.words : view.caption;
  $("misere").checked = misere;
  $("undo").disabled = !here.moves.length;
  $("machine-moves").disabled = Boolean(view.outcome);
  $("setup").elements.board.value = view.position.split(":")[0];
  board.rings = {};
  board.show(view);
  showSums();
  showLine();
  mark(null);
  const line = { variant: here.variant, position: here.position, moves: here.moves.join(" ") };
  $("analyse").href = `/analyse?${query({ game: "nimble", ...line })}`;
  history.replaceState(null, "", `?${query(line)}`);
}

/** The pawns' steps in binary, one below the other, what each column holds, and what follows. */
function showSums() {
  const { view, heaps, ones, binary, nim_sum: sum, won, explanation } = solution;
  const digits = (row, cell) => [...row].map((digit, index) => cell(digit, ones[index] % 2 ? "odd" : ""));
  const place = (index) => 2 ** (ones.length - 1 - index);
  const head = (words, scope = "row", span = 1) => element("th", { scope, colSpan: span }, words);
  const bit = (digit, odd) => element("td", { className: `${odd} ${digit === "1" ? "one" : "zero"}` }, digit);
  $("places").replaceChildren(
    head(word("on-square"), "col"),
    head(word("steps"), "col"),
    ...ones.map((_, index) => head(String(place(index)), "col")),
  );
  const row = ({ square, steps, binary: figures }) => {
    const made = element("tr", {}, head(String(square)), element("td", {}, String(steps)), ...digits(figures, bit));
    made.dataset.square = square;
    return made;
  };
  $("heaps").replaceChildren(...heaps.map(row));
  $("ones").replaceChildren(
    head(word("ones-in-column"), "row", 2),
    ...ones.map((count) => element("td", { className: count % 2 ? "odd" : "" }, String(count))),
  );
  $("sum").replaceChildren(head(`${word("nim-sum")} (= ${sum})`, "row", 2), ...digits(binary, bit));
  const said = won ? "who-moves-wins" : "who-moves-loses";
  $("verdict").textContent = view.outcome
    ? view.outcome.words
    : word(said, { player: word("player", { n: view.to_move }) });
  $("verdict").className = won ? "good" : "bad";
  $("explanation").textContent = explanation;
}

function showLine() {
  refill(
    $("line"),
    here.moves.map((move, index) => {
      const made = button(move, () => go({ ...here, moves: here.moves.slice(0, index + 1) }), { key: index });
      if (index + 1 === here.moves.length) made.setAttribute("aria-current", "step");
      return element("li", {}, made);
    }),
  );
  $("line").hidden = !here.moves.length;
  $("no-moves").hidden = here.moves.length > 0;
}

/** Mark what wins: the pawns to move, or, once one is chosen, where it has to go. */
function mark(place) {
  const shown = $("showing").checked;
  const winning = shown ? solution.winning_moves.map(placesOf) : [];
  const starts = winning.map(([from]) => from);
  const targets = winning.filter(([from]) => from === place).map(([, to]) => to);
  const marked = place === null ? starts : targets;
  board.ring("hint", marked);
  board.badges.replaceChildren(...[...new Set(marked)].map(star));
  for (const row of $("heaps").children) {
    row.classList.toggle("winning", starts.includes(row.dataset.square));
    row.classList.toggle("chosen", row.dataset.square === place);
  }
  $("winning-panel").hidden = !shown;
  refill($("winning"), shown ? solution.winning_moves.map((move) => button(arrow(move), () => play(move), { key: move })) : []);
  $("no-winning").hidden = winning.length > 0;
  $("no-winning").textContent = word(solution.view.outcome ? "over" : "lost-anyway");
}

/** A star in the middle of a place: what wins is not told by colour alone. */
function star(place) {
  const { x, y, width, height } = board.spots.get(place).firstElementChild.getBBox();
  const made = shape("text", { x: x + width / 2, y: y + height / 2, class: "star" });
  made.textContent = "★";
  return made;
}

// --- the person's wishes

function undo() {
  const back = $("machine").checked ? 2 : 1;
  return go({ ...here, moves: here.moves.slice(0, Math.max(0, here.moves.length - back)) });
}

const random = () => go({ ...here, position: "", moves: [] }, { seed: Math.floor(Math.random() * SEEDS) });

$("undo").addEventListener("click", undo);
$("machine-moves").addEventListener("click", answer);
$("showing").addEventListener("change", () => mark(board.chosen));
$("misere").addEventListener("change", () => go({ ...here, variant: $("misere").checked ? "misere" : "standard" }));
$("random").addEventListener("click", random);
$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  go({ ...here, position: event.target.elements.board.value.trim(), moves: [] });
});
go(here, here.position ? {} : { seed: Math.floor(Math.random() * SEEDS) });
