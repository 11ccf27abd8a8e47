// A report of marks, question by question, with the counter-examples drawn.
import { element } from "./dom.js";
import { points, word } from "./words.js";

/** The elements of a report as `stratege mark --json` gives it. */
export function reported({ questions }) {
  return questions.flatMap((one) => [
    element("h3", {}, `${one.question} `, element("code", {}, one.function), ` ${word("points-of", points(one))}`),
    element("ul", { className: "marked-parts" }, ...told(one.parts)),
  ]);
}

/** The parts; what is wrong with all of them alike is said once. */
function told(parts) {
  const [{ reason }] = parts;
  const alike = parts.every((one) => one.reason === reason && !one.example);
  return reason && alike ? [element("li", { className: "wrong" }, reason)] : parts.map(part);
}

function part({ name, reason, example }) {
  const words = reason ? `${name}${document.documentElement.lang === "fr" ? " :" : ":"} ${reason}` : name;
  const made = element("li", { className: reason ? "wrong" : "right" }, words);
  if (example) made.append(element("pre", { tabIndex: 0 }, example.database ? queried(example) : shown(example)));
  if (example?.pictures?.length) made.append(element("div", { className: "pictures" }, ...example.pictures.map(picture)));
  return made;
}

/** The database that shows what is wrong with a query, and both results. */
function queried({ database, expected, got }) {
  const rows = (title, list) => [title, ...(list ?? []).slice(0, 12).map((row) => `  ${row.join(" | ")}`), ...(list?.length > 12 ? [`  … ${list.length}`] : [])];
  const tables = Object.entries(database).flatMap(([name, list]) => rows(name, list));
  return [...tables, ...rows(word("expected"), expected), ...(got === null ? [] : rows(word("got"), got))].join("\n");
}

/** A board, as the server has drawn it. */
function picture({ title, svg }) {
  const drawn = element("div", { className: "scroll-x", tabIndex: 0, role: "group", ariaLabel: title, innerHTML: svg });
  return element("figure", {}, element("figcaption", {}, title), drawn);
}

function shown({ call, typed, expected, got, drawing, printed, pictures = [] }) {
  const lines = [call, ...typed.map((line) => `> ${line}`)];
  if (got !== null && expected !== got) lines.push(`${word("expected")} ${expected}`, `${word("got")} ${got}`);
  if (drawing && !pictures.length) lines.push(drawing);
  if (printed.trim()) lines.push(`${word("printed")}`, printed);
  return lines.join("\n");
}
