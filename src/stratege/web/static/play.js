// A live game: what the server says is shown, what the players do is sent.
import { animate } from "./animate.js";
import { get, post, query } from "./api.js";
import { Board, placesOf } from "./board.js";
import { copy } from "./clipboard.js";
import { Clock } from "./clock.js";
import { $, button, element } from "./dom.js";
import { onKeys, press } from "./keys.js";
import { boardOf } from "./places.js";
import { Wire } from "./socket.js";
import { play as sound } from "./sound.js";
import { movesTo, pathTo, showTree } from "./tree.js";
import { word } from "./words.js";

const id = location.pathname.split("/").filter(Boolean).pop();
const FLIPPED = `flipped:${id}`; // in the tab's memory, if somebody has turned the board

let live = null; // the game as the server last told it
let browsed = null; // a past move that is being looked at, while the game stands elsewhere
let hintStep = 0;
let premove = []; // the places of a move to be made as soon as it is one's turn

const board = new Board($("board"), { onMove: play, onPlace: plan });
const clock = new Clock(drawClock);
const wire = new Wire(`/api/v1/live/${id}/socket`, {
  onMessage: hear,
  onState: showWire,
});

// What comes in is shown in order; when much has come meanwhile, only the last step is animated.
const inbox = [];
let showing = false;

function hear(message) {
  if (message.type === "error") return refused(message.error);
  if (message.type === "busy") return showNotice(message.error); // the wire tries again by itself
  if (message.type === "hint") return showHint(message);
  if (message.type !== "live") return;
  inbox.push(message);
  if (!showing) showAll();
}

async function showAll() {
  showing = true;
  while (inbox.length) {
    const { live: next, last } = inbox.shift();
    const before = live;
    live = next;
    if (browsed === live.tree.current) browsed = null; // the game has come to what was looked at
    const step = last && before && boardOf(before.view) === last.before && browsed === null && !inbox.length;
    if (step) await animate(board, before.view, next.view, last.move);
    if (before?.view.position !== next.view.position) forget();
    showLive(before);
    if (before) resound(before);
    if (premove.length && !inbox.length) playPlanned();
  }
  showing = false;
}

/** What has happened, for the ears. */
function resound(before) {
  if (live.status === "over" && before.status !== "over") sound("end");
  else if (live.view.ply > before.view.ply) sound(live.tree.nodes[live.tree.current].takes ? "capture" : "move");
  else if (live.offers.draw && live.offers.draw !== before.offers.draw) sound("offer");
}

/** A changed position makes hints and refusals old. */
function forget() {
  hintStep = 0;
  board.rings = {};
  $("hint-answer").textContent = "";
  $("notice").hidden = true;
}

// --- who is who

const mine = () => [live.you].flat().filter(Boolean);
const canMove = () =>
  live.status === "playing" && mine().includes(live.view.to_move) && browsed === null && wire.pending === null;

function nameOf(player) {
  const seat = live.seats[player - 1];
  if (seat.kind === "level" && seat.name.startsWith("adaptive")) return word("adaptive");
  if (seat.kind === "level") return word("level", { n: seat.name.split(":")[1] });
  if (seat.yours && mine().length === 1) return word("you");
  return seat.name || word("player", { n: player });
}

// --- showing

function showLive(before) {
  $("label").textContent = live.view.label;
  orient();
  if (browsed === null && !standsAs(before)) showBoard();
  showSeats();
  showTurn();
  showOffers();
  showTools();
  showMoves();
  if (live.clock) clock.set(live.clock.remaining_ms, live.clock.running && live.view.to_move);
  if (before) announce(before);
  if (live.next && before && !before.next && mine().length) location.assign(`/play/${live.next}`);
}

/** Whether nothing has changed for who is choosing a move: somebody came or went, or offered something. */
function standsAs(before) {
  const stand = ({ view, status, you, tree }) => [view.position, status, you, tree.current].join();
  return before !== null && stand(before) === stand(live);
}

