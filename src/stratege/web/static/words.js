// What the pages say: translated by the server's catalogue, handed over as blocks of JSON: one for all pages, and
// one of its own for a page that says more.
const blocks = [...document.querySelectorAll("#words, script.words")];
const catalogue = Object.assign({}, ...blocks.map((block) => JSON.parse(block.textContent)));

/** The words of this key in the page's language, its {names} filled in. */
export const word = (key, values = {}) => catalogue[key].replace(/\{(\w+)\}/g, (found, name) => values[name]);
