// Every answer to a paper that is kept in this browser, marked one after the other into a table.
import { post } from "./api.js";
import { $, element } from "./dom.js";
import { keepMark, kept } from "./portfolio.js";
import { figure, points, word } from "./words.js";

/** The report on one answer: as *Mark* in its own room gives it. */
async function marked(paper, { name, exercise }) {
  const text = kept(paper, name);
  const sql = exercise === "SQL";
  const asked = sql ? { question: name, query: text } : { sources: [text], questions: [name] };
  return (await post(`/papers/${paper}/${sql ? "mark-sql" : "mark"}`, asked)).questions[0];
}

const cell = (...content) => element("td", {}, ...content);

/** Mark them all; `links` lead to the questions, `done` is told of each mark. */
export async function markAll(paper, links, done) {
  const answered = links.filter((link) => kept(paper, link.dataset.name) !== null);
  $("all-count").textContent = answered.length ? word("working") : word("no-answers");
  $("all-marks").hidden = !answered.length;
  const body = $("all-marks").querySelector("tbody");
  body.replaceChildren();
  const sum = { earned: 0, points: 0 };
  for (const link of answered) {
    const { name, function: called } = link.dataset;
    const place = cell("…");
    const why = cell();
    const heading = element("th", { scope: "row" }, element("a", { href: link.href }, link.querySelector(".question").textContent));
    body.append(element("tr", {}, heading, cell(element("code", {}, called)), place, why));
    try {
      const { earned, points: most, parts } = await marked(paper, link.dataset);
      place.textContent = `${figure(earned)}/${figure(most)}`;
      place.className = earned === most ? "good" : "bad";
      why.textContent = parts.find((part) => part.reason)?.reason ?? "";
      keepMark(paper, name, `${earned}/${most}`);
      sum.earned += earned;
      sum.points += most;
      done();
    } catch (error) {
      [place.textContent, why.textContent] = ["–", error.message];
    }
  }
  if (answered.length) $("all-count").textContent = word("all-marked", points(sum));
}
