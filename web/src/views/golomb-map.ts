/**
 * The arithmetic of Golomb's board as a map: where the camera stands, what of the board it sees, at which level.
 *
 * Coordinates are whole numbers of 2^-20 cells, of any size (`bigint`), so that a board of side 2^60 can be looked at as closely
 * as one of side 4. From far away blocks of side 2^k are shown instead of cells: a block other than the hole's lacks one cell
 * that a larger tromino covers, so blocks and larger trominoes are a board of order n - k again, whose hole is the block of the
 * hole. That is the induction of the proof, and the reason why one can zoom out for ever.
 */
export const FRACTION = 20n;
const UNIT = 1 << 20;

/** The middle of what is seen, in 2^-20 cells, and the pixels that a cell is wide. */
export interface Camera {
  row: bigint;
  col: bigint;
  scale: number;
}

/** A part of the board of order n - level. */
export interface Part {
  level: number;
  row: bigint;
  col: bigint;
  rows: number;
  cols: number;
}

/** Pixels of a cell when it is seen from nearest. */
export const NEAREST = 84;

/** The share of the screen that a whole board fills; the rest is for the ring around the hole. */
export const FILLED = 0.95;

/** Pixels of a block that can be told from the next. */
const TOLD_APART = 6;

/** All of a board. */
export function whole(n: number, width: number, height: number): Camera {
  const half = 1n << (BigInt(n) + FRACTION - 1n);
  return { row: half, col: half, scale: (Math.min(width, height) * FILLED) / 2 ** n };
}

/** The camera where it may be: not farther than where all is seen, not nearer than makes sense, over the board. */
export function kept(camera: Camera, n: number, width: number, height: number): Camera {
  const least = whole(n, width, height).scale;
  const scale = Math.min(Math.max(camera.scale, least), Math.max(NEAREST, least));
  const side = 1n << (BigInt(n) + FRACTION);
  const within = (middle: bigint, pixels: number): bigint => {
    const half = units(pixels / 2 / scale);
    if (2n * half >= side) return side / 2n;
    return middle < half ? half : middle > side - half ? side - half : middle;
  };
  return { scale, row: within(camera.row, height), col: within(camera.col, width) };
}

/** So many cells in 2^-20 cells. */
export function units(cells: number): bigint {
  return BigInt(Math.round(cells * UNIT));
}

/** Which level is shown: cells while they can be told apart, or else the smallest blocks that can. */
export function levelOf(scale: number, n: number): number {
  if (scale >= TOLD_APART || (n <= 9 && scale >= 0.5)) return 0;
  return Math.min(n - 1, Math.ceil(Math.log2(TOLD_APART / scale)));
}

/** What the camera sees. */
export function seen(camera: Camera, n: number, width: number, height: number): Part {
  const level = levelOf(camera.scale, n);
  const shift = BigInt(level) + FRACTION;
  const side = 1n << BigInt(n - level);
  const range = (middle: bigint, pixels: number): [bigint, number] => {
    const half = units(pixels / 2 / camera.scale);
    const first = (middle - half) >> shift;
    const last = (middle + half) >> shift;
    const from = first < 0n ? 0n : first;
    const to = last >= side ? side - 1n : last;
    return [from, Number(to - from) + 1];
  };
  const [row, rows] = range(camera.row, height);
  const [col, cols] = range(camera.col, width);
  return { level, row, col, rows, cols };
}

/** The cell, or block, under a point of the screen, counted from the middle of it; nothing beside the board. */
export function cellAt(camera: Camera, n: number, dx: number, dy: number): [bigint, bigint] | null {
  const row = (camera.row + units(dy / camera.scale)) >> FRACTION;
  const col = (camera.col + units(dx / camera.scale)) >> FRACTION;
  const side = 1n << BigInt(n);
  return row < 0n || col < 0n || row >= side || col >= side ? null : [row, col];
}

/** Pixels from the middle of the screen to a block's first corner. */
export function screen(camera: Camera, level: number, row: bigint, col: bigint): { x: number; y: number } {
  const shift = BigInt(level) + FRACTION;
  const to = (block: bigint, middle: bigint): number => (Number((block << shift) - middle) / UNIT) * camera.scale;
  return { x: to(col, camera.col), y: to(row, camera.row) };
}

/** Zooms by a factor, a point of the screen staying where it is. */
export function zoomed(camera: Camera, factor: number, dx: number, dy: number): Camera {
  const scale = camera.scale * factor;
  const moved = (middle: bigint, d: number): bigint => middle + units(d / camera.scale) - units(d / scale);
  return { scale, row: moved(camera.row, dy), col: moved(camera.col, dx) };
}

/** The number of trominoes: a third of all cells but one. */
export const trominoes = (n: number): bigint => ((1n << BigInt(2 * n)) - 1n) / 3n;

/** A row and a column of an address, on the board. */
export function holeOf(text: string | undefined, n: number): [bigint, bigint] | null {
  const match = /^(\d{1,19}),(\d{1,19})$/.exec(text ?? "");
  if (match === null) return null;
  const side = 1n << BigInt(n);
  const [row, col] = [BigInt(match[1] as string), BigInt(match[2] as string)];
  return row < side && col < side ? [row, col] : null;
}
