// Opening a class: the questions are picked, and the teacher's page opens.
import { post } from "./api.js";
import { $ } from "./dom.js";
import { word } from "./words.js";

const form = $("open");
const picked = (host) => [...host.querySelectorAll("[name=question]")];

for (const all of form.querySelectorAll("[data-all]")) {
  const boxes = picked(all.closest("details"));
  all.addEventListener("change", () => boxes.forEach((box) => (box.checked = all.checked)));
  for (const box of boxes) box.addEventListener("change", () => (all.checked = boxes.every((one) => one.checked)));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { title, closes, keep } = form.elements;
  const questions = picked(form).filter((box) => box.checked).map((box) => box.value);
  $("notice").hidden = true;
  try {
    if (!questions.length) throw new Error(word("pick-some"));
    const asked = { title: title.value, questions, keep_days: Number(keep.value) };
    if (closes.value) asked.closes = new Date(closes.value).toISOString();
    location.assign((await post("/classes", asked)).teacher);
  } catch (error) {
    $("notice").textContent = error.message;
    $("notice").hidden = false;
  }
});
