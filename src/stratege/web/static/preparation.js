// What the first start makes in the background: followed while it lasts.
import { get } from "./api.js";

const PAUSE = 2000; // milliseconds between two looks
const place = document.getElementById("preparation");
const [words, bar, left] = ["p", "progress", "small"].map((name) => place.querySelector(name));

function show({ state, words: said, part, parts, percent, left: rest }) {
  const numbered = state === "working" && parts > 0 ? `${said} (${part}/${parts})` : said;
  if (words.textContent !== numbered) words.textContent = numbered; // it is read aloud when it changes
  bar.value = percent;
  left.textContent = rest;
  bar.hidden = state !== "working";
  return state === "working";
}

async function follow() {
  const working = await get("/preparation").then(show, () => true); // a server that is away may come back
  if (working) setTimeout(follow, PAUSE);
}

if (place.dataset.state === "working") follow();
