// A class's page. The key of the link stands behind its #, which no server and no other site ever sees; it stays in
// this tab, so that it survives a change of language.
import { ask } from "./api.js";
import { $ } from "./dom.js";
import { beginStudent } from "./class_student.js";
import { beginTeacher } from "./class_teacher.js";
import { word } from "./words.js";

const name = document.querySelector("[data-room]").dataset.room;
const kept = `class ${name}`;
const key = location.hash.slice(1) || sessionStorage.getItem(kept) || "";

export const date = (text) =>
  new Date(text).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** Ask the server about this class, with the link's key. */
const asked = (path = "", options = {}) => ask(`/classes/${name}${path}`, { key, ...options });

export function refuse(error) {
  $("notice").textContent = error.message;
  $("notice").hidden = false;
}

function show(room) {
  sessionStorage.setItem(kept, key);
  $("title").textContent = room.title;
  document.title = `${room.title} · Stratège`;
  const closing = room.closes && word(room.open ? "closes-on" : "closed-on", { date: date(room.closes) });
  $("until").textContent = [closing, word("kept-until", { date: date(room.kept_until) })].filter(Boolean).join(" ");
  $(room.role).hidden = false;
  (room.role === "teacher" ? beginTeacher : beginStudent)(room, asked);
}

try {
  if (!key) throw new Error(word("no-key"));
  show(await asked());
} catch (error) {
  refuse(error);
}
addEventListener("hashchange", () => location.reload());
