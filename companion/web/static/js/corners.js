// Four marks on the camera's picture that are dragged by finger, mouse or arrow keys, and the grid between them.
import { homography } from "./camera.js";
import { el, svg } from "./make.js";
import { t } from "./texts.js";

const STEP = 0.003;
const APART = [[0.2, 0.15], [0.8, 0.15], [0.8, 0.85], [0.2, 0.85]];

export class Corners {
  constructor(frame, onDrop) {
    this.frame = frame;
    this.onDrop = onDrop;
    this.points = APART.map((point) => [...point]);
    this.lines = svg("svg", { class: "camera-over", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.marks = this.points.map((_, index) => this.mark(index));
    frame.append(this.lines, ...this.marks);
    frame.classList.add("wizard-frame");
    this.place();
  }

  mark(index) {
    const node = el("button", { type: "button", class: "corner-mark", "aria-label": t(`cal.corner.${index}`), "data-corner": index });
    node.addEventListener("pointerdown", (event) => {
      node.setPointerCapture(event.pointerId);
      this.dragging = index;
      event.preventDefault();
      node.focus();
    });
    node.addEventListener("pointermove", (event) => {
      if (this.dragging !== index) return;
      const box = this.frame.getBoundingClientRect();
      this.move(index, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    });
    const drop = () => {
      if (this.dragging !== index) return;
      this.dragging = null;
      this.onDrop(this.points);
    };
    node.addEventListener("pointerup", drop);
    node.addEventListener("pointercancel", drop);
    node.addEventListener("keydown", (event) => {
      const by = { ArrowUp: [0, -STEP], ArrowDown: [0, STEP], ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0] }[event.key];
      if (by) {
        event.preventDefault();
        this.move(index, this.points[index][0] + by[0], this.points[index][1] + by[1]);
      } else if (event.key === "Enter") this.onDrop(this.points);
    });
    return node;
  }

  move(index, x, y) {
    this.points[index] = [x, y].map((n) => Math.min(1, Math.max(0, n)));
    this.outline(null);
    this.place();
  }

  set(points) {
    if (points) this.points = points.map((point) => [...point]);
    this.place();
  }

  // The corner that was at the top right comes to the top left.
  turn() {
    this.points = [...this.points.slice(1), this.points[0]];
    this.place();
  }

  show(marks) {
    for (const mark of this.marks) mark.hidden = !marks;
  }

  place() {
    this.points.forEach(([x, y], index) => {
      this.marks[index].style.left = `${x * 100}%`;
      this.marks[index].style.top = `${y * 100}%`;
    });
    if (!this.grid) this.lines.replaceChildren(svg("polygon", { class: "camera-edge", points: this.points.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ") }));
  }

  outline(points, size = 0) {
    this.grid = Boolean(points);
    if (!points) {
      this.place();
      return;
    }
    const at = homography(points.map(([x, y]) => [x * 1000, y * 1000]));
    let path = "";
    for (let i = 0; i <= size; i += 1) path += `M${at(i / size, 0)}L${at(i / size, 1)}M${at(0, i / size)}L${at(1, i / size)}`;
    this.lines.replaceChildren(svg("path", { class: "camera-grid found", d: path }));
  }
}
