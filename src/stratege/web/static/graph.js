// The value of a game move by move: what each move gave up, how that is called, and the curve of it.
import { shape } from "./board.js";
import { word } from "./words.js";

// For each name of a mistake how much it gives up at least, and its words.
const NAMES = JSON.parse(document.getElementById("judgements").textContent);
const WIDTH = 600, HEIGHT = 150, EDGE = 8;

/** What a mistake of that name is called. */
export const called = (name) => NAMES.find(([one]) => one === name)?.[2] ?? "";

/** What a move was worth: the best possible, what it kept, and its name if it was a mistake. */
export function judged(analysis, move) {
  const best = analysis.moves[0];
  const played = analysis.moves.find((valued) => valued.move === move) ?? best;
  const loss = best.expected - played.expected;
  return { best, played, loss, why: analysis.why, name: NAMES.find(([, least]) => loss >= least - 1e-9)?.[0] ?? null };
}

/** Draw player 1's expected results (null where unknown), a dot for each mistake; a click goes to that ply. */
export function showGraph(host, points, judgements, ply, onPly) {
  const x = (index) => EDGE + ((WIDTH - 2 * EDGE) * index) / Math.max(1, points.length - 1);
  const y = (chance) => EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
  const known = points.map((chance, index) => [index, chance]).filter(([, chance]) => chance !== null);
  const svg = shape("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": word("graph-label") });
  svg.append(
    shape("rect", { class: "ground", x: 0, y: 0, width: WIDTH, height: HEIGHT, rx: 8 }),
    shape("line", { class: "middle", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }),
    shape("line", { class: "here", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }),
  );
  if (known.length) {
    const path = known.map(([index, chance]) => `${x(index)},${y(chance)}`).join(" L");
    const [first, last] = [known[0][0], known.at(-1)[0]];
    const area = `M${x(first)},${y(0.5)} L${path} L${x(last)},${y(0.5)} Z`;
    svg.append(shape("path", { class: "area", d: area }), shape("path", { class: "curve", d: `M${path}` }));
  }
  judgements.forEach((judgement, index) => {
    if (!judgement?.name || points[index + 1] === null) return;
    svg.append(shape("circle", { class: `dot ${judgement.name}`, cx: x(index + 1), cy: y(points[index + 1]), r: 6 }));
  });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = (((event.clientX - box.x) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    onPly(Math.max(0, Math.min(points.length - 1, Math.round(at * (points.length - 1)))));
  });
  host.replaceChildren(svg);
}
