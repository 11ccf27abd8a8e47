// The training room: puzzles one after the other, and one's own mistakes when they are due.
import { animate } from "./animate.js";
import { get, post, query } from "./api.js";
import { Board, placesOf } from "./board.js";
import { $, element } from "./dom.js";
import { onKeys, press } from "./keys.js";
import { figure, word } from "./words.js";

const GAME = "training-game";

let task = null; // the puzzle or mistake on the board: { kind, id, game, view, moves }
const board = new Board($("board"), { onMove: play });

function complain(error) {
  $("notice").textContent = error.message;
  $("notice").hidden = false;
}

/** Put a position on the board, to be moved in or only looked at. */
function show(view, open = true, last = []) {
  board.rings = { last };
  board.show(view, open ? view.moves : []);
  $("text").textContent = view.text;
  const { game, variant, size, start } = view;
  const moves = view.history.map(({ move }) => move).join(" ");
  $("analyse").href = `/analyse?${query({ game, variant, size, position: start, moves })}`;
}

function begin(next, question) {
  task = { ...next, moves: [], first: next.view };
  $("notice").hidden = $("verdict").hidden = true;
  $("next").hidden = $("retry").hidden = true;
  $("question").textContent = question;
  showSide(next.view);
  $("flip").hidden = !next.view.look.opposite;
  board.flipped = next.view.look.opposite && next.view.to_move === 2;
  const before = next.view.history.at(-1);
  show(next.view, true, before ? placesOf(before.move) : []);
}

/** Whose pieces one has. */
function showSide({ look, to_move: player }) {
  $("seat").className = `seat on-move p${player}`;
  $("seat").replaceChildren(element("span", { className: "disc" }, look.signs[player - 1]), element("span", { className: "name" }, word("you")));
  $("seat").hidden = false;
}

// --- puzzles

async function nextPuzzle() {
  pressed("do-puzzles");
  try {
    const puzzle = await get("/training/puzzle", { game: $("game").value });
    showStanding(puzzle.you);
    $("difficulty").textContent = String(puzzle.rating) + (puzzle.again ? ` · ${word("uncounted")}` : "");
    begin({ kind: "puzzle", id: puzzle.id, game: puzzle.game, view: puzzle.view }, puzzle.question);
  } catch (error) {
    complain(error);
  }
}

function showStanding({ rating, deviation, tried, solved }) {
  $("rating").textContent = `${rating} ± ${2 * deviation}`;
  $("solved").textContent = word("of", { n: figure(solved), all: figure(tried) });
}

async function tryPuzzle(move) {
  const moves = [...task.moves, move];
  const answer = await post("/training/puzzle", { game: task.game, id: task.id, moves });
  const own = await get("/position", { ...place(task.first), moves: moves.join(" ") });
  await animate(board, task.view, own, move);
  if (answer.reply) {
    show(own, false);
    await animate(board, own, answer.view, answer.reply);
    task = { ...task, view: answer.view, moves: [...moves, answer.reply] };
    show(answer.view, true, placesOf(answer.reply));
    return verdict(answer.right, answer.words, [], false);
  }
  show(own, false, placesOf(move));
  if (!answer.right) board.ring("hint", placesOf(answer.solution[task.moves.length])); // what was right here
  showStanding(answer.you);
  const more = [];
  if (answer.change) more.push(word(answer.change > 0 ? "gained" : "given-up", { n: Math.abs(answer.change) }));
  if (!answer.right && answer.solution.length > 1) more.push(word("solution", { moves: answer.solution.join(" ") }));
  verdict(answer.right, answer.words, more, true);
  $("retry").hidden = answer.right;
}

const place = ({ game, variant, size, start }) => ({ game, variant, size, position: start });

// --- mistakes

