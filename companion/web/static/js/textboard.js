// The board in words and letters: for screen readers, and for everybody who would rather read.
import { el } from "./make.js";
import { colourName, letter, sign, squareNames, t } from "./texts.js";

// The pieces of each colour, in the order in which they came.
export function spoken(state) {
  const own = Object.fromEntries(state.game.colours.map((colour) => [colour, []]));
  for (const item of state.board) own[item.colour]?.push(phrase(item, state.game.size));
  return state.game.colours.map((colour) => (own[colour].length
    ? t("view.pieces", { colour: colourName(colour), pieces: own[colour].join("; ") })
    : t("view.nothing", { colour: colourName(colour) })));
}

// One piece in words, worked out once for each.
const phrases = new WeakMap();
function phrase(item, size) {
  if (!phrases.has(item)) phrases.set(item, `${item.piece ?? "?"} ${squareNames(item.cells, size)}`);
  return phrases.get(item);
}

export function letters(state) {
  const n = state.game.size;
  const rows = Array.from({ length: n }, () => Array(n).fill("·"));
  for (const item of state.board) for (const [r, c] of item.cells) rows[r][c] = letter(item.colour);
  return rows.map((row) => row.join(""));
}

export function textBoard(state) {
  const n = state.game.size;
  const rows = letters(state);
  const columns = Array.from({ length: n }, (_, c) => String.fromCharCode(97 + c));
  return el("div", { class: "text-board" },
    el("ul", {}, ...spoken(state).map((line, index) => el("li", {}, el("span", { class: `sign c-${state.game.colours[index]}`, "aria-hidden": "true" }, sign(state.game.colours[index])), ` ${line}`))),
    el("table", {},
      el("caption", {}, t("view.grid", { size: n })),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, el("span", { class: "hidden" }, t("view.row"))), ...columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows.map((row, r) => el("tr", {}, el("th", { scope: "row" }, String(n - r)), ...[...row].map((one) => el("td", {}, one)))))));
}
