// A stage: its values in a form and in the address, its frames from the server.
import { get, query } from "./api.js";
import { $ } from "./dom.js";
import { Player } from "./player.js";

const form = $("wish");
const fields = [...form.querySelectorAll("[name=value]")];
const player = new Player();

async function show() {
  $("notice").hidden = true;
  const values = fields.map((field) => ["value", field.value]);
  try {
    player.show((await get(form.dataset.path, values)).frames);
    history.replaceState(null, "", `?${query(values)}`);
    document.body.dataset.ready = "true";
  } catch (error) {
    $("notice").textContent = error.message;
    $("notice").hidden = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  show();
});
const given = new URLSearchParams(location.search).getAll("value");
given.forEach((value, place) => place < fields.length && (fields[place].value = value));
show();
