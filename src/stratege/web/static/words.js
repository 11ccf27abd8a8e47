// What the pages say: translated by the server's catalogue, handed over as blocks of JSON: one for all pages, and
// one of its own for a page that says more.
const blocks = [...document.querySelectorAll("#words, script.words")];
const catalogue = Object.assign({}, ...blocks.map((block) => JSON.parse(block.textContent)));

/** A number as the page's language writes it. */
export const figure = (number) => number.toLocaleString(document.documentElement.lang);

/** What was earned and what could be, to be filled in. */
export const points = ({ earned, points: most }) => ({ earned: figure(earned), points: figure(most) });

/** The words of this key in the page's language, its {names} filled in. */
export const word = (key, values = {}) => catalogue[key].replace(/\{(\w+)\}/g, (found, name) => values[name]);
