// The SQL room: a question is asked of the archive, its answer shown as a table, both kept in the address.
import { get, query } from "./api.js";
import { $, element } from "./dom.js";
import { word } from "./words.js";

const stored = new Map(JSON.parse($("stored").textContent).map((one) => [one.name, one]));
const form = $("question");
let latest = 0; // the question whose answer is awaited

/** Ask what stands in the form; `entry` says what becomes of the browser's history. */
async function run(entry = "pushState") {
  const asked = Object.fromEntries(new FormData(form));
  const number = ++latest;
  delete $("answer").dataset.done;
  $("notice").hidden = true;
  $("count").textContent = word("asking");
  if (entry) history[entry](null, "", `/sql?${query(asked)}`);
  try {
    const answer = await get("/sql", asked);
    if (number === latest) show(answer);
  } catch (error) {
    if (number === latest) refuse(error.message);
  }
}

function show({ columns, rows, cut }) {
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((row) => element("tr", {}, ...row.map(cell)));
  $("answer").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  $("count").textContent = word(cut ? "cut" : "rows", { n: rows.length });
  $("answer").dataset.done = "true";
}

const cell = (value) =>
  value === null ? element("td", { className: "null" }, "NULL") : element("td", {}, String(value));

function refuse(sentence) {
  $("answer").replaceChildren();
  $("count").textContent = "";
  $("notice").textContent = sentence;
  $("notice").hidden = false;
}

function fill({ game, sql }) {
  if (game) form.elements.game.value = game;
  if (sql) form.elements.sql.value = sql;
  showViews();
}

function showViews() {
  for (const views of document.querySelectorAll(".views")) views.hidden = views.dataset.game !== form.elements.game.value;
}

/** What the address asks: a question, or a stored one by its name. */
function begin() {
  const { exam, ...asked } = Object.fromEntries(new URLSearchParams(location.search));
  fill(stored.get(exam) ?? asked);
  if (exam || asked.sql) run(null);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
form.elements.sql.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
});
form.elements.game.addEventListener("change", showViews);
for (const one of document.querySelectorAll("[data-name]")) {
  one.addEventListener("click", () => {
    fill(stored.get(one.dataset.name));
    run();
  });
}
addEventListener("popstate", begin);

begin();
