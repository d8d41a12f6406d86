/**
 * Golomb's boards: a cell is taken away, and L-trominoes tile the rest. Squares of side 2^n; any rectangle, and which of its cells can
 * be missing; the tromino enlarged; and the same in space.
 */
import type { JSX } from "preact";
import type { Place } from "../state.ts";
import { Chair } from "./golomb-chair.tsx";
import { Cube } from "./golomb-cube.tsx";
import { type Form, formOf } from "./golomb-form.tsx";
import { Rectangle } from "./golomb-rectangle.tsx";
import { Square } from "./golomb-square.tsx";

const VIEWS: Record<Form, { title: string; says: string; View(props: { place: Place }): JSX.Element }> = {
  square: {
    title: "Take any one cell away",
    says: "Trominoes cover all the rest, on every board of side 2, 4, 8, 16 and so on. Drag the hole and watch.",
    View: Square,
  },
  rectangle: {
    title: "Take any one cell away",
    says: "On other rectangles it depends on the cell: those with a cross cannot be missing.",
    View: Rectangle,
  },
  chair: {
    title: "A tromino made of trominoes",
    says: "Enlarged by any whole number, the L-tromino can be cut into L-trominoes again.",
    View: Chair,
  },
  cube: {
    title: "Take any one cell away, in space",
    says: "Corner pieces of seven cells fill the rest of every cube of side 2, 4, 8 and so on. Here it lies layer by layer; tap a cell.",
    View: Cube,
  },
};

export default function Golomb({ place }: { place: Place }): JSX.Element {
  const { title, says, View } = VIEWS[formOf(place)];
  return (
    <div class="view">
      <h1>
        {title}
        <small>{says}</small>
      </h1>
      <View place={place} />
    </div>
  );
}
