/**
 * Lay the pieces yourself: drag them from the tray, turn them, turn them over. A light says in how many ways what lies can still be
 * completed, exactly; a hint says what to lay, and why.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Answer, grouped, type Part } from "../ask/ask.ts";
import { bounds, called, middle, path, type Point, type Polygon } from "../geometry.ts";
import { colour } from "../palette.ts";
import { Board, type Lying } from "../parts/board.tsx";
import { Exports, IN_SPACE, letters, TILING } from "../parts/export.tsx";
import { About, Busy, Figure, Refused, Select, Tools } from "../parts/panel.tsx";
import { isSolid, Seen, Solid } from "../parts/solid.tsx";
import { type Place, useAnswer } from "../state.ts";
import Mind from "./play-mind.tsx";
import { PUZZLES } from "./relatives-logic.ts";
import { covering, lying, nearestPlacement, type Shown, text, read } from "./play-logic.ts";

/** How far from a place a piece may be let go, in cells. */
const REACH = 1.1;

interface Held {
  piece: number;
  orientation: number;
  /** Where the middle of the piece is, on the screen. */
  x: number;
  y: number;
}

/** The puzzle that is no tiling. */
const MIND = "number-mind";

export default function Play({ place }: { place: Place }): JSX.Element {
  const puzzle = place.values.puzzle ?? "pentominoes-6x10";
  const listed = useAnswer("puzzles", { question: "puzzles" });
  const names = (listed.answered?.answer.puzzles ?? []).filter((one) => one.kind === "tiling");
  const select = (
    <Select
      label="Puzzle"
      value={puzzle}
      options={[...names.map((one) => [one.name, one.title ?? one.name] as const), [MIND, "Number Mind"] as const]}
      change={(name) => place.change({ puzzle: name, laid: "" })}
    />
  );
  return puzzle === MIND ? <Mind place={place} puzzles={select} /> : <Pieces key={puzzle} place={place} puzzle={puzzle} puzzles={select} about={names.find((one) => one.name === puzzle)} />;
}

interface Props {
  place: Place;
  puzzle: string;
  /** Where another puzzle is chosen. */
  puzzles: JSX.Element;
  about: Answer<"puzzles">["puzzles"][number] | undefined;
}

