// From the position before a move to the one after it. What is shown on the way is an illustration only: the board
// always ends with exactly the server's picture, at once where motion is not wanted.
import { placesOf, shape } from "./board.js";
import { cells } from "./places.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 110; // milliseconds between two seeds
const GLIDE = 320; // milliseconds for a piece to cross the board
const LONGEST = 2600; // however many seeds there are

/** Animate `move` on a board that shows `before`; resolves when the view after may be shown. */
export async function animate(board, before, after, move) {
  const played = KINDS[before.look.animation];
  if (still.matches || document.hidden || !played || !board.svg) return;
  const stage = { board, was: cells(before), is: cells(after), places: placesOf(move) };
  board.rings = {};
  board.freeze();
  board.badges.replaceChildren();
  stage.layer = board.svg.appendChild(shape("g", { class: "flying", "aria-hidden": "true" }));
  await played(stage, before, after).catch(() => {}); // a page that is left cancels its animations
}

/** How moves can be shown; each game says which kind its own are. */
const KINDS = { move, stack, sow, flip, push, vanish };

const glide = (element, frames, options = {}) =>
  element.animate(frames, { duration: GLIDE, easing: "ease-in-out", fill: "both", ...options }).finished;

const shift = (x, y) => `translate(${x}px, ${y}px)`;

