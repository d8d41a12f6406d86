/** Whether there is exactly one tiling, or two that differ: both are shown, what they have in common faint. */
import type { JSX } from "preact";
import { Board, type Lying } from "../parts/board.tsx";
import { Busy, Refused } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import type { Tiling } from "./paint-gallery.tsx";

interface Props {
  place: Place;
  about: { board: string; pieces: string; flips?: boolean };
  /** What must hold, as of what is fixed and forbidden. */
  where: string[];
  /** A tiling as it is drawn. */
  laid(tiling: Tiling): Lying[];
}

const nameOf = ({ piece, cells }: Tiling["pieces"][number]): string => `${piece} ${cells.map((cell) => cell.join()).sort().join(" ")}`;

export function Two({ place, about, where, laid }: Props): JSX.Element {
  const open = place.values.two === "1";
  const asked = useAnswer("paint.two", open ? { question: "unique", ...about, where } : null);
  const answer = asked.busy ? undefined : asked.answered?.answer;
  const found = (answer?.solutions ?? []).filter((one): one is typeof one & Tiling => "pieces" in one);
  const names = found.map((tiling) => tiling.pieces.map(nameOf));
  const among = where.length > 0 ? " with what is fixed and forbidden" : "";
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => place.change({ two: open ? "" : "1" }, true)}>
        Is there only one?
      </button>
      {open && (
        <div class="two">
          {asked.busy && <Busy progress={asked.progress} says="Looking for two …" cancel={() => place.change({ two: "" }, true)} />}
          <Refused refusal={asked.refusal} />
          {answer && (
            <p class="caption" role="status">
              {answer.unique ? `Yes: there is exactly one${among}.` : found.length === 0 ? `There is none${among}.` : "No: here are two, with what differs in full colour."}
            </p>
          )}
          <div class="tilings">
            {found.map((tiling, i) => {
              const other = new Set(names[1 - i] ?? []);
              const lying = laid(tiling).map((piece, at) => ({ ...piece, look: other.has(names[i]?.[at] ?? "") ? "dim" : undefined }));
              return <Board key={i} label={`Tiling ${i + 1}`} look="thumb" polygons={lying.flatMap((piece) => piece.polygons)} cell={() => ({ look: "none" })} lying={lying} />;
            })}
          </div>
        </div>
      )}
    </>
  );
}
