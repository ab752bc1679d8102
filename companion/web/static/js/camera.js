// The camera's view and what the eyes read, asked for while it is looked at; the reading is laid over the picture.
import { get, rights } from "./api.js";
import { el, svg } from "./make.js";
import { t } from "./texts.js";

const EVERY = 500;

export class Camera {
  constructor(holder) {
    this.image = el("img", { class: "camera", alt: t("view.camera") });
    this.over = svg("svg", { class: "camera-over", viewBox: "0 0 1000 1000", preserveAspectRatio: "none", "aria-hidden": "true" });
    this.note = el("p", { class: "note" });
    holder.replaceChildren(el("div", { class: "camera-frame" }, this.image, this.over), this.note);
    this.tag = "";
    this.shown = false;
    this.overlay = true;
    this.state = null;
  }

  open(shown) {
    this.shown = shown;
    clearTimeout(this.timer);
    if (shown) this.poll();
  }

  async poll() {
    if (!this.shown) return;
    if (!rights.may_see_pictures) this.note.textContent = t("view.no_pictures");
    else if (!document.hidden) await this.fetch();
    if (!document.hidden && this.overlay) await this.read();
    this.timer = setTimeout(() => this.poll(), EVERY);
  }

  async fetch() {
    try {
      const answer = await fetch("/api/snapshot", { headers: this.tag ? { "If-None-Match": this.tag } : {}, cache: "no-store" });
      if (answer.status === 200) {
        this.tag = answer.headers.get("ETag") ?? "";
        const reader = new FileReader();
        const done = new Promise((resolve) => { reader.onload = resolve; });
        reader.readAsDataURL(await answer.blob());
        await done;
        this.image.src = reader.result;
        this.note.textContent = "";
      } else if (answer.status !== 304) {
        this.note.textContent = (await answer.json().catch(() => ({}))).error ?? t("view.no_picture");
      }
    } catch {
      // the live stream says that the connection is lost
    }
  }

  async read() {
    const now = await get("state").catch(() => null);
    const key = JSON.stringify([now?.camera, now?.game?.id]);
    if (!now || key === this.key) return;
    this.key = key;
    this.state = now;
    this.show();
  }

  show() {
    const { state } = this;
    const { corners, grid } = state?.camera ?? {};
    if (!corners || !this.overlay || !state.game) {
      this.over.replaceChildren();
      return;
    }
    const place = homography(corners.map(([x, y]) => [x * 1000, y * 1000]));
    const n = state.game.size;
    let lines = "";
    for (let i = 0; i <= n; i += 1) lines += `M${place(i / n, 0)}L${place(i / n, 1)}M${place(0, i / n)}L${place(1, i / n)}`;
    const colours = Object.fromEntries(Object.entries(state.game.letters).map(([colour, letter]) => [letter, colour]));
    const cells = [];
    (grid ?? []).forEach((row, r) => [...row].forEach((letter, c) => {
      if (colours[letter]) {
        const [x, y] = place((c + 0.5) / n, (r + 0.5) / n);
        cells.push(svg("ellipse", { class: `read c-${colours[letter]}`, cx: x, cy: y, rx: 130 / n, ry: 170 / n }));
      }
    }));
    this.over.replaceChildren(svg("path", { class: "camera-grid", d: lines }), ...cells);
  }
}

// The projective map from the unit square to four points, from the top left clockwise.
export function homography([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dx2, sx] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, sy] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const bottom = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / bottom;
  const h = (dx1 * sy - sx * dy1) / bottom;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [((a * u + b * v + x0) / w).toFixed(1), ((d * u + e * v + y0) / w).toFixed(1)];
  };
}
