// Small helpers for building pages.

export const $ = (id) => document.getElementById(id);

/** An element with properties and content. */
export function element(name, properties = {}, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/** A button that does something; `key` names it among its fellows, for `refill`. */
export function button(content, onclick, { key, ...properties } = {}) {
  const made = element("button", { type: "button", onclick, ...properties }, content);
  if (key !== undefined) made.dataset.key = key;
  return made;
}

/** Replace a host's content; whoever stood on one of its buttons stands on the one with the same key after it. */
export function refill(host, content) {
  const key = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  host.replaceChildren(...content);
  if (key !== undefined) host.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/** The text of a file in UTF-8, or as Windows writes it. */
export async function textOf(file) {
  const data = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("windows-1252").decode(data);
  }
}
