// The camera wizard: aim, corners, colours, report. Each step shows the picture and asks for one thing.
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { Corners } from "./corners.js";
import { confirm } from "./dialogs.js";
import { el } from "./make.js";
import { doing } from "./pages.js";
import { colourName, has, letter, page, sign, squareName, t } from "./texts.js";

const STEPS = ["aim", "corners", "colours", "report"];
const AGAIN = 4000;
const main = document.getElementById("main");
const camera = new Camera(el("div"));
const frame = camera.image.parentElement;
const corners = new Corners(frame, snap);
let step = "aim";
let found = null;
let board = "auto";
let timer = 0;

const ask = (body) => doing(() => post("calibration", { board, ...body }));
const problemText = (word) => t(has(`cal.problem.${word}`) ? `cal.problem.${word}` : "cal.problem.other");
const message = (text, kind = "") => { told.className = `said ${kind}`; told.replaceChildren(...[text].flat()); };
const told = el("div", { class: "said", role: "status" });

function go(next) {
  clearTimeout(timer);
  step = next;
  draw();
  ({ aim: look, corners: showCorners, colours: showColours, report: showReport })[step]();
}

function draw() {
  const at = STEPS.indexOf(step);
  const ready = step === "aim" || Boolean(found);
  const picture = step === "aim" || step === "corners";
  camera.open(picture);
  corners.show(step === "corners");
  main.replaceChildren(
    el("ol", { class: "steps", "aria-label": t("cal.steps") }, ...STEPS.map((name, index) => el("li", { class: index < at ? "done" : "", "aria-current": index === at ? "step" : null }, t(`cal.${name}`)))),
    el("div", { class: "wizard panel" }, picture ? frame : "", view, told,
      el("div", { class: "buttons" },
        at > 0 ? el("button", { type: "button", class: "quiet", "data-do": "back", onclick: () => go(STEPS[at - 1]) }, t("cal.back")) : "",
        step === "aim" ? el("button", { type: "button", "data-do": "look", onclick: look }, t("cal.look")) : "",
        step === "corners" ? el("button", { type: "button", "data-do": "turn", onclick: () => { corners.turn(); snap(corners.points); } }, t("cal.turn")) : "",
        step === "report"
          ? el("button", { type: "button", class: "primary", "data-do": "save", onclick: save }, t("cal.save"))
          : el("button", { type: "button", class: "primary", "data-do": "next", disabled: !ready, onclick: () => go(STEPS[at + 1]) }, t("cal.next")))));
}

const view = el("div", { class: "shown" });
const advice = (lines) => el("ul", { class: "advice" }, ...lines.map((one) => el("li", { class: one.serious ? "serious" : "" }, t(`trouble.${one.trouble}`))));

async function look() {
  clearTimeout(timer);
  view.replaceChildren();
  if (!told.textContent) message(t("cal.looking"));
  const answer = await ask({ step: "aim" });
  if (!answer || step !== "aim") return;
  if (answer.problem) {
    message(problemText(answer.problem), "bad");
    again();
  } else {
    if (answer.corners) found = answer;
    corners.set(answer.corners);
    corners.outline(answer.corners, answer.size);
    const good = answer.corners ? t("cal.found", { board: t(`new.board.${answer.board}`) }) : "";
    message([good, answer.advice.length ? advice(answer.advice) : ` ${t("cal.fine")}`], answer.advice.some((one) => one.serious) ? "bad" : "good");
    if (answer.advice.length) again();
  }
}

// As long as something is to be changed, the picture is looked at again and again.
function again() {
  timer = setTimeout(() => (document.hidden ? again() : look()), AGAIN);
}

function showCorners() {
  view.replaceChildren();
  message(t("cal.drag"));
}

// Dragged marks snap to the squares that are really there.
async function snap(points) {
  message(t("cal.looking"));
  const answer = await ask({ step: "corners", corners: points });
  if (!answer || step !== "corners") return;
  if (answer.problem) {
    found = null;
    corners.outline(null);
    message(problemText(answer.problem), "bad");
  } else {
    found = answer;
    corners.set(answer.corners);
    corners.outline(answer.corners, answer.size);
    message(t("cal.snapped"), "good");
  }
  main.querySelector("[data-do=next]").disabled = !found;
}

function showColours() {
  const holder = el("div", { class: "reading" });
  const reading = new Board(holder);
  const colours = page.boards[found.board].colours;
  const lying = [];
  found.grid.forEach((row, r) => [...row].forEach((one, c) => {
    const colour = colours.find((name) => letter(name) === one);
    if (colour) lying.push({ number: r * found.size + c, colour, cells: [[r, c]], piece: null, violations: [] });
  }));
  reading.show({ game: { id: 0, size: found.size, starts: page.boards[found.board].starts, colours }, board: lying, last: null, away: [] }, { onTap: tap });
  view.replaceChildren(holder, el("ul", { class: "swatches" }, ...colours.map((colour) => {
    const { cells, looks } = found.colours[colour];
    const swatch = el("span", { class: "swatch" });
    swatch.style.background = looks || "none";
    return el("li", { class: `c-${colour}` }, swatch, el("span", { class: `sign c-${colour}`, "aria-hidden": "true" }, sign(colour)), colourName(colour),
      el("small", {}, cells ? t("cal.cells", { count: cells }) : t("cal.unmet")));
  })));
  message(t("cal.read"));
}

async function tap(cell) {
  const colours = page.boards[found.board].colours;
  const choices = [["", t("cal.empty")], ...colours.map((one) => [one, `${sign(one)} ${colourName(one)}`, `c-${one}`])];
  const answer = await confirm(t("cal.what", { square: squareName(cell, found.size) }), { choices });
  if (!answer) return;
  const again = await ask({ step: "colours", taps: [{ row: cell[0], column: cell[1], ...(answer.choice ? { colour: answer.choice } : {}) }] });
  if (again?.problem) message(problemText(again.problem), "bad");
  else if (again) {
    found = again;
    showColours();
  }
}

async function showReport() {
  view.replaceChildren();
  message(t("cal.looking"));
  const answer = await ask({ step: "report" });
  if (!answer || step !== "report") return;
  if (answer.problem) {
    message(problemText(answer.problem), "bad");
    return;
  }
  const { verdict, cell_pixels: pixels, tilt, error_rate: rate, alike, advice: lines } = answer.report;
  const name = (label) => (label === "empty" ? t("cal.empty") : colourName(label));
  view.replaceChildren(
    el("p", { class: `verdict ${verdict}` }, t(`cal.verdict.${verdict}`)),
    el("ul", { class: "facts" },
      el("li", {}, t("cal.pixels", { pixels: Math.round(pixels) })), el("li", {}, t("cal.tilt", { tilt: Math.round(tilt) })),
      el("li", {}, t("cal.errors", { rate: rate > 1e-6 ? t("cal.rate", { number: Math.round(1 / rate) }) : t("cal.rate.none") })),
      el("li", {}, t("cal.alike", { names: alike.map(name).join(" – ") }))));
  message(lines.length ? advice(lines) : t("cal.fine"), lines.some((one) => one.serious) ? "bad" : "good");
}

async function save() {
  const answer = await ask({ step: "save" });
  if (answer?.problem) message(problemText(answer.problem), "bad");
  else if (answer) location.assign("/");
}

get("state").then((state) => { board = state.game?.board ?? "auto"; go("aim"); }).catch(() => go("aim"));
