// The API's page: each request as a command, and what the server answers to it.
const LONGEST = 4000; // signs of an answer that are shown

/** The address that a form's fields make. */
function address(form) {
  let { path } = form.dataset;
  const asked = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    if (dataset.in === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) asked.set(name, value);
  }
  return asked.size ? `${path}?${asked}` : path;
}

function showCommand(form) {
  const post = form.dataset.method === "post" ? "-X POST " : "";
  form.querySelector(".curl").textContent = `curl ${post}'${location.origin}${address(form)}'`;
}

/** What comes first of an answer; the rest, of a stream for one, is let go. */
async function begun(response) {
  const type = response.headers.get("content-type") ?? "";
  if (!/json|text|xml/.test(type)) return `${response.status} ${type}`;
  const text = await response.text();
  const said = type.includes("json") ? JSON.stringify(JSON.parse(text), null, 1) : text;
  return `${response.status} ${type}\n${said.slice(0, LONGEST)}${said.length > LONGEST ? "\n…" : ""}`;
}

for (const form of document.querySelectorAll(".route form")) {
  showCommand(form);
  form.addEventListener("input", () => showCommand(form));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = form.querySelector(".answer");
    answer.hidden = false;
    answer.textContent = "…";
    answer.textContent = await fetch(address(form)).then(begun).catch((error) => String(error));
  });
}
