/**
 * Golomb's board: a cell is taken away, and L-trominoes tile the rest. Move the hole and see; play the induction; zoom, up to a
 * board of side 2^60; or any rectangle, and which of its cells can be missing.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { integer } from "../address.ts";
import { grouped } from "../ask/ask.ts";
import type { Polygon } from "../geometry.ts";
import { numbers, colour } from "../palette.ts";
import { Board } from "../parts/board.tsx";
import { Exports } from "../parts/export.tsx";
import { About, Choice, Figure, Refused, save, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { GolombCanvas } from "./golomb-canvas.tsx";
import type { Stepped } from "./golomb-draw.ts";
import * as file from "./golomb-file.ts";
import { holeOf, trominoes } from "./golomb-map.ts";

/** Boards up to this order are gone through step by step. */
const STEPPED = 7;

/** Up to this order every cell can be focused. */
const FOCUSED = 4;

export default function Golomb({ place }: { place: Place }): JSX.Element {
  const form = place.values.form === "rectangle" ? "rectangle" : "square";
  return (
    <div class="view">
      <h1>
        Take any one cell away
        <small>
          {form === "square"
            ? "Trominoes cover all the rest, on every board of side 2, 4, 8, 16 and so on. Drag the hole and watch."
            : "On other rectangles it depends on the cell: those with a cross cannot be missing."}
        </small>
      </h1>
      {form === "square" ? <Square place={place} /> : <Rectangle place={place} />}
    </div>
  );
}

function Form({ place }: { place: Place }): JSX.Element {
  return (
    <Choice
      legend="Board"
      value={place.values.form === "rectangle" ? "rectangle" : "square"}
      options={[
        ["square", "2ⁿ × 2ⁿ"],
        ["rectangle", "Rows × columns"],
      ]}
      change={(form) => place.change({ form: form === "square" ? "" : form, step: "" })}
    />
  );
}

const power = (n: number): string => (n <= 13 ? grouped(String(2 ** n)) : `2${[...String(n)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`);

function Square({ place }: { place: Place }): JSX.Element {
  const n = integer(place.values.n, 1, 60, 4);
  const chosen = holeOf(place.values.hole, n);
  const still = useMemo(() => matchMedia("(prefers-reduced-motion: reduce)").matches, []);
  const [wandering, setWandering] = useState<[bigint, bigint]>([5n, 9n]);
  const side = 1n << BigInt(n);
  const within = (value: bigint): bigint => (value < side ? value : side - 1n);
  const hole: [bigint, bigint] = chosen ?? [within(wandering[0]), within(wandering[1])];
  const wanders = chosen === null && !still && place.values.step === undefined;
  useEffect(() => {
    if (!wanders) return;
    // Somewhere alive to begin with: the hole goes for a walk until somebody takes it.
    const walk = setInterval(() => {
      const [dr, dc] = ([[0n, 1n], [1n, 0n], [0n, -1n], [-1n, 0n]] as const)[Math.floor(Math.random() * 4)] ?? [0n, 1n];
      const clamp = (value: bigint): bigint => (value < 0n ? 1n : value >= side ? side - 2n : value);
      setWandering(([row, col]) => [within(clamp(row + dr)), within(clamp(col + dc))]);
    }, 750);
    return () => clearInterval(walk);
  }, [wanders, n]);
  const at = `${hole[0]},${hole[1]}`;
  const move = ([row, col]: readonly [bigint, bigint], quietly: boolean) => place.change({ hole: `${row},${col}`, step: "" }, quietly);

  const playing = place.values.step !== undefined && n <= STEPPED;
  const [steps, setSteps] = useState<Stepped[]>([]);
  const found = useRef<Stepped[]>([]);
  const told = useAnswer(
    "golomb",
    playing ? { question: "golomb", n, remove: [String(hole[0]), String(hole[1])], steps: true } : null,
    {
      part: (part, text) => {
        if (part.step === 1) found.current = [];
        const pieces = part.pieces.map(({ cells, colour }) => ({
          cells: cells.map(([row, col]) => [Number(row), Number(col)] as const),
          colour: colour ?? 0,
        }));
        found.current.push({ pieces, caption: text.trim() });
      },
    },
  );
  useEffect(() => {
    if (told.answered) setSteps(found.current);
  }, [told.answered]);
  const step = playing ? integer(place.values.step, 0, n, 0) : n;
  const shown = useMemo(() => (playing && steps.length === n ? steps.slice(0, step) : null), [playing, steps, step, n]);
  const [running, setRunning] = useState(false);
  useEffect(() => {
    if (!running || !playing) return;
    const timer = setTimeout(() => {
      if (step >= n) setRunning(false);
      else place.change({ step: String(step + 1) }, true);
    }, 1100);
    return () => clearTimeout(timer);
  }, [running, step, playing]);
  const proof = useAnswer("golomb.proof", place.values.proof ? { question: "golomb", n, remove: [String(hole[0]), String(hole[1])], proof: true } : null);
  const canvas = useRef<HTMLCanvasElement>(null);

  const caption = !playing
    ? wanders
      ? "The hole goes for a walk until you take it."
      : `Row ${hole[0]}, column ${hole[1]} is missing.`
    : step === 0
      ? `The board of ${power(n)} × ${power(n)} without ${at}. What now?`
      : (steps[step - 1]?.caption ?? "");
  return (
    <>
      <section class="stage" aria-label="Board">
        <GolombCanvas n={n} hole={hole} move={move} steps={shown} canvas={canvas} cells={n <= FOCUSED} />
        <p class="status" role="status">
          {caption}
        </p>
        {playing && (
          <div class="row">
            <button type="button" aria-label="Step back" disabled={step === 0} onClick={() => place.change({ step: String(step - 1) }, true)}>
              ‹
            </button>
            <button type="button" class="main" onClick={() => (step >= n ? (place.change({ step: "0" }, true), setRunning(true)) : setRunning(!running))}>
              {running ? "Pause" : step >= n ? "Again" : "Play"}
            </button>
            <button type="button" aria-label="Step on" disabled={step >= n} onClick={() => place.change({ step: String(step + 1) }, true)}>
              ›
            </button>
            <button type="button" onClick={() => (setRunning(false), place.change({ step: "" }))}>
              Whole tiling
            </button>
          </div>
        )}
      </section>
      <aside>
        <Tools place={place}>
          {n <= file.LARGEST ? (
            <Exports
              name={`golomb-${n}`}
              picture={() => file.letters(n, hole).then((text) => text && file.picture(text))}
              text={() => file.letters(n, hole)}
            />
          ) : (
            <>
              <span class="space" />
              <button type="button" title="Save what is seen as PNG" onClick={() => canvas.current?.toBlob((blob) => blob && save(`golomb-${n}.png`, blob))}>
                PNG
              </button>
            </>
          )}
        </Tools>
        <div class="card">
          <Form place={place} />
          <Slider
            label={
              <>
                Side <b>2<sup>{n}</sup></b>
              </>
            }
            says={`2 to the power of ${n}`}
            value={n}
            min={1}
            max={60}
            change={(value) => place.change({ n: String(value), hole: holeOf(place.values.hole, value) ? (place.values.hole as string) : "", step: "" }, true)}
          />
          <Figure value={grouped(String(trominoes(n)))} label={`trominoes on ${power(n)} × ${power(n)} cells`} />
        </div>
        <div class="card">
          <h2>Why it always works</h2>
          {n <= STEPPED ? (
            <button type="button" onClick={() => (setRunning(true), place.change({ step: "0", hole: at }))}>
              Play the induction
            </button>
          ) : (
            <p class="hint">Zoom out and the same picture returns: a block of cells takes the place of a cell.</p>
          )}
          <button type="button" aria-expanded={Boolean(place.values.proof)} onClick={() => place.change({ proof: place.values.proof ? "" : "1", hole: at })}>
            {place.values.proof ? "Hide the proof" : "Read the proof"}
          </button>
          {place.values.proof && <div class="caption proof">{(proof.answered?.text ?? "").split("\n").map((line, i) => <p key={i}>{line}</p>)}</div>}
          <Refused refusal={proof.refusal} />
        </div>
        <p class="hint keys">
          Drag the hole, or tap a cell. <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> move it, <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom; drag elsewhere to look
          around when zoomed in.
        </p>
        <Source />
      </aside>
    </>
  );
}

