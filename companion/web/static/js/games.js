// The past games: names, date, scores; opened, resumed, given up or deleted.
import { get, post, remove } from "./api.js";
import { confirm } from "./dialogs.js";
import { el } from "./make.js";
import { doing, when } from "./pages.js";
import { playerName, sign, signed, t } from "./texts.js";

const main = document.getElementById("main");
const PAGE = 20;
let shown = PAGE;

async function load() {
  const { games } = await get("games");
  const lines = games.slice(0, shown).map(line);
  main.replaceChildren(...[
    el("p", { class: "buttons" }, el("a", { class: "button primary", href: "/new" }, t("nav.new"))),
    lines.length ? el("ul", { class: "games" }, ...lines) : el("p", {}, t("games.none")),
    games.length > shown ? el("button", { type: "button", onclick: () => { shown += PAGE; load(); } }, t("games.more")) : "",
  ]);
}

const DO = {
  resume: async (id) => {
    if (await doing(() => post(`games/${id}/resume`))) location.assign("/");
  },
  abandon: async (id) => {
    const answer = await confirm(t("confirm.abandon", { number: id }), { reason: true, danger: true });
    if (answer) await doing(() => post(`games/${id}/abandon`, { reason: answer.reason }));
  },
  delete: async (id) => {
    if (await confirm(t("confirm.delete", { number: id }), { danger: true })) await doing(() => remove(`games/${id}`));
  },
};

function line(game) {
  const button = (what) => el("button", { type: "button", class: what === "resume" ? "" : "quiet", "data-do": what, onclick: async () => { await DO[what](game.id); await load(); } }, t(`games.${what}`));
  const scoring = game.scores.scoring;
  const title = game.puzzle ? t(`puzzle.${game.puzzle.name}`) : game.title || t(`new.board.${game.board}`);
  return el("li", { "data-game": game.id },
    el("a", { class: "open", href: `/games/${game.id}` },
      el("span", { class: "head" }, el("b", {}, title), el("em", { class: `tag ${game.status}` }, t(`games.status.${game.status}`))),
      el("time", { class: "meta" }, when(game.created)),
      game.puzzle ? "" : el("span", { class: "results" }, ...game.scores.sides.map((side) => {
        const won = game.scores.winners.includes(side.colours[0]);
        return el("span", { class: `result c-${side.colours[0]}${won ? " won" : ""}` },
          ...side.colours.map((colour) => el("span", { class: `sign c-${colour}`, "aria-hidden": "true" }, sign(colour))),
          el("span", { class: "name" }, [...new Set(side.colours.map((colour) => playerName(game, colour)))].join(" + ")),
          el("b", {}, scoring === "advanced" ? signed(side[scoring]) : String(side[scoring])),
          won ? el("span", { class: "star", role: "img", "aria-label": t("games.winner") }, "★") : "");
      }))),
    el("div", { class: "buttons" },
      ["paused", "abandoned"].includes(game.status) && button("resume"),
      !["abandoned", "finished"].includes(game.status) && button("abandon"),
      button("delete")));
}

load().catch(() => {});
