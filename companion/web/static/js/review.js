// One game afterwards: score sheet, replay, plot, picture, downloads.
import { get } from "./api.js";
import { say } from "./dialogs.js";
import "./frame.js";
import { el } from "./make.js";
import { Moves } from "./moves.js";
import { when } from "./pages.js";
import { Plot } from "./plot.js";
import { Replay } from "./replay.js";
import { savePicture, sharePicture } from "./share.js";
import { scoreSheet } from "./sheet.js";
import { page, playerName, t } from "./texts.js";

const main = document.getElementById("main");

function headline(told) {
  const { game, scores, over } = told;
  const names = [...new Set(scores.winners.map((colour) => playerName(game, colour)))].join(", ");
  const tied = scores.sides.filter((side) => scores.winners.includes(side.colours[0])).length > 1;
  return el("header", { class: `headline c-${scores.winners[0] ?? "none"}` },
    el("p", { class: "winner" }, over ? `★ ${t(tied ? "turn.tie" : "turn.won", { names })}` : t(`games.status.${game.status}`)),
    el("p", { class: "meta" }, `${t(`new.board.${game.board}`)} · ${when(game.created)}`));
}

function downloads(told) {
  const link = (form) => el("a", { class: "button", href: `/api/games/${page.game}/record?format=${form}`, download: `game-${page.game}.${form}`, "data-format": form }, t(`download.${form}`));
  return el("section", { class: "panel downloads", "aria-label": t("download.title") },
    el("button", { type: "button", class: "primary", "data-do": "share", onclick: () => sharePicture(told).catch((problem) => say(problem.message)) }, t("share.picture")),
    el("h2", {}, t("download.title")),
    el("div", { class: "buttons" }, link("blksgf"), link("json"), link("csv"),
      el("button", { type: "button", "data-format": "png", onclick: () => savePicture(told).catch((problem) => say(problem.message)) }, t("download.png"))));
}

async function load() {
  const told = await get(`games/${page.game}/replay`);
  const plots = [];
  const replay = new Replay(told, (at) => plots.forEach((plot) => plot.go(at)));
  plots.push(...["points", "mobility"].map((what) => new Plot(told, what, (at) => replay.go(at))));
  plots.forEach((plot) => plot.go(replay.at));
  const list = el("ol", { tabindex: 0, "aria-label": t("moves.title") });
  new Moves(list, null).show({ game: told.game, moves: told.moves });
  const puzzle = Boolean(told.game.puzzle);
  const course = el("section", { class: "panel course-of", "aria-label": t("plot.title") }, el("h2", {}, t("plot.title")), ...plots.map((plot) => plot.node));
  main.replaceChildren(headline(told),
    el("div", { class: "column" }, puzzle ? "" : scoreSheet(told), downloads(told)),
    el("div", { class: "column" }, replay.node, puzzle ? "" : course, el("section", { class: "moves" }, el("h2", {}, t("moves.title")), list)));
  document.body.dataset.ready = "yes";
}

load().catch((problem) => main.replaceChildren(el("p", { class: "panel" }, problem.message)));
