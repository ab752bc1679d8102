// One card a colour: score, clock, and the pieces it still has.
import { area, el, outline, svg } from "./make.js";
import { beep } from "./sound.js";
import { colourName, playerName, shapes, sign, signed, t } from "./texts.js";

const ORDER = Object.keys(shapes).sort((a, b) => shapes[b].length - shapes[a].length);

export class Players {
  constructor(holder) {
    this.holder = holder;
    this.cards = new Map();
    this.clocks = null;
    setInterval(() => this.tick(), 250);
  }

  show(state) {
    if (!state.game) {
      this.holder.replaceChildren();
      this.cards.clear();
      this.game = null;
      return;
    }
    if (this.game !== state.game.id) {
      this.game = state.game.id;
      this.cards.clear();
      this.holder.replaceChildren(...state.game.colours.map((colour) => this.card(state, colour)));
      this.holder.dataset.count = state.game.colours.length;
    }
    for (const colour of state.game.colours) this.update(state, colour);
    this.clocks = { ...state.clocks, at: performance.now() };
    this.tick();
  }

  card(state, colour) {
    const tray = el("div", { class: "tray" }, ...ORDER.filter((name) => !state.puzzle || state.puzzle.wanted.includes(name)).map((name) => small(name)));
    const parts = {
      score: el("strong"), unit: el("span", { class: "unit" }), clock: el("time", { class: "clock", hidden: true }),
      left: el("p", { class: "left" }), tray, tags: el("span", { class: "tags" }),
    };
    const node = el("article", { class: `card c-${colour}`, "data-colour": colour },
      el("header", {},
        el("span", { class: "sign", "aria-hidden": "true" }, sign(colour)),
        el("h2", {}, playerName(state.game, colour)),
        parts.clock,
        el("p", { class: "score" }, parts.score, parts.unit, parts.tags)),
      tray, parts.left);
    this.cards.set(colour, { node, parts });
    return node;
  }

  update(state, colour) {
    const { node, parts } = this.cards.get(colour);
    if (state.puzzle) {
      this.updatePuzzle(state, colour);
      return;
    }
    const line = state.scores.colours[colour];
    const scoring = state.scores.scoring;
    const left = new Set(state.left[colour]);
    node.classList.toggle("active", state.turn.to_play === colour);
    node.classList.toggle("won", state.scores.winners.includes(colour));
    put(parts.score, scoring === "advanced" ? signed(line[scoring]) : String(line[scoring]));
    put(parts.unit, t(`score.${scoring}`));
    const tags = `${line.final}${line.bonus}`;
    if (parts.tags.dataset.key !== tags) parts.tags.replaceChildren(
      ...(line.final ? [el("em", { class: "tag" }, t("score.final"))] : []),
      ...(line.bonus ? [el("em", { class: "tag bonus" }, t("score.bonus", { bonus: line.bonus }))] : []));
    parts.tags.dataset.key = tags;
    let squares = 0;
    for (const piece of parts.tray.children) {
      const here = left.has(piece.dataset.piece);
      piece.classList.toggle("gone", !here);
      if (here) squares += shapes[piece.dataset.piece].length;
    }
    put(parts.left, left.size ? t("tray.left", { count: left.size, squares }) : t("tray.done"));
  }

  updatePuzzle(state, colour) {
    const { node, parts } = this.cards.get(colour);
    const missing = new Set(state.puzzle.missing[colour]);
    parts.score.textContent = `${state.puzzle.wanted.length - missing.size}/${state.puzzle.wanted.length}`;
    parts.left.textContent = missing.size ? t("puzzle.missing", { count: missing.size }) : t("puzzle.complete");
    node.classList.toggle("won", !missing.size);
    for (const piece of parts.tray.children) piece.classList.toggle("gone", !missing.has(piece.dataset.piece));
  }

  tick() {
    if (!this.clocks || !this.clocks.mode || this.clocks.mode === "off") {
      for (const { parts } of this.cards.values()) parts.clock.hidden = true;
      return;
    }
    const gone = (performance.now() - this.clocks.at) / 1000;
    for (const [colour, { parts }] of this.cards) {
      const sense = this.clocks.mode === "down" ? -1 : 1;
      const seconds = this.clocks.seconds[colour] + (this.clocks.running === colour ? sense * gone : 0);
      const last = this.clocks.mode === "down" && seconds <= 60;
      parts.clock.hidden = false;
      put(parts.clock, this.clocks.mode === "down" && seconds <= 0 ? t("clock.over") : time(seconds));
      if (!parts.clock.title) parts.clock.title = t(`clock.${this.clocks.mode}`);
      if (last && !parts.clock.classList.contains("ringing") && this.clocks.running === colour) beep("bell");
      parts.clock.classList.toggle("ringing", last);
      parts.clock.classList.toggle("running", this.clocks.running === colour);
    }
  }
}

// A text is written only if it is another one: writing costs the browser a new layout.
function put(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function time(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function small(name) {
  const cells = shapes[name];
  const height = Math.max(...cells.map((c) => c[0])) + 1;
  const width = Math.max(...cells.map((c) => c[1])) + 1;
  const [rows, columns] = height > width ? [width, height] : [height, width];
  const laid = height > width ? cells.map(([r, c]) => [c, r]) : cells;
  return svg("svg", { class: `mini r${rows} k${columns}`, viewBox: `-0.1 -0.1 ${columns + 0.2} ${rows + 0.2}`, "data-piece": name, role: "img", "aria-label": name },
    svg("path", { class: "fill", d: area(laid) }), svg("path", { class: "line", d: outline(laid) }));
}