/** Who sits at the bottom: the one who plays here, unless somebody has turned the board. */
function bottom() {
  const own = mine().length === 1 ? mine()[0] : 1;
  return sessionStorage.getItem(FLIPPED) === "yes" ? 3 - own : own;
}

function orient() {
  const { opposite } = live.view.look;
  $("flip").hidden = !opposite;
  board.turn(opposite && bottom() === 2);
}

function flip() {
  if ($("flip").hidden) return;
  sessionStorage.setItem(FLIPPED, sessionStorage.getItem(FLIPPED) === "yes" ? "no" : "yes");
  orient();
  showSeats();
}

function showBoard() {
  const last = live.view.ply ? lastMove() : null;
  board.rings.last = last ? placesOf(last) : [];
  board.rings.won = live.view.decisive;
  board.everyPlace = canPlan();
  board.show(live.view, canMove() ? live.view.moves : []);
  $("text").textContent = live.view.text;
}

const lastMove = () => live.tree.nodes.find((node) => node.id === live.tree.current)?.move;

function showSeats() {
  const [top, below] = [3 - bottom(), bottom()];
  $("seat-top").replaceChildren(seatItem(live.seats[top - 1], top));
  $("seat-bottom").replaceChildren(seatItem(live.seats[below - 1], below));
  $("watching").hidden = !live.spectators;
  $("watching").textContent = word("watching", { n: live.spectators });
}

function seatItem(seat, player) {
  const item = element("li", { className: `seat p${player}` });
  item.classList.toggle("on-move", live.status === "playing" && live.view.to_move === player);
  const add = (className, words) => item.append(element("span", { className }, words));
  add("disc", live.view.look.signs[player - 1]);
  add("name", seat.taken ? nameOf(player) : word("free-seat"));
  if (seat.kind === "person" && seat.taken && !seat.present) add("away", word("away"));
  if (live.clock) add("time", "");
  return item;
}

function drawClock(player, text, low) {
  const place = document.querySelector(`.seat.p${player} .time`);
  if (!place) return;
  place.textContent = text;
  place.classList.toggle("low", low);
}

function showTurn() {
  $("turn").textContent = turnWords();
  document.title = `${canMove() ? "▶ " : ""}${turnWords()} · ${live.view.label} · Stratège`;
  $("turn").classList.toggle("yours", canMove());
  $("result").hidden = live.status !== "over";
  if (live.status !== "over") return;
  $("result-words").textContent = resultWords();
  $("result-reason").textContent = live.result.reason;
}

function turnWords() {
  if (browsed !== null) return word("browsing");
  if (live.status === "waiting") return word("waiting");
  if (live.status === "over") return resultWords();
  if (canMove() && mine().length === 1) return word("your-turn");
  const machine = live.seats[live.view.to_move - 1].kind === "level";
  return word(machine ? "thinking" : "to-move", { player: nameOf(live.view.to_move) });
}

function resultWords() {
  const { winner } = live.result;
  if (!winner) return word("draw");
  if (mine().length === 1) return word(mine()[0] === winner ? "you-won" : "you-lost");
  return word("wins", { player: nameOf(winner) });
}

function showOffers() {
  const open = live.seats.map((seat, index) => [seat, index + 1]).filter(([seat]) => !seat.taken);
  $("invitation").hidden = !(open.length && mine().length);
  $("seat-offer").hidden = !open.length || mine().length > 0 || live.status === "over";
  $("free-seats").replaceChildren(...open.map(([, player]) => sitButton(player)));
  showOffer();
  const { rematch } = live.offers;
  const asking = [1, 2].filter((player) => rematch[player] && !mine().includes(player));
  const waiting = mine().some((player) => rematch[player]) ? word("rematch-waits") : "";
  $("rematch-words").textContent = asking.length ? word("rematch-asked", { player: nameOf(asking[0]) }) : waiting;
  $("next-game").hidden = !live.next;
  if (live.next) $("next-game").href = `/play/${live.next}`;
}

