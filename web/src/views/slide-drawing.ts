/**
 * A sliding-block puzzle that somebody draws: a letter for each piece, a dot for an empty cell, # for a wall; and a goal likewise, in
 * which a dot may be anything. In: texts, strokes. Out: the drawing, and the text of it that the library reads.
 */
export interface Drawing {
  /** All as long as each other. */
  start: readonly string[];
  goal: readonly string[];
}

/** What a stroke is made in. */
export type Side = keyof Drawing;

export const EMPTY = ".";
export const WALL = "#";

/** Rows and columns that can be drawn. */
export const LARGEST = 12;

/** Rows of marks, filled up with dots to so many rows and columns. */
function filled(rows: readonly string[], height: number, width: number): string[] {
  return Array.from({ length: height }, (_, row) => (rows[row] ?? "").slice(0, width).padEnd(width, EMPTY));
}

const lines = (text: string): string[] => text.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");

/** What is drawn by a text: two drawings with an empty line between them, or `start` and `goal` of a file that has nothing else. */
export function drawing(text: string): Drawing | null {
  const file = /^\s*start = '''\n([^']*)'''\s*(?:goal = '''\n([^']*)'''\s*)?$/.exec(text.replace(/\r/g, ""));
  const blocks = file ? [file[1] ?? "", file[2] ?? ""] : text.replace(/\r/g, "").trim().split(/\n\s*\n/);
  const [start, goal] = [lines(blocks[0] ?? ""), lines(blocks[1] ?? "")];
  const all = [...start, ...goal];
  const [height, width] = [Math.max(start.length, goal.length), Math.max(0, ...all.map((row) => row.length))];
  if (blocks.length > 2 || start.length === 0 || height > LARGEST || width > LARGEST || !all.every((row) => /^[A-Za-z.#]+$/.test(row))) return null;
  return { start: filled(start, height, width), goal: filled(goal, height, width) };
}

/** The text of a drawing; a goal in which nothing is wanted is none. */
export function drawn({ start, goal }: Drawing): string {
  const block = (name: Side, rows: readonly string[]): string => `${name} = '''\n${rows.join("\n")}\n'''\n`;
  return block("start", start) + (goal.some((row) => /[A-Za-z]/.test(row)) ? block("goal", goal) : "");
}

/** A drawing with another size. */
export const sized = ({ start, goal }: Drawing, rows: number, cols: number): Drawing => ({ start: filled(start, rows, cols), goal: filled(goal, rows, cols) });

/** A drawing with another mark on some cells. */
export function marked(drawing: Drawing, side: Side, cells: readonly number[], mark: string): Drawing {
  const width = drawing.start[0]?.length ?? 1;
  const rows = drawing[side].map((row, r) => [...row].map((old, c) => (cells.includes(r * width + c) ? mark : old)).join(""));
  return { ...drawing, [side]: rows };
}

/** The pieces, in the order of their letters, and the first letter that is free. */
export function letters({ start }: Drawing): { pieces: string[]; next: string | null } {
  const pieces = [...new Set(start.join("").replace(/[^A-Za-z]/g, ""))].sort();
  const next = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"].find((letter) => !pieces.includes(letter)) ?? null;
  return { pieces, next };
}
