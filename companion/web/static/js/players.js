// One card a colour: score, clock, and the pieces it still has.
import { el, put } from "./make.js";
import { beep } from "./sound.js";
import { colourName, playerName, shapes, sign, signed, t } from "./texts.js";
import { Tray } from "./tray.js";

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
    const tray = new Tray(ORDER.filter((name) => !state.puzzle || state.puzzle.wanted.includes(name)));
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
      tray.node, parts.left);
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
    const left = state.left[colour];
    const squares = left.reduce((sum, name) => sum + shapes[name].length, 0);
    parts.tray.left(left);
    put(parts.left, left.length ? t("tray.left", { count: left.length, squares }) : t("tray.done"));
  }

  updatePuzzle(state, colour) {
    const { node, parts } = this.cards.get(colour);
    const missing = state.puzzle.missing[colour];
    put(parts.score, `${state.puzzle.wanted.length - missing.length}/${state.puzzle.wanted.length}`);
    put(parts.left, missing.length ? t("puzzle.missing", { count: missing.length }) : t("puzzle.complete"));
    node.classList.toggle("won", !missing.length);
    parts.tray.left(missing);
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
