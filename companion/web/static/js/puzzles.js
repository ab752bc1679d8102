// The three solo puzzles of the manual: choose one, and the live table follows it.
import { post } from "./api.js";
import { el } from "./make.js";
import { doing, segments } from "./pages.js";
import { page, t } from "./texts.js";

const RECTANGLES = { "all-84": [20, 20], "four-squares": [8, 10], "five-squares": [15, 16] };

function card(name) {
  let grade = "easy";
  const hard = el("p", { class: "hint", hidden: true }, t(`puzzle.${name}.hard`));
  const [rows, columns] = RECTANGLES[name];
  return el("article", { class: "panel puzzle", "data-puzzle": name },
    el("h2", {}, t(`puzzle.${name}`)), el("span", { class: "shape", "aria-hidden": "true" }, `${rows} × ${columns}`),
    el("p", {}, t(`puzzle.${name}.text`)),
    segments(`grade-${name}`, t("puzzle.grade"), [["easy", t("puzzle.easy")], ["hard", t("puzzle.hard")]], grade, (value) => { grade = value; hard.hidden = value !== "hard"; }),
    hard,
    el("button", { type: "button", class: "primary", onclick: async () => {
      if (await doing(() => post("games", { board: "classic", puzzle: name, grade }))) location.assign("/");
    } }, t("puzzle.begin")));
}

document.getElementById("main").replaceChildren(...page.puzzles.map(card));