function centre(element) {
  const box = element.getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The shapes of a place, without what the page marks on it. */
const shapes = (spot, name = "*") => [...spot.querySelectorAll(`:scope > ${name}:not(.ring)`)];

/** The discs of a place: those of its pawn, or a pit with its seeds. */
const discs = (spot) => shapes(spot, "circle");

/** The seeds in a pit: its first disc is the pit, the last one the badge with their number. */
const seedsIn = (spot) => discs(spot).slice(1, -1);

/** Shapes lifted into the layer above all places; the originals are hidden meanwhile. */
function lifted(stage, originals) {
  const group = stage.layer.appendChild(shape("g"));
  for (const one of originals) {
    group.append(one.cloneNode(true));
    one.setAttribute("visibility", "hidden");
  }
  return group;
}

/** What stands on the first place goes to the second. */
async function move(stage) {
  const [from, to] = stage.places.map((place) => stage.board.spots.get(place));
  if (!to) return;
  const [a, b] = [from, to].map((spot) => centre(spot.firstElementChild));
  const piece = lifted(stage, shapes(from).slice(1));
  await glide(piece, { transform: [shift(0, 0), shift(b.x - a.x, b.y - a.y)] });
}

/** A pit's seeds leave one by one, each to the next pit; then what was captured goes to the store. */
async function sow({ board, was, is, places: [origin], layer }) {
  const pits = [...was.keys()];
  const count = was.get(origin);
  const home = board.spots.get(origin);
  const start = pits.indexOf(origin);
  const route = [];
  for (let k = 1; route.length < count; k++) if (k % pits.length) route.push(pits[(start + k) % pits.length]);
  const step = Math.min(STEP, LONGEST / count);
  const shown = new Map(was);
  const recount = (pit, n) => {
    shown.set(pit, n);
    board.spots.get(pit).querySelector("text").textContent = n;
  };
  const seeds = seedsIn(home);
  for (const seed of seeds) seed.setAttribute("visibility", "hidden");
  recount(origin, 0);
  await Promise.all(
    route.map(async (pit, index) => {
      const seed = (seeds[index] || seeds.at(-1)).cloneNode();
      seed.removeAttribute("visibility");
      layer.append(seed);
      const to = centre(board.spots.get(pit).firstElementChild);
      const spread = { x: ((index * 7) % 5) * 5 - 10, y: ((index * 3) % 5) * 5 - 10 };
      const end = { x: to.x + spread.x - seed.getAttribute("cx"), y: to.y + spread.y - seed.getAttribute("cy") };
      const lift = shift(end.x / 2, end.y / 2 - 26);
      const flight = { transform: [shift(0, 0), lift, shift(end.x, end.y)] };
      await glide(seed, flight, { delay: index * step, duration: 260 });
      recount(pit, shown.get(pit) + 1);
    }),
  );
  const captured = pits.filter((pit) => is.get(pit) < shown.get(pit));
  const stores = [...board.svg.querySelectorAll(":scope > rect")].slice(-2);
  const store = stores[start < pits.length / 2 ? 1 : 0];
  await Promise.all(captured.reverse().map((pit, index) => harvest(board.spots.get(pit), layer, store, index)));
}

function harvest(spot, layer, store, index) {
  const pit = centre(spot.firstElementChild);
  const to = centre(store);
  const heap = layer.appendChild(shape("circle", { cx: pit.x, cy: pit.y, r: 22, class: "heap" }));
  for (const seed of seedsIn(spot)) seed.setAttribute("visibility", "hidden");
  const away = { transform: [shift(0, 0), shift(to.x - pit.x, to.y - pit.y)], opacity: [1, 0.3] };
  return glide(heap, away, { delay: index * STEP, duration: 450 });
}

/** The top piece of one pile goes to the top of another. */
async function stack(stage) {
  const [from, to] = stage.places.map((place) => stage.board.spots.get(place));
  const pawn = shapes(from, "rect").at(-1);
  const landing = shapes(to, "rect");
  const top = landing.length > 1 ? landing.at(-1).getBBox().y - 21 : pawnFloor(stage);
  const box = pawn.getBBox();
  const end = { x: centre(to.firstElementChild).x - centre(pawn).x, y: top - box.y };
  const flying = lifted(stage, [pawn]);
  const over = shift(end.x / 2, Math.min(0, end.y) - 30);
  await glide(flying, { transform: [shift(0, 0), over, shift(end.x, end.y)] }, { duration: 450 });
}

/** Where the lowest pawn of a pile lies: any pile of the board shows it. */
function pawnFloor({ board }) {
  const lowest = [...board.spots.values()].map((spot) => shapes(spot, "rect")[1]).filter(Boolean);
  return Math.max(...lowest.map((pawn) => pawn.getBBox().y));
}

/** A piece goes straight to its place, then the enemies it closed in turn over. */
async function flip(stage) {
  const { board, was, is, places } = stage;
  const [from, to] = places.map((place) => board.spots.get(place));
  const [a, b] = [from, to].map((spot) => centre(spot.firstElementChild));
  const pawn = lifted(stage, discs(from));
  const colours = new Map([...was].map(([place, mark]) => [mark, board.spots.get(place)]));
  await glide(pawn, { transform: [shift(0, 0), shift(b.x - a.x, b.y - a.y)] });
  const turned = [...was.keys()].filter((place) => !places.includes(place) && was.get(place) !== is.get(place));
  const turn = (place, index) => turnOver(stage, board.spots.get(place), colours.get(is.get(place)), index);
  await Promise.all(turned.map(turn));
}

async function turnOver(stage, spot, model, index) {
  const group = lifted(stage, discs(spot));
  const middle = centre(spot.firstElementChild);
  group.style.transformOrigin = `${middle.x}px ${middle.y}px`;
  const options = { duration: 150, delay: 60 * index };
  await glide(group, { transform: ["scaleX(1)", "scaleX(0)"] }, options);
  const looks = model ? discs(model) : [];
  [...group.children].forEach((disc, k) => {
    for (const name of ["fill", "stroke"]) if (looks[k]) disc.setAttribute(name, looks[k].getAttribute(name));
  });
  await glide(group, { transform: ["scaleX(0)", "scaleX(1)"] }, { duration: 150 });
}

/** A piece is taken out, the others of its line slide into the gap, and it comes in again at the end. */
async function push(stage, before, after) {
  const { board, places } = stage;
  const [from, to] = places.map((place) => place.split(",").map(Number));
  const step = [Math.sign(from[0] - to[0]), Math.sign(from[1] - to[1])]; // the way the line is pushed
  const spotAt = ([row, column]) => board.spots.get(`${row},${column}`);
  const a = centre(spotAt(from).firstElementChild);
  const far = Math.max(Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1]));
  const b = centre(spotAt(to).firstElementChild);
  const unit = { x: (a.x - b.x) / far, y: (a.y - b.y) / far };
  const taken = lifted(stage, shapes(spotAt(from)));
  await glide(taken, { opacity: [1, 0], transform: [shift(0, 0), shift(0, -14)] }, { duration: 220 });
  const moving = [];
  for (let k = 0; k < far; k++) {
    const group = lifted(stage, shapes(spotAt([to[0] + k * step[0], to[1] + k * step[1]])));
    moving.push(glide(group, { transform: [shift(0, 0), shift(unit.x, unit.y)] }, { duration: 380 }));
  }
  const pushed = entering(after.svg, places[1]);
  stage.layer.append(pushed);
  const entry = { opacity: [0.2, 1], transform: [shift(-unit.x, -unit.y), shift(0, 0)] };
  moving.push(glide(pushed, entry, { duration: 380 }));
  await Promise.all(moving);
}

/** A place as the picture after the move draws it. */
function entering(svg, place) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml");
  const spot = [...picture.querySelectorAll("[data-spot]")].find((one) => one.dataset.spot === place);
  const group = shape("g");
  group.append(...[...spot.children].map((child) => document.importNode(child, true)));
  return group;
}

/** What is gone vanishes, the place of the move first. */
async function vanish(stage) {
  const { board, was, is, places } = stage;
  const [row, column] = places[0].split(",").map(Number);
  const eaten = [...was.keys()].filter((place) => was.get(place) && !is.get(place));
  await Promise.all(
    eaten.map((place) => {
      const [i, j] = place.split(",").map(Number);
      const spot = board.spots.get(place);
      const middle = centre(spot.firstElementChild);
      const group = lifted(stage, shapes(spot));
      group.style.transformOrigin = `${middle.x}px ${middle.y}px`;
      const delay = Math.min(45 * (i - row + j - column), LONGEST / 2);
      return glide(group, { transform: ["scale(1)", "scale(0.2) rotate(20deg)"], opacity: [1, 0] }, { delay });
    }),
  );
}
