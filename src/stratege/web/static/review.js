// A game looked at move by move: what is known of each position, the curve of it, and the mistakes by name.
import { button, element, refill } from "./dom.js";
import { expected, judged, showGraph } from "./graph.js";
import { word } from "./words.js";

export class Review {
  /** Draws into `graph` and `mistakes`; `onPly(ply)` hears where the reader wants to go. */
  constructor({ graph, mistakes, onPly }) {
    Object.assign(this, { graph, mistakes, onPly });
    this.forget();
  }

  /** Another game. */
  forget() {
    this.analyses = []; // for each ply: the position's analysis, where it has been made
    this.ending = null; // player 1's result where the line ends the game
  }

  /** Another line that shares this many moves with the old one. */
  fork(shared) {
    this.analyses.length = Math.min(this.analyses.length, shared + 1);
    this.ending = null;
  }

  /** What the move made at this ply gave up; null where that is not known. */
  judgement(moves, ply) {
    return this.analyses[ply]?.moves.length ? judged(this.analyses[ply], moves[ply]) : null;
  }

  /** Show the game: `here` is its line and where one stands in it, `view` the position there. */
  show({ moves, ply }, view) {
    if (ply === moves.length && view.outcome) this.ending = { 1: 1, 2: 0 }[view.outcome.winner] ?? 0.5;
    const judgements = moves.map((_, index) => this.judgement(moves, index));
    const first = ply % 2 ? 3 - view.to_move : view.to_move;
    showGraph(this.graph, this.#chances(moves, first), judgements, ply, this.onPly);
    const named = judgements.map((one, index) => ({ ...one, index })).filter(({ name }) => name);
    refill(this.mistakes, named.map((one) => this.#mistake(one, moves[one.index])));
  }

  /** Player 1's expected result before each move and after the last; `first` made the first move. */
  #chances(moves, first) {
    return Array.from({ length: moves.length + 1 }, (_, index) => {
      const best = this.analyses[index]?.moves[0];
      if (!best) return index === moves.length ? this.ending : null;
      return (index % 2 === 0) === (first === 1) ? expected(best) : 1 - expected(best);
    });
  }

  #mistake({ name, index, best, played }, move) {
    const values = { n: index + 1, move, was: played.verdict, best: best.move, could: best.verdict };
    const made = button(element("strong", {}, word(name)), () => this.onPly(index), { key: index, className: name });
    made.append(" ", word("mistake-words", values));
    return element("li", {}, made);
  }
}
