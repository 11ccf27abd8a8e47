// Studies that this browser keeps.
const PLACE = "studies";

/** Those there are, the last saved first: { name, text }. */
export const saved = () => JSON.parse(localStorage.getItem(PLACE) ?? "[]");

export const read = (name) => saved().find((one) => one.name === name).text;

/** Keep a study under a name, in place of one that had it; tells whether there was room. */
export function save(name, text) {
  return keep([{ name, text }, ...saved().filter((one) => one.name !== name)]);
}

export const drop = (name) => keep(saved().filter((one) => one.name !== name));

function keep(studies) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(studies));
    return true;
  } catch {
    return false;
  }
}
