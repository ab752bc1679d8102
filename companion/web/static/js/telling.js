// Events in sentences: for the live region, the voice and the replay.
import { colourName, has, playerName, squareNames, t } from "./texts.js";

const BAD = ["illegal", "disturbed", "unsure"];

export function sentence(line, game, { spoken = false } = {}) {
  const key = `told.${line.type}`;
  if (!has(key)) return "";
  if ((key.includes("corrected") || key.includes("adjusted") || key.includes("disturbed")) && !line.colour) return t("told.ruled");
  const words = {
    colour: line.colour ? colourName(line.colour) : "",
    piece: line.piece ?? t("correct.noshape"),
    squares: line.cells ? squareNames(line.cells, game.size) : "",
    rules: (line.violations ?? []).map((one) => t(`rule.${one.rule}`)).join(" "),
    count: line.cells?.length,
  };
  return t(spoken && line.type === "placed" ? "told.placed.say" : key, words);
}

export function turnSentence(state) {
  if (!state.game) return "";
  if (state.turn.over) return t("told.finished");
  return state.turn.to_play ? t("told.turn", { colour: playerName(state.game, state.turn.to_play) }) : "";
}

export const tone = (line) => (BAD.includes(line.type) ? "bad" : ["placed", "passed"].includes(line.type) ? "turn" : "good");
