// A code editor in place of a textarea; the textarea stays in the form, and always holds the same text.
import { createEditor } from "./vendor/prism-code-editor/index.js";
import { defaultCommands, editHistory } from "./vendor/prism-code-editor/extensions/commands/index.js";
import { matchBrackets } from "./vendor/prism-code-editor/extensions/matchBrackets/index.js";
import { languages } from "./vendor/prism-code-editor/prism/index.js";
import "./vendor/prism-code-editor/prism/languages/python.js";
import "./vendor/prism-code-editor/prism/languages/sql.js";
import "./vendor/prism-code-editor/languages/python.js";
import "./vendor/prism-code-editor/languages/sql.js";

// The papers call a pit `case`, which is a keyword in few places only.
languages.python.keyword = new RegExp(languages.python.keyword.source.replace(/\|(case|match)\b/g, ""));

/** The editor; `changed` hears every new text. */
export function editorFor(field, language, changed) {
  const editor = createEditor(
    null,
    {
      language,
      value: field.value,
      tabSize: 4,
      insertSpaces: true,
      onUpdate(text) {
        field.value = text;
        changed(text);
      },
    },
    defaultCommands(),
    editHistory(),
    matchBrackets(),
  );
  const label = field.labels[0].firstChild.textContent.trim();
  editor.textarea.setAttribute("aria-label", label);
  editor.textarea.setAttribute("aria-describedby", field.getAttribute("aria-describedby"));
  editor.textarea.maxLength = field.maxLength;
  field.hidden = true;
  field.required = false;
  field.labels[0].parentNode.insertBefore(editor.container, field.labels[0].nextSibling);
  return editor;
}
