// Calling a paper's functions: the server calls, in a process of its own; the page shows it as a console would.
import { post } from "./api.js";
import { element } from "./dom.js";
import { word } from "./words.js";

const said = (kind, text) => element("pre", { className: `said ${kind}`, tabIndex: 0 }, text);

const help = (text) => element("p", { className: "help" }, text);

function* told({ value, printed, error, after, pictures }) {
  if (printed) yield help(word("prints")), yield said("printed", printed);
  if (error !== null) yield element("p", { className: "notice bad" }, error);
  else if (value !== "None" || !(printed || after.length)) yield help(word("gives")), yield said("result", value);
  for (const { name, value } of after) yield help(word("afterwards", { name })), yield said("after", value);
  if (pictures.length) yield element("div", { className: "pictures" }, ...pictures.map(drawn));
}

/** A picture of the server's own making. */
function drawn({ title, svg }) {
  const host = element("div", { className: "scroll-x", tabIndex: 0, role: "group", ariaLabel: title, innerHTML: svg });
  return element("figure", {}, element("figcaption", {}, title), host);
}

async function call(event) {
  event.preventDefault();
  const form = event.target;
  const answer = form.querySelector(".answer");
  const button = form.querySelector("button.main");
  const { paper, function: name } = form.dataset;
  const values = [...form.querySelectorAll("[name=value]")].map((field) => field.value);
  button.disabled = true;
  answer.replaceChildren(help(word("calling")));
  try {
    const result = await post(`/papers/${paper}/call`, { function: name, arguments: values });
    answer.replaceChildren(...told(result));
  } catch (error) {
    answer.replaceChildren(element("p", { className: "notice bad" }, error.message));
  }
  button.disabled = false;
}

for (const form of document.querySelectorAll("form.call")) {
  form.addEventListener("submit", call);
  form.querySelector("button.main").disabled = false; // before, it would have sent the form and lost the page
  form.addEventListener("reset", () => form.querySelector(".answer").replaceChildren());
  for (const field of form.querySelectorAll("textarea")) {
    // A value is one line, however long: Enter calls, as in the other fields.
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }
}

// On a phone the list of functions would push everything else off the screen.
if (matchMedia("(max-width: 62rem)").matches) document.querySelector(".contents details").open = false;
