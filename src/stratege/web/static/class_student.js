// A student's page: hand in a file, see it marked, hand in again.
import { $, element, refill, textOf } from "./dom.js";
import { refuse } from "./class.js";
import { attempts, showFile } from "./class_file.js";
import { points, word } from "./words.js";

const LOOK_AGAIN = 1000; // milliseconds
const form = $("hand-in");
let ask, questions;

export async function beginStudent(room, asked) {
  [ask, questions] = [asked, room.questions];
  const titles = JSON.parse($("titles").textContent);
  const papers = [...new Set(room.questions.map((one) => one.paper))];
  const named = (number) => `${word("paper-number", { number })}: ${titles[number]}`;
  form.elements.paper.append(...papers.map((number) => element("option", { value: number }, named(number))));
  form.elements.paper.closest("label").hidden = papers.length === 1;
  form.elements.name.value = localStorage.getItem("class name") ?? "";
  form.querySelector("button").disabled = !room.open;
  $("asked").append(
    ...room.questions.map((one) =>
      element("li", {}, `${papers.length > 1 ? one.paper : ""} ${one.question} `, element("code", {}, one.function)),
    ),
  );
  form.elements.paper.addEventListener("change", offer);
  form.elements.kind.addEventListener("change", begin);
  form.elements.file.addEventListener("change", take);
  offer();
  form.addEventListener("submit", handIn);
  const before = await list();
  if (before.length) await open(before.at(-1).number);
}

const isSql = (one) => one.function === "SQL";
const asksFor = (kind) => questions.filter((one) => one.paper === form.elements.paper.value && isSql(one) === (kind === "sql"));

/** The languages that the class asks for in the chosen paper. */
function offer() {
  const { kind } = form.elements;
  const kinds = [...kind.options].filter((one) => asksFor(one.value).length);
  kind.closest("label").hidden = kinds.length === 1;
  if (!kinds.some((one) => one.selected)) kind.value = kinds[0].value;
  begin();
}

/** How a file of queries looks. */
function begin() {
  const sql = form.elements.kind.value === "sql";
  $("sql-help").hidden = !sql;
  form.elements.source.placeholder = sql ? asksFor("sql").map((one) => `-- ${one.question}\nSELECT …;\n`).join("\n") : "";
}

async function take() {
  const [file] = form.elements.file.files;
  if (!file) return;
  if (file.name.endsWith(".sql") && asksFor("sql").length) form.elements.kind.value = "sql";
  begin();
  if (file.size > 200_000) return ($("said").textContent = word("too-long"));
  form.elements.source.value = await textOf(file);
}

async function handIn(event) {
  event.preventDefault();
  const { name, paper, kind, file, source } = form.elements;
  const button = form.querySelector("button");
  $("notice").hidden = true;
  $("said").textContent = word("handing-in");
  button.disabled = true;
  localStorage.setItem("class name", name.value);
  try {
    const chosen = file.files[0]?.name.slice(-50) ?? "";
    const called = kind.value === "sql" && !chosen.endsWith(".sql") ? `${chosen || "answers"}.sql` : chosen;
    const body = { name: name.value, paper: paper.value, source: source.value, file: called };
    const { number } = await ask("/hand-ins", { method: "POST", body });
    $("said").textContent = word("handed-in");
    button.disabled = false;
    await list();
    await marked(number);
  } catch (error) {
    $("said").textContent = "";
    refuse(error);
  }
  button.disabled = false;
}

/** Wait until a file is marked, and show its report. */
async function marked(number) {
  let whole = await ask(`/hand-ins/${number}`);
  while (whole.state === "waiting") {
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
    whole = await ask(`/hand-ins/${number}`);
  }
  $("said").textContent = whole.error || word("marked", points(whole));
  show(whole);
  await list();
}

const show = (whole) => showFile(whole, `${whole.file}, ${word("paper-number", { number: whole.paper })}`);

async function open(number) {
  const whole = await ask(`/hand-ins/${number}`);
  if (whole.state === "waiting") await marked(number);
  else show(whole);
}

async function list() {
  const entries = await ask("/hand-ins");
  $("none").hidden = entries.length > 0;
  refill($("mine"), attempts(entries, open));
  return entries;
}
