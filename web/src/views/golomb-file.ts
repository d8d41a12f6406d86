/**
 * Golomb's board as files: letters as the library gives them, and a picture of those letters. A small board is written as a whole; of
 * a larger one what is seen, with a sentence that says which part that is.
 */
import { path, type Polygon } from "../geometry.ts";
import { colour } from "../palette.ts";
import { backend } from "../state.ts";
import type { Seen } from "./golomb-draw.ts";

/** The largest board that is written as a whole: of side 2^8. */
export const LARGEST = 8;

/** The letters of a board, a line for each row. */
export async function letters(n: number, hole: readonly [bigint, bigint]): Promise<string | null> {
  const side = 2 ** n;
  const remove = [String(hole[0]), String(hole[1])] as [string, string];
  const asked = backend.ask("golomb.file", { question: "golomb", n, remove, window: ["0", "0", side, side], letters: true });
  const { answer } = await asked.answered;
  return "letters" in answer ? answer.letters : null;
}

/** Which part of the board is seen. */
export function caption({ n, hole, part }: Seen): string {
  const block = 1n << BigInt(part.level);
  const range = (first: bigint, number: number): string => `${first * block} to ${(first + BigInt(number)) * block - 1n}`;
  const where = `Rows ${range(part.row, part.rows)}, columns ${range(part.col, part.cols)} of Golomb's board of side 2^${n} without row ${hole[0]}, column ${hole[1]}`;
  return part.level === 0 ? `${where}.` : `${where}; a square is a block of side 2^${part.level}.`;
}

/** What is seen in letters, and which part that is. */
export const words = (seen: Seen): string => `${seen.rows.join("\n").trimEnd()}\n\n${caption(seen)}\n`;

/** A picture of letters: neighbours with one letter are a piece. */
export function picture(text: string, title = ""): string {
  const rows = text.trimEnd().split("\n");
  const seen = new Set<string>();
  const shapes: string[] = [];
  rows.forEach((line, row) =>
    [...line].forEach((letter, col) => {
      if (!/[A-Za-z]/.test(letter) || seen.has(`${row},${col}`)) return;
      const piece: Polygon[] = [];
      const stack: [number, number][] = [[row, col]];
      for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
        const [r, c] = at;
        if (rows[r]?.[c] !== letter || seen.has(`${r},${c}`)) continue;
        seen.add(`${r},${c}`);
        piece.push([[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]]);
        stack.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
      }
      shapes.push(`<path d="${path(piece, 0.035, 0.13)}" fill="${colour(letter.toUpperCase().charCodeAt(0) - 65)}"/>`);
    }),
  );
  const [width, height] = [Math.max(0, ...rows.map((line) => line.length)), rows.length];
  const size = 1600 / Math.max(width, height);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * size}" height="${height * size}">${title && `<title>${title}</title>`}${shapes.join("")}</svg>`;
}
