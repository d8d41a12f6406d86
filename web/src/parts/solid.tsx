/**
 * Pieces in space as solid bodies, seen from above and in front: what is seen of them the library says (`solid` of the question
 * `show`), here they get their colours.
 */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Answer } from "../ask/ask.ts";
import { bounds, path, type Polygon } from "../geometry.ts";
import { shaded } from "../palette.ts";
import { type Place, useAnswer } from "../state.ts";
import { Busy, Choice, Refused } from "./panel.tsx";

type Face = NonNullable<Answer<"show">["solid"]>[number];

export interface SolidPiece {
  piece: string;
  cells: readonly (readonly number[])[];
  colour: string;
}

/** Whether pieces are to be seen as solid bodies, as the address says. */
export const isSolid = (place: Place): boolean => place.values.view === "isometric";

/** The choice of it. */
export function Seen({ place }: { place: Place }): JSX.Element {
  return (
    <Choice
      legend="Seen"
      value={isSolid(place) ? "isometric" : "layers"}
      options={[
        ["layers", "Layers"],
        ["isometric", "Solid pieces too"],
      ]}
      change={(view) => place.change({ view: view === "layers" ? "" : view }, true)}
    />
  );
}

interface Props {
  /** Which view asks. */
  lane: string;
  /** The words of a question about the board. */
  about: { puzzle: string } | { board: string; remove?: string[]; pieces: string };
  /** What lies there; of nothing the board is shown. */
  lying: readonly SolidPiece[];
}

/** The picture, as soon as it is there. */
export function Solid({ lane, about, lying }: Props): JSX.Element {
  const pieces = lying.map(({ piece, cells }) => ({ piece, cells: cells.map((cell) => [...cell]) }));
  const asked = useAnswer(lane, { question: "show", ...about, solid: pieces });
  const faces = (asked.answered?.answer.solid ?? []) as readonly Face[];
  const colours = lying.map(({ colour }) => colour);
  const polygons = useMemo(() => faces.map((face) => face.polygons as unknown as Polygon[]), [faces]);
  const frame = useMemo(() => bounds(polygons.flat()), [polygons]);
  const paths = useMemo(() => polygons.map((parts) => path(parts)), [polygons]);
  return (
    <>
      {faces.length > 0 && (
        <svg
          class="board solid"
          viewBox={`${frame.x - 0.1} ${frame.y - 0.1} ${frame.width + 0.2} ${frame.height + 0.2}`}
          role="img"
          aria-label={lying.length === 0 ? "The board as a solid body, seen from above and in front" : `${lying.length} piece${lying.length === 1 ? "" : "s"} as solid bodies, moved apart, seen from above and in front`}
          style={{ "--ratio": String(frame.width / frame.height) }}
        >
          {faces.map((face, i) => (
            <path key={i} d={paths[i]} fill={shaded(face.piece === null ? "#c9cdd1" : (colours[face.piece] ?? "#c9cdd1"), face.light)} />
          ))}
        </svg>
      )}
      {asked.busy && asked.progress && <Busy progress={asked.progress} says="" cancel={asked.cancel} />}
      <Refused refusal={asked.refusal} />
    </>
  );
}
