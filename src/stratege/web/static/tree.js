// The moves of a game with the branches that were left, as nested lists.
import { button, element, refill } from "./dom.js";
import { word } from "./words.js";

/** Fill `host` with the tree; `onNode(id)` hears a click on a move. */
export function showTree(host, tree, onNode) {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const children = new Map();
  for (const node of tree.nodes) {
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  const path = new Set();
  for (let node = byId.get(tree.current); node; node = byId.get(node.parent)) path.add(node.id);
  const draw = { children, path, current: tree.current, onNode };
  const root = tree.nodes.find((node) => node.move == null) ?? { id: null };
  refill(host, [line(draw, following(draw, root))]);
  if (!host.firstChild.childElementCount) host.textContent = word("no-moves");
  const here = host.querySelector("[aria-current]");
  if (here) host.scrollTop = here.offsetTop - host.offsetTop - host.clientHeight / 2;
}

/** The moves that follow a node: the one the game took first, then the others. */
function following({ children, path }, node) {
  const all = children.get(node.id) ?? [];
  return [...all].sort((a, b) => path.has(b.id) - path.has(a.id));
}

/** One line of moves from these alternatives on, its side branches as lists inside it. */
function line(draw, alternatives) {
  const list = document.createElement("ol");
  let [main, ...others] = alternatives;
  for (let first = true; main; first = false) {
    const item = list.appendChild(document.createElement("li"));
    item.append(moveButton(draw, main, first));
    if (others.length) item.classList.add("forks");
    for (const other of others) item.append(branch(draw, other));
    [main, ...others] = following(draw, main);
  }
  return list;
}

function branch(draw, node) {
  const list = line(draw, [node]);
  list.className = "branch";
  return list;
}

function moveButton(draw, node, first) {
  const number = Math.ceil(node.ply / 2);
  const prefix = node.ply % 2 ? `${number}.` : first ? `${number}…` : "";
  const className = draw.path.has(node.id) ? "" : "left";
  const made = button("", () => draw.onNode(node.id), { key: node.id, className });
  if (prefix) made.append(element("span", { className: "number" }, prefix), " ");
  made.append(node.move);
  if (node.id === draw.current) made.setAttribute("aria-current", "step");
  return made;
}

/** The moves from the start to a node. */
export function movesTo(tree, id) {
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const moves = [];
  for (let node = byId.get(id); node && node.move != null; node = byId.get(node.parent)) moves.unshift(node.move);
  return moves;
}
