// The list of moves as it counts now, newest first, with what was ruled by hand.
import { el } from "./make.js";
import { colourName, sign, squareNames, t } from "./texts.js";

export class Moves {
  constructor(holder, onOpen) {
    this.holder = holder;
    this.onOpen = onOpen;
    this.lines = new Map();
    this.game = null;
  }

  // Only lines that changed are made again; the newest stands first.
  show(state) {
    if (!state.game || !state.moves.length) {
      this.lines.clear();
      this.holder.replaceChildren(...(state.game ? [el("li", { class: "none" }, t("moves.none"))] : []));
      this.game = null;
      return;
    }
    if (this.game !== state.game.id) {
      this.game = state.game.id;
      this.lines.clear();
      this.holder.replaceChildren();
    }
    const seen = new Set();
    for (const move of state.moves) {
      seen.add(move.number);
      const old = this.lines.get(move.number);
      if (old?.move === move) continue;
      const key = `${move.what}|${move.colour}|${move.piece}|${move.cells}|${move.of}|${move.reason}|${move.by_hand}|${move.violations.map((one) => one.rule)}|${move.evidence}`;
      if (old?.key === key) {
        old.move = move;
        continue;
      }
      const node = this.line(state, move);
      if (old) old.node.replaceWith(node);
      else this.holder.prepend(node);
      this.lines.set(move.number, { move, key, node });
    }
    for (const [number, { node }] of this.lines) {
      if (!seen.has(number)) {
        node.remove();
        this.lines.delete(number);
      }
    }
  }

  line(state, move) {
    const piece = ["placed", "found", "void"].includes(move.what);
    const illegal = move.violations.length > 0;
    const classes = [illegal && "illegal", move.by_hand && "hand", move.what === "void" && "void"].filter(Boolean).join(" ");
    return el("li", { class: classes, "data-number": move.number },
      el("button", { type: "button", disabled: !piece || !this.onOpen, onclick: () => this.onOpen(move) },
        el("span", { class: "no" }, String(move.number + 1)),
        el("span", { class: `sign c-${move.colour ?? "none"}`, "aria-hidden": "true" }, move.colour ? sign(move.colour) : "·"),
        el("span", { class: "what" },
          move.colour ? el("span", { class: "who" }, `${colourName(move.colour)} `) : null,
          text(state, move),
          move.reason ? el("q", {}, move.reason) : null),
        illegal && el("em", { class: "tag bad", title: move.violations.map((v) => t(`rule.${v.rule}`)).join(" ") }, t("moves.illegal")),
        move.by_hand && el("em", { class: "tag hand", title: t("by_hand") }, t("moves.by_hand"))));
  }
}

function text(state, move) {
  if (move.what === "placed" && !move.piece) return t("moves.noshape", { count: move.cells.length });
  return t(`moves.${move.what}`, {
    piece: move.piece ?? "", of: (move.of ?? 0) + 1, squares: move.cells ? squareNames(move.cells, state.game.size) : "",
  });
}
