// What the header of every page can change: the theme, and sounds.
import { $ } from "./dom.js";
import { onKeys } from "./keys.js";
import { isOn, toggle } from "./sound.js";
import { word } from "./words.js";

const choice = $("theme");
choice.value = document.documentElement.dataset.theme;
choice.addEventListener("change", () => {
  document.documentElement.dataset.theme = choice.value;
  localStorage.setItem("theme", choice.value);
});

function showSound() {
  $("sound").setAttribute("aria-pressed", String(isOn()));
}

function switchSound() {
  toggle();
  showSound();
}

/** Where the navigation is wider than the page, the room that one is in shows. */
function showRoom() {
  const here = document.querySelector(".top nav [aria-current]");
  const nav = here?.closest("nav");
  if (nav) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
}

showRoom();
$("sound").addEventListener("click", switchSound);
onKeys({ m: [word("key-sound"), switchSound] });
showSound();
