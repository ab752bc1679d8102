// The final score as one picture: board, names, points, winner. Made in the browser, shared or saved.
import { signs } from "./board.js";
import { area, outline } from "./make.js";
import { when } from "./pages.js";
import { colourName, letter, playerName, signed, t } from "./texts.js";

const [WIDTH, HEIGHT, SIDE, EDGE] = [1080, 1500, 960, 60];
const INK = "#1d2026";

export function drawPicture({ game, scores, board }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const paint = (colour) => style.getPropertyValue(`--${colour}`).trim();
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const text = (words, x, y, size, { weight = 600, align = "left", fill = INK, most = WIDTH } = {}) => {
    pen.font = `${weight} ${size}px system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;
    pen.textAlign = align;
    pen.fillStyle = fill;
    pen.fillText(words, x, y, most);
  };
  text(t("title"), EDGE, 84, 40);
  text(when(game.created, { dateStyle: "long" }), WIDTH - EDGE, 84, 32, { weight: 400, align: "right", fill: "#5c6270" });
  drawBoard(pen, game, board, paint);
  const sides = [...scores.sides].sort((a, b) => (scores.scoring === "basic" ? 1 : -1) * (a[scores.scoring] - b[scores.scoring]));
  sides.forEach((side, index) => {
    const y = 1186 + index * 76;
    const won = scores.winners.includes(side.colours[0]);
    side.colours.forEach((colour, at) => {
      pen.fillStyle = paint(colour);
      pen.fillRect(EDGE + at * 50, y - 36, 42, 42);
      text(letter(colour), EDGE + at * 50 + 21, y - 5, 28, { align: "center", fill: "#fff" });
    });
    const name = [...new Set(side.colours.map((colour) => playerName(game, colour)))].join(" + ") || colourName(side.colours[0]);
    text(`${won ? "★ " : ""}${name}`, EDGE + side.colours.length * 50 + 16, y, 44, { weight: won ? 700 : 500, most: 640 });
    text(scores.scoring === "advanced" ? signed(side.advanced) : String(side.basic), WIDTH - EDGE, y, 48, { weight: 700, align: "right" });
  });
  text(t(`score.${scores.scoring}`), EDGE, HEIGHT - 34, 26, { weight: 400, fill: "#5c6270" });
  return canvas;
}

function drawBoard(pen, game, board, paint) {
  pen.save();
  pen.translate(EDGE, 124);
  pen.scale(SIDE / game.size, SIDE / game.size);
  pen.fillStyle = "#f4f2ee";
  pen.fillRect(0, 0, game.size, game.size);
  pen.strokeStyle = "#d9d6d0";
  pen.lineWidth = 0.03;
  for (let i = 0; i <= game.size; i += 1) pen.stroke(new Path2D(`M0 ${i}H${game.size}M${i} 0V${game.size}`));
  for (const item of board) {
    pen.fillStyle = paint(item.colour);
    pen.fill(new Path2D(area(item.cells)));
    pen.fillStyle = "#ffffff70";
    pen.fill(new Path2D(signs(item.colour, item.cells)));
    pen.strokeStyle = "#000000b0";
    pen.lineWidth = 0.07;
    pen.stroke(new Path2D(outline(item.cells)));
  }
  pen.restore();
}

const blob = (canvas) => new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });

export async function savePicture(told) {
  const data = await blob(drawPicture(told));
  if (!data) throw new Error(t("share.none"));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = `game-${told.game.id}.png`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// With the phone's own sheet where there is one (secure pages only); else the picture is saved.
export async function sharePicture(told) {
  const data = await blob(drawPicture(told));
  const file = data && new File([data], `game-${told.game.id}.png`, { type: "image/png" });
  if (file && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], title: t("title") }).catch(() => {});
  } else await savePicture(told);
}
