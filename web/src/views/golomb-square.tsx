/**
 * A board of side 2^n with a cell missing: move the hole and the tiling follows; play the induction level by level; zoom, up to n = 60.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { integer } from "../address.ts";
import { grouped } from "../ask/ask.ts";
import { Exports } from "../parts/export.tsx";
import { About, Figure, Refused, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { GolombCanvas } from "./golomb-canvas.tsx";
import type { Seen, Stepped } from "./golomb-draw.ts";
import * as file from "./golomb-file.ts";
import { FormChoice } from "./golomb-form.tsx";
import { holeOf, trominoes } from "./golomb-map.ts";

/** Boards up to this order are gone through step by step. */
const STEPPED = 7;

/** Up to this order every cell can be focused. */
const FOCUSED = 4;

const power = (n: number): string => (n <= 13 ? grouped(String(2 ** n)) : `2${[...String(n)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`);

export function Square({ place }: { place: Place }): JSX.Element {
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
  const seen = useRef<Seen | null>(null);

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
        <GolombCanvas n={n} hole={hole} move={move} steps={shown} canvas={canvas} shown={seen} cells={n <= FOCUSED} />
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
            <Exports
              name={`golomb-${n}-seen`}
              what="what is seen"
              picture={() => seen.current && file.picture(seen.current.rows.join("\n"), file.caption(seen.current))}
              text={() => seen.current && file.words(seen.current)}
            />
          )}
        </Tools>
        {n > file.LARGEST && <p class="hint">Files hold what is seen of the board. The command, polytile golomb {n}, writes more of it.</p>}
        <div class="card">
          <FormChoice place={place} />
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
          around when zoomed in, or <kbd>Shift</kbd> with arrow keys.
        </p>
        <Source />
      </aside>
    </>
  );
}

function Source(): JSX.Element {
  return (
    <About source={<>Solomon W. Golomb, “Checker boards and polyominoes”, American Mathematical Monthly 61 (1954).</>}>
      Cut the board in four: one quarter has the hole. A tromino in the middle takes one cell from each of the others, and now every quarter is a smaller board with a cell
      missing. So it goes on until boards of side 2 are left, each a tromino and a hole; three colours are enough for all trominoes that touch to differ.
    </About>
  );
}