function Source(): JSX.Element {
  return (
    <About source={<>Solomon W. Golomb, “Checker boards and polyominoes”, American Mathematical Monthly 61 (1954).</>}>
      Cut the board in four. One quarter has the hole; a tromino in the middle takes one cell from each of the others, and now every quarter is a smaller board with a cell
      missing. So it goes on until boards of side 2 are left, each a tromino and a hole. Three colours are enough for no two trominoes that touch to be alike.
    </About>
  );
}

/** Beginning with a capital, ending with a stop. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

function square(row: number, col: number): Polygon {
  return [
    [col, row],
    [col + 1, row],
    [col + 1, row + 1],
    [col, row + 1],
  ];
}

function Rectangle({ place }: { place: Place }): JSX.Element {
  const rows = integer(place.values.rows, 2, 24, 5);
  const cols = integer(place.values.cols, 2, 24, 8);
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
    const beside = (cell: number): number[] => [cell - cols, cell + cols, ...(cell % cols ? [cell - 1] : []), ...(cell % cols < cols - 1 ? [cell + 1] : [])];
    const colours = numbers(cells, beside);
    return cells.map((piece, i) => ({
      polygons: piece.map((cell) => polygons[cell] as Polygon),
      colour: colour([0, 1, 6, 3][(colours[i] as number) % 4] as number),
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
          <Form place={place} />
          <Slider label={<>Rows <b>{rows}</b></>} value={rows} min={2} max={24} change={(rows) => place.change({ rows: String(rows) }, true)} />
          <Slider label={<>Columns <b>{cols}</b></>} value={cols} min={2} max={24} change={(cols) => place.change({ cols: String(cols) }, true)} />
          {works && <Figure value={`${works.works} of ${rows * cols}`} label="cells can be missing" />}
          {!holed && <p class="caption">{(rows * cols) % 3 === 0 ? "The area is a multiple of three, so no cell need be missing." : "Two cells would have to be missing: the area leaves 2 by three."}</p>}
        </div>
        <div class="card">
          <h2>{judged === null ? "Asking" : judged.tilable ? "It can be tiled" : "It cannot be tiled"}</h2>
          {judged?.obstacle && <p class="caption">{sentence(judged.obstacle)}</p>}
          {judged?.theorem && <p class="caption">{sentence(judged.theorem)}</p>}
          {judged?.source && <p class="source caption">{judged.source}</p>}
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
