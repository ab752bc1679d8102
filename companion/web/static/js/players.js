// One card a colour: score, clock, and the pieces it still has.
import { el, put, shape, svg } from "./make.js";
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
  }

  time(state) {
    this.clocks = state.game ? { ...state.clocks, at: performance.now() } : null;
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
    node.classList.toggle("active", state.turn.to_play === colour);
    node.classList.toggle("won", state.scores.winners.includes(colour));
    put(parts.score, scoring === "advanced" ? signed(line[scoring]) : String(line[scoring]));
    put(parts.unit, t(`score.${scoring}`));
    const tags = `${line.final}${line.bonus}`;
    if (parts.tags.dataset.key !== tags) parts.tags.replaceChildren(
      ...(line.final ? [el("em", { class: "tag" }, t("score.final"))] : []),
      ...(line.bonus ? [el("em", { class: "tag bonus" }, t("score.bonus", { bonus: line.bonus }))] : []));
    parts.tags.dataset.key = tags;
    const key = state.left[colour].join();
    if (parts.tray.dataset.key === key) return;
    parts.tray.dataset.key = key;
    const left = new Set(state.left[colour]);
    for (const piece of parts.tray.children) piece.classList.toggle("gone", !left.has(piece.dataset.piece));
    const squares = state.left[colour].reduce((sum, name) => sum + shapes[name].length, 0);
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
    const mode = this.clocks?.mode ?? "off";
    const gone = this.clocks ? (performance.now() - this.clocks.at) / 1000 : 0;
    for (const [colour, card] of this.cards) {
      const running = mode !== "off" && this.clocks.running === colour;
      const seconds = mode === "off" ? 0 : this.clocks.seconds[colour] + (running ? (mode === "down" ? -gone : gone) : 0);
      const last = mode === "down" && seconds <= 60;
      const text = mode === "down" && seconds <= 0 ? t("clock.over") : time(seconds);
      const key = `${mode} ${running} ${last} ${text}`;
      if (card.clock === key) continue;
      card.clock = key;
      const { clock } = card.parts;
      if (clock.hidden !== (mode === "off")) clock.hidden = mode === "off";
      card.node.classList.toggle("timed", mode !== "off");
      put(clock, text);
      const title = mode === "off" ? "" : t(`clock.${mode}`);
      if (clock.title !== title) clock.title = title;
      if (last && running && !clock.classList.contains("ringing")) beep("bell");
      clock.classList.toggle("ringing", last);
      clock.classList.toggle("running", running);
    }
  }
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
    svg("path", { class: "fill", d: shape(laid) }));
}
