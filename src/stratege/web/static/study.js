// What the pages about a position have in common: its name, the form that sets it up, and complaints.
import { $, element } from "./dom.js";
import { sign } from "./values.js";
import { word } from "./words.js";

const games = JSON.parse($("games").textContent);
const setup = $("setup");

/** The game that is shown when none is asked for. */
export const usual = { game: games[0].name };

/** A game's name, variant and size, of anything that has them. */
export const rulesOf = ({ game, variant, size }) => ({ game, variant, size });

/** Say which position it is. */
export function showHeading(view) {
  $("notice").hidden = true;
  $("label").textContent = view.label;
  document.title = `${view.label} · Stratège`;
  $("turn").textContent = view.outcome ? view.outcome.words : view.caption;
  $("text").textContent = view.text;
}

/** A sentence about what did not work; none if it was given up. */
export function complain(error) {
  if (error.name === "AbortError") return;
  $("notice").textContent = error.message;
  $("notice").hidden = false;
}

/** Have the form say what is looked at. */
export function fillSetup(here) {
  const { game, variant, size } = setup.elements;
  game.value = here.game;
  const known = games.find(({ name }) => name === here.game);
  variant.replaceChildren(...known.variants.map(({ name, title }) => new Option(title, name)));
  variant.value = here.variant;
  size.value = here.size;
}

/** Open what the form's lists are turned to, at once. */
export function followSetup(open) {
  const { game, variant } = setup.elements;
  game.addEventListener("change", () => open({ game: game.value }));
  variant.addEventListener("change", () => open(rulesOf(Object.fromEntries(new FormData(setup)))));
}

/** Open what was asked for; where that cannot be, the usual board of that game, or another, and the sentence that
 *  says why. */
export async function openOrUsual(open, asked) {
  if (await open({ ...usual, ...asked })) return;
  const sentence = $("notice").textContent;
  const known = games.some(({ name }) => name === asked.game);
  if (await open(known ? { game: asked.game } : usual)) complain(new Error(sentence));
}

/** The signs of the values, explained. */
export function valueLegend() {
  const words = { good: "legend-good", even: "legend-even", bad: "legend-bad" };
  return Object.entries(words).map(([which, key]) => element("span", {}, sign(which), word(key)));
}
