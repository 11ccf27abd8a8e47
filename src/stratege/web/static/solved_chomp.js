// Chomp's map: which first moves win on any bar, and why.
import { get, post, query } from "./api.js";
import { Board } from "./board.js";
import { $ } from "./dom.js";
import { word } from "./words.js";

const SMALLEST = 15; // pixels of a square
const form = $("bar");
const usual = { columns: form.elements.columns.value, rows: form.elements.rows.value };

let map = null; // the bar as the server solved it
let looking = 0; // counts requests: only the last one is shown
let chosen = null; // the square asked about

const board = new Board($("board"), { onMove: () => {}, onPlace: explain });
const gallery = new Board($("gallery"), { onMove: () => {}, onPlace: openBar });
board.everyPlace = gallery.everyPlace = true;

const moveAt = (place) => map.moves.find(({ move }) => move === place);

// --- the map

async function look(columns, rows) {
  const mine = ++looking;
  $("notice").hidden = true;
  $("turn").textContent = word("computing");
  $("board").setAttribute("aria-busy", "true");
  try {
    const found = await get("/solved/chomp", { columns, rows });
    if (mine === looking) show(found);
  } catch (error) {
    if (mine === looking) complain(error);
  }
  if (mine === looking) $("board").removeAttribute("aria-busy");
}

function show(found) {
  map = found;
  const { label, columns, rows, winning_moves: winning } = map;
  [form.elements.columns.value, form.elements.rows.value] = [columns, rows];
  $("label").textContent = label;
  document.title = `${label} · Stratège`;
  $("turn").textContent = verdict(winning);
  $("text").textContent = map.text;
  board.rings = {};
  board.show({ ...map, caption: verdict(winning) }, [], names());
  board.svg.style.minWidth = `${columns * SMALLEST}px`;
  board.svg.style.maxHeight = `max(46rem, ${rows * SMALLEST}px)`;
  history.replaceState(null, "", `?${query({ columns, rows })}`);
  gallery.ring("chosen", [map.size]);
  forget();
}

const verdict = (winning) =>
  word(["no-winning-move", "one-winning-move"][winning.length] ?? "winning-moves", { moves: winning.join("  ") });

/** For each square, what a screen reader says of it. */
function names() {
  const kinds = ["square-poison", "square-loses", "square-wins"];
  const squares = map.map.flatMap((line, row) => line.map((value, column) => [`${row},${column}`, value]));
  return new Map(squares.map(([square, value]) => [square, word(kinds[value], { square })]));
}

function complain(error) {
  $("notice").textContent = error.message;
  $("notice").hidden = false;
  $("turn").textContent = map ? verdict(map.winning_moves) : "";
}

// --- why

function forget() {
  chosen = null;
  $("details").hidden = $("then").hidden = true;
}

/** Say what eating a square leaves and who then wins; on the map what is eaten fades, and the answers are ringed. */
function explain(place) {
  forget();
  chosen = moveAt(place) ?? null;
  const said = !chosen ? "why-poison" : chosen.wins ? "why-wins" : "why-loses";
  $("why").textContent = [word(said, { square: place }), chosen?.reason && `(${chosen.reason})`].filter(Boolean).join(" ");
  for (const [square, spot] of board.spots) spot.classList.toggle("bitten", Boolean(chosen) && eats(place, square));
  board.rings = { chosen: [place], hint: chosen?.answers ?? [] };
  board.refresh();
  if (!chosen) return true;
  $("leaves").textContent = chosen.leaves.replaceAll(",", ", ");
  $("answers").textContent = chosen.answers.join("  ");
  $("answers").hidden = $("answers-title").hidden = chosen.wins;
  $("analyse").href = `/analyse?${query({ game: "chomp", size: map.size, moves: place })}`;
  $("details").hidden = $("then").hidden = false;
  return true;
}

/** Whether eating the one square takes the other along: it is no lower and no further to the left. */
function eats(place, other) {
  const [[row, column], [i, j]] = [place, other].map((square) => square.split(",").map(Number));
  return i >= row && j >= column;
}

/** Begin a game in which this was the first move; the strongest level answers. */
async function playThis() {
  const wanted = { game: "chomp", size: map.size, position: `${chosen.leaves}:2`, seats: ["me", "level:10"] };
  try {
    location.assign((await post("/live", wanted)).url);
  } catch (error) {
    complain(error);
  }
}

// --- the gallery

async function hang() {
  try {
    const found = await get("/solved/chomp/gallery");
    const spoken = ({ size, winning_moves: moves }) => [size, `${size.replace("x", "×")}: ${moves.join("  ")}`];
    const title = $("gallery").closest("section").querySelector("h2").textContent;
    gallery.show({ ...found, label: title, caption: `${found.side}×${found.side}` }, [], new Map(found.bars.map(spoken)));
    $("heat").innerHTML = found.heat;
  } catch (error) {
    $("gallery").textContent = error.message;
  }
}

function openBar(size) {
  look(...size.split("x").map(Number));
  $("label").scrollIntoView({ block: "nearest" });
  return true;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  look(form.elements.columns.value, form.elements.rows.value);
});
$("play-this").addEventListener("click", playThis);
const asked = Object.fromEntries(new URLSearchParams(location.search));
look(asked.columns ?? usual.columns, asked.rows ?? usual.rows);
hang();
