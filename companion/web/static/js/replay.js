// The game step by step, under a slider.
import { Board } from "./board.js";
import { el } from "./make.js";
import { sentence } from "./telling.js";
import { t } from "./texts.js";

const PACE = 900;

export class Replay {
  constructor(told, onStep) {
    this.told = told;
    this.onStep = onStep;
    this.at = told.steps.length;
    this.boards = boards(told);
    const holder = el("div", { class: "replay-board" });
    this.board = new Board(holder);
    this.caption = el("p", { class: "caption", "aria-live": "polite" });
    this.slider = el("input", { type: "range", min: 0, max: told.steps.length, value: this.at, "aria-label": t("replay.title"), oninput: () => this.go(Number(this.slider.value)) });
    this.player = el("button", { type: "button", class: "primary", "data-do": "play", onclick: () => (this.timer ? this.stop() : this.play()) }, t("replay.play"));
    const step = (by, text, name) => el("button", { type: "button", "aria-label": t(name), onclick: () => { this.stop(); this.go(this.at + by); } }, text);
    this.node = el("section", { class: "replay panel", "aria-label": t("replay.title") }, el("h2", {}, t("replay.title")), holder,
      el("div", { class: "scrub" }, step(-1, "‹", "replay.back"), this.slider, step(1, "›", "replay.forth"), this.player), this.caption);
    this.draw();
  }

  // However often the slider moves between two pictures, the last place is drawn, once.
  go(place) {
    this.at = Math.min(this.told.steps.length, Math.max(0, place));
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = undefined;
      this.draw();
    });
  }

  draw() {
    const step = this.told.steps[this.at - 1];
    this.slider.value = this.at;
    this.board.show({ game: this.told.game, board: this.boards[this.at], last: step?.last ?? null, away: [] },
      { calm: true, marks: (step?.violations ?? []).map((one) => one.cells).filter((cells) => cells.length) });
    const place = t("replay.at", { number: this.at, count: this.told.steps.length });
    const words = step ? sentence(step, this.told.game) || t("told.ruled") : t("replay.start");
    this.caption.textContent = `${place}. ${words}`;
    this.slider.setAttribute("aria-valuetext", this.caption.textContent);
    this.onStep(this.at);
  }

  play() {
    if (this.at >= this.told.steps.length) this.at = 0;
    this.player.textContent = t("replay.stop");
    this.timer = setInterval(() => {
      if (this.at >= this.told.steps.length) this.stop();
      else this.go(this.at + 1);
    }, PACE);
    this.go(this.at);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.player.textContent = t("replay.play");
  }
}

// What lay on the board after each step; unchanged pieces are the same objects.
export function boards(told) {
  const made = [[]];
  let now = new Map();
  for (const step of told.steps) {
    now = new Map(now);
    for (const number of step.gone) now.delete(number);
    for (const item of step.put) now.set(item.number, item);
    made.push([...now.values()]);
  }
  return made;
}
