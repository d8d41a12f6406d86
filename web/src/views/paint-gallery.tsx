/** All tilings of a painted board, as they are found; more of them as one scrolls. */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { grouped, type Part } from "../ask/ask.ts";
import { bounds, of, path, type Polygon } from "../geometry.ts";
import { colour, numbers } from "../palette.ts";
import type { Lying } from "../parts/board.tsx";
import { useMore } from "../parts/more.ts";
import { Busy, Refused, Toggle } from "../parts/panel.tsx";
import { useWindow } from "../parts/window.ts";
import { type Place, useAnswer } from "../state.ts";

/** So many pictures are enough for any eye, and for most memories. */
const MOST = 20_000;

/** Between two pictures of what has come, in milliseconds. */
const PAUSE = 150;

export type Tiling = { pieces: { piece: string | null; cells: number[][] }[] };

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
  const [shown, show] = useState<{ key: string; tilings: Tiling[] }>({ key, tilings: [] });
  const found = shown.key === key ? shown.tilings : [];
  const gathered = useRef<Tiling[]>([]);
  const last = useRef(0);
  // They come in one order however many are asked for: those that are there stay.
  const joined = () => [...found, ...gathered.current.slice(found.length)];
  useEffect(() => setLimit(24), [key]);
  const listing = useAnswer("paint.list", open && about ? { question: "list", ...about, limit, ...(distinct ? { up_to: "symmetries" as const } : {}) } : null, {
    part: (part: Part<"list">) => {
      if ((part as { number?: unknown }).number === 1) gathered.current = [];
      if ("pieces" in part) gathered.current.push(part as Tiling);
      // Those that are new, now and then while they come: what is asked for more begins with those that are there.
      if (gathered.current.length <= found.length || performance.now() - last.current < PAUSE) return;
      last.current = performance.now();
      show({ key, tilings: joined() });
    },
  });
  useEffect(() => {
    if (listing.answered) show({ key, tilings: joined() });
  }, [listing.answered]);
  const complete = listing.answered?.answer.complete ?? false;
  const end = useMore<HTMLDivElement>(open && !listing.busy && !complete && limit < MOST, found.length, () => setLimit((limit) => Math.min(limit * 2, MOST)));
  const { box, from, to, before, after } = useWindow(found.length);
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
          <div class="tilings" ref={box} data-found={found.length} style={{ paddingTop: `${before}px`, paddingBottom: `${after}px` }}>
            {found.slice(from, to).map((tiling, i) => (
              <Thumb key={from + i} tiling={tiling} number={from + i + 1} polygons={polygons} index={index} beside={beside} names={names} />
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

/** A tiling, small, in few elements: a path for each colour. It is made once. */
function Thumb(props: { tiling: Tiling; number: number; polygons: readonly Polygon[]; index(cell: readonly number[]): number; beside(cell: number): number[]; names: string[] | null }): JSX.Element {
  const { tiling, number, polygons, index, beside, names } = props;
  return useMemo(() => {
    const lying = laid(tiling, polygons, index, beside, names);
    const paths = new Map<string, string>();
    for (const { colour, polygons } of lying) paths.set(colour, (paths.get(colour) ?? "") + path(polygons, 0.05, 0.12));
    const { x, y, width, height } = bounds(lying.flatMap((piece) => piece.polygons));
    return (
      <svg class="board thumb" viewBox={`${x - 0.12} ${y - 0.12} ${width + 0.24} ${height + 0.24}`} role="img" aria-label={`Tiling ${number}`}>
        {[...paths].map(([colour, d]) => (
          <path key={colour} d={d} fill={colour} />
        ))}
      </svg>
    );
  }, [tiling, polygons]);
}
