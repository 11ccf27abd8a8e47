// A game looked at move by move: what is known of each position, the curve of it, the mistakes by name and why they
// are, and how accurate the players were.
import { button, element, refill } from "./dom.js";
import { called, judged, showGraph } from "./graph.js";
import { numberOf } from "./tree.js";
import { word } from "./words.js";

export class Review {
  /** Draws into `graph`, `mistakes` and `accuracy`; `onNode(id)` hears where the reader wants to go. */
  constructor(places) {
    Object.assign(this, places);
    this.forget();
  }

  /** Another game. */
  forget() {
    this.analyses = new Map(); // for each node: its position's analysis, where it has been made
    this.endings = new Map(); // player 1's result where a line ends the game
    this.judge({ accuracy: {} });
  }

  /** What has been found of a node's position; why its moves are what they are is not forgotten. */
  learn(id, analysis) {
    const why = { ...this.analyses.get(id)?.why, ...analysis.why };
    this.analyses.set(id, { ...analysis, why });
  }

  /** What a whole review says of the players. */
  judge({ accuracy }) {
    const known = Object.entries(accuracy).filter(([, percent]) => percent !== null);
    const words = ([player, percent]) => word("accuracy", { player: this.playerName(Number(player)), n: Math.round(percent) });
    this.accuracy.replaceChildren(...known.map((one) => element("span", {}, words(one))));
  }

  /** What the move that led to a node gave up; null where that is not known. */
  judgement({ parent, move }) {
    const analysis = this.analyses.get(parent);
    return analysis?.moves.length ? judged(analysis, move) : null;
  }

  /** The name of the mistake that a move was, and what it is called; a reader's own glyph goes before. */
  nameOf(node) {
    const name = node.glyph ? "" : (this.judgement(node)?.name ?? "");
    return [name, called(name)];
  }

  /** Show the line through the node `at`, whose position is `view`. */
  show(tree, at, view) {
    if (view.outcome) this.endings.set(at, { 1: 1, 2: 0 }[view.outcome.winner] ?? 0.5);
    const nodes = tree.through(at).map((id) => tree.node(id));
    const judgements = nodes.slice(1).map((node) => this.judgement(node));
    const ply = nodes.findIndex(({ id }) => id === at);
    showGraph(this.graph, nodes.map((node, index) => this.#chance(node, nodes[index + 1], view)), judgements, ply, (index) => this.onNode(nodes[index].id));
    const named = nodes.slice(1).map((node, index) => ({ ...judgements[index], node })).filter(({ name }) => name);
    refill(this.mistakes, named.map((one) => this.#mistake(one)));
  }

  /** Player 1's expected result at a node; null where it is not known. */
  #chance(node, next, view) {
    const best = this.analyses.get(node.id)?.moves[0];
    if (!best) return this.endings.get(node.id) ?? null;
    const mover = next?.by ?? (node.by ? 3 - node.by : view.to_move);
    return mover === 1 ? best.expected : 1 - best.expected;
  }

  #mistake({ name, node, best, played, why }) {
    const values = { player: this.playerName(node.by), move: `${numberOf(node)} ${node.move}`, was: played.verdict, best: best.move, could: best.verdict };
    const made = button(element("strong", {}, called(name)), () => this.onNode(node.parent), { key: node.id, className: name });
    made.append(" ", word("mistake-words", values));
    const reasons = [why?.[played.move] && word("because", { move: node.move, why: why[played.move] }), why?.[best.move] && word("because", { move: best.move, why: why[best.move] })];
    made.append(...reasons.filter(Boolean).map((reason) => element("small", {}, reason)));
    return element("li", {}, made);
  }
}