const sitButton = (player) => button(word("sit", { n: player }), () => sit(player), { className: "main" });

/** A draw or a move back that the other player offers. */
function showOffer() {
  const { draw, undo } = live.offers;
  const theirs = (player) => player && mine().length && !mine().includes(player);
  const [kind, by] = theirs(draw) ? ["accept-draw", draw] : theirs(undo) ? ["accept-undo", undo] : [null, null];
  $("offer").hidden = !kind || live.status !== "playing";
  if (!kind) return;
  $("offer-words").textContent = word(kind === "accept-undo" ? "undo-offered" : "draw-offered", { player: nameOf(by) });
  $("accept").onclick = () => wire.send({ type: kind });
}

function showTools() {
  const playing = live.status === "playing" && mine().length > 0;
  const { nodes, current } = live.tree;
  const tool = (name) => document.querySelector(`.tools [data-send="${name}"]`);
  tool("undo").disabled = live.view.ply === 0 || !(playing || (live.free && mine().length));
  tool("redo").disabled = !mine().length || !nodes.some((node) => node.parent === current);
  tool("redo").hidden = !live.free;
  tool("offer-draw").disabled = !playing;
  tool("offer-draw").hidden = live.free;
  $("resign").disabled = !playing;
  $("hint").disabled = !canMove();
  $("hint").hidden = !live.free;
  $("hint-words").textContent = word(hintStep ? "hint-more" : "hint");
  for (const one of document.querySelectorAll('[data-send="rematch"]')) one.hidden = !mine().length || live.next;
}

function showMoves() {
  const at = browsed ?? live.tree.current;
  showTree($("moves"), { nodes: live.tree.nodes, current: at, main: pathTo(live.tree, at) }, goTo);
  $("browsing").hidden = browsed === null;
  $("take-back").hidden = !live.free || !mine().length;
  const { game, variant, size, start } = live.view;
  const line = movesTo(live.tree, live.tree.current).join(" ");
  const here = query({ game, variant, size, position: start, moves: line });
  $("analyse").href = `/analyse?${here}&${query({ player1: nameOf(1), player2: nameOf(2) })}`;
  $("explore").href = `/explore?${here}`;
}

function announce(before) {
  const words = [];
  if (live.view.ply > before.view.ply) words.push(Board.spoken(nameOf(3 - live.view.to_move), lastMove()));
  if (live.view.position !== before.view.position || live.status !== before.status) words.push(turnWords());
  if (live.status === "over" && before.status !== "over") words.push(live.result.reason);
  words.push(...answers(before));
  if (words.length) $("heard").textContent = words.join(" ");
}

const OFFERS = {
  draw: ["draw-asked", "draw-offered", "draw-declined"],
  undo: ["undo-asked", "undo-offered", "undo-declined"],
};

/** What has become of draws and moves back that were offered, said to both players. */
function answers(before) {
  const words = [];
  for (const [kind, [asked, offered, declined]] of Object.entries(OFFERS)) {
    const [was, is] = [before.offers[kind], live.offers[kind]];
    const granted = kind === "undo" && live.view.ply < before.view.ply;
    if (is && is !== was) words.push(word(mine().includes(is) ? asked : offered, { player: nameOf(is) }));
    else if (was && !is && live.status === "playing" && !granted) words.push(word(declined));
  }
  if (words.length) $("offer-said").textContent = words.join(" ");
  else if (live.view.ply !== before.view.ply || live.status !== before.status) $("offer-said").textContent = "";
  return words;
}

// --- doing

function play(move) {
  board.freeze();
  $("notice").hidden = true;
  $("turn").classList.remove("yours");
  wire.move(move, live.version);
}

/** Whether a move may be planned while the other one thinks. */
const canPlan = () =>
  live.status === "playing" && mine().length === 1 && !mine().includes(live.view.to_move) && browsed === null;

