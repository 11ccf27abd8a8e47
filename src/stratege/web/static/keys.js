// Keys: each page says which it has; `?` shows them all.
import { $, element } from "./dom.js";
import { word } from "./words.js";

const known = []; // [keys, words, action], in the order of the card
const ARROWS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const NAMES = { ...ARROWS, Enter: word("enter"), Escape: word("escape"), Home: word("home"), End: word("end") };
const WRITING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
const OWN_ARROWS = "[type=radio]"; // where arrows have a meaning of their own

/** Have keys do something: `{ key: [words, action] }`; several keys of one action, which hears which, stand in one
 *  string. */
export function onKeys(table) {
  for (const [keys, [words, action]] of Object.entries(table)) known.push([keys.split(" "), words, action]);
}

/** Say of keys that work by themselves what they do. */
export function mention(keys, words) {
  known.push([keys.split(" "), words, null]);
}

/** What a key does that stands for a button: nothing while that is hidden or cannot be pressed. */
export const press = (button) => button.hidden || button.disabled || button.click();

function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest(WRITING)) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key in ARROWS && event.target.closest(OWN_ARROWS)) return;
  const found = known.find(([keys, , action]) => action && keys.includes(event.key));
  if (!found) return;
  event.preventDefault();
  found[2](event.key);
}

function showCard() {
  const names = (keys) => keys.flatMap((key) => [element("kbd", {}, NAMES[key] ?? key), " "]);
  $("key-list").replaceChildren(...known.flatMap(([keys, words]) => [element("dt", {}, ...names(keys)), element("dd", {}, words)]));
  $("keys").showModal();
}

document.addEventListener("keydown", pressed);
$("show-keys").addEventListener("click", showCard);
document.addEventListener("DOMContentLoaded", () => {
  // After the page's own.
  if (document.querySelector(".board")) {
    mention("Tab", word("key-board"));
    mention("ArrowLeft ArrowRight ArrowUp ArrowDown", word("key-places"));
    mention("Enter", word("key-choose"));
    mention("Escape", word("key-release"));
  }
  onKeys({ "?": [word("key-card"), showCard] });
});
