// One dialog at a time: a question with a reason, or the PIN. Each returns a promise; null means no.
import { enterPin } from "./api.js";
import { el } from "./make.js";
import { t } from "./texts.js";

const dialog = document.getElementById("dialog");
const toast = document.getElementById("toast");
let hiding = 0;

export function say(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { toast.hidden = true; }, 5000);
}

// Browsers of 2021 may know the element without its methods: then it is shown as a plain box.
function showModal() {
  if (dialog.hasAttribute("open")) return;
  if (dialog.showModal) dialog.showModal();
  else dialog.setAttribute("open", "");
}

function close() {
  if (dialog.close) dialog.close();
  else dialog.removeAttribute("open");
}

function open(build) {
  return new Promise((resolve) => {
    const done = (value) => {
      close();
      resolve(value);
    };
    dialog.oncancel = () => resolve(null);
    dialog.replaceChildren(build(done));
    dialog.setAttribute("aria-label", dialog.querySelector("h2")?.textContent ?? "");
    showModal();
    dialog.scrollTop = 0;
  });
}

// options: {reason: whether to ask for one, choices: [[value, label]], yes, danger}
export function confirm(text, { reason = false, choices = null, yes = t("confirm.yes"), danger = false } = {}) {
  return open((done) => {
    const why = el("input", { name: "reason", maxlength: 200, autocomplete: "off", placeholder: t("confirm.reason"), "aria-label": t("confirm.reason") });
    const form = el("form", { method: "dialog", onsubmit: (event) => {
      event.preventDefault();
      const chosen = new FormData(form).get("choice");
      done({ reason: why.value, choice: chosen });
    } },
      el("h2", {}, text),
      choices && el("fieldset", { class: "choices" }, ...choices.map(([value, label, className], index) =>
        el("label", { class: className ?? "" }, el("input", { type: "radio", name: "choice", value, checked: index === 0 }), el("span", {}, label)))),
      reason && why,
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "quiet", onclick: () => done(null) }, t("confirm.no")),
        el("button", { type: "submit", class: danger ? "danger" : "primary" }, yes)));
    return form;
  });
}

export function askPin() {
  return open((done) => {
    const pin = el("input", { name: "pin", inputmode: "numeric", autocomplete: "off", maxlength: 12, required: true, "aria-label": t("pin.title"), class: "pin" });
    const wrong = el("p", { class: "wrong", role: "alert" });
    return el("form", { method: "dialog", onsubmit: async (event) => {
      event.preventDefault();
      try {
        await enterPin(pin.value.trim());
        done(true);
      } catch (problem) {
        wrong.textContent = problem.message;
        pin.select();
      }
    } },
      el("h2", {}, t("pin.title")), el("p", {}, t("pin.text")), pin, wrong,
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "quiet", onclick: () => done(null) }, t("pin.cancel")),
        el("button", { type: "submit", class: "primary" }, t("pin.enter"))));
  });
}

export function show(title, ...children) {
  return open((done) => el("div", {}, el("h2", {}, title), ...children,
    el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", onclick: () => done(true) }, t("rejudged.close")))));
}

export function sheet(build) {
  return open(build);
}
