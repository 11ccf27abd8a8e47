// A question's room: the editor, the answer run and marked by the server, the work kept and taken along.
import { post } from "./api.js";
import { $, element, textOf } from "./dom.js";
import { editorFor } from "./editor.js";
import { markAll } from "./mark_all.js";
import { asNotebook, asPython, asSql, broughtBack, forget, keep, keepMark, kept, markOf } from "./portfolio.js";
import { Player } from "./player.js";
import { figure, word } from "./words.js";

const form = document.querySelector("form.work");
const { paper, name, exercise, language } = form.dataset;
const links = [...document.querySelectorAll(".contents a[data-name]")];
const here = links.map((link) => ({ ...link.dataset })).filter((one) => one.exercise === exercise);
const start = JSON.parse($("start").textContent);
const sent = $("outcome").childElementCount > 0; // the page came back with the answer in it, without scripts

if (!sent) $("source").value = kept(paper, name) ?? start;
const editor = editorFor($("source"), language, (text) => {
  if (text === start) forget(paper, name);
  else keep(paper, name, text);
  $("kept").textContent = text === start ? "" : word("kept");
});
const show = (text) => editor.setOptions({ value: text });

function showMarks() {
  for (const link of links) {
    const [earned, points] = (markOf(paper, link.dataset.name) ?? "").split("/");
    const place = link.querySelector(".earned");
    place.textContent = points ? `${figure(Number(earned))}/${figure(Number(points))}` : kept(paper, link.dataset.name) === null ? "" : "…";
    place.classList.toggle("whole", Boolean(points) && earned === points);
  }
}

/** Send the answer; the server's words about it come back as a piece of the page. */
async function send(what) {
  const body = new FormData(form);
  body.set("do", what);
  body.set("part", "true");
  const response = await fetch(location.pathname, { method: "POST", body, headers: { Accept: "application/json, text/html" } }).catch(() => {
    throw new Error(word("unreachable"));
  });
  const text = await response.text();
  if (response.ok) return text;
  let said;
  try {
    said = JSON.parse(text).error;
  } catch {
    said = word("refused", { status: response.status });
  }
  throw new Error(said);
}

async function act(what) {
  for (const button of form.querySelectorAll("[name=do]")) button.disabled = true;
  $("outcome").replaceChildren(element("p", { className: "help" }, word("working")));
  try {
    $("outcome").innerHTML = await send(what);
    const mark = $("outcome").querySelector("[data-earned]");
    if (mark) keepMark(paper, name, `${Number(mark.dataset.earned)}/${Number(mark.dataset.points)}`);
    showMarks();
  } catch (error) {
    $("outcome").replaceChildren(element("p", { className: "notice bad" }, error.message));
  }
  for (const button of form.querySelectorAll("[name=do]")) button.disabled = false;
}

/** The run of the answer line by line, to step through. */
async function trace(player) {
  const values = [...form.querySelectorAll("[name=value]")].map((field) => field.value);
  const typed = form.elements.typed?.value.split(/\s+/).filter(Boolean) ?? [];
  $("outcome").replaceChildren(element("p", { className: "help" }, word("working")));
  try {
    const asked = { question: name, source: editor.value, arguments: values, typed };
    const { frames } = await post(`/papers/${paper}/trace`, asked);
    $("outcome").replaceChildren();
    $("tracing").hidden = false;
    player.show(frames);
    $("picture").focus();
  } catch (error) {
    $("outcome").replaceChildren(element("p", { className: "notice bad" }, error.message));
  }
}
if ($("trace")) {
  const player = new Player();
  $("trace").addEventListener("click", () => trace(player));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  act(event.submitter?.value ?? "mark");
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    event.stopPropagation(); // the editor would begin a new line
    act("mark");
  } else if (event.key === "Enter" && event.target.name === "value") {
    event.preventDefault();
    act("run");
  }
}, { capture: true });

for (const one of document.querySelectorAll(".scripted")) one.hidden = false;
$("again").addEventListener("click", () => confirm(word("really-again")) && show(start));

$("mark-all").addEventListener("click", async ({ target }) => {
  target.disabled = true;
  await markAll(paper, links, showMarks);
  target.disabled = false;
});

const TAKEN = {
  py: [asPython, "text/x-python"],
  ipynb: [asNotebook, "application/x-ipynb+json"],
  sql: [asSql, "application/sql"],
};
for (const button of document.querySelectorAll("[data-take]")) {
  button.addEventListener("click", () => {
    const kind = button.dataset.take;
    const [written, type] = TAKEN[kind];
    const file = new Blob([written(paper, here)], { type });
    const link = element("a", { href: URL.createObjectURL(file), download: `${paper}-${exercise}.${kind}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

$("bring").addEventListener("change", async ({ target }) => {
  let found = [];
  try {
    found = broughtBack(paper, here, await textOf(target.files[0]));
  } catch {
    found = []; // no notebook after all
  }
  for (const [question, text] of found) keep(paper, question, text);
  if (kept(paper, name) !== null) show(kept(paper, name));
  $("kept").textContent = found.length ? word("brought", { n: found.length }) : word("not-brought");
  target.value = "";
  showMarks();
});

showMarks();
document.body.dataset.ready = "true";
// On a phone the list of questions would push everything else off the screen.
if (matchMedia("(max-width: 62rem)").matches) document.querySelector(".contents details").open = false;
