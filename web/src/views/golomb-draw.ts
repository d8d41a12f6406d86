/** How Golomb's board is drawn on a canvas: its ground, its trominoes, its hole. The middle of the canvas is the origin. */
import { type Camera, type Part, screen } from "./golomb-map.ts";

/** Of the library: neighbours of one colour are one tromino. */
const COLOURS = ["#56b4e9", "#e69f00", "#0072b2"];

/** A step of the induction. */
export interface Stepped {
  pieces: { cells: (readonly [number, number])[]; colour: number }[];
  caption: string;
}

export interface Seen {
  n: number;
  hole: readonly [bigint, bigint];
  part: Part;
  rows: string[];
}

export interface Paint {
  ground: string;
  line: string;
  ink: string;
  card: string;
}

/** The board itself, with the lines of its quarters where the induction is played. */
export function ground(context: CanvasRenderingContext2D, camera: Camera, n: number, paint: Paint, lines: boolean): void {
  const { x, y } = screen(camera, 0, 0n, 0n);
  const side = 2 ** n * camera.scale;
  context.fillStyle = paint.ground;
  context.beginPath();
  context.roundRect(x - 2, y - 2, side + 4, side + 4, 5);
  context.fill();
  if (!lines || camera.scale < 4) return;
  for (let i = 1; i < 2 ** n; i += 1) {
    // The lines of larger blocks are heavier.
    let weight = 0;
    while (i % 2 ** (weight + 1) === 0) weight += 1;
    context.strokeStyle = paint.line;
    context.lineWidth = 0.6 + weight * 0.7;
    context.beginPath();
    context.moveTo(x + i * camera.scale, y);
    context.lineTo(x + i * camera.scale, y + side);
    context.moveTo(x, y + i * camera.scale);
    context.lineTo(x + side, y + i * camera.scale);
    context.stroke();
  }
}

/** The trominoes in sight: with gaps between them where there is room, or else as pixels. */
export function tiles(context: CanvasRenderingContext2D, camera: Camera, { part, rows }: Seen): void {
  const size = camera.scale * 2 ** part.level;
  const { x, y } = screen(camera, part.level, part.row, part.col);
  if (size < 6) {
    pixels(context, rows, part, x, y, size);
    return;
  }
  const gap = Math.max(0.5, size * 0.035);
  const corner = size * 0.2;
  const paths = [new Path2D(), new Path2D(), new Path2D()];
  for (let r = 0; r < part.rows; r += 1) {
    const [above, row, below] = [rows[r - 1] ?? "", rows[r] ?? "", rows[r + 1] ?? ""];
    for (let c = 0; c < part.cols; c += 1) {
      const letter = row.charCodeAt(c);
      const path = paths[letter - 65];
      if (!path) continue;
      const same = (line: string, i: number): boolean => line.charCodeAt(i) === letter;
      const [up, right, down, left] = [same(above, c), same(row, c + 1), same(below, c), same(row, c - 1)];
      const [x0, y0] = [x + c * size + (left ? 0 : gap), y + r * size + (up ? 0 : gap)];
      const [x1, y1] = [x + (c + 1) * size - (right ? 0 : gap), y + (r + 1) * size - (down ? 0 : gap)];
      // A little more where a tromino goes on, so that no seam is seen.
      path.roundRect(x0, y0, x1 - x0 + (right ? 0.4 : 0), y1 - y0 + (down ? 0.4 : 0), [
        up || left ? 0 : corner,
        up || right ? 0 : corner,
        down || right ? 0 : corner,
        down || left ? 0 : corner,
      ]);
    }
  }
  paths.forEach((path, i) => {
    context.fillStyle = COLOURS[i] as string;
    context.fill(path);
  });
}

const RGB = COLOURS.map((text) => [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16)));
let buffer: HTMLCanvasElement | null = null;

function pixels(context: CanvasRenderingContext2D, rows: string[], part: Part, x: number, y: number, size: number): void {
  buffer ??= document.createElement("canvas");
  buffer.width = part.cols;
  buffer.height = part.rows;
  const small = buffer.getContext("2d");
  if (!small) return;
  const image = small.createImageData(part.cols, part.rows);
  for (let r = 0; r < part.rows; r += 1) {
    const row = rows[r] ?? "";
    for (let c = 0; c < part.cols; c += 1) {
      const rgb = RGB[row.charCodeAt(c) - 65];
      if (!rgb) continue;
      const at = 4 * (r * part.cols + c);
      image.data[at] = rgb[0] as number;
      image.data[at + 1] = rgb[1] as number;
      image.data[at + 2] = rgb[2] as number;
      image.data[at + 3] = 255;
    }
  }
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = size < 2;
  context.drawImage(buffer, x, y, part.cols * size, part.rows * size);
}

/** One tromino. */
export function patch(context: CanvasRenderingContext2D, camera: Camera, cells: (readonly [number, number])[], colour: number): void {
  const size = camera.scale;
  const gap = Math.max(0.5, size * 0.035);
  const has = (row: number, col: number): boolean => cells.some(([r, c]) => r === row && c === col);
  const corner = size * 0.2;
  context.fillStyle = COLOURS[colour % COLOURS.length] as string;
  context.beginPath();
  for (const [row, col] of cells) {
    const { x, y } = screen(camera, 0, BigInt(row), BigInt(col));
    const [up, right, down, left] = [has(row - 1, col), has(row, col + 1), has(row + 1, col), has(row, col - 1)];
    context.roundRect(
      x + (left ? -0.4 : gap),
      y + (up ? -0.4 : gap),
      size - (left ? -0.4 : gap) - (right ? 0 : gap),
      size - (up ? -0.4 : gap) - (down ? 0 : gap),
      [up || left ? 0 : corner, up || right ? 0 : corner, down || right ? 0 : corner, down || left ? 0 : corner],
    );
  }
  context.fill();
}

/** The hole, and from far away a ring around it. */
export function mark(context: CanvasRenderingContext2D, camera: Camera, [row, col]: readonly [bigint, bigint], paint: Paint): void {
  const { x, y } = screen(camera, 0, row, col);
  const size = camera.scale;
  const [cx, cy] = [x + size / 2, y + size / 2];
  context.fillStyle = paint.ink;
  context.beginPath();
  if (size >= 5) context.roundRect(x + size * 0.08, y + size * 0.08, size * 0.84, size * 0.84, size * 0.22);
  else context.arc(cx, cy, 3.2, 0, 7);
  context.fill();
  if (size >= 8) return;
  context.lineWidth = 4;
  context.strokeStyle = paint.card;
  context.beginPath();
  context.arc(cx, cy, Math.max(11, size * 0.75), 0, 7);
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = paint.ink;
  context.stroke();
}
