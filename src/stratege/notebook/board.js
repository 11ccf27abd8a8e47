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
  const show = { board: () => board(model, host), slider: () => slider(model, input, words), bars: () => bars(model, list) };
  model.on("change:svg change:marks", show.board);
  model.on("change:ply change:plies change:caption", show.slider);
  model.on("change:values", show.bars);
  Object.values(show).forEach((draw) => draw());
}

export default { render };
