// A game's first lesson: examples that play themselves out step by step, and moves to find.
import { animate } from "./animate.js";
import { get, post } from "./api.js";
import { Board, placesOf } from "./board.js";
import { $, button, element } from "./dom.js";
import { onKeys, press } from "./keys.js";
import { word } from "./words.js";

const { game } = $("table").dataset;
const board = new Board($("board"), { onMove: answer });
let steps = [];
let at = 0; // the step of the lesson
let shown = 0; // how many moves of an example have been made
let answered = false;
let moving = false; // whether a move of an example is being shown

const here = () => steps[at].views[shown];

function complain(words) {
  $("notice").textContent = words;
  $("notice").hidden = false;
}

function show(view, open) {
  const last = view.history.at(-1);
  board.rings = { last: last ? placesOf(last.move) : [] };
  board.show(view, open ? view.moves : []);
  $("text").textContent = view.text;
}

/** Go to a step of the lesson. */
function open(step) {
  [at, shown, answered] = [step, 0, false];
  $("notice").hidden = $("verdict").hidden = $("retry").hidden = true;
  const { words, question } = steps[at];
  $("told").textContent = question ? `${words} ${word("your-move")}` : words;
  show(here(), question);
  mark();
}

function mark() {
  const waits = steps[at].question && !answered;
  $("before").disabled = at === 0 && shown === 0;
  $("on").disabled = waits || ended();
  for (const [index, dot] of [...$("dots").querySelectorAll("button")].entries()) {
    if (index === at) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  }
}

const played = () => shown === steps[at].views.length - 1;
const ended = () => at === steps.length - 1 && played();

/** The next move of an example, or the next step. */
async function goOn() {
  if (moving) return;
  if (!played()) {
    const [step, before] = [at, here()];
    shown += 1;
    moving = true;
    await animate(board, before, here(), here().history.at(-1).move);
    moving = false;
    if (at !== step) return;
    show(here(), false);
    return mark();
  }
  if (at + 1 < steps.length) open(at + 1);
}

function goBack() {
  if (moving) return;
  if (shown) {
    shown -= 1;
    show(here(), false);
    return mark();
  }
  if (at) open(at - 1);
}

async function answer(move) {
  const step = at;
  board.freeze();
  $("notice").hidden = true;
  try {
    const told = await post(`/games/${game}/lesson`, { step, move });
    if (at === step) await animate(board, here(), told.view, move);
    if (at !== step) return; // the reader has gone on meanwhile
    show(told.view, false);
    answered = told.right;
    const more = told.right && ended() ? [element("p", {}, word("lesson-done"))] : [];
    $("verdict").replaceChildren(element("strong", {}, `${told.right ? "✓" : "✗"} ${told.words}`), ...more);
    $("verdict").classList.toggle("right", told.right);
    $("verdict").hidden = false;
    $("retry").hidden = told.right;
    mark();
    (told.right ? $("on") : $("retry")).focus();
  } catch (error) {
    complain(error.message);
    show(here(), true);
  }
}

$("on").addEventListener("click", goOn);
$("before").addEventListener("click", goBack);
$("retry").addEventListener("click", () => {
  open(at);
  board.spots.values().next().value?.focus();
});

onKeys({
  ArrowLeft: [word("key-before"), () => press($("before"))],
  ArrowRight: [word("key-on"), () => press($("on"))],
  r: [word("key-retry"), () => press($("retry"))],
});

get(`/games/${game}/lesson`).then(
  (found) => {
    steps = found;
    $("dots").append(
      ...steps.map((_, index) => element("li", {}, button(String(index + 1), () => open(index), { ariaLabel: word("step", { n: index + 1 }) }))),
    );
    open(0);
  },
  (error) => complain(error.message),
);
