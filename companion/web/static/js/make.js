// Small helpers to build elements; no inline styles or scripts, as the page's policy wants.
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// A text is written only if it is another one: writing costs the browser a new layout.
export function put(node, text) {
  if (node.firstChild?.data !== text) node.textContent = text;
}

// The outline of a set of cells as path data, one unit a cell: lines only where the set ends.
export function outline(cells) {
  const covered = new Set(cells.map(([row, column]) => `${row},${column}`));
  let path = "";
  for (const [row, column] of cells) {
    if (!covered.has(`${row - 1},${column}`)) path += `M${column} ${row}h1`;
    if (!covered.has(`${row + 1},${column}`)) path += `M${column} ${row + 1}h1`;
    if (!covered.has(`${row},${column - 1}`)) path += `M${column} ${row}v1`;
    if (!covered.has(`${row},${column + 1}`)) path += `M${column + 1} ${row}v1`;
  }
  return path;
}

export const area = (cells) => cells.map(([row, column]) => `M${column} ${row}h1v1h-1z`).join("");

// The same outline as closed loops, to be filled and lined at once: each edge runs with the covered side on its right.
// Corners are numbers here, row by row: this runs with every piece that comes.
const WIDE = 64;
export function shape(cells, down = 0, right = 0) {
  const covered = new Set(cells.map(([row, column]) => row * WIDE + column));
  const edges = new Map();
  const edge = (from, to) => {
    if (edges.has(from)) edges.get(from).push(to);
    else edges.set(from, [to]);
  };
  for (const at of covered) {
    if (!covered.has(at - WIDE)) edge(at, at + 1);
    if (!covered.has(at + 1)) edge(at + 1, at + 1 + WIDE);
    if (!covered.has(at + WIDE)) edge(at + 1 + WIDE, at + WIDE);
    if (!covered.has(at - 1)) edge(at + WIDE, at);
  }
  const point = (at) => `${(at % WIDE) + right} ${Math.floor(at / WIDE) + down}`;
  let path = "";
  for (const [start, ways] of edges) {
    while (ways.length) {
      path += `M${point(start)}`;
      for (let at = ways.pop(); at !== start; at = edges.get(at).pop()) path += `L${point(at)}`;
      path += "z";
    }
  }
  return path;
}

// Faint lines between the squares of one piece.
export function seams(cells) {
  const covered = new Set(cells.map(([row, column]) => row * WIDE + column));
  let path = "";
  for (const [row, column] of cells) {
    if (covered.has((row + 1) * WIDE + column)) path += `M${column} ${row + 1}h1`;
    if (covered.has(row * WIDE + column + 1)) path += `M${column + 1} ${row}v1`;
  }
  return path;
}
