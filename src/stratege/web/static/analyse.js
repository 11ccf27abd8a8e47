// Any position: its moves valued while one watches, a game reviewed, variations tried and commented, a position set
// up; all in the address.
import { analysed, reviewed } from "./analysis.js";
import { animate } from "./animate.js";
import { address, get, post, query, seats } from "./api.js";
import { Board, placesOf } from "./board.js";
import { copy } from "./clipboard.js";
import { $, button, element, refill } from "./dom.js";
import { onKeys, press } from "./keys.js";
import { boardOf } from "./places.js";
import { recordText, understood } from "./record.js";
import { Review } from "./review.js";
import { drop, read, save, saved } from "./saved.js";
import { complain, fillSetup, followSetup, openOrUsual, rulesOf, showHeading, valueLegend } from "./study.js";
import { numberOf, showTree } from "./tree.js";
import { isProven, showValues, valueRow } from "./values.js";
import { Tree } from "./variations.js";
import { word } from "./words.js";

const setup = $("setup");
const note = $("note");
const LONGEST_LINK = 6000; // letters of moves that an address may have

/** What is looked at: a tree of moves from `start`, standing at the node `at`. */
let here = { game: "", variant: "", size: "", start: "", tags: {}, result: "*" };
let tree = null;
let at = 0;
let view = null;
let valued = []; // the moves of this position, best first
let thinking = null; // aborts the analysis under way

const board = new Board($("board"), {
  onMove: make,
  onChoice: () => showValues(board, valued),
  onPlace: (place) => $("editing").checked && edit(place),
});

const playerName = (player) => here.tags[`Player${player}`] || word("player", { n: player });
const review = new Review({ graph: $("graph"), mistakes: $("mistakes"), accuracy: $("accuracy"), playerName, onNode: go });

const line = (id = at) => ({ ...rulesOf(here), position: here.start, moves: tree.moves(id).join(" ") });
const whole = () => tree.through(at);

// --- going somewhere

