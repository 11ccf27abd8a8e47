// What the pages say: translated by the server's catalogue, handed over as a block of JSON.
const catalogue = JSON.parse(document.getElementById("words").textContent);

/** The words of this key in the page's language, its {names} filled in. */
export function word(key, values = {}) {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
