/** All tilings of a painted board, as they are found; more of them as one scrolls. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { grouped, type Part } from "../ask/ask.ts";
import { of, type Polygon } from "../geometry.ts";
import { colour, numbers } from "../palette.ts";
import { Board, type Lying } from "../parts/board.tsx";
import { useMore } from "../parts/more.ts";
import { Busy, Refused, Toggle } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";

/** So many pictures are enough for any eye, and for most memories. */
const MOST = 20_000;

export type Tiling = { pieces: { piece: string | null; cells: [number, number][] }[] };

/** A tiling as it is drawn: by its names in colours of their own, or else so that neighbours differ. */
export function laid(
  tiling: Tiling,
  polygons: readonly Polygon[],
  index: (cell: readonly number[]) => number,
  beside: (cell: number) => number[],
  names: string[] | null,
): Lying[] {
  const cells = tiling.pieces.map((piece) => piece.cells.map(index));
  const chosen = names ? tiling.pieces.map((piece) => names.indexOf(piece.piece ?? "")) : numbers(cells, beside);
  return cells.map((piece, i) => ({
    polygons: of(polygons, piece),
    colour: colour(chosen[i] as number),
    ...(names ? { letter: (tiling.pieces[i]?.piece ?? "").charAt(0) } : {}),
    key: piece.join(),
  }));
}

export function Gallery(props: {
  place: Place;
  about: { board: string; pieces: string; flips?: boolean } | null;
  polygons: readonly Polygon[];
  index(cell: readonly number[]): number;
  beside(cell: number): number[];
  names: string[] | null;
}): JSX.Element | null {
  const { place, about, polygons, index, beside, names } = props;
  const open = place.values.all !== undefined && place.values.all !== "";
  const distinct = place.values.all !== "each";
  const key = JSON.stringify([about, distinct]);
  const [limit, setLimit] = useState(24);
  const [found, setFound] = useState<Tiling[]>([]);
  const gathered = useRef<Tiling[]>([]);
  useEffect(() => setLimit(24), [key]);
  const listing = useAnswer("paint.list", open && about ? { question: "list", ...about, limit, ...(distinct ? { up_to: "symmetries" as const } : {}) } : null, {
    part: (part: Part<"list">) => {
      if (part.number === 1) gathered.current = [];
      if ("pieces" in part) gathered.current.push(part as Tiling);
      // A picture now and then while they come.
      if (gathered.current.length % 24 === 0) setFound([...gathered.current]);
    },
  });
  useEffect(() => {
    if (listing.answered) setFound([...gathered.current]);
  }, [listing.answered]);
  const complete = listing.answered?.answer.complete ?? false;
  const end = useMore<HTMLDivElement>(open && !listing.busy && !complete && limit < MOST, found.length, () => setLimit((limit) => Math.min(limit * 2, MOST)));
  if (!about) return null;
  return (
    <div class="gallery">
      <div class="row">
        <button type="button" aria-expanded={open} onClick={() => place.change({ all: open ? "" : "classes" })}>
          {open ? "Hide the tilings" : "Show the tilings"}
        </button>
        {open && <Toggle label="One of each class of symmetry" on={distinct} change={(on) => place.change({ all: on ? "classes" : "each" }, true)} />}
      </div>
      {open && (
        <>
          <Refused refusal={listing.refusal} />
          <div class="tilings">
            {found.map((tiling, i) => (
              <Thumb key={i} tiling={tiling} number={i + 1} polygons={polygons} index={index} beside={beside} names={names} />
            ))}
          </div>
          <div ref={end} class="hint">
            {listing.busy ? <Busy progress={listing.progress} says="Looking for more …" cancel={() => place.change({ all: "" })} /> : complete ? `These are all ${grouped(found.length)}.` : limit < MOST ? "Scroll for more." : `These are the first ${grouped(MOST)}; the command, polytile solve, lists all.`}
          </div>
        </>
      )}
    </div>
  );
}

/** Between its pieces a small tiling shows nothing. */
const unseen = () => ({ look: "none" });

function Thumb(props: { tiling: Tiling; number: number; polygons: readonly Polygon[]; index(cell: readonly number[]): number; beside(cell: number): number[]; names: string[] | null }): JSX.Element {
  const { tiling, polygons, index, beside, names } = props;
  const [lying, cells] = useMemo(() => {
    const lying = laid(tiling, polygons, index, beside, names).map(({ letter: _, ...piece }) => piece);
    return [lying, lying.flatMap((piece) => piece.polygons)] as const;
  }, [tiling, polygons]);
  return (
    <Board
      label={`Tiling ${props.number}`}
      look="thumb"
      polygons={cells}
      cell={unseen}
      lying={lying}
    />
  );
}
