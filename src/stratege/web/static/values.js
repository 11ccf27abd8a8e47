// What moves are worth, shown on the board: by colour, by shape and in figures.
import { placesOf, shape } from "./board.js";
import { button, element } from "./dom.js";
import { word } from "./words.js";

const GOOD = "good", EVEN = "even", BAD = "bad";
const SIGNS = { [GOOD]: "M0 -5 L5 4 L-5 4 Z", [EVEN]: "M-4.5 -4.5 H4.5 V4.5 H-4.5 Z", [BAD]: "M0 5 L5 -4 L-5 -4 Z" };
const LEVEL = 15; // hundredths of the game's unit that still count as even

/** Good, even or bad for who moves. */
export function side(valued) {
  const worth = valued.result ?? (Math.abs(valued.value) <= LEVEL ? 0 : valued.value);
  return worth > 0 ? GOOD : worth < 0 ? BAD : EVEN;
}

/** Whether a value is more than what a search found: proven, perhaps but for what was played before. */
export const isProven = ({ kind }) => kind === "exact" || kind === "table";

/** The value in a few characters: W7 is won in 7 plies, +0.42 an estimate. */
export function brief(valued) {
  if (valued.result === null) {
    const size = Math.abs(valued.value / 100);
    const digits = size < 10 ? 2 : 0;
    const figures = size.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return (valued.value > 0 ? "+" : valued.value < 0 ? "−" : "") + figures;
  }
  const n = valued.plies ?? (valued.margin === null ? "" : Math.abs(valued.margin));
  return word({ 1: "won-brief", 0: "drawn-brief", "-1": "lost-brief" }[valued.result], { n: valued.result ? n : "" });
}

/** The sign of a side as a small picture, for lists and legends. */
export function sign(which) {
  const picture = shape("svg", { viewBox: "-7 -7 14 14", class: `sign ${which}`, "aria-hidden": "true" });
  picture.append(shape("path", { d: SIGNS[which] }));
  return picture;
}

/** Mark the places that may be chosen now with the value of the best move there. */
export function showValues(board, valued) {
  const best = valued[0]?.value;
  const marked = new Map();
  for (const move of valued) {
    const [first, second] = placesOf(move.move);
    const place = board.chosen === null ? first : first === board.chosen ? second : null;
    if (!place || marked.has(place) || !board.spots.has(place)) continue; // best first: the others are worse
    marked.set(place, badge(board.spots.get(place), move, move.value === best, board.host.classList.contains("tall")));
  }
  board.badges.replaceChildren(...marked.values()); // all at once: each is measured on a board at rest
}

/** On a board that stands upright, what is seen as height is the picture's width. */
function badge(spot, valued, isBest, tall) {
  const box = spot.firstElementChild.getBBox();
  const [wide, high] = tall ? [box.height, box.width] : [box.width, box.height];
  const text = brief(valued);
  const width = 23 + 9.6 * text.length; // as wide as the widest of fonts may make it
  const scale = Math.min(1.5, 0.017 * high, 0.94 * wide / width); // never wider than its place
  const height = 20 * scale;
  const which = side(valued);
  const exact = isProven(valued) ? "exact" : "search";
  const free = freeHeight(spot, box, height, tall ? ["x", "width"] : ["y", "height"]);
  const [x, y] = tall ? [free, box.y + box.height / 2] : [box.x + box.width / 2, free];
  const group = shape("g", { class: `badge ${which} ${exact}`, transform: `translate(${x} ${y})` });
  group.classList.toggle("best", isBest);
  const upright = group.appendChild(shape("g", { class: "upright" }));
  const inner = upright.appendChild(shape("g", { transform: `scale(${scale})` }));
  inner.append(
    shape("rect", { x: -width / 2, y: -10, width, height: 20, rx: which === EVEN ? 3 : 10 }),
    shape("path", { d: SIGNS[which], transform: `translate(${-width / 2 + 10} 0)` }),
  );
  const figures = shape("text", { x: 6.5, y: 4.5, "text-anchor": "middle", "font-size": 13 });
  figures.textContent = text;
  inner.append(figures);
  return group;
}

/** Where a badge of that height covers no number of the place: at its top, below its numbers, or at its bottom. */
function freeHeight(spot, box, height, [top, size]) {
  const numbers = [...spot.querySelectorAll("text")].filter((text) => /\d/.test(text.textContent)).map((text) => text.getBBox());
  const [start, end] = [box[top], box[top] + box[size]];
  const lowest = Math.max(...numbers.map((text) => text[top] + text[size]), start);
  const places = [start + height * 0.62, lowest + height * 0.55, end - height * 0.62];
  const covers = (at) => numbers.some((text) => Math.abs(text[top] + text[size] / 2 - at) < (text[size] + height) / 2 - 1);
  return places.find((at) => !covers(at) && at < end) ?? places[0];
}

/** What a move is worth, how sure that is, and what the opening book says of it. */
export function worth(valued) {
  const value = element("span", { className: `value ${side(valued)}` }, sign(side(valued)), valued.verdict);
  const sure = isProven(valued) ? word(valued.kind) : word("at-depth", { depth: valued.depth });
  const book = valued.book ? [element("small", { className: "book" }, word("book-says", { value: valued.book.verdict }))] : [];
  return [value, element("small", {}, sure), ...book];
}

/** A move as a row of a table: its name to play it, its value, how sure that is, and why or what follows. */
export function valueRow(valued, onMove) {
  const move = button(valued.move, () => onMove(valued.move), { key: valued.move });
  const follows = valued.reason || valued.line.slice(1, 5).join(" ").replaceAll("-", "\u2011");
  const cells = [[move], worth(valued), [follows]];
  const row = element("tr", {}, ...cells.map((content) => element("td", {}, ...content)));
  row.dataset.move = valued.move;
  return row;
}
