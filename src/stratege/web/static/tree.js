// The moves of a game in columns: a number and both players' moves a row; below a move what might have been instead.
import { button, element, refill } from "./dom.js";
import { word } from "./words.js";

/** The number of a move, the same everywhere: `3.` for player 1's third, `3…` for player 2's. */
export function numberOf({ ply, by }) {
  const late = (by === 1) !== (ply % 2 === 1); // player 2 began
  return `${Math.ceil((ply + late) / 2)}${by === 1 ? "." : "…"}`;
}

/** Fill `host` with a tree of nodes, standing at `current`; `onNode(id)` hears a click on a move. The main line goes
 *  along `main`, the ids of one line, where there is a choice; `nameOf(node)` is a move's class and title by a review. */
export function showTree(host, { nodes, current, main = [], nameOf = () => ["", ""] }, onNode) {
  const answers = new Map([[null, []], ...nodes.map(({ id }) => [id, []])]);
  for (const node of nodes) answers.get(node.parent).push(node);
  const first = new Set(main);
  const draw = { current, onNode, nameOf, left: (node) => first.size > 0 && !first.has(node.id) };
  draw.answers = ({ id }) => [...answers.get(id)].sort((a, b) => first.has(b.id) - first.has(a.id));
  const [start] = answers.get(null);
  const moves = columns(draw, start);
  refill(host, start.comment ? [element("p", { className: "said" }, start.comment), moves] : [moves]);
  if (!moves.childElementCount) host.append(word("no-moves"));
  const here = host.querySelector("[aria-current]");
  if (here) host.scrollTop = here.offsetTop - host.clientHeight / 2; // the list is what offsets count from
}

/** The main line, in rows. */
function columns(draw, start) {
  const list = element("ol", { className: "columns" });
  let row = null;
  for (let [node, ...others] = draw.answers(start); node; [node, ...others] = draw.answers(node)) {
    if (row === null || node.by === 1) {
      row = list.appendChild(element("li", { className: "pair" }, element("span", { className: "number" }, numberOf({ ...node, by: 1 }))));
      if (node.by !== 1) row.append(element("span", { className: "gap" }, "…"));
    }
    row.append(moveButton(draw, node));
    const beside = [...said(node), ...others.map((other) => branch(draw, other))];
    if (beside.length) {
      list.append(element("li", { className: "beside" }, ...beside));
      row = null;
    }
  }
  return list;
}

/** A line that was not taken, move after move. */
function branch(draw, first) {
  const list = element("ol", { className: "branch" });
  let numbered = true;
  for (let [node, others] = [first, []]; node; [node, ...others] = draw.answers(node)) {
    const item = list.appendChild(element("li", {}));
    if (node.by === 1 || numbered) item.append(element("span", { className: "number" }, numberOf(node)), " ");
    const beside = [...said(node), ...others.map((other) => branch(draw, other))];
    item.append(moveButton(draw, node), ...beside);
    numbered = beside.length > 0;
  }
  return list;
}

const said = ({ comment }) => (comment ? [element("p", { className: "said" }, comment)] : []);

function moveButton(draw, node) {
  const [className, title] = draw.nameOf(node);
  const made = button(node.move, () => draw.onNode(node.id), { key: node.id, className, title });
  made.classList.toggle("left", draw.left(node));
  if (node.glyph) made.append(element("span", { className: "glyph" }, node.glyph));
  if (node.takes) made.append(element("span", { className: "takes", title: word("takes", { n: node.takes }) }, `×${node.takes}`));
  if (node.id === draw.current) made.setAttribute("aria-current", "step");
  return made;
}

/** The moves from the start to a node, and their ids with the start's. */
export function movesTo(tree, id) {
  return pathTo(tree, id).slice(1).map((one) => tree.nodes[one].move);
}

export function pathTo(tree, id) {
  const ids = [];
  for (let node = tree.nodes[id]; node; node = tree.nodes[node.parent]) ids.unshift(node.id);
  return ids;
}
