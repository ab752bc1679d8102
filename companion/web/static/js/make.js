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
export function shape(cells) {
  const edges = new Map();
  const covered = new Set(cells.map(String));
  const edge = (open, from, to) => { if (open) edges.set(String(from), [...(edges.get(String(from)) ?? []), to]); };
  for (const [row, column] of cells) {
    edge(!covered.has(`${row - 1},${column}`), [column, row], [column + 1, row]);
    edge(!covered.has(`${row},${column + 1}`), [column + 1, row], [column + 1, row + 1]);
    edge(!covered.has(`${row + 1},${column}`), [column + 1, row + 1], [column, row + 1]);
    edge(!covered.has(`${row},${column - 1}`), [column, row + 1], [column, row]);
  }
  let path = "";
  for (const [start, ways] of edges) {
    while (ways.length) {
      let at = ways.pop();
      path += `M${start}`;
      while (String(at) !== start) {
        path += `L${at}`;
        at = edges.get(String(at)).pop();
      }
      path += "z";
    }
  }
  return path;
}
