/** Which of Golomb's boards is looked at, for all of them. */
import type { JSX } from "preact";
import type { Polygon } from "../geometry.ts";
import { Select } from "../parts/panel.tsx";
import type { Place } from "../state.ts";

const FORMS = [
  ["square", "Square of side 2ⁿ"],
  ["rectangle", "Rectangle"],
  ["chair", "Chair"],
  ["cube", "Cube of side 2ⁿ"],
] as const;

export type Form = (typeof FORMS)[number][0];

export const formOf = (place: Place): Form => FORMS.find(([form]) => form === place.values.form)?.[0] ?? "square";

export function FormChoice({ place }: { place: Place }): JSX.Element {
  return <Select label="Board" value={formOf(place)} options={FORMS} change={(form) => place.change({ form: form === "square" ? "" : form, step: "" })} />;
}

/** A cell of a square lattice. */
export function square(row: number, col: number): Polygon {
  return [
    [col, row],
    [col + 1, row],
    [col + 1, row + 1],
    [col, row + 1],
  ];
}

/** The colours of trominoes, by their numbers in the palette: three that are far from each other, and one that is rarely needed. */
export const TROMINOES = [0, 1, 6, 3] as const;

/** The cells beside a cell, by numbers, on a board of so many columns; some are not on it. */
export const beside = (cols: number) => (cell: number): number[] => [cell - cols, cell + cols, ...(cell % cols ? [cell - 1] : []), ...(cell % cols < cols - 1 ? [cell + 1] : [])];

/** Beginning with a capital, ending with a stop. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