/** A click while the other one thinks: a place of the move to come; the same place again gives it up. */
function plan(place) {
  if (!canPlan()) return false;
  const whole = live.view.moves.some((move) => move.includes("-")) ? 2 : 1;
  premove = premove.includes(place) ? [] : [...(premove.length === whole ? [] : premove), place];
  board.ring("premove", premove);
  $("heard").textContent = word(premove.length === whole ? "premove" : "premove-none", { move: premove.join(" → ") });
  return true;
}

function playPlanned() {
  if (!canMove() && live.status === "playing") return;
  const move = premove.join("-");
  unplan();
  if (canMove() && live.view.moves.includes(move)) play(move);
}

function unplan() {
  premove = [];
  board.ring("premove", []);
}

function showNotice(sentence) {
  $("notice").textContent = sentence;
  $("notice").hidden = false;
}

function showWire(connected) {
  $("wire").hidden = connected;
  if (connected) $("notice").hidden = true; // it was about the connection, or a move that is sent again
}

function refused(sentence) {
  showNotice(sentence);
  if (!live || showing) return;
  showBoard();
  showTurn();
}

async function sit(player) {
  await post(`/live/${id}/seat`, { player }).catch((error) => refused(error.message));
}

/** Look at a past move; the game stays where it is. */
async function goTo(node) {
  if (node === live.tree.current) return comeBack();
  const { game, variant, size, start } = live.view;
  const moves = movesTo(live.tree, node).join(" ");
  browsed = node; // at once: the next key goes on from here
  let view;
  try {
    view = await get("/position", { game, variant, size, position: start, moves });
  } catch (error) {
    return browsed === node && (comeBack(), showNotice(error.message));
  }
  if (browsed !== node) return; // somebody went elsewhere meanwhile
  board.rings = { last: moves ? placesOf(moves.split(" ").pop()) : [], won: view.decisive };
  board.everyPlace = false;
  board.show(view, []);
  showTurn();
  showMoves();
}

function comeBack() {
  browsed = null;
  board.rings = {};
  showBoard();
  showTurn();
  showMoves();
}

/** Look so many moves further, or back. */
function walk(steps) {
  const path = pathTo(live.tree, live.tree.current);
  const at = path.indexOf(browsed ?? live.tree.current);
  const target = path[Math.max(0, Math.min(path.length - 1, (at < 0 ? path.length - 1 : at) + steps))];
  if (target !== (browsed ?? live.tree.current)) goTo(target);
}

function showHint({ step, version, places, move, words }) {
  if (version !== live.version) return ($("hint-answer").textContent = ""); // for a board that has changed since
  hintStep = step;
  board.ring("hint", step === 1 ? places : placesOf(move));
  $("hint-answer").textContent = words;
  $("hint-words").textContent = word("hint-more");
}

for (const sender of document.querySelectorAll("[data-send]")) {
  sender.addEventListener("click", () => wire.send({ type: sender.dataset.send }));
}
$("hint").addEventListener("click", () => {
  $("hint-answer").textContent = word("thinking-now");
  wire.send({ type: "hint", step: hintStep ? 2 : 1, version: live.version });
});
$("flip").addEventListener("click", flip);
$("resign").addEventListener("click", () => confirm(word("really-resign")) && wire.send({ type: "resign" }));
$("return").addEventListener("click", comeBack);
$("take-back").addEventListener("click", () => wire.send({ type: "goto", node: browsed }));
$("copy")?.addEventListener("click", async () => {
  const copied = await copy($("link").value);
  $("copy").textContent = word(copied ? "copied" : "not-copied");
  if (!copied) $("link").select();
});
document.addEventListener("keydown", (event) => event.key === "Escape" && premove.length && unplan());

onKeys({
  ArrowLeft: [word("key-back"), () => walk(-1)],
  ArrowRight: [word("key-forth"), () => walk(1)],
  Home: [word("key-first"), () => walk(-Infinity)],
  End: [word("key-last"), () => walk(Infinity)],
  u: [word("key-undo"), () => press(document.querySelector('[data-send="undo"]'))],
  h: [word("key-hint"), () => press($("hint"))],
  f: [word("key-flip"), flip],
});
