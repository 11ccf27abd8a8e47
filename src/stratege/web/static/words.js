// What the pages say: translated by the server's catalogue, handed over as blocks of JSON: one for all pages, and
// one of its own for a page that says more.
const blocks = [...document.querySelectorAll("#words, script.words")];
const catalogue = Object.assign({}, ...blocks.map((block) => JSON.parse(block.textContent)));
const french = document.documentElement.lang === "fr";
const VOWEL = /^(?:[aeiouàâéèêëîïôûœ]\p{L}|y(?![aeiouy])\p{L})/iu; // as in core/language.py: de + Ada = d’Ada

/** The words of this key in the page's language, its {names} filled in. */
export function word(key, values = {}) {
  return catalogue[key].replace(/(?:\b([Dd]|[Qq]u)e )?\{(\w+)\}/g, (found, elided, name) => {
    if (!elided) return values[name];
    return french && VOWEL.test(values[name]) ? `${elided}’${values[name]}` : `${elided}e ${values[name]}`;
  });
}
