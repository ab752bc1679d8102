// The course of a game: the score and the possible placements of each colour after every step.
import { el, svg } from "./make.js";
import { colourName, t } from "./texts.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 130, 34, 14];
const DASHES = { blue: "", purple: "", black: "", yellow: "6 3", pink: "6 3", red: "2 3", orange: "2 3", green: "8 3 2 3", turquoise: "8 3 2 3", white: "" };

export class Plot {
  constructor(told, what, onPick) {
    this.count = told.steps.length;
    const moments = [told.start, ...told.steps].map((step) => step[what]);
    const values = moments.flatMap((one) => Object.values(one));
    const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
    this.x = (at) => LEFT + ((WIDTH - LEFT - 6) * at) / Math.max(1, this.count);
    const y = (value) => 6 + (HEIGHT - BOTTOM - 6) * (1 - (value - low) / (high - low));
    const lines = told.game.colours.map((colour) => svg("polyline", { class: `course c-${colour}`, "stroke-dasharray": DASHES[colour] || null,
      points: moments.map((one, at) => `${this.x(at).toFixed(1)},${y(one[colour]).toFixed(1)}`).join(" ") }));
    this.cursor = svg("line", { class: "at", x1: 0, x2: 0, y1: 4, y2: HEIGHT - BOTTOM });
    const name = t(what === "points" ? "plot.score" : "plot.mobility");
    const last = moments[moments.length - 1];
    const words = told.game.colours.map((colour) => `${colourName(colour)} ${last[colour]}`).join(", ");
    const label = (value) => svg("text", { x: LEFT - 5, y: y(value) }, String(value).replace("-", "−"));
    const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("plot.words", { what: name, values: words }) },
      svg("path", { class: "axis", d: `M${LEFT} ${y(low)}H${WIDTH - 6}M${LEFT} ${y(high)}H${WIDTH - 6}M${LEFT} ${y(0)}H${WIDTH - 6}` }),
      label(high), low < 0 && y(low) - y(0) > 8 ? label(low) : null, label(0), ...lines, this.cursor);
    picture.addEventListener("click", (event) => {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
      onPick(Math.round(((at.x - LEFT) / (WIDTH - LEFT - 6)) * this.count));
    });
    this.node = el("figure", { class: "plot", "data-plot": what }, el("figcaption", {}, name), picture);
  }

  go(at) {
    const x = this.x(at).toFixed(1);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}
