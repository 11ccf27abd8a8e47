// A student's page: hand in a file, see it marked, hand in again.
import { $, element, refill } from "./dom.js";
import { refuse } from "./class.js";
import { attempts, showFile } from "./class_file.js";
import { word } from "./words.js";

const LOOK_AGAIN = 1000; // milliseconds
const form = $("hand-in");
let ask;

export async function beginStudent(room, asked) {
  ask = asked;
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
  form.elements.file.addEventListener("change", take);
  form.addEventListener("submit", handIn);
  const before = await list();
  if (before.length) await open(before.at(-1).number);
}

async function take() {
  const [file] = form.elements.file.files;
  if (!file) return;
  if (file.size > 200_000) return ($("said").textContent = word("too-long"));
  form.elements.source.value = await file.text();
}

async function handIn(event) {
  event.preventDefault();
  const { name, paper, file, source } = form.elements;
  const button = form.querySelector("button");
  $("notice").hidden = true;
  $("said").textContent = word("handing-in");
  button.disabled = true;
  localStorage.setItem("class name", name.value);
  try {
    const body = { name: name.value, paper: paper.value, source: source.value, file: file.files[0]?.name.slice(-60) ?? "" };
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
  $("said").textContent = whole.error || word("marked", whole);
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
