// The tree page: what is asked for stands in the form and in the address; nodes open and close.
import { address, get, query } from "./api.js";
import { $ } from "./dom.js";
import { Player } from "./player.js";
import { word } from "./words.js";

const form = $("wish");
const beginnings = JSON.parse($("beginnings").textContent);
const player = new Player();
let open = "";

const asked = () => ({ ...Object.fromEntries(new FormData(form)), open });

async function show(step = 0) {
  $("notice").hidden = true;
  const wish = asked();
  try {
    const tree = await get("/watch/tree", wish);
    open = tree.open.join(",");
    $("board").innerHTML = tree.board; // SVG of the server's own making
    $("counts").textContent = word("tree-counts", tree);
    player.show(tree.frames, step);
    history.replaceState(null, "", `?${query(wish)}`);
    for (const kind of ["svg", "png"]) $(`as-${kind}`).href = address(`/watch/tree.${kind}`, { ...wish, open });
    document.body.dataset.ready = "true";
  } catch (error) {
    $("notice").textContent = error.message;
    $("notice").hidden = false;
  }
}

/** Open or close the node that was pressed; the last step is shown, where every value is known. */
async function toggle(target) {
  const node = target.closest("[data-open]");
  if (!node) return;
  const path = node.dataset.open;
  const paths = new Set(open.split(",").filter(Boolean));
  if (!paths.delete(path)) paths.add(path);
  open = [...paths].filter((one) => paths.has(one)).join(",") || "0";
  await show(Infinity);
  $("picture").querySelector(`[data-open="${path}"]`)?.focus();
}

$("picture").addEventListener("click", (event) => toggle(event.target));
$("picture").addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    toggle(event.target);
  }
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  open = "";
  show();
});
form.elements.game.addEventListener("change", () => {
  const { game, position, method } = form.elements;
  position.value = beginnings[game.value];
  method.value = game.value === "awale" ? "negamax" : "alphabeta";
});

const given = new URLSearchParams(location.search);
for (const [name, value] of given) {
  const field = form.elements[name];
  if (name === "open") open = value;
  else if (field?.type === "checkbox") field.checked = value === "true";
  else if (field) field.value = value;
}
show();
