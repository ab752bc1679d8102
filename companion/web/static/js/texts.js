// The texts of the page by key, with words filled in.
const data = JSON.parse(document.getElementById("page-data").textContent);

export const shapes = data.shapes;
export const page = data;
export const language = data.language;
const plural = new Intl.PluralRules(language);

export const has = (key) => key in data.texts;

// `KEY.one` is taken for one of something.
export function t(key, words = {}) {
  const count = words.count ?? words.points;
  const single = count !== undefined && Number.isFinite(Number(count)) && plural.select(Math.abs(Number(count))) === "one" && has(`${key}.one`);
  const text = data.texts[single ? `${key}.one` : key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
}

export const colourName = (colour) => t(`colour.${colour}`);

// A sign and a letter go with each colour, so that nobody depends on seeing the colour.
const SIGNS = {
  blue: "●", yellow: "▲", red: "■", green: "◆", purple: "●", orange: "■",
  black: "●", white: "○", pink: "▲", turquoise: "◆",
};
const LETTERS = { blue: "B", yellow: "Y", red: "R", green: "G", purple: "P", orange: "O", black: "K", white: "W", pink: "N", turquoise: "T" };
export const sign = (colour) => SIGNS[colour] ?? "●";
export const letter = (colour) => LETTERS[colour] ?? "?";

export const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

export function squareName([row, column], size) {
  return String.fromCharCode(97 + column) + (size - row);
}

export function squareNames(cells, size) {
  return [...cells].sort((a, b) => b[0] - a[0] || a[1] - b[1]).map((cell) => squareName(cell, size)).join(" ");
}

// Who plays a colour: the name, or the colour's. A player of two colours is named at the first of them.
export function playerName(game, colour) {
  if (game.names[colour]) return game.names[colour];
  const pairs = game.colours.length === 4 && game.rules.players === 2;
  const partner = pairs ? game.colours[(game.colours.indexOf(colour) + 2) % 4] : null;
  return (partner && game.names[partner]) || colourName(colour);
}
