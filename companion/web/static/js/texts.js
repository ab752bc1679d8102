// The texts of the page by key, with words filled in.
const data = JSON.parse(document.getElementById("page-data").textContent);

export const shapes = data.shapes;

export function t(key, words = {}) {
  const text = data.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => words[name] ?? whole);
}

export const colourName = (colour) => t(`colour.${colour}`);

// A shape goes with each colour, so that nobody depends on seeing the colour.
const SIGNS = {
  blue: "●", yellow: "▲", red: "■", green: "◆", purple: "●", orange: "■",
  black: "●", white: "○", pink: "▲", turquoise: "◆",
};
export const sign = (colour) => SIGNS[colour] ?? "●";

export function squareName([row, column], size) {
  return String.fromCharCode(97 + column) + (size - row);
}

export function squareNames(cells, size) {
  return [...cells].sort((a, b) => b[0] - a[0] || a[1] - b[1]).map((cell) => squareName(cell, size)).join(" ");
}
