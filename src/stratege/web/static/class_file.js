// A file that was handed in: its attempts to choose from, its report, its text.
import { $, button, element, refill } from "./dom.js";
import { date } from "./class.js";
import { reported } from "./report.js";
import { points, word } from "./words.js";

const state = (one) =>
  ({ waiting: word("not-marked"), failed: word("failed") })[one.state] ??
  word("points-of", points(one));

/** Buttons for attempts, the last one first; each opens its file. */
export const attempts = (entries, open) =>
  entries.toReversed().map((one) => {
    const words = word("attempt", { file: one.file, paper: one.paper, date: date(one.received), state: state(one) });
    return element("li", {}, button(words, () => open(one.number), { key: one.number }));
  });

/** Show a file with its report under a heading. */
export function showFile(whole, heading) {
  $("opened").hidden = false;
  $("opened-head").textContent = heading;
  refill($("report"), whole.report ? reported(whole.report) : [element("p", { className: "help" }, whole.error || state(whole))]);
  $("source").textContent = whole.source;
}