function Pieces({ place, puzzle, puzzles, about }: Props): JSX.Element {
  const { values } = place;
  const showing = useAnswer("play.show", { question: "show", puzzle, placements: true });
  const shown = (showing.busy ? null : (showing.answered?.answer ?? null)) as Shown | null;
  const [started, setStarted] = useState<string | null>(null);
  // A few pieces of a solution lie at first.
  const opening = useAnswer("play.opening", values.laid === undefined && shown ? { question: "list", puzzle, limit: 1, random: true, seed: 5 } : null, {
    part: (part: Part<"list">) => {
      if (shown && "pieces" in part) setStarted(`${puzzle} ${text(lying(shown, part.pieces as never).slice(0, Math.max(1, Math.floor(part.pieces.length / 3))))}`);
    },
  });
  const [name, first] = (started ?? " ").split(" ");
  const laid = useMemo(() => (shown ? read(values.laid ?? (name === puzzle ? first : "") ?? "", shown) : []), [shown, values.laid, started, puzzle]);
  const polygons = (shown?.polygons ?? []) as unknown as Polygon[];

  const where = useMemo(() => {
    if (!shown) return [];
    return laid.map((number) => {
      const one = shown.placements?.[number];
      return { piece: shown.pieces[one?.piece ?? 0]?.name ?? "", cells: (one?.cells ?? []).map((cell) => shown.cells[cell] as [number, number]) };
    });
  }, [shown, laid]);
  const limited = shown?.pieces.every((piece) => piece.max !== null) ?? true;
  const ready = shown !== null && !opening.busy;
  // What is limited is searched under conditions; else the cells that lie covered are taken away. In whichever order pieces were laid, it
  // is one question, and what was taken back is known already.
  const searched = useAnswer(
    "play.light",
    ready && limited ? { question: "solutions", puzzle, where: where.map(({ piece, cells }) => `${piece} on ${cells.map((cell) => cell.join(",")).join(" ")}`).sort() } : null,
    {},
    true,
  );
  const open = shown ? shown.cells.length - laid.reduce((sum, number) => sum + (shown.placements?.[number]?.cells.length ?? 0), 0) : 0;
  const counted = useAnswer(
    "play.light",
    ready && !limited && open > 0 ? { question: "count", puzzle, remove: where.flatMap(({ cells }) => cells.map((cell) => cell.join(","))).sort() } : null,
    {},
    true,
  );
  const light = limited ? searched : counted;
  const answer = light.answered?.answer;
  const left = !limited && open === 0 ? "1" : answer && "count" in answer ? String(answer.count) : null;
  const done = shown !== null && open === 0 && laid.length > 0 && left !== "0";

  const timer = useTimer(laid.length > 0 && !done, `${puzzle} ${values.laid === undefined || values.laid === "."}`);

  const [asked, setAsked] = useState(false);
  const hinting = useAnswer("play.hint", asked && ready ? { question: "hint", puzzle, placed: where } : null);
  const hint = asked && !hinting.busy ? (hinting.answered?.answer ?? null) : null;

  const [chosen, setChosen] = useState<number | null>(null);
  const [facing, setFacing] = useState<Record<number, number>>({});
  const [held, setHeld] = useState<Held | null>(null);
  const lifted = useRef<number | null>(null);
  const stage = useRef<HTMLDivElement>(null);
  const orientation = (piece: number): number => facing[piece] ?? 0;
  const used = (piece: number): number => laid.filter((number) => shown?.placements?.[number]?.piece === piece).length;
  const more = (piece: number): number => (shown?.pieces[piece]?.max ?? Infinity) - used(piece);
  const lay = (next: number[]) => {
    setAsked(false);
    place.change({ laid: text(next) || "." });
  };
  const free = (number: number, among: number[]): boolean => {
    const taken = new Set(among.flatMap((other) => shown?.placements?.[other]?.cells ?? []));
    return (shown?.placements?.[number]?.cells ?? []).every((cell) => !taken.has(cell));
  };
  const face = (how: "turned" | "flipped") => {
    const piece = held?.piece ?? chosen;
    if (piece === null || piece === undefined || !shown) return;
    const from = held?.orientation ?? orientation(piece);
    const to = shown.pieces[piece]?.orientations[from]?.[how] ?? from;
    setFacing({ ...facing, [piece]: to });
    if (held) setHeld({ ...held, orientation: to });
  };

  /** Cells a board is wide on the screen. */
  const svg = (): SVGSVGElement | null => stage.current?.querySelector<SVGSVGElement>("svg.board") ?? null;
  const toBoard = (x: number, y: number): Point | null => {
    const matrix = svg()?.getScreenCTM()?.inverse();
    return matrix ? [x * matrix.a + matrix.e, y * matrix.d + matrix.f] : null;
  };
  const unit = (): number => svg()?.getScreenCTM()?.a ?? 40;
  const others = lifted.current === null ? laid : laid.filter((number) => number !== lifted.current);
  const target = (at: Held): number | null => {
    const point = toBoard(at.x, at.y);
    return shown && point ? nearestPlacement(shown, at.piece, at.orientation, point, REACH) : null;
  };
  const aimed = held ? target(held) : null;
  useEffect(() => {
    if (held === null) return;
    const over = (event: PointerEvent) => setHeld({ ...held, x: event.clientX, y: event.clientY - (event.pointerType === "touch" ? 60 : 0) });
    const drop = () => {
      const number = target(held);
      const rest = lifted.current === null ? laid : laid.filter((other) => other !== lifted.current);
      if (number !== null && free(number, rest)) {
        lay([...rest, number]);
        setChosen(null);
      } else if (lifted.current !== null) lay(rest);
      lifted.current = null;
      setHeld(null);
    };
    const stop = () => {
      lifted.current = null;
      setHeld(null);
    };
    addEventListener("pointermove", over);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", stop);
    return () => {
      removeEventListener("pointermove", over);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", stop);
    };
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
      if (event.key === "r" || event.key === "R") face("turned");
      else if (event.key === "f" || event.key === "F") face("flipped");
      else if (event.key === "Escape") setChosen(null);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });

  const choose = (cell: number) => {
    if (!shown) return;
    const there = laid.find((number) => shown.placements?.[number]?.cells.includes(cell));
    if (there !== undefined) {
      lay(laid.filter((number) => number !== there));
      const one = shown.placements?.[there];
      if (one) {
        setChosen(one.piece);
        setFacing({ ...facing, [one.piece]: one.orientation });
      }
      return;
    }
    if (chosen === null) return;
    const number = covering(shown, chosen, orientation(chosen), cell, (number) => free(number, laid));
    if (number === null) return;
    lay([...laid, number]);
    if (more(chosen) <= 1) setChosen(null);
  };
  /** A press on a piece that lies: a drag lifts it, a tap takes it back. */
  const press = (cell: number) => {
    const there = laid.find((number) => shown?.placements?.[number]?.cells.includes(cell));
    let begun: { x: number; y: number } | null = null;
    const over = (event: PointerEvent) => {
      begun ??= { x: event.clientX, y: event.clientY };
      if (there === undefined || Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < 6) return;
      end();
      const one = shown?.placements?.[there];
      if (!one) return;
      lifted.current = there;
      setFacing({ ...facing, [one.piece]: one.orientation });
      setHeld({ piece: one.piece, orientation: one.orientation, x: event.clientX, y: event.clientY });
    };
    const up = () => {
      end();
      choose(cell);
    };
    const end = () => {
      removeEventListener("pointermove", over);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", end);
    };
    addEventListener("pointermove", over);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", end);
  };

  const shapes: Lying[] = (lifted.current === null ? laid : others).map((number) => {
    const one = shown?.placements?.[number];
    return {
      polygons: (one?.cells ?? []).map((cell) => polygons[cell] as Polygon),
      colour: colour(one?.piece ?? 0),
      letter: (shown?.pieces[one?.piece ?? 0]?.name ?? "").charAt(0).toUpperCase(),
      key: number,
    };
  });
  const ghost = (number: number | null, look: string): Lying[] => {
    const one = number === null ? undefined : shown?.placements?.[number];
    return one ? [{ polygons: one.cells.map((cell) => polygons[cell] as Polygon), colour: colour(one.piece), look, key: look }] : [];
  };
  const hinted = hint?.lay && shown ? (lying(shown, [hint.lay as never])[0] ?? null) : null;
  const dead = new Set((hint?.cells ?? []).map(([r, c]) => shown?.cells.findIndex(([row, col]) => row === r && col === c)));
  /** The board in letters, and of other cells than squares a line for each piece. */
  const drawn = (): string =>
    shown?.lattice !== "square" ? where.map(({ piece, cells }) => `${piece} on ${cells.map((cell) => cell.join()).join(" ")}\n`).join("") : letters(shown?.cells ?? [], (cell) => {
      const there = laid.find((number) => shown?.placements?.[number]?.cells.includes(cell));
      return there === undefined ? undefined : shown?.pieces[shown.placements?.[there]?.piece ?? 0]?.name.charAt(0);
    });
  const good = left !== null && left !== "0";
  const inSpace = shown?.lattice === "cube" || shown?.lattice === "prism";
  const solid = inSpace && isSolid(place);

  return (
    <div class="view">
      <h1>
        {shown?.title ?? about?.title ?? "Lay the pieces"}
        <small>{about?.description ?? "Cover the board; every cell once."}</small>
      </h1>
      <section class="stage" aria-label="Board" ref={stage}>
        <p class={`light ${light.busy || left === null ? "waiting" : done ? "done" : good ? "on" : "off"}`} role="status">
          <i aria-hidden="true" />
          {done ? "Done. Well laid!" : left === null ? (ready && !light.busy && light.refusal === null ? "Not counted" : "Counting …") : good ? `${grouped(left)} solution${left === "1" ? "" : "s"} from here` : "No solution from here"}
        </p>
        {shown && (
          <Board
            label="Board: choose a cell to lay the chosen piece there, or to take a piece back"
            polygons={polygons}
            lying={[...shapes, ...ghost(hinted, "ghost"), ...ghost(aimed, aimed !== null && free(aimed, others) ? "ghost" : "ghost wrong")]}
            cell={(i) => ({
              look: dead.has(i) ? (hint?.lay ? "goal" : "bad") : "",
              label: `${called(shown.lattice, shown.cells[i] ?? [])}: ${label(shown, laid, i)}`,
            })}
            choose={choose}
            drag={{ start: press, over: () => {}, end: () => {} }}
          />
        )}
        {solid && <Solid lane="play.solid" about={{ puzzle }} lying={where.map((lies, i) => ({ ...lies, colour: colour(shown?.placements?.[laid[i] as number]?.piece ?? 0) }))} />}
        {done && PUZZLES.some(([name]) => name === puzzle) && (
          <p class="caption hinted">
            <a href={`#/relatives?puzzle=${puzzle}&find=${drawn().trim().replaceAll("\n", "/")}`}>Find its class, and its relatives</a>
          </p>
        )}
        {hint && (
          <p class="caption hinted" role="status">
            {hint.sentence}{" "}
            {hinted !== null && (
              <button type="button" onClick={() => lay([...laid, hinted])}>
                Do it
              </button>
            )}
            {hint.lay === null && hint.take_back > 0 && (
              <button type="button" onClick={() => lay(laid.slice(0, laid.length - hint.take_back))}>
                Do it
              </button>
            )}
          </p>
        )}
        {light.busy && light.progress && <Busy progress={light.progress} says="" cancel={light.cancel} />}
        {hinting.busy && hinting.progress && <Busy progress={hinting.progress} says="" cancel={hinting.cancel} />}
        <Refused refusal={showing.refusal ?? light.refusal ?? hinting.refusal} />
        <div class="row">
          <button type="button" disabled={chosen === null && held === null} onClick={() => face("turned")}>
            ↻ Turn
          </button>
          <button type="button" disabled={chosen === null && held === null} onClick={() => face("flipped")}>
            ⇋ Turn over
          </button>
          <button type="button" class="main" disabled={!ready || done} onClick={() => setAsked(true)}>
            {hinting.busy && asked ? "Thinking …" : "Hint"}
          </button>
        </div>
        <div class="tray" role="group" aria-label="Pieces">
          {shown?.pieces.map((piece, i) => (
            <button
              type="button"
              key={piece.name}
              class={`tile ${chosen === i ? "chosen" : ""}`}
              disabled={more(i) <= 0}
              aria-pressed={chosen === i}
              aria-label={`${piece.name}${more(i) === Infinity ? "" : `, ${Math.max(0, more(i))} left`}`}
              onClick={() => setChosen(chosen === i ? null : i)}
              onPointerDown={(event) => {
                if (more(i) <= 0 || event.button !== 0) return;
                const begun = { x: event.clientX, y: event.clientY };
                const target = event.currentTarget;
                target.releasePointerCapture?.(event.pointerId);
                const over = (event: PointerEvent) => {
                  if (Math.hypot(event.clientX - begun.x, event.clientY - begun.y) < 8) return;
                  end();
                  setChosen(i);
                  setHeld({ piece: i, orientation: orientation(i), x: event.clientX, y: event.clientY });
                };
                const end = () => {
                  removeEventListener("pointermove", over);
                  removeEventListener("pointerup", end);
                  removeEventListener("pointercancel", end);
                };
                addEventListener("pointermove", over);
                addEventListener("pointerup", end);
                addEventListener("pointercancel", end);
              }}
            >
              <Tile polygons={(piece.orientations[orientation(i)]?.polygons ?? []) as unknown as Polygon[]} fill={colour(i)} />
              {more(i) > 1 && <span class="copies">{more(i) === Infinity ? "∞" : more(i)}</span>}
            </button>
          ))}
        </div>
        {held && shown && (
          <Floating polygons={(shown.pieces[held.piece]?.orientations[held.orientation]?.polygons ?? []) as unknown as Polygon[]} fill={colour(held.piece)} x={held.x} y={held.y} unit={unit()} />
        )}
      </section>
      <aside>
        <Tools place={place}>
          <button type="button" onClick={() => lay([])}>
            Clear
          </button>
          <Exports
            name={puzzle}
            picture={() => (solid ? (stage.current?.querySelector<SVGSVGElement>("svg.solid") ?? null) : svg())}
            text={() => shown && drawn()}
            puzzle={{ about: { puzzle }, formats: inSpace ? IN_SPACE : TILING }}
          />
        </Tools>
        <div class="card">
          {puzzles}
          {inSpace && (
            <Seen place={place} />
          )}
          <div class="pair">
            <Figure value={laid.length} label="pieces laid" />
            <Figure value={open} label="cells to go" />
            <Figure value={<time role="timer">{timer}</time>} label={done ? "in all" : "so far"} />
          </div>
        </div>
        <p class="hint keys">
          Drag a piece onto the board, or choose it and tap a cell. <kbd>R</kbd> turns, <kbd>F</kbd> turns over. Tap a piece on the board to take it back.
        </p>
        <About source={<>{about?.source ? `${about.source}. ` : ""}Solomon W. Golomb, “Polyominoes” (1965).</>}>
          The light counts every way in which the rest of the board can be covered by the rest of the pieces, after each piece you lay. When it goes out, something must be taken
          back. A hint says what to lay or what is wrong, and how far back to go.
        </About>
      </aside>
    </div>
  );
}

