// The board as SVG: pieces, the last one marked, incidents outlined, coordinates and move numbers on demand.
import { area, outline, seams, shape, svg } from "./make.js";
import { letter, squareName, t } from "./texts.js";
import { spoken } from "./textboard.js";

const CALM = 120;

export class Board {
  constructor(holder) {
    this.holder = holder;
    this.coordinates = false;
    this.numbers = false;
    this.drawn = new Map();
    this.size = 0;
    document.addEventListener("marks", () => this.shown && this.show(...this.shown));
  }

  // `focus`: the numbers of the pieces whose proof is outlined; `edit`: {colour, cells} while people correct.
  // `calm`: many states may follow one another, and the words for screen readers wait for the last.
  show(state, options = {}) {
    const { marks = [], edit = null, onTap = null, calm = false } = options;
    this.shown = [state, options];
    if (!state.game) {
      this.holder.replaceChildren();
      this.size = 0;
      return;
    }
    if (this.size !== state.game.size || this.game !== state.game.id) this.build(state.game);
    this.onTap = onTap;
    this.root.classList.toggle("editing", Boolean(edit));
    this.pieces(state, edit);
    this.overlay(state, marks, edit);
    this.labels();
    clearTimeout(this.speaking);
    const speak = () => { this.desc.textContent = `${spoken(state).join(". ")}.`; };
    if (calm) this.speaking = setTimeout(speak, CALM);
    else speak();
    this.cursor(edit);
  }

