/** The board of a sliding-block puzzle: a piece follows the finger along the ways there are, or goes by keys. */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { Answer } from "../ask/ask.ts";
import { bounds, called, of, path, type Point, type Polygon } from "../geometry.ts";
import { colour, INK } from "../palette.ts";
import { letterPlace } from "../parts/board.tsx";
import { counted, follow, meant, nearest, type Offset } from "./slide-logic.ts";

type Moved = Answer<"slide_moves">;

interface BoardProps {
  moved: Moved;
  hint: { piece: string; path: string[] } | null;
  last: string;
  metric: string;
  go(position: string, added: number, piece: string): void;
}

export function SlideBoard({ moved, hint, last, metric, go }: BoardProps): JSX.Element {
  const svg = useRef<SVGSVGElement>(null);
  const cells = useMemo(() => moved.polygons as unknown as Polygon[], [JSON.stringify(moved.board)]);
  const numbers = useMemo(() => new Map(moved.board.map((cell, i) => [cell.join(), i])), [cells]);
  const outlines = (at: readonly (readonly number[])[]): Polygon[] => of(cells, at.map((cell) => numbers.get(cell.join())));
  const frame = useMemo(() => bounds(cells), [cells]);
  const drag = useRef<{ piece: number; x: number; y: number; places: Map<string, Moved["moves"][number]>; offsets: Offset[] } | null>(null);
  // Held where the finger is, until the position is another one.
  const [holding, setHeld] = useState<{ piece: number; by: Offset; at: string } | null>(null);
  const held = holding?.at === moved.position ? holding : null;
  // A piece is moved from where the page has its origin: so it goes smoothly from one position to the next.
  const corner = (at: readonly (readonly number[])[]): Point => {
    const { x, y } = bounds(outlines(at));
    return [x, y];
  };
  const offset = (move: Moved["moves"][number]): Offset => {
    const [a, b] = [corner(moved.pieces[move.piece]?.cells ?? []), corner(move.cells)];
    return [b[0] - a[0], b[1] - a[1]];
  };
  const commit = (move: Moved["moves"][number] | undefined): void => {
    const letter = move && moved.pieces[move.piece]?.piece;
    if (move && letter) go(move.position, counted(metric, move.path, last === letter), letter);
  };
  const point = (event: PointerEvent): Offset => {
    const box = svg.current?.getBoundingClientRect();
    const unit = box ? (frame.width + 0.3) / box.width : 1;
    return [event.clientX * unit, event.clientY * unit];
  };
  const down = (piece: number) => (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const moves = moved.moves.filter((move) => move.piece === piece);
    const [x, y] = point(event);
    drag.current = { piece, x, y, places: new Map(moves.map((move) => [String(offset(move)), move])), offsets: moves.map(offset) };
    setHeld({ piece, by: [0, 0], at: moved.position });
  };
  const over = (event: PointerEvent) => {
    const now = drag.current;
    if (now === null) return;
    const [x, y] = point(event);
    setHeld({ piece: now.piece, by: follow(now.offsets, [x - now.x, y - now.y]), at: moved.position });
  };
  const up = () => {
    const now = drag.current;
    drag.current = null;
    if (now === null || held === null) return;
    const to = nearest(now.offsets, held.by);
    if (to[0] === 0 && to[1] === 0) setHeld(null);
    else {
      setHeld({ piece: now.piece, by: to, at: moved.position });
      commit(now.places.get(String(to)));
    }
  };
  const key = (piece: number) => (event: KeyboardEvent) => {
    const single = moved.moves.filter((move) => move.piece === piece && move.path.length === 1);
    const direction = meant(event.key, event.shiftKey, single.map((move) => move.path[0] as string));
    if (direction || event.key.startsWith("Arrow")) {
      event.preventDefault();
      commit(single.find((move) => move.path[0] === direction));
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLowerCase();
      const index = moved.pieces.findIndex((one) => one.piece.toLowerCase() === letter);
      svg.current?.querySelector<SVGElement>(`[data-piece="${index}"]`)?.focus();
    }
  };
  const goal = moved.goals[0] ?? [];
  const can = (piece: number): string => {
    const ways = new Set(moved.moves.filter((move) => move.piece === piece && move.path.length === 1).map((move) => move.path[0]));
    return ways.size === 0 ? "cannot move" : `can move ${[...ways].join(", ")}`;
  };
  return (
    <svg
      ref={svg}
      class="board sliding"
      viewBox={`${frame.x - 0.15} ${frame.y - 0.15} ${frame.width + 0.3} ${frame.height + 0.3}`}
      role="group"
      aria-label={moved.solved ? "The puzzle, solved" : "The puzzle"}
      style={{ "--ratio": String(frame.width / frame.height) }}
    >
      <path class="floor" d={path(cells, -0.11, 0.12)} aria-hidden="true" />
      <path class="well" d={path(cells, 0, 0.06)} aria-hidden="true" />
      {moved.pieces.map((piece, i) => {
        const by = held?.piece === i ? held.by : ([0, 0] as Offset);
        const [left, top] = corner(piece.cells);
        const shape = outlines(piece.cells).map((polygon): Polygon => polygon.map(([x, y]) => [x - left, y - top]));
        const [x, y] = letterPlace(shape);
        const lit = hint?.piece === piece.piece;
        return (
          <g
            key={piece.piece}
            data-piece={i}
            class={`block ${held?.piece === i ? "held" : ""} ${lit ? "lit" : ""}`}
            style={{ transform: `translate(${left + by[0]}px, ${top + by[1]}px)` }}
            tabindex={0}
            role="button"
            aria-label={`Piece ${piece.piece}, ${called(moved.lattice, piece.cells[0] ?? [])}: ${can(i)}`}
            onPointerDown={down(i)}
            onPointerMove={over}
            onPointerUp={up}
            onPointerCancel={up}
            onKeyDown={key(i)}
          >
            <path d={path(shape, 0.035, 0.12)} fill={colour(piece.kind)} />
            <text x={x} y={y} fill={INK} aria-hidden="true">
              {lit ? arrow(hint?.path ?? []) : piece.piece}
            </text>
          </g>
        );
      })}
      <g aria-hidden="true" class="target">
        {goal.map((stand) => (
          <path key={stand.piece} d={path(outlines(stand.cells), 0.1, 0.1)} />
        ))}
      </g>
    </svg>
  );
}

const ARROWS: Readonly<Record<string, string>> = { left: "←", right: "→", up: "↑", down: "↓", "up-left": "↖", "up-right": "↗", "down-left": "↙", "down-right": "↘", back: "⇤", front: "⇥" };

const arrow = (way: string[]): string => way.map((direction) => ARROWS[direction] ?? "").join("");
