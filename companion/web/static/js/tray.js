// The pieces that a colour has left, all in one drawing: a drawing for each would cost every event more than the board.
import { shape, svg } from "./make.js";
import { shapes, t } from "./texts.js";

const EDGE = 0.1;
const GAP = 0.8;

export class Tray {
  constructor(names) {
    this.pieces = names.map(lying);
    this.node = svg("svg", { class: "tray", role: "img", preserveAspectRatio: "xMinYMin" }, ...this.pieces.map((piece) => piece.node));
    this.left(names);
    new ResizeObserver(([entry]) => this.lay(entry.contentRect.width)).observe(this.node);
  }

  // Those that are not in `names` are shown faintly.
  left(names) {
    const key = names.join(", ");
    if (this.key === key) return;
    this.key = key;
    const kept = new Set(names);
    for (const { name, node } of this.pieces) if (node.classList.contains("gone") === kept.has(name)) node.classList.toggle("gone");
    this.node.setAttribute("aria-label", key || t("tray.done"));
  }

  // In rows, as many side by side as the width takes; a square is as large as the style sheet says.
  lay(width) {
    if (!width || width === this.width) return;
    this.width = width;
    const unit = Number.parseFloat(getComputedStyle(this.node).getPropertyValue("--u"));
    const wide = width / unit;
    let top = EDGE;
    for (let begin = 0, end = 0; begin < this.pieces.length; begin = end) {
      const row = [];
      let taken = EDGE;
      while (end < this.pieces.length && (end === begin || taken + this.pieces[end].columns + EDGE <= wide)) {
        row.push([this.pieces[end], taken]);
        taken += this.pieces[end].columns + GAP;
        end += 1;
      }
      const high = Math.max(...row.map(([piece]) => piece.rows));
      for (const [{ node, cells, rows }, left] of row) {
        node.setAttribute("d", shape(cells, top + (high - rows) / 2, left));
      }
      top += high + GAP;
    }
    const tall = top - GAP + EDGE;
    this.node.setAttribute("viewBox", `0 0 ${wide} ${tall}`);
    this.node.setAttribute("height", tall * unit);
  }
}

// A piece on its long side.
function lying(name) {
  const turned = Math.max(...shapes[name].map(([r]) => r)) > Math.max(...shapes[name].map(([, c]) => c));
  const cells = turned ? shapes[name].map(([r, c]) => [c, r]) : shapes[name];
  return {
    name, cells, rows: Math.max(...cells.map(([r]) => r)) + 1, columns: Math.max(...cells.map(([, c]) => c)) + 1,
    node: svg("path", { class: "mini", "data-piece": name }),
  };
}
