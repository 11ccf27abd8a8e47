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

$("sound").addEventListener("click", switchSound);
onKeys({ m: [word("key-sound"), switchSound] });
showSound();
