/** Pieces on a board as numbers of placements: as a text for the address, from an answer, and under a pointer. */
import type { Answer } from "../ask/ask.ts";
import { middle, type Point, type Polygon } from "../geometry.ts";

export type Shown = Answer<"show">;

/** The numbers in short. */
export const text = (laid: readonly number[]): string => laid.map((number) => number.toString(36)).join(".");

/** The numbers of a text, those that there are, and of pieces that lie on each other the first. */
export function read(text: string, shown: Shown): number[] {
  const placements = shown.placements ?? [];
  const covered = new Set<number>();
  const used = new Map<number, number>();
  return text
    .split(".")
    .filter((word) => /^[0-9a-z]+$/.test(word))
    .map((word) => Number.parseInt(word, 36))
    .filter((number) => {
      const one = placements[number];
      if (!one || one.cells.some((cell) => covered.has(cell))) return false;
      const copies = (used.get(one.piece) ?? 0) + 1;
      if (copies > (shown.pieces[one.piece]?.max ?? Infinity)) return false;
      used.set(one.piece, copies);
      for (const cell of one.cells) covered.add(cell);
      return true;
    });
}

/** The numbers of pieces that an answer names with their cells. */
export function lying(shown: Shown, pieces: readonly { piece: string; cells: readonly (readonly number[])[] }[]): number[] {
  const cell = new Map(shown.cells.map((at, i) => [at.join(), i]));
  const numbers = new Map((shown.placements ?? []).map((one, i) => [`${shown.pieces[one.piece]?.name} ${[...one.cells].sort((a, b) => a - b).join()}`, i]));
  return pieces.flatMap(({ piece, cells }) => {
    const indices = cells.map((at) => cell.get(at.join()) ?? -1).sort((a, b) => a - b);
    return numbers.get(`${piece} ${indices.join()}`) ?? [];
  });
}

function centre(shown: Shown, number: number): Point {
  return middle((shown.placements?.[number]?.cells ?? []).map((cell) => shown.polygons[cell] as unknown as Polygon));
}

/** The placement of a piece that lies nearest to a point, if one is within reach. */
export function nearestPlacement(shown: Shown, piece: number, orientation: number, [x, y]: Point, reach: number): number | null {
  let best: number | null = null;
  let least = reach;
  (shown.placements ?? []).forEach((one, i) => {
    if (one.piece !== piece || one.orientation !== orientation) return;
    const [a, b] = centre(shown, i);
    const far = Math.hypot(a - x, b - y);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The placement of a piece over a cell that lies nearest around it, among those that may be. */
export function covering(shown: Shown, piece: number, orientation: number, cell: number, may: (number: number) => boolean): number | null {
  const [x, y] = middle([shown.polygons[cell] as unknown as Polygon]);
  let best: number | null = null;
  let least = Infinity;
  (shown.placements ?? []).forEach((one, i) => {
    if (one.piece !== piece || one.orientation !== orientation || !one.cells.includes(cell) || !may(i)) return;
    const [a, b] = centre(shown, i);
    const far = Math.hypot(a - x, b - y);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}