  build(game) {
    this.size = game.size;
    this.game = game.id;
    this.at = null;
    this.drawn.clear();
    const n = game.size;
    let grid = "";
    for (let i = 0; i <= n; i += 1) grid += `M0 ${i}H${n}M${i} 0V${n}`;
    this.layer = svg("g");
    this.dot = svg("circle", { class: "dot-last", r: 0.16 });
    this.over = svg("g", { class: "over" });
    this.names = svg("g", { class: "labels", "aria-hidden": "true" });
    this.desc = svg("desc");
    this.root = svg("svg", { class: "board", role: "img", "aria-label": t("view.board") },
      this.desc,
      svg("rect", { class: "ground", x: 0, y: 0, width: n, height: n }),
      svg("path", { class: "grid", d: grid }),
      ...game.starts.map(([r, c]) => svg("circle", { class: "start", cx: c + 0.5, cy: r + 0.5, r: 0.17 })),
      this.layer, this.over, this.names);
    this.root.addEventListener("click", (event) => this.tap(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.holder.replaceChildren(this.root);
  }

  tap(event) {
    if (!this.onTap) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    const cell = [Math.floor(at.y), Math.floor(at.x)];
    if (cell.every((n) => n >= 0 && n < this.size)) this.onTap(cell);
  }

  // While people correct, arrow keys move a cursor and Enter marks the square under it.
  key(event) {
    if (!this.onTap) return;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (step) this.at = [0, 1].map((i) => Math.min(this.size - 1, Math.max(0, this.at[i] + step[i])));
    else if (event.key === "Enter" || event.key === " ") this.onTap(this.at);
    else return;
    event.preventDefault();
    this.cursor(true);
    document.getElementById("live-region").textContent = squareName(this.at, this.size);
  }

  cursor(edit) {
    if (edit) this.root.setAttribute("tabindex", "0");
    else this.root.removeAttribute("tabindex");
    this.at ??= [Math.floor(this.size / 2), Math.floor(this.size / 2)];
    this.over.querySelector(".cursor")?.remove();
    if (edit) this.over.append(svg("rect", { class: "cursor", x: this.at[1], y: this.at[0], width: 1, height: 1 }));
  }

  // Only what changed is drawn again.
  pieces(state, edit) {
    // Most boards show neither letters nor numbers, and need no elements for them.
    const letters = document.documentElement.dataset.marks === "letters";
    const seen = new Set();
    for (const item of state.board) {
      seen.add(item.number);
      const old = this.drawn.get(item.number);
      const written = this.numbers ? String(item.number + 1) : letters ? letter(item.colour) : "";
      if (old && old.written === written && (old.item === item || look(old.item) === look(item))) old.item = item;
      else {
        const node = piece(item, written, this.numbers ? "number" : "letter");
        if (old) old.node.replaceWith(node);
        else this.layer.append(node);
        this.drawn.set(item.number, { item, node, written });
      }
    }
    for (const [number, drawn] of this.drawn) {
      const { item, node } = drawn;
      if (!seen.has(number)) {
        node.remove();
        this.drawn.delete(number);
        continue;
      }
      const flags = (state.last === number ? 1 : 0) + (item.violations.length && !item.accepted ? 2 : 0) + (edit?.number === number ? 4 : 0);
      if (drawn.flags === flags) continue;
      drawn.flags = flags;
      ["last", "bad", "ghost"].forEach((name, bit) => node.classList.toggle(name, Boolean(flags & (1 << bit))));
    }
    this.markLast(this.drawn.get(state.last)?.item);
  }

  // The last piece has a dot, which moves from piece to piece.
  markLast(item) {
    if (!item || item.by_hand) {
      this.dot.remove();
      return;
    }
    const [row, column] = anchor(item.cells);
    this.dot.setAttribute("cx", column + 0.5);
    this.dot.setAttribute("cy", row + 0.5);
    if (!this.dot.parentNode) this.layer.after(this.dot);
  }

  overlay(state, marks, edit) {
    const nodes = marks.map((cells) => svg("path", { class: "proof", d: outline(cells) }));
    for (const item of state.away) nodes.push(svg("path", { class: `home c-${item.colour}`, d: outline(item.home ?? item.cells) }));
    if (edit) {
      nodes.push(svg("path", { class: `draft c-${edit.colour}`, d: area(edit.cells) }));
      nodes.push(svg("path", { class: "draft-line", d: outline(edit.cells) }));
    }
    if (nodes.length || this.over.firstChild) this.over.replaceChildren(...nodes);
  }

  labels() {
    const n = this.size;
    const shown = `${n} ${this.coordinates} ${this.numbers}`;
    if (this.labelled === shown && this.root.hasAttribute("viewBox")) return;
    this.labelled = shown;
    const pad = this.coordinates ? 0.9 : 0.12;
    this.root.setAttribute("viewBox", `${-pad} -0.12 ${n + pad + 0.12} ${n + pad + 0.12}`);
    this.root.classList.toggle("numbered", this.numbers);
    const nodes = [];
    if (this.coordinates) {
      for (let i = 0; i < n; i += 1) {
        nodes.push(svg("text", { x: i + 0.5, y: n + 0.5 }, squareName([0, i], n).replace(/\d+/, "")));
        nodes.push(svg("text", { x: -0.45, y: i + 0.5 }, String(n - i)));
      }
    }
    this.names.replaceChildren(...nodes);
  }
}

function piece(item, written, kind) {
  const [row, column] = anchor(item.cells);
  const middle = { x: column + 0.5, y: row + 0.5 };
  return svg("g", { class: `piece c-${item.colour}${item.by_hand ? " hand" : ""}`, "data-number": item.number, "data-piece": item.piece ?? "?" },
    svg("path", { class: "fill", d: shape(item.cells) }),
    svg("path", { class: "signs", d: seams(item.cells) + signs(item.colour, item.cells) }),
    written ? svg("text", { class: kind, ...middle }, written) : item.by_hand ? svg("text", { class: "mark", ...middle }, "✎") : null);
}

// What makes a piece another picture, worked out once for each.
const looks = new WeakMap();
function look(item) {
  let found = looks.get(item);
  if (!found) {
    found = `${item.cells}|${item.colour}|${item.by_hand}`;
    looks.set(item, found);
  }
  return found;
}

const anchor = (cells) => [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1])[Math.floor(cells.length / 2)];

// The colour's sign on every square: dots, triangles, squares, diamonds.
const SHAPE = {
  blue: "m-.13 0a.13 .13 0 1 0 .26 0a.13 .13 0 1 0 -.26 0", yellow: "m0 -.16l.17 .3h-.34z", red: "m-.12 -.12h.24v.24h-.24z", green: "m0 -.18l.18 .18l-.18 .18l-.18 -.18z",
};
SHAPE.purple = SHAPE.blue;
SHAPE.orange = SHAPE.red;
SHAPE.black = SHAPE.blue;
SHAPE.white = SHAPE.blue;
SHAPE.pink = SHAPE.yellow;
SHAPE.turquoise = SHAPE.green;
export const signs = (colour, cells) => cells.map(([r, c]) => `M${c + 0.5} ${r + 0.5}${SHAPE[colour]}`).join("");