/** Minutes and seconds since it runs; it begins anew with another key. */
function useTimer(runs: boolean, key: string): string {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => setSeconds(0), [key]);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setSeconds((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [runs, key]);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function label(shown: Shown, laid: number[], cell: number): string {
  const there = laid.find((number) => shown.placements?.[number]?.cells.includes(cell));
  return there === undefined ? "free" : (shown.pieces[shown.placements?.[there]?.piece ?? 0]?.name ?? "");
}

function Tile({ polygons, fill }: { polygons: readonly Polygon[]; fill: string }): JSX.Element {
  const { x, y, width, height } = bounds(polygons);
  const side = Math.max(3, width, height) + 0.3;
  return (
    <svg viewBox={`${x + width / 2 - side / 2} ${y + height / 2 - side / 2} ${side} ${side}`} aria-hidden="true">
      <path d={path(polygons, 0.04, 0.14)} fill={fill} />
    </svg>
  );
}

function Floating({ polygons, fill, x, y, unit }: { polygons: readonly Polygon[]; fill: string; x: number; y: number; unit: number }): JSX.Element {
  const frame = bounds(polygons);
  const [mx, my] = middle(polygons);
  return (
    <svg
      class="floating"
      aria-hidden="true"
      viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
      style={{ width: `${frame.width * unit}px`, height: `${frame.height * unit}px`, left: `${x - (mx - frame.x) * unit}px`, top: `${y - (my - frame.y) * unit}px` }}
    >
      <path d={path(polygons, 0.035, 0.13)} fill={fill} />
    </svg>
  );
}
