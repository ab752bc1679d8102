// The live table: one state in, everything drawn from it; what people do goes to the API and comes back as state.
import { Alerts } from "./alerts.js";
import { follow, loadRights, post, rights } from "./api.js";
import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { askPin, confirm, say, show } from "./dialogs.js";
import { Editor } from "./editor.js";
import { setting } from "./frame.js";
import { el, put } from "./make.js";
import { Moves } from "./moves.js";
import { Players } from "./players.js";
import { beep, say as speak } from "./sound.js";
import { sentence, tone, turnSentence } from "./telling.js";
import { textBoard } from "./textboard.js";
import { colourName, playerName, sign, t } from "./texts.js";

const at = (id) => document.getElementById(id);
let state = null;
let linked = false;
let told = 0;
let news = [];

const board = new Board(at("board-view"));
const camera = new Camera(at("camera-view"));
const players = new Players(at("players"));
const moves = new Moves(at("moves"), openMove);
const editor = new Editor(at("editor"), { change: draw, save: saveDraft, remove: (number) => takeBack(number) });
const alerts = new Alerts(at("alerts"), {
  accept: async (item) => {
    const answer = await confirm(t("confirm.accept", { colour: colourName(item.colour) }), { reason: true });
    if (answer) await rule({ action: "accept", number: item.number, reason: answer.reason });
  },
  wrong: (item) => act(async () => edit(item)),
  again: () => rule({ action: "ask_again" }),
  choose: (reading) => rule({ action: "choose", reading }),
  dismiss: () => rule({ action: "dismiss" }),
  pictures: (names) => show(t("incident.before"), el("div", { class: "film" },
    ...[...names.slice(1), names[0]].map((name) => el("img", { src: `/api/evidence/${name}`, alt: t("incident.picture"), loading: "lazy" })))),
});

// Whatever changes things: asks for the PIN first if this browser has not shown it, and says what went wrong.
async function act(work) {
  if (!rights.may_change && !(await askPin())) return null;
  try {
    return await work();
  } catch (problem) {
    if (problem.status === 401) {
      await loadRights();
    }
    say(t("failed", { error: problem.message }));
    return null;
  }
}

async function rule(body) {
  const answer = await act(() => post("actions", body));
  const changed = answer?.events?.find((line) => line.rejudged);
  if (changed?.rejudged.length) showRejudged(changed.rejudged);
  return answer;
}

function showRejudged(lines) {
  show(t("rejudged.title"), el("ul", { class: "rejudged" }, ...lines.map((line) => el("li", {}, line.now.length
    ? t("rejudged.now_illegal", { number: line.number + 1, rules: line.now.map((one) => t(`rule.${one}`)).join(" ") })
    : t("rejudged.now_legal", { number: line.number + 1 })))));
}

function edit(item) {
  select("board");
  editor.open(state, item);
}

async function saveDraft({ number, colour, cells }) {
  const body = number === null ? { action: "place", colour, cells } : { action: "correct", number, colour, cells };
  if (await rule(body)) editor.close();
}

async function takeBack(number) {
  const answer = await confirm(t("confirm.take_back", { number: number + 1 }), { reason: true, danger: true });
  if (answer && (await rule({ action: "take_back", number, reason: answer.reason }))) editor.close();
}

async function openMove(move) {
  const item = state.board.find((one) => one.number === move.number) ?? move;
  await act(async () => edit({ number: move.number, colour: item.colour, cells: item.cells ?? [] }));
}

const DO = {
  undo: async () => {
    const last = state.board.reduce((a, b) => (a && a.number > b.number ? a : b), null);
    if (!last) return;
    const answer = await confirm(t("confirm.undo", { colour: colourName(last.colour) }), { reason: true });
    if (answer) await rule({ action: "undo", reason: answer.reason });
  },
  pass: async () => {
    const colour = state.turn.to_play;
    const answer = await confirm(t("confirm.pass", { colour: colourName(colour) }), { reason: true });
    if (answer) await rule({ action: "pass", colour, reason: answer.reason });
  },
  end: async () => {
    const answer = await confirm(t("confirm.end"), { reason: true, danger: true });
    if (answer) await rule({ action: "end", reason: answer.reason });
  },
  turn: async () => {
    const choices = state.game.colours.map((one) => [one, `${sign(one)} ${colourName(one)}`, `c-${one}`]);
    const answer = await confirm(t("confirm.who"), { choices, reason: true });
    if (answer) await rule({ action: "turn", colour: answer.choice, reason: answer.reason });
  },
  place: () => act(async () => edit(null)),
  pause: async () => {
    if (state.game.status === "paused") await act(() => post(`games/${state.game.id}/resume`));
    else if (await confirm(t("confirm.pause"))) await act(() => post(`games/${state.game.id}/pause`));
  },
};

