// A student's work, kept in this browser: an answer and a mark for each question, taken along as files.
const place = (paper, kind, name) => `stratege:${paper}:${kind}:${name}`;

export const kept = (paper, name) => localStorage.getItem(place(paper, "answer", name));
export const keep = (paper, name, text) => localStorage.setItem(place(paper, "answer", name), text);
export const forget = (paper, name) => localStorage.removeItem(place(paper, "answer", name));
export const markOf = (paper, name) => localStorage.getItem(place(paper, "mark", name));
export const keepMark = (paper, name, mark) => localStorage.setItem(place(paper, "mark", name), mark);

/** The answers to these questions, in their order: [question, text]. */
const answers = (paper, questions) =>
  questions.map((one) => [one, kept(paper, one.name)]).filter(([, text]) => text !== null);

/** Each answer under a line that names its question. */
export const asPython = (paper, questions) =>
  answers(paper, questions)
    .map(([one, text]) => `# %% [${paper} ${one.name}]\n${text.trimEnd()}\n`)
    .join("\n\n");

/** Queries as a class takes them. */
export const asSql = (paper, questions) =>
  answers(paper, questions)
    .map(([one, text]) => `-- ${one.name}\n${text.trimEnd()}\n`)
    .join("\n");

export function asNotebook(paper, questions) {
  const cells = answers(paper, questions).map(([one, text], number) => ({
    cell_type: "code",
    id: `answer-${number}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source: `# %% [${paper} ${one.name}]\n${text.trimEnd()}\n`.split(/(?<=\n)/),
  }));
  const kernelspec = { name: "python3", display_name: "Python 3", language: "python" };
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells }, null, 1);
}

/** The answers that a file holds, by question: under the lines that name them, else function by function. */
export function broughtBack(paper, questions, text) {
  const source = text.trimStart().startsWith("{") ? ofNotebook(text) : text;
  const found = new Map();
  const heading = questions[0].exercise === "SQL" ? /^--[ \t]*(Q\d+).*\n/m : new RegExp(`^# %% \\[${paper} ([^\\]\\n]+)\\]\\n`, "m");
  const named = source.split(heading);
  for (let n = 1; n < named.length; n += 2) found.set(named[n], named[n + 1].trimEnd() + "\n");
  if (!found.size) for (const [name, answer] of byFunction(questions, source)) found.set(name, answer);
  const known = new Set(questions.map((one) => one.name));
  return [...found].filter(([name]) => known.has(name));
}

const ofNotebook = (text) =>
  (JSON.parse(text).cells ?? [])
    .filter((cell) => cell.cell_type === "code")
    .map((cell) => [cell.source].flat().join("").trimEnd() + "\n")
    .join("\n\n");

/** A file is cut where a function begins that is asked for; what comes before it belongs to it. */
function* byFunction(questions, source) {
  let answer = "";
  let owner = null;
  for (const line of source.split("\n")) {
    const name = line.match(/^def (\w+)\s*\(/)?.[1];
    const question = questions.find((one) => one.function === name);
    if (owner && /^\S/.test(line)) {
      yield [owner.name, answer.trimEnd() + "\n"];
      [answer, owner] = ["", null];
    }
    answer += line + "\n";
    owner = question ?? owner;
  }
  if (owner) yield [owner.name, answer.trimEnd() + "\n"];
}
