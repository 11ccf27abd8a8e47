// A board: the server's picture, whose places can be pointed at, dragged and reached by keyboard.
import { whyNot } from "./api.js";
import { labels } from "./places.js";
import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const CAPTION = 24; // the strip below every picture with its caption, which the page says itself
const PAINT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray"];
const WIDE = 1.6; // times wider than high
const DRAG = 8; // pixels before a press becomes a drag
const narrow = matchMedia("(max-width: 40rem)");
const BY_KEYS = ["Tab", "Enter", " "]; // pressed by who goes about the board with keys
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** An SVG element with attributes. */
export function shape(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** The places that a move touches. */
export const placesOf = (move) => move.split("-");

export class Board {
  /** `onMove(text)` hears a legal move chosen; `onChoice(place)` the first place, or null when it is let go;
   *  `onPlace(place)`, if it returns true, takes a click before either. Why what was chosen is no legal move, or
   *  begins none, stands in the page's notice. */
  constructor(host, { onMove, onChoice = () => {}, onPlace = () => false }) {
    Object.assign(this, { host, onMove, onChoice, onPlace });
    this.moves = [];
    this.chosen = null;
    this.cursor = null; // the place where the keyboard stands
    this.rings = {};
    this.flipped = false;
    this.everyPlace = false; // whether any place may be clicked, as in an editor
    this.pointed = false; // whether a pointer was used last: then arrows are the page's, not the board's
    host.addEventListener("pointerdown", (event) => this.#press(event));
    document.addEventListener("keydown", ({ key }) => BY_KEYS.includes(key) && (this.pointed = false), true);
    host.addEventListener("click", (event) => this.#click(event));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#attend(event.target.closest("[data-spot]")));
    host.addEventListener("focusout", () => this.refresh());
    narrow.addEventListener("change", () => this.svg && this.stand());
  }

  /** Show exactly the view's picture. `moves` are those that may be made now: none for who only watches; `names`
   *  what a screen reader says of each place. */
  show(view, moves = view.moves, names = labels(view)) {
    const hadFocus = this.host.contains(document.activeElement);
    this.view = view;
    this.moves = moves;
    this.chosen = null;
    this.host.innerHTML = view.svg;
    this.svg = this.host.querySelector("svg");
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", `${view.label}: ${view.caption}`);
    this.svg.querySelector("title")?.remove(); // a tooltip over the whole board would only be in the way
    const { width, height } = this.svg.viewBox.baseVal;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height - CAPTION}`);
    this.host.style.setProperty("--ratio", (height - CAPTION) / width);
    this.stand();
    this.svg.classList.toggle("flipped", this.flipped);
    this.spots = new Map([...this.svg.querySelectorAll("[data-spot]")].map((spot) => [spot.dataset.spot, spot]));
    this.marks = this.svg.appendChild(shape("g", { class: "marks", "aria-hidden": "true" }));
    this.badges = this.svg.appendChild(shape("g", { class: "badges", "aria-hidden": "true" }));
    this.#label(names);
    this.refresh();
    if (hadFocus) this.spots.get(this.cursor)?.focus();
  }

  /** A board that is much wider than high stands upright where the page is narrow. */
  stand() {
    const { width, height } = this.svg.viewBox.baseVal;
    this.host.classList.toggle("tall", narrow.matches && width > WIDE * height);
  }

  /** Turn the board round, or not. */
  turn(flipped) {
    this.flipped = flipped;
    this.svg?.classList.toggle("flipped", flipped);
  }

  flip() {
    this.turn(!this.flipped);
  }

  /** Rings around places, by kind: { last: […], hint: […] }. */
  ring(kind, places) {
    this.rings[kind] = places;
    this.refresh();
  }

  /** Nothing may be moved until the next `show`. */
  freeze() {
    this.moves = [];
    this.refresh();
  }

  /** Let go of the place that was chosen first. */
  release() {
    if (this.chosen === null) return;
    this.chosen = null;
    this.refresh();
    this.onChoice(null);
  }

  /** The places that may be chosen now. */
  open() {
    return new Set(
      this.chosen === null
        ? this.moves.map((move) => placesOf(move)[0])
        : this.moves.filter((move) => placesOf(move)[0] === this.chosen).map((move) => placesOf(move)[1]),
    );
  }

  refresh() {
    if (!this.svg) return;
    const open = this.open();
    const starts = new Set(this.moves.map((move) => placesOf(move)[0]));
    for (const ring of this.svg.querySelectorAll(".ring")) ring.remove();
    for (const [kind, places] of Object.entries(this.rings)) for (const place of places) this.#ring(place, kind);
    for (const place of open) this.#ring(place, this.chosen === null ? "legal" : "target");
    if (this.chosen !== null) this.#ring(this.chosen, "chosen");
    const focused = this.host.querySelector("[data-spot]:focus-visible");
    if (focused) this.#ring(focused.dataset.spot, "focus");
    for (const [place, spot] of this.spots) {
      const usable = this.everyPlace || open.has(place) || starts.has(place);
      spot.classList.toggle("open", usable);
      spot.classList.toggle("draggable", starts.has(place) && this.moves.some((move) => move.includes("-")));
      spot.setAttribute("aria-disabled", String(!usable));
      spot.setAttribute("aria-pressed", String(place === this.chosen));
    }
  }

  #label(names) {
    if (!this.spots.has(this.cursor)) this.cursor = null;
    const first = this.moves.length ? placesOf(this.moves[0])[0] : this.spots.keys().next().value;
    const entrance = this.cursor ?? first;
    for (const [place, spot] of this.spots) {
      spot.setAttribute("role", "button");
      spot.setAttribute("aria-label", names.get(place) || place);
      spot.setAttribute("tabindex", place === entrance ? "0" : "-1");
    }
  }

  /** A ring is the outline of the place's own ground, so it fits pits, squares and cubes alike. Squares touch each
   *  other, so theirs lie above all of them; round pits do not, and theirs stay below the seeds. */
  #ring(place, kind) {
    const ground = this.spots.get(place)?.firstElementChild;
    if (!ground) return;
    // Two strokes, one light and one dark: one of them stands out from any ground.
    const ring = shape("g", { class: `ring ${kind}` });
    for (const layer of [ground.cloneNode(), ground.cloneNode()]) {
      for (const name of PAINT) layer.removeAttribute(name);
      ring.append(layer);
    }
    if (ground.tagName === "circle") ground.after(ring);
    else this.marks.append(ring);
  }

  /** The keyboard has come to a place: Tab will find it again. */
  #attend(spot) {
    if (!spot) return;
    this.cursor = spot.dataset.spot;
    for (const other of this.spots.values()) other.setAttribute("tabindex", other === spot ? "0" : "-1");
    this.refresh();
  }

  /** A place is chosen: the first of a move, the second, or the whole of it. */
  choose(place) {
    if (this.onPlace(place)) return;
    if (this.chosen === place) return this.release();
    const begun = this.chosen === null ? place : `${this.chosen}-${place}`;
    if (this.moves.includes(begun)) {
      this.chosen = null;
      this.onMove(begun);
    } else if (this.moves.some((move) => placesOf(move)[0] === place)) {
      this.chosen = place;
      this.refresh();
      this.onChoice(place);
    } else {
      this.release();
      if (this.moves.length) this.#refuse(begun);
    }
  }

  /** Say why a move cannot be made, unless the board has changed meanwhile. */
  async #refuse(move) {
    const { view } = this;
    const words = await whyNot(view, move);
    if (this.view !== view) return;
    const notice = document.getElementById("notice");
    notice.textContent = words;
    notice.hidden = false;
  }

  #click(event) {
    if (this.dragged) {
      this.dragged = false; // the click that ends a drag
      return;
    }
    const spot = event.target.closest("[data-spot]");
    if (spot) this.choose(spot.dataset.spot);
    else this.release();
  }

  #key(event) {
    const spot = event.target.closest("[data-spot]");
    if (!spot) return;
    if (event.key in ARROWS && this.pointed) return;
    if (event.key in ARROWS) this.#neighbour(spot, ARROWS[event.key])?.focus();
    else if (event.key === "Enter" || event.key === " ") this.choose(spot.dataset.spot);
    else if (event.key === "Escape") this.release();
    else return;
    event.preventDefault();
  }

  /** The nearest place in a direction, as the eye sees the board: straight ahead counts more than aside. */
  #neighbour(spot, [dx, dy]) {
    const from = centre(spot.firstElementChild);
    let best = null;
    let least = Infinity;
    for (const other of this.spots.values()) {
      const to = centre(other.firstElementChild);
      const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
      const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
      const far = ahead + 3 * aside;
      if (ahead > 2 && aside <= 2 * ahead && far < least) [best, least] = [other, far];
    }
    return best;
  }

  /** A press on a place that moves may become a drag; where it ends is the second place. */
  #press(event) {
    const spot = event.target.closest("[data-spot].draggable");
    this.dragged = false;
    this.pointed = true;
    if (!spot || event.button !== 0) return;
    const start = { x: event.clientX, y: event.clientY };
    const pointer = event.pointerId;
    let ghost = null;
    const moved = (now) => {
      if (now.pointerId !== pointer) return;
      if (!ghost && Math.hypot(now.clientX - start.x, now.clientY - start.y) < DRAG) return;
      ghost ||= this.#lift(spot);
      const from = this.#inside(start);
      const to = this.#inside({ x: now.clientX, y: now.clientY });
      ghost.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
    };
    const ended = (now) => {
      if (now.pointerId !== pointer) return;
      for (const [name, listener] of listeners) document.removeEventListener(name, listener);
      if (!ghost) return;
      ghost.remove();
      this.dragged = true;
      const target = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-spot]");
      const landed = now.type === "pointerup" && target && target !== spot;
      if (landed && this.chosen !== null) this.choose(target.dataset.spot);
    };
    const listeners = [["pointermove", moved], ["pointerup", ended], ["pointercancel", ended]];
    for (const [name, listener] of listeners) document.addEventListener(name, listener);
  }

  #lift(spot) {
    if (this.chosen !== spot.dataset.spot) {
      this.chosen = null;
      this.choose(spot.dataset.spot);
    }
    const ghost = spot.cloneNode(true);
    ghost.removeAttribute("data-spot");
    ghost.setAttribute("class", "ghost");
    return this.svg.appendChild(ghost);
  }

  #inside({ x, y }) {
    return new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  /** What a screen reader hears about a move. */
  static spoken(player, move) {
    return word("played", { player, move: placesOf(move).join(" → ") });
  }
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
