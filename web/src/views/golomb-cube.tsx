/** Golomb's theorem in space: a cube of side 2^n without one cell, tiled by corner pieces of seven cells, drawn layer by layer. */
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { integer } from "../address.ts";
import { of, type Polygon } from "../geometry.ts";
import { colour } from "../palette.ts";
import { Board, type Lying } from "../parts/board.tsx";
import { Exports } from "../parts/export.tsx";
import { About, Figure, Refused, Slider, Tools } from "../parts/panel.tsx";
import { isSolid, Seen, Solid } from "../parts/solid.tsx";
import { type Place, useAnswer } from "../state.ts";
import { FormChoice, square, TROMINOES } from "./golomb-form.tsx";

/** A cube of side 2^4 has 4096 cells. */
const LARGEST = 4;

/** From here on the names of pieces are too many to be read. */
const NAMED = 3;

/** Between two layers, with room for what they are called. */
const GAP = 0.9;

/** The cube as a puzzle, whose pieces can be shown in space. */
const corners = (side: number): string =>
  `title = "Corners in a cube"\n[board]\nsize = "${side}x${side}x${side}"\n[[pieces]]\nname = "corner"\ncells = [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0]]\n`;

const holeOf = (text: string | undefined, side: number): [number, number, number] => {
  const [layer = 0, row = 0, col = 0] = (/^\d+,\d+,\d+$/.test(text ?? "") ? (text as string) : "").split(",").map(Number);
  const within = (at: number): number => Math.min(side - 1, at);
  return [within(layer), within(row), within(col)];
};

export function Cube({ place }: { place: Place }): JSX.Element {
  const n = integer(place.values.n, 1, LARGEST, 2);
  const side = 2 ** n;
  const hole = holeOf(place.values.cell ?? "1,2,1", side);
  const step = integer(place.values.step, 0, n, n);
  const asked = useAnswer("golomb", { question: "deficient", board: `cube:${n}`, remove: hole.join() });
  const answer = asked.answered?.answer;
  const cube = answer && "side" in answer && answer.side === side ? answer : null;
  const stage = useRef<HTMLElement>(null);
  const index = ([layer, row, col]: readonly number[]): number => ((layer as number) * side + (row as number)) * side + (col as number);
  const place3 = (i: number): [number, number, number] => [Math.floor(i / side ** 2), Math.floor(i / side) % side, i % side];
  // Layers side by side, as near to a square as they can stand; on narrow screens two, for a thumb.
  const narrow = useMemo(() => matchMedia("(max-width: 40rem)").matches, []);
  const across = narrow ? 2 : 2 ** Math.ceil(n / 2);
  const corner = (layer: number): [number, number] => [Math.floor(layer / across) * (side + GAP), (layer % across) * (side + GAP)];
  const polygons = useMemo(
    () =>
      Array.from({ length: side ** 3 }, (_, i): Polygon => {
        const [layer, row, col] = place3(i);
        const [top, left] = corner(layer);
        return square(top + row, left + col);
      }),
    [n],
  );
  const lying = useMemo(
    () =>
      (cube?.pieces ?? []).flatMap((piece, i): Lying[] => {
        if (piece.level <= n - step) return [];
        const layers = [...new Set(piece.cells.map(([layer]) => layer as number))];
        return layers.map((layer) => ({
          polygons: of(polygons, piece.cells.filter(([at]) => at === layer).map(index)),
          colour: colour(TROMINOES[piece.colour] ?? 0),
          ...(n <= NAMED ? { letter: String(i + 1) } : {}),
          key: `${i} ${layer}`,
        }));
      }),
    [cube, polygons, step],
  );
  const bodies = (cube?.pieces ?? [])
    .filter((piece) => piece.level > n - step)
    .map((piece) => ({ piece: "corner", cells: piece.cells, colour: colour(TROMINOES[piece.colour] ?? 0) }));
  const solid = isSolid(place);
  const pieces = (8 ** n - 1) / 7;
  const at = index(hole);
  const says = (i: number): string => {
    const [layer, row, col] = place3(i);
    return `layer ${layer}, row ${row}, column ${col}`;
  };
  return (
    <>
      <section class="stage" aria-label="Board" ref={stage}>
        <Board
          label={`Cube of side ${side}, layer by layer: choose the missing cell`}
          look="layers"
          polygons={polygons}
          lying={lying}
          margin={0.8}
          cell={(i) => ({ look: i === at ? "hole" : "", label: says(i) })}
          choose={(i) => place.change({ cell: place3(i).join() })}
          pressed={(i) => i === at}
        >
          <g aria-hidden="true">
            {Array.from({ length: side }, (_, layer) => {
              const [top, left] = corner(layer);
              return (
                <text key={layer} x={left + side / 2} y={top - 0.38} class="mark">
                  {n < LARGEST ? `layer ${layer}` : layer}
                </text>
              );
            })}
          </g>
        </Board>
        {solid && cube && <Solid lane="golomb.solid" about={{ puzzle: corners(side) }} lying={bodies} />}
        <p class="status" role="status">
          {`${says(at).replace(/^l/, "L")} is missing.${step < n ? ` The largest pieces: ${lying.length === 0 ? "none yet" : `levels ${n - step + 1} to ${n}`}.` : ""}`}
        </p>
      </section>
      <aside>
        <Tools place={place}>
          <Exports
            name={`cube-${n}`}
            picture={() => stage.current?.querySelector<SVGSVGElement>(solid ? "svg.solid" : "svg") ?? null}
            text={() => cube && (cube.pieces ?? []).map((piece) => `${piece.cells.map((cell) => cell.join()).join(" ")}\n`).join("")}
          />
        </Tools>
        <div class="card">
          <FormChoice place={place} />
          <Slider label={<>Side <b>{side}</b></>} value={n} min={1} max={LARGEST} change={(value) => place.change({ n: String(value), step: "" }, true)} />
          <Figure value={pieces} label={`pieces of seven cells, ${side} × ${side} × ${side} without one`} />
          <Slider label={<>Levels of the induction <b>{step}</b></>} value={step} min={0} max={n} change={(value) => place.change({ step: value === n ? "" : String(value) }, true)} />
          <Seen place={place} />
          <Refused refusal={asked.refusal} />
        </div>
        <p class="hint keys">
          Tap a cell to take it away, or go there with <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> and press <kbd>Enter</kbd>. One number is one piece, in two layers.
        </p>
        <About source={<>Solomon W. Golomb, “Checker boards and polyominoes”, American Mathematical Monthly 61 (1954), one dimension up.</>}>
          Cut the cube in eight: one eighth has the hole. A piece in the middle takes one cell from each of the seven others, and now every eighth is a smaller cube with a cell missing. So
          it goes on until cubes of side 2 are left, each a corner piece and a hole.
        </About>
      </aside>
    </>
  );
}
