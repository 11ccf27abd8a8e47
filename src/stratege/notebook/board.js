// A board in a notebook: shows what the Python side says, and says which place was clicked.

function board(model, host) {
  host.innerHTML = model.get("svg");
  const marks = model.get("marks");
  for (const spot of host.querySelectorAll("[data-spot]")) {
    const mark = marks[spot.dataset.spot];
    if (mark) spot.classList.add(`stratege-${mark}`);
    spot.addEventListener("click", () => model.send({ type: "click", place: spot.dataset.spot }));
  }
}

const SVG = "http://www.w3.org/2000/svg";
const OVERLAID = 3; // moves whose values stand on the board, the best ones

function shape(name, attributes, words = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = words;
  return made;
}

function middle(svg, place) {
  const spot = svg.querySelector(`[data-spot="${CSS.escape(place)}"]`);
  if (!spot) return null;
  const { x, y, width, height } = spot.getBBox();
  return [x + width / 2, y + height / 2];
}

function arrow([x, y], [u, v]) {
  const long = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(8 * (u - x)) / long, (8 * (v - y)) / long];
  const steps = `M ${x} ${y} L ${u - dx} ${v - dy} M ${u} ${v} L ${u - 2 * dx - dy} ${v - 2 * dy + dx} L ${u - 2 * dx + dy} ${v - 2 * dy - dx} Z`;
  return shape("path", { class: "stratege-arrow", d: steps });
}

/** What an analysis says, on the board itself: an arrow for a move of two places, a badge with its value. */
function overlay(model, host) {
  host.querySelector(".stratege-overlay")?.remove();
  const svg = host.querySelector("svg");
  const values = model.get("values").slice(0, OVERLAID);
  if (!svg || !values.length) return;
  const layer = svg.appendChild(shape("g", { class: "stratege-overlay", "aria-hidden": "true" }));
  for (const [move, verdict, share] of values.reverse()) {
    const [from, to] = move.split("-").map((place) => middle(svg, place));
    if (!from) continue;
    const group = layer.appendChild(shape("g", { opacity: 0.35 + 0.65 * share }));
    if (to) group.append(arrow(from, to));
    const [x, y] = to ?? from;
    const wide = 7 * verdict.length + 10;
    group.append(shape("rect", { x: x - wide / 2, y: y - 26, width: wide, height: 18, rx: 9 }));
    group.append(shape("text", { x, y: y - 13, "text-anchor": "middle", "font-size": 12 }, verdict));
  }
}

function slider(model, input, words) {
  input.max = model.get("plies");
  input.value = model.get("ply");
  input.hidden = model.get("plies") === 0;
  words.textContent = model.get("caption");
}

function bars(model, list) {
  list.replaceChildren(
    ...model.get("values").map(([move, verdict, share]) => {
      const row = document.createElement("li");
      row.style.setProperty("--share", share);
      row.append(`${move} `, Object.assign(document.createElement("span"), { textContent: verdict }));
      return row;
    }),
  );
}

function render({ model, el }) {
  el.classList.add("stratege-board");
  const host = document.createElement("div");
  const input = Object.assign(document.createElement("input"), { type: "range", min: 0 });
  const words = document.createElement("p");
  const list = document.createElement("ol");
  input.setAttribute("aria-label", "ply");
  words.setAttribute("aria-live", "polite");
  el.append(host, input, words, list);
  input.addEventListener("input", () => {
    model.set("ply", Number(input.value));
    model.save_changes();
  });
  const show = { board: () => board(model, host), slider: () => slider(model, input, words), bars: () => bars(model, list), overlay: () => overlay(model, host) };
  model.on("change:svg change:marks", show.board);
  model.on("change:ply change:plies change:caption", show.slider);
  model.on("change:values", show.bars);
  model.on("change:values change:svg change:marks", show.overlay);
  Object.values(show).forEach((draw) => draw());
  requestAnimationFrame(show.overlay); // places have no size before they are on the page
}

export default { render };
