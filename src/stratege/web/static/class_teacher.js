// A teacher's page: the table fills while students hand in; any file can be opened, all of it taken along or deleted.
import { $, button, element, refill } from "./dom.js";
import { date, refuse } from "./class.js";
import { attempts, showFile } from "./class_file.js";
import { figure, word } from "./words.js";

const LOOK_AGAIN = 1500; // milliseconds
let room, ask, table;
let over = false;

export function beginTeacher(opened, asked) {
  [room, ask] = [opened, asked];
  $("link").value = location.origin + room.student;
  $("copy").addEventListener("click", copy);
  $("csv").addEventListener("click", () => save("/table.csv", `${room.title}.csv`));
  $("zip").addEventListener("click", () => save("/files.zip", `${room.title}.zip`));
  $("delete").addEventListener("click", () => $("really").showModal());
  $("really").addEventListener("close", () => $("really").returnValue === "yes" && remove().catch(refuse));
  follow();
}

async function follow() {
  let lost = false;
  while (!over) {
    try {
      const seen = await ask(`/table?seen=${table?.version ?? ""}`);
      if (seen.changed) show(seen);
      if (lost) $("notice").hidden = true;
      lost = false;
    } catch (error) {
      if (!over) refuse(error); // the server may be starting again
      lost = true;
    }
    await new Promise((done) => setTimeout(done, LOOK_AGAIN));
  }
}

function show(seen) {
  table = seen;
  $("count").textContent = word("counted", { students: table.students.length, waiting: table.waiting });
  refill($("marks"), [element("thead", {}, head()), element("tbody", {}, ...table.students.map(row))]);
  $("faultless").hidden = table.mistakes.length > 0;
  refill($("mistakes"), table.mistakes.map(mistake));
  $("marks").dataset.version = table.version;
}

const heading = (...content) => element("th", { scope: "col" }, ...content);
const small = (text) => element("small", {}, text);

const head = () =>
  element(
    "tr",
    {},
    heading(word("name-head")),
    ...room.questions.map((one) => heading(one.question, element("code", {}, one.function), small(word("of-points", { points: figure(one.points) })))),
    heading(word("total-head"), small(word("of-points", { points: figure(table.points) }))),
    heading(word("files-head")),
    heading(word("last-head")),
  );

function row(student) {
  const name = element("th", { scope: "row" }, button(student.name, () => open(student), { key: student.name }));
  if (student.browsers > 1) name.append(" ", small(word("browsers", { n: student.browsers })));
  const marks = room.questions.map(({ key, points }) => cell(student.marks[key], points));
  const files = `${student.hand_ins.length}${student.waiting ? " …" : ""}`;
  return element("tr", {}, name, ...marks, ...[figure(student.total), files, date(student.last)].map((text) => element("td", {}, text)));
}

function cell(earned, points) {
  if (earned === undefined) return element("td", {}, "–");
  return element("td", { className: earned >= points ? "full" : earned ? "" : "none" }, figure(earned));
}

function mistake({ key, reason, call, names }) {
  const { question, function: name } = room.questions.find((one) => one.key === key);
  const made = element("li", {}, word("mistake-in", { question, function: name, reason }), " ");
  if (call) made.append(element("code", {}, call), " ");
  made.append(element("span", { className: "help" }, word("made-by", { n: names.length, names: names.join(", ") })));
  return made;
}

async function open(student) {
  const look = async (number) => {
    try {
      showFile(await ask(`/hand-ins/${number}`), word("files-of", { name: student.name }));
    } catch (error) {
      refuse(error);
    }
  };
  refill($("attempts"), attempts(student.hand_ins, look));
  await look(student.hand_ins.at(-1).number);
  $("opened-head").focus();
}

async function copy() {
  $("link").select();
  await navigator.clipboard?.writeText($("link").value);
}

/** Have a file saved by the browser: it is asked for with the key, which a plain link would not send. */
async function save(path, name) {
  try {
    const blob = await ask(path, { read: (response) => response.blob() });
    const link = element("a", { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    refuse(error);
  }
}

async function remove() {
  over = true;
  await ask("", { method: "DELETE", read: () => null });
  sessionStorage.clear();
  history.replaceState(null, "", location.pathname);
  $("teacher").hidden = $("opened").hidden = true;
  refuse(new Error(word("gone")));
}
