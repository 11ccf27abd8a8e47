// The API's page: each request as a command, and what the server answers to it.
const LONGEST = 4000; // signs of an answer that are shown

/** The fields of a form that go to one place: the path, the query, a header, or a form that is sent. */
const fields = (form, where) => [...form.querySelectorAll(`[data-in=${where}]`)];
const filled = ({ value }) => value !== "";

/** The address that a form's fields make. */
function address(form) {
  let { path } = form.dataset;
  for (const { name, value } of fields(form, "path")) path = path.replace(`{${name}}`, encodeURIComponent(value));
  const asked = new URLSearchParams(fields(form, "query").filter(filled).map(({ name, value }) => [name, value]));
  return asked.size ? `${path}?${asked}` : path;
}

/** The request that a form's fields make, for `fetch`. */
function request(form) {
  const { method } = form.dataset;
  const headers = Object.fromEntries(fields(form, "header").map(({ name, value }) => [name, `Bearer ${value}`]));
  const { body } = form.elements;
  if (body) return { method, headers: { ...headers, "content-type": "application/json" }, body: body.value };
  const sent = new FormData();
  for (const { name, value, files } of fields(form, "form").filter(filled)) sent.append(name, files?.[0] ?? value);
  return { method, headers, ...([...sent.keys()].length ? { body: sent } : {}) };
}

/** A word as a shell reads it. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function showCommand(form) {
  const { method, headers } = request(form);
  const words = ["curl", ...(method === "GET" ? [] : ["-X", method])];
  for (const [name, value] of Object.entries(headers)) words.push("-H", quoted(`${name}: ${value}`));
  for (const { name, value, type } of fields(form, "form").filter((one) => one.type === "file" || filled(one))) {
    words.push("-F", quoted(`${name}=${type === "file" ? `@${value.split("\\").pop() || "…"}` : value}`));
  }
  if (form.elements.body) words.push("-d", quoted(compact(form.elements.body.value)));
  form.querySelector(".curl").textContent = [...words, quoted(`${location.origin}${address(form)}`)].join(" ");
}

/** JSON on one line, if it is JSON. */
function compact(text) {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
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
    answer.textContent = await fetch(address(form), request(form)).then(begun).catch((error) => String(error));
  });
}
