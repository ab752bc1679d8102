// Correcting by tapping: the squares and the colour that are really there.
import { el } from "./make.js";
import { colourName, shapes, sign, t } from "./texts.js";

export class Editor {
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
    this.draft = null;
  }

  // A piece on record is corrected; without one, a piece that the camera missed is added.
  open(state, item = null) {
    this.draft = {
      number: item?.number ?? null,
      colour: item?.colour ?? state.turn.to_play ?? state.game.colours[0],
      cells: (item?.cells ?? []).map((cell) => [...cell]),
      taken: new Set(state.board.filter((other) => other.number !== item?.number).flatMap((other) => other.cells.map(String))),
    };
    this.colours = state.game.colours;
    if (!this.colours.includes(this.draft.colour)) this.draft.colour = this.colours[0];
    this.holder.hidden = false;
    this.draw();
  }

  close() {
    this.draft = null;
    this.holder.hidden = true;
    this.holder.replaceChildren();
    this.on.change();
  }

  tap(cell) {
    const { cells, taken } = this.draft;
    if (taken.has(String(cell))) return;
    const index = cells.findIndex(([r, c]) => r === cell[0] && c === cell[1]);
    if (index >= 0) cells.splice(index, 1);
    else cells.push(cell);
    this.draw();
  }

  draw() {
    const { number, colour, cells } = this.draft;
    const piece = shapeName(cells);
    const adding = number === null;
    this.holder.replaceChildren(
      el("p", {}, adding ? t("correct.title.place") : t("correct.title", { colour: colourName(colour) })),
      el("p", { class: "keys" }, t("correct.keys")),
      el("fieldset", { class: "colours", "aria-label": t("correct.colour") }, ...this.colours.map((one) => el("button", {
        type: "button", class: `pick c-${one}`, "aria-pressed": String(one === colour), "data-colour": one,
        onclick: () => { this.draft.colour = one; this.draw(); } }, el("span", { class: "sign", "aria-hidden": "true" }, sign(one)), colourName(one)))),
      el("p", { class: "count" }, `${t("correct.count", { count: cells.length })} – ${piece ? t("correct.shape", { piece }) : t("correct.noshape")}`),
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "quiet", "data-do": "cancel", onclick: () => this.close() }, t("correct.cancel")),
        adding ? null : el("button", { type: "button", class: "danger", "data-do": "nothing", onclick: () => this.on.remove(number) }, t("correct.remove")),
        el("button", { type: "button", class: "primary", "data-do": "save", disabled: !cells.length, onclick: () => this.on.save({ number, colour, cells }) }, t("correct.save"))));
    this.on.change();
  }
}

const turned = (cells) => {
  const top = Math.min(...cells.map((c) => c[0]));
  const left = Math.min(...cells.map((c) => c[1]));
  return JSON.stringify(cells.map(([r, c]) => [r - top, c - left]).sort((a, b) => a[0] - b[0] || a[1] - b[1]));
};

let known = null;

// The name of the piece that these cells make, or null.
export function shapeName(cells) {
  if (!known) {
    known = new Map();
    for (const [name, shape] of Object.entries(shapes)) {
      let now = shape;
      for (let i = 0; i < 4; i += 1) {
        now = now.map(([r, c]) => [c, -r]);
        known.set(turned(now), name);
        known.set(turned(now.map(([r, c]) => [r, -c])), name);
      }
    }
  }
  return cells.length ? known.get(turned(cells)) ?? null : null;
}
