// Text that people paste: a position, some moves, or a whole record with its tags. The server checks all of it.

/** What a text asks for: { position, text }, of which a record has the latter only. */
export function understood(text) {
  if (/^\s*\[Game\s/m.test(text) || /^\s*\(\s*;/.test(text)) return { text, position: "" };
  // A position is written with colons, slashes, or more than one comma; moves are not.
  const [first = "", ...rest] = text.split(/\s+/).filter(Boolean);
  const isPosition = /[:/]/.test(first) || (first.match(/,/g) ?? []).length > 1 && !first.includes("-");
  return isPosition ? { position: first, text: rest.join(" ") } : { position: "", text };
}

/** A game as the text that the other doors of Stratège read. */
export function recordText({ game, variant, size, start, tags }, moves, result) {
  const every = { Game: game, Variant: variant, Size: size, Start: start, ...tags, Result: result };
  const head = Object.entries(every).filter(([, value]) => value);
  const quoted = (value) => value.replace(/[\\"]/g, "\\$&");
  return `${head.map(([name, value]) => `[${name} "${quoted(value)}"]`).join("\n")}\n\n${moves} ${result}\n`;
}
