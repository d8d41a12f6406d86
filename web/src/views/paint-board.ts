/**
 * Boards that are painted: a rectangle of squares with cells off, as a drawing; or one of other cells that goes by a name, such as
 * `hexagon:4`, and the cells that are taken away from it. In: values of the address. Out: what questions say of the board, and the values
 * after a stroke. What the cells look like the library says.
 */
import { drawn, LARGEST, rectangle, type Region, text } from "./paint-logic.ts";

export type Lattice = "square" | "hex" | "triangle" | "cube";

/** A kind of board with a name: its lattice, what its numbers are, what stands between them, and how large they may be. */
interface Kind {
  lattice: Lattice;
  numbers: readonly string[];
  between: string;
  largest: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  hexagon: { lattice: "hex", numbers: ["Side"], between: ",", largest: 8 },
  "hex-triangle": { lattice: "hex", numbers: ["Side"], between: ",", largest: 16 },
  "hex-parallelogram": { lattice: "hex", numbers: ["Rows", "Columns"], between: "x", largest: 14 },
  triangle: { lattice: "triangle", numbers: ["Side"], between: ",", largest: 16 },
  "tri-hexagon": { lattice: "triangle", numbers: ["Side"], between: ",", largest: 7 },
  "tri-parallelogram": { lattice: "triangle", numbers: ["Rows", "Columns"], between: "x", largest: 14 },
  rhombus: { lattice: "triangle", numbers: ["Side"], between: ",", largest: 12 },
  star: { lattice: "triangle", numbers: ["Side"], between: ",", largest: 5 },
  box: { lattice: "cube", numbers: ["Layers", "Rows", "Columns"], between: "x", largest: 8 },
};

/** What pieces there are to choose from: titles, and the words for them, of which a title is left out where the piece says all. */
export const SETS: Readonly<Record<Lattice, readonly (readonly [string, string])[]>> = {
  square: [["", "monomino,domino"], ["Trominoes", "trominoes"], ["Tetrominoes", "tetrominoes"], ["Pentominoes", "pentominoes"]],
  hex: [["", "monohex,dihex"], ["Trihexes", "trihexes"], ["Tetrahexes", "tetrahexes"]],
  triangle: [["", "moniamond,diamond,triamonds"], ["Tetriamonds", "tetriamonds"], ["Pentiamonds", "pentiamonds"], ["Hexiamonds", "hexiamonds"]],
  cube: [["", "monocube,dicube"], ["Tricubes", "tricubes"], ["Tetracubes", "tetracubes"]],
};

/** The words for all of them. */
export const all = (lattice: Lattice): string => SETS[lattice].map(([, words]) => words).join();

/** A board with a name. */
export interface Named {
  kind: string;
  numbers: readonly number[];
  lattice: Lattice;
}

/** What the numbers of such a board are, and how large they may be. */
export const sidesOf = ({ kind }: Named): { titles: readonly string[]; largest: number } => ({ titles: KINDS[kind]?.numbers ?? [], largest: KINDS[kind]?.largest ?? 1 });

/** A board that goes by its name, if the page can paint it; some of the library's are too large, or not among them. */
export function named(word: string): Named | null {
  const [, name = "", rest = ""] = /^([a-z-]+):([0-9x,]+)$/.exec(word.trim()) ?? [];
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  const numbers = rest.split(kind?.between ?? ",").map(Number);
  const fits = kind !== undefined && numbers.length === kind.numbers.length && numbers.every((n) => Number.isInteger(n) && n >= 1 && n <= kind.largest);
  return fits ? { kind: name, numbers, lattice: kind.lattice } : null;
}

export const nameOf = ({ kind, numbers }: Named): string => `${kind}:${numbers.join(KINDS[kind]?.between ?? ",")}`;

/** A board: squares in a rectangle, or one with a name. */
export type Ground = { lattice: Lattice; squares: Region; named?: undefined; gone?: undefined } | { lattice: Lattice; squares?: undefined; named: Named; gone: ReadonlySet<string> };

/** The board that values of the address mean. */
export function ground(board: string, gone: string | undefined): Ground {
  const other = named(board);
  if (other) return { lattice: other.lattice, named: other, gone: new Set((gone ?? "").split(" ").filter(Boolean)) };
  return { lattice: "square", squares: drawn(board) ?? rectangle(8, 8) };
}

/** All cells of the board, those too that are off. */
export const whole = (ground: Ground): string => (ground.named ? nameOf(ground.named) : `${ground.squares.rows}x${ground.squares.cols}`);

/** What questions say of it, with these cells on. */
export function words(ground: Ground, cells: readonly (readonly number[])[], on: readonly boolean[]): { board: string; remove?: string[] } {
  if (ground.squares) return { board: text({ ...ground.squares, on }, "\n") + (on.every(Boolean) ? "" : "\n") };
  const remove = cells.flatMap((cell, i) => (on[i] ? [] : [cell.join()]));
  return { board: nameOf(ground.named), ...(remove.length > 0 ? { remove } : {}) };
}

/** The values of the address for it. */
export function stored(ground: Ground, cells: readonly (readonly number[])[], on: readonly boolean[]): { board: string; gone: string } {
  if (ground.squares) return { board: text({ ...ground.squares, on }, "/"), gone: "" };
  return { board: nameOf(ground.named), gone: cells.flatMap((cell, i) => (on[i] ? [] : [cell.join()])).join(" ") };
}

/** Pieces to begin with on each lattice. */
const PIECES: Readonly<Record<Lattice, string>> = { square: "domino", hex: "I3,V3,A3", triangle: "diamond", cube: "L3" };

/** The values for a board that is typed or chosen; where its cells are others than before, with pieces of them. */
export function begun(before: Lattice, board: string, pieces?: string): Record<string, string> {
  const next = ground(board, undefined);
  const chosen: Record<string, string> = next.lattice === before && pieces === undefined ? {} : { pieces: pieces ?? PIECES[next.lattice], copies: "", heat: "", stroke: "", mirror: "" };
  return { board: next.named ? nameOf(next.named) : text(next.squares, "/"), gone: "", ...chosen };
}

/** Whether what is typed is a board that the page can paint. */
export const readable = (word: string): boolean => named(word) !== null || drawn(word) !== null;

export const DRAW = `Draw rows of # and dots, ${LARGEST} by ${LARGEST} at most, or write its size, as in 9x12; hexagons, triangles and cubes go by a name: ${Object.keys(KINDS).slice(0, -1).join(", ")} or box, as in hexagon:4 or box:2x3x4.`;