async function nextMistake() {
  pressed("do-mistakes");
  try {
    const { card, deck } = await get("/training/mistake");
    showDeck(deck);
    if (card) return begin({ kind: "mistake", id: card.number, game: card.game, view: card.view }, card.question);
    task = null;
    board.freeze();
    $("verdict").hidden = $("next").hidden = $("retry").hidden = true;
    $("question").textContent = word(deck.later + deck.known ? "nothing-due" : "no-mistakes");
  } catch (error) {
    complain(error);
  }
}

function showDeck({ due, later, known, next_hours: hours, games }) {
  $("due").textContent = due ? figure(due) : "";
  for (const [name, n] of Object.entries({ due, later, known })) $(`deck-${name}`).textContent = figure(n);
  const soon = hours === null ? "" : word(hours < 48 ? "next-hours" : "next-days", { n: hours < 48 ? hours : Math.round(hours / 24) });
  $("deck-next").textContent = [soon, games ? word("games-waiting", { n: figure(games) }) : ""].filter(Boolean).join(" ");
  $("review").disabled = !games;
}

async function tryMistake(move) {
  const answer = await post("/training/mistake", { number: task.id, move });
  await animate(board, task.view, answer.view, move);
  show(answer.view, false, placesOf(move));
  showDeck(answer.deck);
  verdict(answer.right, answer.words, [], true);
}

/** Look through one game after the other, and say what was found. */
async function review() {
  $("review").disabled = true;
  let found = 0;
  try {
    for (let deck = { games: 1 }; deck.games; ) {
      $("reviewing").textContent = word("reviewing");
      const answer = await post("/training/review", {});
      found += answer.found;
      deck = answer.deck;
      showDeck(deck);
    }
  } catch (error) {
    complain(error);
  }
  $("reviewing").textContent = word("review-found", { n: found });
  if (!task || task.kind === "mistake") nextMistake();
}

// --- both

async function play(move) {
  board.freeze();
  $("notice").hidden = true;
  try {
    await (task.kind === "puzzle" ? tryPuzzle(move) : tryMistake(move));
  } catch (error) {
    complain(error);
    show(task.view);
  }
}

function verdict(right, words, more, over) {
  const head = element("strong", {}, `${right ? "✓" : "✗"} ${words}`);
  $("verdict").replaceChildren(head, ...more.map((text) => element("p", {}, text)));
  $("verdict").classList.toggle("right", right);
  $("verdict").hidden = false;
  $("next").hidden = !over;
  if (over) $("next").focus();
}

function pressed(id) {
  for (const one of ["do-puzzles", "do-mistakes"]) $(one).setAttribute("aria-pressed", String(one === id));
  $("puzzle-side").hidden = id !== "do-puzzles";
  $("mistake-side").hidden = id !== "do-mistakes";
}

const next = () => ($("do-puzzles").getAttribute("aria-pressed") === "true" ? nextPuzzle() : nextMistake());

function retry() {
  if (!task) return;
  begin({ ...task, view: task.first }, $("question").textContent);
  board.spots.values().next().value?.focus();
}

$("do-puzzles").addEventListener("click", nextPuzzle);
$("do-mistakes").addEventListener("click", nextMistake);
$("next").addEventListener("click", next);
$("retry").addEventListener("click", retry);
$("review").addEventListener("click", review);
$("flip").addEventListener("click", () => board.flip());
$("game").addEventListener("change", () => {
  localStorage.setItem(GAME, $("game").value);
  nextPuzzle();
});
onKeys({
  n: [word("key-next"), () => press($("next"))],
  r: [word("key-retry"), () => press($("retry"))],
  f: [word("key-flip"), () => press($("flip"))],
});

const asked = new URLSearchParams(location.search);
const wanted = asked.get("game") ?? localStorage.getItem(GAME);
if ([...$("game").options].some(({ value }) => value === wanted)) $("game").value = wanted;
get("/training/mistake").then(({ deck }) => showDeck(deck), complain);
if (asked.has("mistakes")) nextMistake();
else nextPuzzle();
