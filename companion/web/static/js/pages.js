// What the pages beside the live table share: fields, dates, and doing things with the PIN.
import { withPin } from "./frame.js";
import { say } from "./dialogs.js";
import { el } from "./make.js";
import { language, t } from "./texts.js";

// A row of choices: [[value, text, title]].
export function segments(name, legend, choices, chosen, onChange = () => {}) {
  return el("fieldset", { class: "segments", "data-name": name, onchange: (event) => onChange(event.target.value) },
    el("legend", {}, legend),
    ...choices.map(([value, text]) => el("label", {}, el("input", { type: "radio", name, value, checked: String(value) === String(chosen) }), el("span", {}, text))));
}

export const when = (seconds, style = { dateStyle: "medium", timeStyle: "short" }) => new Date(seconds * 1000).toLocaleString(language, style);

export async function doing(work) {
  try {
    return await withPin(work);
  } catch (problem) {
    say(t("failed", { error: problem.message }));
    return null;
  }
}