for (const button of at("actions").children) button.addEventListener("click", () => DO[button.dataset.do]());
document.addEventListener("rights", draw);

// On a phone the list of moves is one tap away, and costs nothing until then.
function fold(open) {
  at("fold").setAttribute("aria-expanded", String(open));
  at("moves").hidden = !open;
}
at("fold").addEventListener("click", () => fold(at("moves").hidden));
fold(matchMedia("(min-width: 700px)").matches);

const TABS = ["board", "camera", "text"];

function select(name) {
  for (const one of TABS) {
    const shown = one === name;
    at(`tab-${one}`).setAttribute("aria-selected", String(shown));
    at(`tab-${one}`).tabIndex = shown ? 0 : -1;
    at(`${one}-view`).hidden = !shown;
  }
  at("show-overlay").hidden = name !== "camera";
  at("show-coordinates").hidden = name !== "board";
  at("show-numbers").hidden = name !== "board";
  camera.open(name === "camera");
  drawText();
}
TABS.forEach((name, index) => {
  at(`tab-${name}`).addEventListener("click", () => select(name));
  at(`tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = TABS[(index + step + TABS.length) % TABS.length];
    select(next);
    at(`tab-${next}`).focus();
  });
});

function drawText() {
  if (at("text-view").hidden) return;
  at("text-view").replaceChildren(state?.game ? textBoard(state) : t("turn.none"));
}

function toggle(id, change) {
  at(id).addEventListener("click", () => {
    const on = at(id).getAttribute("aria-pressed") !== "true";
    at(id).setAttribute("aria-pressed", String(on));
    change(on);
    draw();
  });
}
toggle("show-coordinates", (on) => { board.coordinates = on; });
toggle("show-numbers", (on) => { board.numbers = on; });
toggle("show-overlay", (on) => { camera.overlay = on; camera.show(); });

function drawTurn() {
  const { turn, game, scores, puzzle } = state;
  const lines = [];
  const links = [];
  let colour = null;
  if (!game) {
    lines.push(["strong", "", t("turn.none")]);
    links.push(["/new", "nav.new"]);
  } else if (puzzle) {
    const wanted = puzzle.wanted.length * game.colours.length;
    const placed = wanted - Object.values(puzzle.missing).flat().length;
    lines.push(["strong", "", puzzle.solved ? t("puzzle.solved") : t(`puzzle.${puzzle.name}`)], ["span", "", t("puzzle.progress", { placed, wanted })]);
    if (puzzle.grade === "hard") lines.push(["span", "minor", t(`puzzle.${puzzle.name}.hard`)]);
  } else if (turn.over) {
    const names = scores.winners.map((one) => playerName(game, one));
    const sides = scores.sides.filter((side) => side.colours.every((one) => scores.winners.includes(one))).length;
    colour = scores.winners[0];
    lines.push(["strong", "", t("turn.over")], ["span", "", t(sides > 1 ? "turn.tie" : "turn.won", { names: [...new Set(names)].join(", ") })]);
    if (turn.ended) lines.push(["span", "minor", t("turn.ended", { reason: turn.ended })]);
    links.push([`/games/${game.id}`, "turn.review"], ["/new", "nav.new"]);
  } else if (turn.open) lines.push(["strong", "", t("turn.open")]);
  else {
    colour = turn.to_play;
    lines.push(["strong", "", t("turn.to_play", { colour: playerName(game, colour) })]);
    if (turn.player !== colour) lines.push(["span", "", t("turn.player", { player: playerName(game, turn.player), colour: colourName(colour) })]);
  }
  for (const one of game && !turn.over && !puzzle ? turn.passing : []) {
    lines.push(["span", "minor", t(`turn.passes.${one.why}`, { colour: colourName(one.colour) })]);
  }
  if (game && !puzzle && !turn.over && !state.moves.length) {
    lines.push(["span", "minor", t("welcome.title")]);
    links.push(["/new", "welcome.players"], ["/camera", "welcome.camera"]);
  }
  showTurn(lines, links, colour, turn?.over ? "★" : colour ? sign(colour) : "◇");
}

// From turn to turn only the words and the colour change; the elements stay.
function showTurn(lines, links, colour, mark) {
  const holder = at("turn");
  const kind = `${lines.map(([tag, look]) => `${tag} ${look}`)}|${links}`;
  const look = `turn${colour ? ` c-${colour}` : ""}${mark === "★" ? " over" : ""}`;
  if (holder.className !== look) holder.className = look;
  if (holder.dataset.kind !== kind) {
    holder.dataset.kind = kind;
    holder.replaceChildren(el("span", { class: "sign", "aria-hidden": "true" }), el("div", {}, ...lines.map(([tag, name]) => el(tag, { class: name || null })),
      links.length ? el("div", { class: "buttons" }, ...links.map(([href, text], index) => el("a", { class: index ? "button" : "button primary", href }, t(text)))) : null));
  }
  put(holder.firstChild, mark);
  lines.forEach(([, , text], index) => put(holder.lastChild.children[index], text));
}

function drawStatus() {
  const paused = state?.game?.status === "paused";
  const word = !linked ? "stale" : paused ? "paused" : state?.camera.status ?? "waiting";
  const status = at("status");
  if (status.dataset.status !== word) {
    status.dataset.status = word;
    const text = t(`camera.${word}`);
    status.lastElementChild.textContent = text.startsWith("camera.") ? word : text;
    document.body.classList.toggle("stale", !linked);
  }
  const problem = linked ? state?.camera.problem ?? "" : "";
  if (status.title !== problem) status.title = problem;
  const wrong = state ? [["journal", state.journal.problem], ["notice", state.journal.problem ? "" : state.journal.notice], ["pictures", state.journal.pictures], ["camera", state.camera.problem]].filter(([, text]) => text) : [];
  const strip = at("journal");
  const key = String(wrong);
  if (strip.dataset.key === key) return;
  strip.dataset.key = key;
  strip.hidden = !wrong.length;
  strip.firstElementChild.textContent = wrong.map(([kind]) => t(`problem.${kind}`)).join(" ");
  strip.lastElementChild.textContent = wrong.map(([, text]) => text).join(" ");
}

// What has just happened, for screen readers and, if this screen wants it, for the ears.
function tell(line) {
  if (!state?.game || line.seq <= told) return;
  told = line.seq;
  news.push(line);
}

function announce() {
  if (!news.length || !state?.game) return;
  const said = news.map((line) => sentence(line, state.game)).filter(Boolean);
  const turn = turnSentence(state);
  at("live-region").textContent = [...said, turn].join(" ");
  const sound = setting("sound");
  const last = news.at(-1);
  if (sound === "beep" && said.length) beep(tone(last));
  if (sound === "say" && said.length) speak([...news.map((line) => sentence(line, state.game, { spoken: true })), turn].join(" "));
  news = [];
}

// Everything, or only what depends on the parts of the state that are not those drawn last.
let shown = null;
function draw() {
  shown = null;
  drawChanged();
}

function drawChanged() {
  drawStatus();
  if (!state) return;
  const changed = (...names) => !shown || names.some((name) => state[name] !== shown[name]);
  const draft = editor.draft;
  if (changed("game", "turn", "scores", "puzzle", "moves")) drawTurn();
  if (changed("game", "board", "moves", "incidents", "away", "doubt", "differences", "puzzle")) alerts.show(state, Boolean(draft));
  if (changed("game", "board", "last", "incidents", "away", "puzzle")) {
    board.show(state, { marks: draft ? [] : Alerts.marks(state), edit: draft, onTap: draft ? (cell) => editor.tap(cell) : null });
    drawText();
  }
  if (changed("game", "left", "scores", "turn", "puzzle")) players.show(state);
  if (changed("game", "clocks")) players.time(state);
  if (changed("game", "moves")) moves.show(state);
  if (changed("game", "board", "turn", "puzzle")) drawActions();
  shown = state;
  announce();
}

function drawActions() {
  const playing = Boolean(state.game) && state.game.status !== "paused";
  for (const button of at("actions").children) {
    const what = button.dataset.do;
    const hidden = Boolean(editor.draft) || (Boolean(state.puzzle) && ["pass", "turn", "end"].includes(what));
    const disabled = !state.game || (what !== "pause" && !playing) || (what === "undo" && !state.board.length)
      || (["pass", "end"].includes(what) && state.turn.over) || (what === "pass" && !state.turn.to_play);
    // Even writing what is there already makes the browser look at the page again.
    if (button.hidden !== hidden) button.hidden = hidden;
    if (button.disabled !== disabled) button.disabled = disabled;
    if (what === "pause") put(button, t(playing || !state.game ? "action.pause" : "action.resume"));
  }
}

// However many states come before the next picture, the last one is drawn, once. A page that nobody sees gets no
// pictures, and still speaks.
let drawing = false;
function soon() {
  if (drawing) return;
  drawing = true;
  (document.hidden ? setTimeout : requestAnimationFrame)(() => {
    drawing = false;
    drawChanged();
    document.body.dataset.seq = state.seq;
  });
}

loadRights().then(draw).catch(() => {});
follow({
  state: (now) => {
    if (now.game?.id !== state?.game?.id) told = now.seq;
    state = now;
    soon();
  },
  told: tell,
  link: (up) => { if (linked !== up) { linked = up; drawStatus(); if (up) loadRights().catch(() => {}); } },
});

// Across the room: no menu, the screen stays awake.
at("full")?.addEventListener("click", async () => {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen?.();
  await navigator.wakeLock?.request("screen").catch(() => {});
});
