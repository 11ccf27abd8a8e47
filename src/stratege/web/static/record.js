// Text that people paste: a position, some moves, or a whole record with its tags. The server checks all of it.
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/** What a text asks for: { game, variant, size, position, moves }, each where the text says it. */
export function understood(text) {
  const tags = {};
  for (const [, name, value] of text.matchAll(/^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$/gm)) {
    tags[name] = value.replace(/\\(.)/g, "$1");
  }
  const words = text.replace(/^\s*\[.*\]\s*$/gm, "").split(/\s+/).filter(Boolean);
  if (tags.Game) {
    const moves = words.filter((word) => !/^\d+\.+$/.test(word) && !RESULTS.includes(word)).join(" ");
    return { game: tags.Game, variant: tags.Variant, size: tags.Size, position: tags.Start ?? "", moves };
  }
  // A position is written with colons, slashes, or more than one comma; moves are not.
  const [first = "", ...rest] = words;
  const isPosition = /[:/]/.test(first) || (first.match(/,/g) ?? []).length > 1 && !first.includes("-");
  return isPosition ? { position: first, moves: rest.join(" ") } : { position: "", moves: words.join(" ") };
}

/** A game as the text that the other doors of Stratège read. */
export function recordText({ game, variant, size }, start, moves, result) {
  const tags = { Game: game, Variant: variant, Size: size, Start: start, Result: result };
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]`);
  return `${head.join("\n")}\n\n${[...moves, result].join(" ")}\n`;
}
