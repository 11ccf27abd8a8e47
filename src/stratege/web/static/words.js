// What the pages say: translated by the server's catalogue, handed over as blocks of JSON.
const blocks = [...document.querySelectorAll("script#words, script.words")];
const catalogue = Object.assign({}, ...blocks.map((block) => JSON.parse(block.textContent)));

/** The words of this key in the page's language, its {names} filled in. */
export function word(key, values = {}) {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
