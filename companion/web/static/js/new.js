// A new game: board, who plays, and, one tap away, the rules that the manuals leave open.
import { get, post } from "./api.js";
import { el, svg } from "./make.js";
import { doing, segments } from "./pages.js";
import { colourName, page, playerName, sign, t } from "./texts.js";

const main = document.getElementById("main");
const choice = { board: "classic", players: "4", clock: "off", minutes: 20, rules: {}, names: {} };

function miniature(name) {
  const { size, colours, starts } = page.boards[name];
  return svg("svg", { class: "miniature", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" },
    svg("rect", { class: "ground", width: size, height: size, rx: 0.6 }),
    ...starts.map(([r, c], index) => svg("path", { class: `fill c-${colours[index]}`, d: `M${c} ${r}m${c ? (c > size / 2 ? 1 : 0) : 0} ${r > size / 2 ? 1 : 0}h${c > size / 2 ? -3 : 3}v${r > size / 2 ? -1.5 : 1.5}h${c > size / 2 ? 1.5 : -1.5}v${r > size / 2 ? -1.5 : 1.5}h${c > size / 2 ? 1.5 : -1.5}z` })));
}

function boards() {
  return el("fieldset", { class: "boards", onchange: (event) => { choice.board = event.target.value; choice.rules = {}; choice.players = four() ? "4" : "2"; draw(); } },
    el("legend", {}, t("new.board")),
    ...Object.keys(page.boards).map((name) => el("label", { "data-board": name }, el("input", { type: "radio", name: "board", value: name, checked: name === choice.board }),
      miniature(name), el("span", {}, el("b", {}, t(`new.board.${name}`)), el("small", {}, t(`new.board.${name}.text`))))));
}

const colours = () => page.boards[choice.board].colours;
const four = () => colours().length === 4;

// The seats round the board: one for each player, with the colours that the player has.
function seats() {
  const all = colours();
  if (!four() || choice.players === "4" || choice.players === "teams") return all.map((colour) => [colour]);
  if (choice.players === "2") return [[all[0], all[2]], [all[1], all[3]]];
  return all.slice(0, 3).map((colour) => [colour]);
}

function names() {
  const shared = choice.players === "3" ? colours()[3] : null;
  return el("fieldset", { class: `seats s${seats().length + (shared ? 1 : 0)}` }, el("legend", {}, t("new.names")),
    ...seats().map((own, index) => el("label", { class: `seat p${index} c-${own[0]}` },
      el("span", { class: "own" }, ...own.map((colour) => el("span", { class: `sign c-${colour}`, "aria-hidden": "true" }, sign(colour)))),
      el("input", { type: "text", maxlength: 40, autocomplete: "off", value: choice.names[own[0]] ?? "", placeholder: own.map(colourName).join(" + "),
        "aria-label": t("new.name", { colours: own.map(colourName).join(", ") }), oninput: (event) => { choice.names[own[0]] = event.target.value; } }))),
    shared && el("p", { class: `seat p3 c-${shared}` }, el("span", { class: `sign c-${shared}`, "aria-hidden": "true" }, sign(shared)), t("new.shared", { colour: colourName(shared) })),
    el("div", { class: "middle", "aria-hidden": "true" }, miniature(choice.board)));
}

const rule = (name) => (value) => { if (value === "") delete choice.rules[name]; else choice.rules[name] = value; draw(); };

function more() {
  const usual = four() ? "basic" : "advanced";
  const first = four() ? colours()[0] : "";
  return el("details", { class: "more", open: choice.open, ontoggle: (event) => { choice.open = event.target.open; } }, el("summary", {}, t("new.more")),
    segments("clock", t("new.clock"), ["off", "up", "down"].map((one) => [one, t(`new.clock.${one}`)]), choice.clock, (value) => { choice.clock = value; draw(); }),
    choice.clock === "down" ? el("label", { class: "minutes" }, el("span", {}, t("new.minutes")), el("input", { type: "number", min: 1, max: 600, value: choice.minutes, inputmode: "numeric", oninput: (event) => { choice.minutes = Number(event.target.value); } })) : "",
    segments("first", t("new.first"), [...(four() ? [] : [["", t("new.first.open")]]), ...colours().map((colour) => [colour, colourName(colour)])], choice.rules.first ?? first, rule("first")),
    four() && segments("direction", t("new.direction"), ["clockwise", "counter_clockwise"].map((one) => [one, t(`new.direction.${one}`)]), choice.rules.direction ?? "clockwise", rule("direction")),
    segments("scoring", t("new.scoring"), ["basic", "advanced"].map((one) => [one, t(`new.scoring.${one}`)]), choice.rules.scoring ?? usual, rule("scoring")),
    el("p", { class: "hint" }, t(`new.scoring.${choice.rules.scoring ?? usual}.text`)),
    segments("starts", t("new.starts"), ["free", "by_colour"].map((one) => [one, t(`new.starts.${one}`)]), choice.rules.starts ?? "free", rule("starts")),
    el("label", { class: "check" }, el("input", { type: "checkbox", checked: choice.rules.end_when_one_is_done, onchange: (event) => rule("end_when_one_is_done")(event.target.checked || "") }), el("span", {}, t("new.end_early"))));
}

function draw() {
  const focus = document.activeElement?.closest("form") ? [document.activeElement.name, document.activeElement.value] : null;
  form.replaceChildren(
    boards(),
    four() ? segments("players", t("new.players"), ["4", "3", "2", "teams"].map((one) => [one, t(`new.players.${one}`)]), choice.players, (value) => { choice.players = value; draw(); }) : "",
    names(),
    more(),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "primary big" }, t("new.begin"))));
  if (focus) [...form.elements].find((one) => one.name === focus[0] && one.value === focus[1])?.focus();
}

const form = el("form", { class: "new-game", onsubmit: (event) => {
  event.preventDefault();
  begin();
} });

async function begin() {
  const rules = { ...choice.rules };
  if (four()) rules.players = choice.players === "teams" ? 4 : Number(choice.players);
  if (choice.players === "teams") rules.teams = true;
  const taken = new Set(seats().map((own) => own[0]));
  const given = Object.fromEntries(Object.entries(choice.names).filter(([colour, name]) => taken.has(colour) && name.trim()));
  const made = await doing(() => post("games", { board: choice.board, rules, names: given, clock: choice.clock, clock_minutes: choice.minutes || 20 }));
  if (made) location.assign("/");
}

// A game that waits to be gone on with comes first.
async function offer() {
  const { games } = await get("games");
  const waiting = games.find((game) => game.status === "paused");
  if (!waiting) return;
  const who = [...new Set(waiting.colours.map((colour) => playerName(waiting, colour)))].join(", ");
  main.prepend(el("button", { type: "button", class: "resume", onclick: async () => {
    if (await doing(() => post(`games/${waiting.id}/resume`))) location.assign("/");
  } }, t("new.resume", { who })));
}

draw();
main.append(form);
offer().catch(() => {});
