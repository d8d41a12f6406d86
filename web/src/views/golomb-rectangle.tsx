/** Any rectangle: which of its cells can be missing, why the others cannot, and in how many ways the rest is tiled. */
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { integer } from "../address.ts";
import type { Polygon } from "../geometry.ts";
import { colour, numbers } from "../palette.ts";
import { Board } from "../parts/board.tsx";
import { Exports } from "../parts/export.tsx";
import { About, Figure, Refused, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { beside, FormChoice, sentence, square, TROMINOES } from "./golomb-form.tsx";
import { Ways } from "./golomb-ways.tsx";

/** As large as cells can be told apart. */
const LARGEST = 40;

export function Rectangle({ place }: { place: Place }): JSX.Element {
  const rows = integer(place.values.rows, 2, LARGEST, 5);
  const cols = integer(place.values.cols, 2, LARGEST, 8);
  const holed = (rows * cols) % 3 === 1;
  const hole = holed ? (/^(\d+),(\d+)$/.exec(place.values.cell ?? "") ?? null) : null;
  const [row, col] = hole ? [Number(hole[1]), Number(hole[2])] : [2, Math.min(2, cols - 1)];
  const inside = row < rows && col < cols;
  const remove = holed && inside ? `${row},${col}` : undefined;
  const board = `${rows}x${cols}`;
  const map = useAnswer("golomb.holes", holed ? { question: "deficient", board, map: true } : null);
  const tiled = useAnswer("golomb", { question: "deficient", board, ...(remove === undefined ? {} : { remove }) });
  const polygons = useMemo(() => Array.from({ length: rows * cols }, (_, i) => square(Math.floor(i / cols), i % cols)), [rows, cols]);
  const answer = tiled.answered?.answer;
  const judged = answer && "tilable" in answer && answer.board.rows === rows && answer.board.columns === cols ? answer : null;
  const mapped = map.answered?.answer;
  const works = mapped && "works" in mapped && mapped.board.rows === rows && mapped.board.columns === cols ? mapped : null;
  const lying = useMemo(() => {
    const pieces = judged?.pieces ?? [];
    const cells = pieces.map((piece) => piece.cells.map(([r, c]) => (r as number) * cols + (c as number)));
    const colours = numbers(cells, beside(cols));
    return cells.map((piece, i) => ({
      polygons: piece.map((cell) => polygons[cell] as Polygon),
      colour: colour(TROMINOES[(colours[i] as number) % TROMINOES.length] as number),
      key: piece.join(),
    }));
  }, [judged, polygons]);
  const can = (i: number): boolean => works?.map?.[Math.floor(i / cols)]?.[i % cols] === "#";
  const stage = useRef<HTMLElement>(null);
  const choose = (i: number, quietly = false) => place.change({ cell: `${Math.floor(i / cols)},${i % cols}` }, quietly);
  return (
    <>
      <section class="stage" aria-label="Board" ref={stage}>
        <Board
          label={`Board of ${rows} rows and ${cols} columns`}
          polygons={polygons}
          lying={lying}
          cell={(i) => ({
            look: remove !== undefined && i === row * cols + col ? "hole" : works && !can(i) ? "bad" : "",
            label: `row ${Math.floor(i / cols)}, column ${i % cols}${works ? (can(i) ? ", can be missing" : ", cannot be missing") : ""}`,
            mark: remove !== undefined && i === row * cols + col ? "" : undefined,
          })}
          choose={holed ? choose : undefined}
          follow
          {...(holed ? { drag: { start: (i: number) => choose(i), over: (i: number) => choose(i, true), end: () => {} } } : {})}
          pressed={(i) => remove !== undefined && i === row * cols + col}
        >
          {works && (
            <path
              class="crosses"
              aria-hidden="true"
              d={polygons
                .map((_, i) => (can(i) ? "" : `M${(i % cols) + 0.35} ${Math.floor(i / cols) + 0.35}l.3 .3m0-.3l-.3 .3`))
                .join("")}
            />
          )}
        </Board>
        <p class="status" role="status">
          {remove === undefined ? "No cell is missing." : `Row ${row}, column ${col} is missing${judged && !judged.tilable ? ", and the rest cannot be tiled" : ""}.`}
        </p>
      </section>
      <aside>
        <Tools place={place}>
          <Exports name={`trominoes-${board}`} picture={() => stage.current?.querySelector("svg") ?? null} text={() => tiled.answered?.text ?? null} />
        </Tools>
        <div class="card">
          <FormChoice place={place} />
          <Slider label={<>Rows <b>{rows}</b></>} value={rows} min={2} max={LARGEST} change={(rows) => place.change({ rows: String(rows), ways: "" }, true)} />
          <Slider label={<>Columns <b>{cols}</b></>} value={cols} min={2} max={LARGEST} change={(cols) => place.change({ cols: String(cols), ways: "" }, true)} />
          {works && <Figure value={`${works.works} of ${rows * cols}`} label="cells can be missing" />}
          {!holed && <p class="caption">{(rows * cols) % 3 === 0 ? "The area is a multiple of three, so no cell need be missing." : "Two cells would have to be missing: the area leaves 2 by three."}</p>}
        </div>
        <div class="card">
          <h2>{judged === null ? "Asking" : judged.tilable ? "It can be tiled" : "It cannot be tiled"}</h2>
          {judged?.obstacle && <p class="caption">{sentence(judged.obstacle)}</p>}
          {judged?.theorem && <p class="caption">{sentence(judged.theorem)}</p>}
          {judged?.source && <p class="source caption">{judged.source}</p>}
          {judged?.tilable && <Ways place={place} about={{ board, ...(remove === undefined ? {} : { remove }) }} />}
          <Refused refusal={tiled.refusal ?? map.refusal} />
        </div>
        <About source={<>I-Ping Chu and Richard Johnsonbaugh, “Tiling deficient boards with trominoes”, Mathematics Magazine 59 (1986); J. Marshall Ash and Solomon W. Golomb (2004).</>}>
          A rectangle with one cell missing can be covered by L-trominoes if its area leaves 1 when divided by three, with few exceptions: sides of 2 and of 5 make trouble. Tap a
          cell to take it away. Orange cells cannot be missing, and the page says why.
        </About>
      </aside>
    </>
  );
}
