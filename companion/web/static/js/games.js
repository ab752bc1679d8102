// The kept games: begin, resume, give up, delete, and their records.
import { get, post, remove } from "./api.js";
import { confirm, sheet } from "./dialogs.js";
import { el } from "./make.js";
import { colourName, t } from "./texts.js";

export async function showGames(act) {
  const { games } = await get("games");
  const chosen = await sheet((done) => el("div", { class: "games" },
    el("h2", {}, t("games.title")),
    el("form", { class: "new", onsubmit: (event) => { event.preventDefault(); done(["new", Object.fromEntries(new FormData(event.target))]); } },
      el("select", { name: "board", "aria-label": t("view.board") }, ...["classic", "duo", "duo-togo"].map((board) => el("option", { value: board }, t(`games.board.${board}`)))),
      el("select", { name: "clock", "aria-label": t("clock.up") }, ...["off", "up", "down"].map((clock) => el("option", { value: clock }, t(`games.clock.${clock}`)))),
      el("button", { class: "primary", type: "submit" }, t("games.new"))),
    games.length ? el("ul", {}, ...games.map((game) => line(game, done))) : el("p", {}, t("games.none")),
    el("div", { class: "buttons" }, el("button", { type: "button", class: "quiet", onclick: () => done(null) }, t("rejudged.close")))));
  if (!chosen) return;
  const [what, value] = chosen;
  await act(() => DO[what](value));
}

const DO = {
  new: (form) => post("games", form),
  resume: (id) => post(`games/${id}/resume`),
  abandon: async (id) => {
    const answer = await confirm(t("confirm.abandon", { number: id }), { reason: true, danger: true });
    if (answer) await post(`games/${id}/abandon`, { reason: answer.reason });
  },
  delete: async (id) => {
    if (await confirm(t("confirm.delete", { number: id }), { danger: true })) await remove(`games/${id}`);
  },
};

function line(game, done) {
  const when = new Date(game.created * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const who = game.colours.map((colour) => game.names[colour] || colourName(colour)).join(", ");
  const over = ["paused", "abandoned"].includes(game.status);
  return el("li", {},
    el("div", {}, el("b", {}, game.title || t(`games.board.${game.board}`)), el("span", { class: "meta" }, `${when} · ${who} · ${t(`games.status.${game.status}`)}`)),
    el("div", { class: "buttons" },
      over && el("button", { type: "button", onclick: () => done(["resume", game.id]) }, t("games.resume")),
      el("a", { class: "button quiet", href: `/api/games/${game.id}/record?format=blksgf`, download: true }, t("games.record")),
      game.status !== "abandoned" && game.status !== "finished" && el("button", { type: "button", class: "quiet", onclick: () => done(["abandon", game.id]) }, t("games.abandon")),
      el("button", { type: "button", class: "quiet", onclick: () => done(["delete", game.id]) }, t("games.delete"))));
}
