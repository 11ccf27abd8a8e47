// The answer to a question in SQL, as a table.
import { element } from "./dom.js";

const cell = (value) =>
  value === null ? element("td", { className: "null" }, "NULL") : element("td", {}, String(value));

/** Head and body of the table. */
export function headAndBody({ columns, rows }) {
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  const body = rows.map((row) => element("tr", {}, ...row.map(cell)));
  return [element("thead", {}, head), element("tbody", {}, ...body)];
}

export const table = (answer) => element("table", { className: "rows" }, ...headAndBody(answer));
