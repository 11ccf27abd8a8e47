// A tree of moves, as one grows and prunes it by hand; the server checks every move of it.

export class Tree {
  /** `nodes` as the server sends them: in order, the first one the start. */
  constructor(nodes) {
    this.nodes = new Map(nodes.map((node) => [node.id, { ...node }]));
    this.answers = new Map(nodes.map(({ id }) => [id, []]));
    for (const { id, parent } of nodes) if (parent !== null) this.answers.get(parent).push(id);
    this.fresh = nodes.length;
  }

  node(id) {
    return this.nodes.get(id);
  }

  /** The ids from the start to a node. */
  path(id) {
    const ids = [];
    for (let node = this.node(id); node; node = this.node(node.parent)) ids.unshift(node.id);
    return ids;
  }

  /** The ids of the line that leads through a node: to it, then along the main answers. */
  through(id) {
    const ids = this.path(id);
    for (let [next] = this.answers.get(id); next !== undefined; [next] = this.answers.get(next)) ids.push(next);
    return ids;
  }

  /** The next of the moves among which a line was chosen last on the way to a node, or the one before. */
  beside(id, step) {
    for (const one of this.path(id).slice(1).reverse()) {
      const choice = this.answers.get(this.node(one).parent);
      if (choice.length > 1) return choice.at((choice.indexOf(one) + step) % choice.length);
    }
    return id;
  }

  moves(id) {
    return this.path(id).slice(1).map((one) => this.node(one).move);
  }

  /** The answer to a node by this move, if there is one. */
  answer(id, move) {
    return this.answers.get(id).find((one) => this.node(one).move === move);
  }

  /** A new answer to a node; its id. */
  add(parent, move, by) {
    const id = this.fresh++;
    const ply = this.node(parent).ply + 1;
    this.nodes.set(id, { id, parent, move, by, ply, takes: 0, comment: "", glyph: "" });
    this.answers.set(id, []);
    this.answers.get(parent).push(id);
    return id;
  }

  /** Take a node away with all that follows it. */
  remove(id) {
    const siblings = this.answers.get(this.node(id).parent);
    siblings.splice(siblings.indexOf(id), 1);
    const gone = [id];
    for (const one of gone) gone.push(...this.answers.get(one));
    for (const one of gone) this.nodes.delete(one), this.answers.delete(one);
  }

  /** Have the line to a node be the main one. */
  promote(id) {
    for (const one of this.path(id).slice(1)) {
      const siblings = this.answers.get(this.node(one).parent);
      siblings.unshift(...siblings.splice(siblings.indexOf(one), 1));
    }
  }

  /** Whether there is nothing but one line of moves. */
  get plain() {
    return [...this.nodes.values()].every(({ id, comment, glyph }) => !comment && !glyph && this.answers.get(id).length < 2);
  }

  /** The ids in the order in which the moves are written. */
  written() {
    const ids = [0];
    const follow = (id) => {
      for (let [main, ...others] = this.answers.get(id); main !== undefined; [main, ...others] = this.answers.get(main)) {
        ids.push(main);
        for (const other of others) ids.push(other), follow(other);
      }
    };
    follow(0);
    return ids;
  }

  /** The moves as records write them: variations in parentheses, comments in braces. */
  text() {
    const said = ({ comment }) => (comment ? ` {${comment.replaceAll("}", ")")}}` : "");
    const one = (id) => this.node(id).move + this.node(id).glyph + said(this.node(id));
    const line = (id) => {
      let text = "";
      for (let [main, ...others] = this.answers.get(id); main !== undefined; [main, ...others] = this.answers.get(main)) {
        text += ` ${one(main)}${others.map((other) => ` (${one(other)}${line(other)})`).join("")}`;
      }
      return text;
    };
    return (said(this.node(0)) + line(0)).trim();
  }
}