/** Set up a game; on a refusal nothing changes but a sentence saying why. Tells whether it worked. */
async function open({ edit: place, step, turn, number = Infinity, ...wanted }) {
  try {
    if (place || turn) {
      const edited = await get("/position", { ...wanted, edit: place, step, turn });
      wanted = { ...rulesOf(edited), position: edited.start };
    }
    const study = await post("/study", wanted);
    const grown = new Tree(study.nodes);
    const node = grown.written()[number] ?? grown.through(0).at(-1);
    const tags = Object.fromEntries([1, 2].map((n) => [`Player${n}`, study.tags[`Player${n}`] || wanted[`player${n}`] || ""]));
    const next = await get("/position", { ...rulesOf(study), position: study.start, moves: grown.moves(node).join(" ") });
    here = { ...rulesOf(study), start: study.start, result: study.result, tags: { ...study.tags, ...tags } };
    [tree, at] = [grown, node];
    review.forget();
    fillSetup(here);
    show(next);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

/** Go where the address says. */
function begin() {
  const { moves = "", tree: grown = moves, ...asked } = Object.fromEntries(new URLSearchParams(location.search));
  const number = location.hash ? Number(location.hash.slice(1)) : Infinity;
  return openOrUsual(open, { ...asked, text: grown, number });
}

/** Play a move here: the next one of the line, or the first of another line. */
function make(move) {
  const known = tree.answer(at, move);
  return go(known ?? tree.add(at, move, view.to_move));
}

/** Go to a node; a step forward is animated. */
async function go(id) {
  const { parent, move } = tree.node(id);
  const [before, from] = [view, at];
  const step = parent === at ? move : null;
  stopThinking();
  at = id;
  try {
    const next = await get("/position", line());
    if (step && at === id) await animate(board, before, next, step);
    if (at !== id) return; // somebody went elsewhere meanwhile
    tree.node(id).takes = next.history.at(-1)?.takes ?? 0;
    show(next);
    if (step) $("heard").textContent = Board.spoken(word("player", { n: before.to_move }), step);
  } catch (error) {
    if (at === id) at = from;
    complain(error);
  }
}

/** Go so many moves along the line, or as far as it goes. */
function walk(steps) {
  const ids = whole();
  const target = ids[Math.max(0, Math.min(ids.length - 1, ids.indexOf(at) + steps))];
  if (target !== at) go(target);
}

/** Go to the variation below the one that is looked at, or above. */
function change(key) {
  const other = tree.beside(at, key === "ArrowDown" ? 1 : -1);
  if (other !== at) go(other);
}

function show(next) {
  view = next;
  valued = [];
  showHeading(view);
  const last = tree.node(at).move;
  board.rings = { last: last ? placesOf(last) : [], won: view.decisive };
  board.show(view, $("editing").checked ? [] : view.moves);
  setup.elements.text.value = view.position;
  $("editing").closest("label").hidden = !view.look.editable;
  $("flip").hidden = !view.look.opposite;
  showLine();
  showNote();
  showReview();
  showLinks();
  think();
}

// --- the tree of moves

function showLine() {
  const ids = whole();
  const ply = ids.indexOf(at);
  $("ply").max = ids.length - 1;
  $("ply").value = ply;
  $("ply").setAttribute("aria-valuetext", ply ? `${numberOf(tree.node(at))} ${tree.node(at).move}` : word("start"));
  for (const id of ["first", "back"]) $(id).disabled = ply === 0;
  for (const id of ["forth", "last"]) $(id).disabled = ply === ids.length - 1;
  const nodes = tree.written().map((id) => tree.node(id));
  showTree($("moves"), { nodes, current: at, nameOf: (node) => review.nameOf(node) }, go);
  $("graph-panel").hidden = ids.length < 2;
}

/** What is said of this node: a comment, a glyph; and what may become of its line. */
function showNote() {
  const { move, comment, glyph } = tree.node(at);
  const { comment: field } = note.elements;
  if (document.activeElement !== field) field.value = comment;
  $("note-of").textContent = move ? `${numberOf(tree.node(at))} ${move}` : word("start");
  for (const one of note.querySelectorAll("[data-glyph]")) {
    one.setAttribute("aria-pressed", String(one.dataset.glyph === glyph));
    one.disabled = !move;
  }
  $("promote").disabled = tree.path(at).every((id, ply, ids) => !ply || tree.answers.get(ids[ply - 1])[0] === id);
  $("remove").disabled = !move;
}

function annotate(change) {
  Object.assign(tree.node(at), change);
  showLine();
  showNote();
  showLinks();
}

// --- the values of this position

async function think() {
  stopThinking();
  showList();
  if (!$("running").checked || !view.moves.length) return;
  const work = new AbortController();
  thinking = work;
  const about = at;
  $("progress").textContent = word("thinking-now");
  const hear = (analysis) => {
    if (work.signal.aborted || about !== at) return;
    valued = analysis.moves;
    review.learn(at, analysis);
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
  if (whole().length < 2) return;
  review.show(tree, at, view);
  showLine();
}

/** Value every position of the line, several at once. */
async function reviewAll() {
  stopThinking();
  const work = new AbortController();
  thinking = work;
  const ids = whole();
  let made = 0;
  $("review").disabled = true;
  const hear = ({ ply, ...analysis }) => {
    review.learn(ids[ply], analysis);
    $("progress").textContent = word("reviewing", { n: ++made, all: ids.length });
    if (ids.every((id) => tree.node(id))) showReview();
  };
  try {
    review.judge(await reviewed(line(ids.at(-1)), { onPosition: hear, signal: work.signal }));
    showReview();
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
  return open({ ...chosen, ...understood(text.value) });
}

async function openFile() {
  const [file] = $("file").files;
  if (file) await open({ ...rulesOf(here), ...understood(await file.text()) });
  $("file").value = "";
}

// --- studies and links

function studyText() {
  const ended = at === tree.through(0).at(-1) && view.outcome ? view.outcome.result : here.result;
  return recordText(here, tree.text(), ended);
}

function showSaved() {
  refill($("saved"), saved().map(({ name }) => {
    const opening = button(name, () => open(understood(read(name))), { key: name });
    const dropping = button("✕", () => (drop(name), showSaved()), { className: "quiet", title: word("delete", { name }) });
    dropping.setAttribute("aria-label", word("delete", { name }));
    return element("li", {}, opening, dropping);
  }));
}

function showLinks() {
  const moves = tree.text();
  const linked = tree.plain || moves.length > LONGEST_LINK ? { moves: tree.moves(tree.through(0).at(-1)).join(" ") } : { tree: moves };
  const names = { player1: here.tags.Player1, player2: here.tags.Player2 };
  const permalink = `/analyse?${query({ ...line(0), ...linked, ...names })}`;
  const number = tree.written().indexOf(at);
  history.replaceState(null, "", at === tree.through(0).at(-1) ? permalink : `${permalink}#${number}`);
  $("too-long").hidden = tree.plain || "tree" in linked;
  $("explore").href = `/explore?${query(line())}`;
  for (const link of document.querySelectorAll("[data-export]")) {
    const kind = link.dataset.export;
    const shown = line(kind === "gif" ? whole().at(-1) : at);
    link.href = kind === "text" ? `data:text/plain;charset=utf-8,${encodeURIComponent(studyText())}` : address(`/picture.${kind}`, shown);
  }
  document.querySelector("[data-export=gif]").hidden = whole().length < 2;
}

/** Take the study away as other programs read it: the server writes it. */
async function takeSgf() {
  try {
    const { sgf } = await post("/study", { text: studyText() });
    element("a", { href: `data:application/x-go-sgf;charset=utf-8,${encodeURIComponent(sgf)}`, download: "stratege.sgf" }).click();
  } catch (error) {
    complain(error);
  }
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

$("first").addEventListener("click", () => walk(-Infinity));
$("back").addEventListener("click", () => walk(-1));
$("forth").addEventListener("click", () => walk(1));
$("last").addEventListener("click", () => walk(Infinity));
$("ply").addEventListener("input", () => go(whole()[Number($("ply").value)]));
$("running").addEventListener("change", () => ($("running").checked ? think() : stopThinking()));
$("seconds").addEventListener("change", think);
$("review").addEventListener("click", reviewAll);
$("flip").addEventListener("click", () => board.flip());
note.elements.comment.addEventListener("input", () => annotate({ comment: note.elements.comment.value.trim() }));
note.addEventListener("submit", (event) => event.preventDefault());
for (const one of note.querySelectorAll("[data-glyph]")) {
  one.addEventListener("click", () => annotate({ glyph: one.dataset.glyph === tree.node(at).glyph ? "" : one.dataset.glyph }));
}
$("promote").addEventListener("click", () => (tree.promote(at), annotate({})));
$("remove").addEventListener("click", () => {
  const { parent } = tree.node(at);
  tree.remove(at);
  go(parent);
});
$("save").addEventListener("submit", (event) => {
  event.preventDefault();
  const { name } = event.target.elements;
  const kept = save(name.value.trim() || view.label, studyText());
  $("heard").textContent = kept ? word("saved") : "";
  if (!kept) complain(new Error(word("not-saved")));
  showSaved();
});
$("sgf").addEventListener("click", takeSgf);
$("file").addEventListener("change", openFile);
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
  $("permalink").textContent = word((await copy(location.href)) ? "copied" : "not-copied");
});
onKeys({
  ArrowLeft: [word("key-back"), () => walk(-1)],
  ArrowRight: [word("key-forth"), () => walk(1)],
  Home: [word("key-first"), () => walk(-Infinity)],
  End: [word("key-last"), () => walk(Infinity)],
  "ArrowUp ArrowDown": [word("key-variation"), change],
  f: [word("key-flip"), () => press($("flip"))],
  h: [word("key-best"), () => valued.length && make(valued[0].move)],
  u: [word("key-remove"), () => press($("remove"))],
  c: [word("key-comment"), () => note.elements.comment.focus()],
  r: [word("key-review"), () => press($("review"))],
});

$("legend").append(...valueLegend());
showSaved();
begin();
