// The form for a new game: its variants and sizes follow the game chosen.
import { post, query, seats } from "./api.js";
import { word } from "./words.js";

const games = JSON.parse(document.getElementById("games").textContent);
const form = document.getElementById("new-game");
const { opponent, side, variant, size, minutes, increment } = form.elements;
const LAST = "last-game"; // in the browser's memory: how the form was filled in last time
const complaint = form.querySelector("[role=alert]");

const chosen = () => games.find((game) => game.name === form.elements.game.value);

function follow() {
  const game = chosen();
  document.getElementById("chosen-game").textContent = game.title;
  variant.replaceChildren(...game.variants.map(({ name, title }) => new Option(title, name)));
  size.value = game.sizes.default;
  document.getElementById("rules").textContent = game.rules;
  document.getElementById("learn").href = `/games/${game.name}`;
  document.getElementById("size-help").textContent = game.sizes.hint && word("size-hint", { hint: game.sizes.hint });
  for (const one of document.querySelectorAll(".strength")) one.hidden = one.dataset.game !== game.name;
  const shut = opponent.querySelector("[value$=':no-book']"); // there is no sense in it where there is no book
  shut.hidden = !game.levels.includes(shut.value);
  if (shut.hidden && shut.selected) opponent.value = shut.value.replace(":no-book", "");
  explain();
}

function explain() {
  const { summary, source } = chosen().variants.find(({ name }) => name === variant.value);
  document.getElementById("variant-help").textContent = `${summary} (${source})`;
  const place = { game: chosen().name, variant: variant.value, size: size.value };
  document.getElementById("look").href = `/analyse?${query(place)}`;
  increment.disabled = !minutes.value;
  side.disabled = opponent.value === "here";
  document.getElementById("adaptive-help").hidden = opponent.value !== "adaptive";
  complaint.hidden = true;
}

async function begin(event) {
  event.preventDefault();
  const wanted = {
    game: chosen().name,
    variant: variant.value,
    size: size.value.trim() || null,
    seats: seats(opponent.value, side.value),
    clock: minutes.value ? { minutes: Number(minutes.value), increment: Number(increment.value) } : null,
  };
  localStorage.setItem(LAST, JSON.stringify(Object.fromEntries(new FormData(form))));
  try {
    const { url } = await post("/live", wanted);
    location.assign(url);
  } catch (error) {
    complaint.textContent = error.message;
    complaint.hidden = false;
  }
}

form.addEventListener("change", (event) => (event.target.name === "game" ? follow() : explain()));
form.addEventListener("submit", begin);

/** Fill the form in as the address says, else as it was last time. */
function fill() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const last = asked.game ? {} : JSON.parse(localStorage.getItem(LAST) ?? "{}");
  const { game, ...others } = { ...last, ...asked };
  if (games.some(({ name }) => name === game)) form.elements.game.value = game;
  follow();
  for (const name of ["variant", "size", "opponent", "side", "minutes", "increment"]) {
    if (name in others) form.elements[name].value = others[name];
  }
  if (!variant.value) follow(); // a variant that is no more
  explain();
}

fill();
