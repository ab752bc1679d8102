// What every page has: the menu, the settings of this screen, and the PIN.
import { leavePin, loadRights, rights } from "./api.js";
import { askPin, sheet, show } from "./dialogs.js";
import { el } from "./make.js";
import { beep } from "./sound.js";
import { t } from "./texts.js";

const USUAL = { sound: "quiet", marks: "signs", theme: "auto" };

export function setting(name) {
  if (name === "theme") return document.documentElement.dataset.theme || "auto";
  try {
    return localStorage.getItem(`companion-${name}`) ?? USUAL[name];
  } catch {
    return USUAL[name];
  }
}

function keep(name, value) {
  if (name === "language" || name === "theme") {
    document.cookie = `companion-${name}=${value}; path=/; max-age=31536000; SameSite=Lax`;
    if (name === "language") location.reload();
    else document.documentElement.dataset.theme = value;
    return;
  }
  try {
    localStorage.setItem(`companion-${name}`, value);
  } catch {
    // a browser that keeps nothing: the choice holds until the page is left
  }
  document.documentElement.dataset[name] = value;
  document.dispatchEvent(new Event(name));
  if (name === "sound" && value === "beep") beep("good");
}

for (const name of ["sound", "marks"]) document.documentElement.dataset[name] = setting(name);

export async function withPin(work) {
  if (!rights.may_change) await loadRights();
  if (!rights.may_change && !(await askPin())) return null;
  return work();
}

function lockWords(button) {
  button.textContent = t(rights.may_change ? "pin.unlocked" : "pin.locked");
  button.setAttribute("aria-pressed", String(rights.may_change));
}

async function openMenu() {
  await loadRights().catch(() => {});
  const chosen = await sheet((done) => {
    const inner = document.getElementById("menu-template").content.cloneNode(true);
    const holder = el("div", {}, el("h2", { class: "hidden" }, t("nav.menu")), inner,
      el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", onclick: () => done(null) }, t("rejudged.close"))));
    for (const group of holder.querySelectorAll("[data-set]")) {
      const name = group.dataset.set;
      const box = group.querySelector(`[value="${name === "language" ? document.documentElement.lang : setting(name)}"]`);
      if (box) box.checked = true;
      group.addEventListener("change", (event) => keep(name, event.target.value));
    }
    for (const button of holder.querySelectorAll("[data-menu]")) button.addEventListener("click", () => done(button.dataset.menu));
    for (const link of holder.querySelectorAll("a")) {
      if (link.getAttribute("href") === location.pathname) link.setAttribute("aria-current", "page");
    }
    lockWords(holder.querySelector("#pin-button"));
    return holder;
  });
  if (chosen === "join") {
    await show(t("nav.join"), el("img", { class: "code", src: "/join.svg", alt: t("nav.join") }), el("p", {}, t("join.text")));
  } else if (chosen === "pin") {
    if (rights.may_change) await leavePin();
    else await askPin();
  }
  document.dispatchEvent(new Event("rights"));
}

document.getElementById("menu-button").addEventListener("click", openMenu);
