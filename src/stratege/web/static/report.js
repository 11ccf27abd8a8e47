// A report of marks, question by question, with the counter-examples drawn.
import { element } from "./dom.js";
import { word } from "./words.js";

/** The elements of a report as `stratege mark --json` gives it. */
export function reported({ questions }) {
  return questions.flatMap(({ question, function: name, earned, points, parts }) => [
    element("h3", {}, `${question} `, element("code", {}, name), ` ${word("points-of", { earned, points })}`),
    element("ul", { className: "marked-parts" }, ...told(parts)),
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
  return made;
}

/** The database that shows what is wrong with a query, and both results. */
function queried({ database, expected, got }) {
  const rows = (title, list) => [title, ...(list ?? []).slice(0, 12).map((row) => `  ${row.join(" | ")}`), ...(list?.length > 12 ? [`  … ${list.length}`] : [])];
  const tables = Object.entries(database).flatMap(([name, list]) => rows(name, list));
  return [...tables, ...rows(word("expected"), expected), ...(got === null ? [] : rows(word("got"), got))].join("\n");
}

function shown({ call, typed, expected, got, drawing, printed }) {
  const lines = [call, ...typed.map((line) => `> ${line}`)];
  if (got !== null && expected !== got) lines.push(`${word("expected")} ${expected}`, `${word("got")} ${got}`);
  if (drawing) lines.push(drawing);
  if (printed.trim()) lines.push(`${word("printed")}`, printed);
  return lines.join("\n");
}
