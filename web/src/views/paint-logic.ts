/**
 * A region that is painted: cells of a rectangle, on or off; strokes under symmetries; as a text for the address and for questions.
 */
export interface Region {
  rows: number;
  cols: number;
  on: readonly boolean[];
}

export const LARGEST = 24;

export const rectangle = (rows: number, cols: number): Region => ({ rows, cols, on: Array<boolean>(rows * cols).fill(true) });

/** The Aztec diamond: the cells whose middles are near the middle, by steps along rows and columns. */
export function aztec(n: number): Region {
  const side = 2 * n;
  const far = (i: number): number => Math.abs(i + 0.5 - n);
  return { rows: side, cols: side, on: Array.from({ length: side * side }, (_, i) => far(Math.floor(i / side)) + far(i % side) <= n) };
}

/** A drawing: `#` and letters are cells, `.` and blanks are none; rows by line or `/`. Nothing if there is no cell, or a name with numbers. */
export function drawn(text: string): Region | null {
  if (text.includes(":")) return null;
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(text.trim());
  if (size) {
    const [rows, cols] = [Number(size[1]), Number(size[2])];
    return rows >= 1 && cols >= 1 && rows <= LARGEST && cols <= LARGEST ? rectangle(rows, cols) : null;
  }
  const lines = text.replace(/\r/g, "").split(/[\n/]/).map((line) => line.trimEnd());
  while (lines.length > 0 && lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  const cols = Math.max(0, ...lines.map((line) => line.length));
  if (lines.length === 0 || cols === 0 || lines.length > LARGEST || cols > LARGEST) return null;
  const on = lines.flatMap((line) => Array.from({ length: cols }, (_, i) => !". ".includes(line[i] ?? " ")));
  return on.includes(true) ? { rows: lines.length, cols, on } : null;
}

/** The text of it: `RxC` for a full rectangle, rows with `between` otherwise; in an address with `x` for cells, which stays as it is there. */
export function text({ rows, cols, on }: Region, between: "\n" | "/"): string {
  if (on.every(Boolean)) return `${rows}x${cols}`;
  const mark = between === "/" ? "x" : "#";
  const row = (r: number): string => on.slice(r * cols, (r + 1) * cols).map((cell) => (cell ? mark : ".")).join("");
  return Array.from({ length: rows }, (_, r) => row(r)).join(between);
}

/** A region with another size; cells that are new are on. */
export function sized({ rows, cols, on }: Region, newRows: number, newCols: number): Region {
  const cell = (r: number, c: number): boolean => (r < rows && c < cols ? (on[r * cols + c] as boolean) : true);
  return { rows: newRows, cols: newCols, on: Array.from({ length: newRows * newCols }, (_, i) => cell(Math.floor(i / newCols), i % newCols)) };
}

export type Mirror = "none" | "sides" | "both" | "turn";

/** The cells that a stroke on one cell means. */
export function images({ rows, cols }: Region, cell: number, mirror: Mirror): number[] {
  const [r, c] = [Math.floor(cell / cols), cell % cols];
  const at = (row: number, col: number): number => row * cols + col;
  const all = {
    none: [cell],
    sides: [cell, at(r, cols - 1 - c)],
    both: [cell, at(r, cols - 1 - c), at(rows - 1 - r, c), at(rows - 1 - r, cols - 1 - c)],
    turn: rows === cols ? [cell, at(c, rows - 1 - r), at(rows - 1 - r, cols - 1 - c), at(cols - 1 - c, r)] : [cell, at(rows - 1 - r, cols - 1 - c)],
  }[mirror];
  return [...new Set(all)];
}

/** The cells of the rectangle between two of its corners. */
export function between({ cols }: Region, from: number, to: number): number[] {
  const range = (a: number, b: number): number[] => Array.from({ length: Math.abs(a - b) + 1 }, (_, i) => Math.min(a, b) + i);
  const rows = range(Math.floor(from / cols), Math.floor(to / cols));
  return rows.flatMap((row) => range(from % cols, to % cols).map((col) => row * cols + col));
}

/** The region after a stroke. At least one cell stays. */
export function painted(region: Region, cells: readonly number[], on: boolean): Region {
  const next = [...region.on];
  for (const cell of cells) next[cell] = on;
  return next.includes(true) ? { ...region, on: next } : region;
}

/** A piece, and how many of it are wanted where that counts. */
export interface Picked {
  name: string;
  number: number;
}

/** How often each piece may be used: as often as one likes, once at most, or exactly as often as it says. */
export type Copies = "any" | "once" | "own";

/** Pieces as they stand in an address: `L4`, or `2:L4`. */
export function picked(text: string): Picked[] {
  return text.split(",").flatMap((word) => {
    const [, number, name] = /^(?:(\d{1,2}):)?(.+)$/.exec(word) ?? [];
    return name === undefined ? [] : [{ name, number: Math.max(1, Number(number ?? 1)) }];
  });
}

export const written = (pieces: readonly Picked[]): string => pieces.map(({ name, number }) => (number === 1 ? name : `${number}:${name}`)).join(",");

/** Chosen pieces as the library reads them. */
export const asked = (pieces: readonly Picked[], copies: Copies): string =>
  pieces.map(({ name, number }) => (copies === "any" ? name : copies === "once" ? `0..1:${name}` : `${number}:${name}`)).join(",");

/** What the area says: how much of it the pieces there are cover, or how many pieces it takes, if all have one size. */
export function account(cells: number, sizes: readonly number[], limited: boolean): string {
  const sum = sizes.reduce((sum, size) => sum + size, 0);
  if (limited) return `${sum} of ${cells} cells, ${sizes.length} piece${sizes.length === 1 ? "" : "s"}`;
  const different = [...new Set(sizes)].sort((a, b) => a - b);
  const size = different[0];
  if (size === undefined) return `${cells} cells`;
  if (different.length > 1) return `${cells} cells; pieces of ${different.slice(0, -1).join(", ")} and ${different.at(-1)}`;
  const left = cells % size;
  if (left === 0) return `${cells} cells: ${cells / size} pieces`;
  return `${cells} cells: ${left} too many for pieces of ${size}, or ${size - left} too few`;
}

/** The engines, as one says what a count is by. */
const ENGINES: Readonly<Record<string, string>> = {
  dense: "the dense engine",
  merge: "the merge engine",
  kasteleyn: "Kasteleyn’s determinants",
  bitboard: "a search with masks",
  sparse: "a search with lists",
  zdd: "a decision diagram",
};

/** What found so many, and in what time. */
export function found(count: string, engine: string | null | undefined, seconds: number | undefined): string {
  const by = engine ? `, by ${ENGINES[engine] ?? engine}` : "";
  const time = seconds === undefined ? "" : ` in ${seconds < 0.001 ? "less than 1" : Math.round(1000 * seconds)} ms`;
  return `tiling${count === "1" ? "" : "s"}${by}${time}`;
}

/** What is known where nothing can be tiled and no weights say why: whether a search went through everything. */
export function exhausted(exists: boolean | null): string {
  const how = exists === false ? "A search went through every possibility, and there is no tiling" : "The count says that there is no tiling";
  return `${how}. No short reason was found.`;
}

/** Up to so many tilings may all be images of one: as many as a square has symmetries. */
export const ALIKE = 8;

/** Whether a tiling is the only one, perhaps up to symmetry; nothing where that need not be said. */
export function verdict(count: string, alike: boolean | null | undefined): string | null {
  if (count === "1") return "It is the only one.";
  if (Number(count) > ALIKE || alike === undefined || alike === null) return null;
  return alike ? "They are images of each other: it is the only one, up to symmetry." : "They are not all images of each other.";
}

/** How fast a series grows, as one says it: what the ratio of its terms tends to, and the polynomial whose largest root that is. */
export function growth(ratio: { decimals: string; step: number; minimal_polynomial: string } | null, entropy: number | null): string[] {
  if (entropy === null) return [];
  const cell = `The entropy per cell is ${entropy.toFixed(6)}`;
  if (ratio === null) return [`${cell}.`];
  const next = ratio.step === 1 ? "a(n+1)/a(n)" : `a(n+${ratio.step})/a(n)`;
  return [`${cell}; ${next} tends to ${ratio.decimals.slice(0, ratio.decimals.indexOf(".") + 11)}…, the largest root of`, ratio.minimal_polynomial];
}
