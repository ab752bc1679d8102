// What nobody may miss: illegal pieces, disturbed pieces, doubts, and a board that differs from the record.
import { rights } from "./api.js";
import { el } from "./make.js";
import { colourName, sign, squareNames, t } from "./texts.js";

export class Alerts {
  constructor(holder, on) {
    this.holder = holder;
    this.on = on;
  }

  show(state, quiet) {
    const cards = [];
    if (state.puzzle?.problems.length && !quiet) cards.push(this.broken(state));
    else if (state.game && !quiet) {
      const open = state.board.filter((item) => state.incidents.includes(item.number));
      if (open.length) cards.push(this.incident(state, open));
      const moved = [...state.away, ...state.board.filter((item) => item.home)];
      if (moved.length) cards.push(this.disturbed(state, moved));
      if (state.doubt.length) cards.push(this.doubt(state));
      if (state.differences.length) cards.push(this.differences(state));
    }
    const key = JSON.stringify([state.game?.id, cards.map((card) => card.dataset.key), rights.may_see_pictures]);
    if (key === this.key) return;
    this.key = key;
    this.holder.replaceChildren(...cards);
    this.holder.parentNode.classList.toggle("alerted", cards.length > 0);
  }

  // The squares that prove what is wrong, to be outlined on the board.
  static marks(state) {
    if (!state.game) return [];
    if (state.puzzle) return state.puzzle.problems.map((problem) => problem.cells).filter((cells) => cells.length);
    return state.board.filter((item) => state.incidents.includes(item.number))
      .flatMap((item) => item.violations.map((violation) => violation.cells)).filter((cells) => cells.length);
  }

  incident(state, open) {
    const item = open[open.length - 1];
    const move = state.moves.find((line) => line.number === item.number);
    const pictures = rights.may_see_pictures ? move?.evidence ?? [] : [];
    return el("article", { class: `alert bad c-${item.colour}`, "data-key": `i${JSON.stringify(open.map((o) => [o.number, o.cells, o.violations]))}${pictures}`, "data-number": item.number },
      el("div", { class: "text" },
        el("h2", {}, el("span", { class: "sign", "aria-hidden": "true" }, sign(item.colour)), t("incident.title", { colour: colourName(item.colour) })),
        el("ul", {}, ...item.violations.map((violation) => el("li", {},
          el("b", {}, t(`rule.${violation.rule}`)), " ", el("span", { class: "squares" }, squareNames(violation.cells, state.game.size))))),
        el("p", {}, t("incident.take_back"), open.length > 1 && ` ${t("incident.more", { count: open.length - 1 })}`)),
      pictures.length ? el("button", { class: "thumb", type: "button", title: t("incident.picture"), onclick: () => this.on.pictures(pictures) },
        el("img", { src: `/api/evidence/${pictures[0]}`, alt: t("incident.picture"), width: 120, height: 120, loading: "lazy" })) : null,
      el("div", { class: "buttons" },
        el("button", { type: "button", "data-do": "accept", onclick: () => this.on.accept(item) }, t("incident.accept")),
        el("button", { type: "button", "data-do": "wrong", onclick: () => this.on.wrong(item) }, t("incident.wrong")),
        el("button", { type: "button", "data-do": "again", onclick: () => this.on.again() }, t("incident.again"))));
  }

  broken(state) {
    const faults = new Map();
    for (const problem of state.puzzle.problems) faults.set(problem.fault, [...(faults.get(problem.fault) ?? []), ...problem.cells]);
    const cells = (all) => [...new Map(all.map((cell) => [String(cell), cell])).values()];
    return el("article", { class: "alert bad", "data-key": `p${JSON.stringify(state.puzzle.problems)}` },
      el("div", { class: "text" },
        el("h2", {}, t("puzzle.broken")),
        el("ul", {}, ...[...faults].slice(0, 3).map(([fault, all]) => el("li", {},
          el("b", {}, t(`fault.${fault}`)), " ", el("span", { class: "squares" }, squareNames(cells(all).slice(0, 12), state.game.size)))))));
  }

  disturbed(state, moved) {
    const item = moved[moved.length - 1];
    return el("article", { class: `alert warn c-${item.colour}`, "data-key": `d${JSON.stringify(moved)}` },
      el("div", { class: "text" },
        el("h2", {}, el("span", { class: "sign", "aria-hidden": "true" }, sign(item.colour)), t("disturbed.title", { colour: colourName(item.colour) })),
        el("p", {}, t("disturbed.text"), " ", el("span", { class: "squares" }, squareNames(item.home ?? item.cells, state.game.size)))));
  }

  doubt(state) {
    return el("article", { class: "alert warn", "data-key": `u${JSON.stringify(state.doubt)}` },
      el("div", { class: "text" }, el("h2", {}, t("doubt.title"))),
      el("div", { class: "buttons" },
        ...state.doubt.map((reading, index) => el("button", { type: "button", onclick: () => this.on.choose(index) },
          reading.map((patch) => `${sign(patch.colour)} ${t("doubt.reading", { colour: colourName(patch.colour), count: patch.cells.length })} (${squareNames(patch.cells, state.game.size)})`).join(", ") || t("correct.remove"))),
        el("button", { type: "button", onclick: () => this.on.again() }, t("incident.again"))));
  }

  differences(state) {
    return el("article", { class: "alert warn", "data-key": `c${JSON.stringify(state.differences)}` },
      el("div", { class: "text" },
        el("h2", {}, t("differences.title")),
        el("ul", {}, ...state.differences.map((one) => el("li", {}, t(`differences.${one.what}`, {
          colour: colourName(one.colour), squares: squareNames(one.cells, state.game.size) }))))),
      el("div", { class: "buttons" }, el("button", { type: "button", onclick: () => this.on.dismiss() }, t("differences.seen"))));
  }
}
