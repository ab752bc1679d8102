// The score sheet as the manuals lay it out: each colour, what it could not place, and its score.
import { el } from "./make.js";
import { colourName, playerName, shapes, sign, signed, squareNames, t } from "./texts.js";
import { Tray } from "./tray.js";

export const points = (scoring, value) => (scoring === "advanced"
  ? t("sheet.points", { points: signed(value), count: Math.abs(value) }) : t("sheet.squares", { points: String(value), count: value }));

// "1 × three squares, 4 × four squares, 1 × five squares", as the manuals count them.
export function leftWords(left, bonus) {
  if (!left.length) return t(bonus === 20 ? "sheet.all_last" : "sheet.all");
  const sizes = new Map();
  for (const name of left) sizes.set(shapes[name].length, (sizes.get(shapes[name].length) ?? 0) + 1);
  const words = [...sizes].sort((a, b) => a[0] - b[0]).map(([size, count]) => t(`sheet.size.${size}`, { count }));
  return t("sheet.could_not", { pieces: words.join(", ") });
}

export function scoreSheet({ game, scores, left, over, board }) {
  const scoring = scores.scoring;
  const rows = [];
  for (const side of scores.sides) {
    for (const colour of side.colours) rows.push(row(colour, side.colours.length === 1));
    if (side.colours.length > 1) {
      const won = scores.winners.includes(side.colours[0]);
      rows.push(el("tr", { class: `total${won ? " won" : ""}`, "data-side": side.colours.join("+") },
        el("th", { scope: "row" }, won ? el("span", { class: "star", role: "img", "aria-label": t("games.winner") }, "★ ") : "",
          `${t("sheet.total")}: ${[...new Set(side.colours.map((one) => playerName(game, one)))].join(" + ")}`),
        el("td", {}, points(scoring, side[scoring]))));
    }
  }
  for (const colour of game.colours) if (!scores.sides.some((side) => side.colours.includes(colour))) rows.push(row(colour, false));

  function row(colour, alone) {
    const line = scores.colours[colour];
    const shared = game.rules.shared === colour;
    const won = alone && scores.winners.includes(colour);
    return el("tr", { class: `c-${colour}${won ? " won" : ""}`, "data-colour": colour },
      el("th", { scope: "row" },
        el("span", { class: "who" }, el("span", { class: `sign c-${colour}`, "aria-hidden": "true" }, sign(colour)), ` ${playerName(game, colour)}`,
          playerName(game, colour) !== colourName(colour) ? el("small", {}, ` ${colourName(colour)}`) : "",
          won ? el("span", { class: "star", role: "img", "aria-label": t("games.winner") }, " ★") : ""),
        el("span", { class: "why" }, leftWords(left[colour], line.bonus), shared ? ` (${t("sheet.shared")})` : ""),
        left[colour].length ? el("span", { "aria-hidden": "true" }, new Tray(left[colour]).node) : null),
      el("td", {}, points(scoring, line[scoring])));
  }

  const broken = board.filter((item) => item.violations.length);
  return el("section", { class: "sheet panel", "aria-label": t("sheet.title") },
    el("h2", {}, t(over ? "sheet.title" : "sheet.so_far")),
    el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("sheet.player")), el("th", { scope: "col" }, t("sheet.score")))),
      el("tbody", {}, ...rows)),
    broken.length ? el("div", { class: "broken" }, el("h3", {}, t("sheet.broken")), el("ul", {}, ...broken.map((item) => el("li", {},
      el("span", { class: `sign c-${item.colour}`, "aria-hidden": "true" }, sign(item.colour)),
      ` ${colourName(item.colour)} ${item.piece ?? "?"} ${squareNames(item.cells, game.size)}: ${item.violations.map((one) => t(`rule.${one.rule}`)).join(" ")}`,
      item.accepted ? ` (${t("sheet.accepted")})` : "")))) : "");
}
