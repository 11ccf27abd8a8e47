// The wire to a live game: comes back by itself, and never plays a move twice.
//
// A move is sent with the version of the game that it answers. It stays pending until the game has a higher version
// or the server refuses it. After a reconnection the server tells the game's version first: the same as the move's
// means that the move never arrived, and it is sent again.
const FIRST_WAIT = 300, LONGEST_WAIT = 10000; // milliseconds between attempts
const BEAT = 25000; // a ping keeps proxies from closing a quiet connection
const NO_SUCH_GAME = 4404; // the one reason for which trying again is no use

export class Wire {
  /** `onMessage(message)` hears everything; `onState(connected)` each time the connection comes or goes. */
  constructor(path, { onMessage, onState }) {
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
    Object.assign(this, { onMessage, onState });
    this.wait = FIRST_WAIT;
    this.pending = null;
    this.#open();
    setInterval(() => this.send({ type: "ping" }), BEAT);
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /** Send now if connected; tells whether it was. */
  send(message) {
    const open = this.socket.readyState === WebSocket.OPEN;
    if (open) this.socket.send(JSON.stringify(message));
    return open;
  }

  /** Play a move in answer to this version of the game. */
  move(move, version) {
    this.pending = { type: "move", move, version };
    this.send(this.pending);
  }

  #open() {
    this.socket = new WebSocket(this.url);
    this.socket.addEventListener("open", () => (this.fresh = true));
    this.socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      this.onState(false);
      if (event.code !== NO_SUCH_GAME) this.timer = setTimeout(() => this.#open(), this.#nextWait());
    });
  }

  #hear(message) {
    if (message.type === "live") {
      this.#complete(message.live.tree);
      if (this.fresh) this.#connected();
      if (this.pending && message.live.version !== this.pending.version) this.pending = null;
      if (this.pending && this.fresh) this.send(this.pending);
      this.fresh = false;
    } else if (message.type === "error") {
      this.pending = null;
    }
    this.onMessage(message);
  }

  /** The server sends the moves that it has not sent on this connection before. */
  #complete(tree) {
    this.nodes = (this.nodes ?? []).slice(0, tree.known).concat(tree.nodes);
    tree.nodes = this.nodes;
  }

  /** Only now: a server with too many visitors opens the connection to say so, and closes it. */
  #connected() {
    this.wait = FIRST_WAIT;
    this.onState(true);
  }

  #nextWait() {
    const now = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    return now;
  }

  #hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.#open();
  }
}
