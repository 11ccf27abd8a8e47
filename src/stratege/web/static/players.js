// Players and ratings, and one's own name.
import { get, post } from "./api.js";
import { $, element } from "./dom.js";
import { figure, word } from "./words.js";

const form = $("rename");
const rated = ({ rating, deviation }) => `${rating} ± ${2 * deviation}`;
let mine = form.elements.name.value;

async function show() {
  const players = await get("/archive/players", { game: $("game").value }).catch(() => []);
  const rows = players.map((player) => {
    const cells = [rated(player), figure(player.games)].map((text) => element("td", {}, text));
    const row = element("tr", {}, element("th", { scope: "row" }, player.name), ...cells);
    row.classList.toggle("mine", player.name === mine);
    return row;
  });
  $("ratings").replaceChildren(...rows);
  $("nobody").hidden = rows.length > 0;
}

/** Beside each of one's own results, the rating under one's name. */
async function showOwn() {
  for (const row of document.querySelectorAll("[data-game]")) {
    const players = mine ? await get("/archive/players", { game: row.dataset.game }).catch(() => []) : [];
    const me = players.find(({ name }) => name === mine);
    row.querySelector("[data-rating]").textContent = me ? rated(me) : "–";
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  $("notice").hidden = true;
  $("saved").textContent = "";
  try {
    mine = (await post("/me", { name: form.elements.name.value })).name;
    form.elements.name.value = mine;
    $("saved").textContent = word("name-kept");
    show();
    showOwn();
  } catch (error) {
    $("notice").textContent = error.message;
    $("notice").hidden = false;
  }
});
$("game").addEventListener("change", show);
show();
showOwn();
