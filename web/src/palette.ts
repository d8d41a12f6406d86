/**
 * The colours of pieces: the palette of the library, which colour-blind readers can tell apart, without those that a page
 * cannot show letters on. Colour is never the only mark: pieces have letters or outlines too.
 */
const LIGHT = ["#56b4e9", "#e69f00", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#3b8fc7", "#a5c396", "#b98a6a", "#8aa5ff", "#c9c3b4", "#d9a0d0"];

/** The colour of a piece by its number. */
export const colour = (number: number): string => LIGHT[((number % LIGHT.length) + LIGHT.length) % LIGHT.length] as string;

/** A colour of which the light leaves so many per cent. */
export const shaded = (colour: string, light: number): string =>
  `#${[1, 3, 5].map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) * light) / 100).toString(16).padStart(2, "0")).join("")}`;

/** Letters on every colour of the palette. */
export const INK = "#16202b";

/**
 * Numbers for pieces such that neighbours differ, as few as a simple way finds: one after the other takes the first that no
 * neighbour has.
 */
export function numbers(pieces: readonly (readonly number[])[], neighbours: (cell: number) => readonly number[]): number[] {
  const of = new Map<number, number>();
  pieces.forEach((cells, piece) => cells.forEach((cell) => of.set(cell, piece)));
  const chosen: number[] = [];
  pieces.forEach((cells, piece) => {
    const taken = new Set(
      cells.flatMap((cell) => neighbours(cell).map((beside) => of.get(beside))).flatMap((other) =>
        other === undefined || other === piece || chosen[other] === undefined ? [] : [chosen[other]],
      ),
    );
    let number = 0;
    while (taken.has(number)) number += 1;
    chosen.push(number);
  });
  return chosen;
}
