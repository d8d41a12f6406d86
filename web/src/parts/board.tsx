/**
 * A board in SVG: cells, pieces on them, marks, and, where somebody may choose cells, real focusable cells over it all: one is
 * in the order of Tab, arrow keys go from cell to cell, Enter and Space choose.
 */
import type { ComponentChildren, JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { ARROWS, bounds, middle, path, type Point, type Polygon, towards } from "../geometry.ts";
import { INK } from "../palette.ts";

export interface Lying {
  /** The polygons of its cells. */
  polygons: readonly Polygon[];
  colour: string;
  letter?: string;
  /** A class of its own, for looks. */
  look?: string | undefined;
  key?: string | number;
}

export interface CellLook {
  look?: string | undefined;
  label?: string | undefined;
  mark?: string | undefined;
  fill?: string | undefined;
}

interface Props {
  label: string;
  polygons: readonly Polygon[];
  cell?: (index: number) => CellLook;
  lying?: readonly Lying[];
  /** Cells can be chosen. */
  choose?: ((index: number) => void) | undefined;
  /** Arrow keys choose the cell that they go to. */
  follow?: boolean;
  pressed?: (index: number) => boolean;
  /** A pointer goes down, over, and up, for drags: the number of the cell. */
  drag?: { start(index: number): void; over(index: number): void; end(): void };
  margin?: number;
  look?: string | undefined;
  children?: ComponentChildren;
}

/** Where the letter of a piece stands: in the middle of its cell that is nearest to its middle. */
export function letterPlace(polygons: readonly Polygon[]): Point {
  const [x, y] = middle(polygons);
  const far = (polygon: Polygon): number => {
    const [a, b] = middle([polygon]);
    return (a - x) ** 2 + (b - y) ** 2;
  };
  return middle([polygons.reduce((best, one) => (far(one) < far(best) - 1e-9 ? one : best))]);
}

/** A piece as it lies. */
export function PieceShape({ polygons, colour, letter, look }: Lying): JSX.Element {
  const d = useMemo(() => path(polygons, 0.035, 0.13), [polygons]);
  const place = letter === undefined ? null : letterPlace(polygons);
  return (
    <g class={`piece ${look ?? ""}`}>
      <path d={d} fill={colour} />
      {place && (
        <text x={place[0]} y={place[1]} fill={INK} aria-hidden="true">
          {letter}
        </text>
      )}
    </g>
  );
}

export function Board(props: Props): JSX.Element {
  const { polygons, cell = (): CellLook => ({}), lying = [], choose, drag, margin = 0.12 } = props;
  const frame = useMemo(() => bounds(polygons), [polygons]);
  const middles = useMemo(() => polygons.map((polygon) => middle([polygon])), [polygons]);
  const outlines = useMemo(() => polygons.map((polygon) => path([polygon])), [polygons]);
  const [focus, setFocus] = useState(0);
  const focused = Math.min(focus, polygons.length - 1);
  const svg = useRef<SVGSVGElement>(null);
  const dragging = useRef(-1);
  const at = (event: PointerEvent): number => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const index = under instanceof SVGElement ? under.dataset.cell : undefined;
    return index === undefined ? -1 : Number(index);
  };
  const key = (event: KeyboardEvent): void => {
    const direction = ARROWS[event.key];
    if (direction && !event.shiftKey && !event.ctrlKey && !event.altKey) {
      event.preventDefault();
      const next = towards(middles, middles[focused] as Point, direction);
      if (next === null) return;
      setFocus(next);
      svg.current?.querySelector<SVGElement>(`[data-cell="${next}"]`)?.focus();
      if (props.follow) choose?.(next);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose?.(focused);
    }
  };
  const pointer = drag && {
    onPointerDown(event: PointerEvent) {
      const index = at(event);
      if (index < 0 || event.button !== 0) return;
      dragging.current = index;
      (event.target as Element).releasePointerCapture?.(event.pointerId);
      setFocus(index);
      drag.start(index);
    },
    onPointerMove(event: PointerEvent) {
      const index = at(event);
      if (dragging.current < 0 || index < 0 || index === dragging.current) return;
      dragging.current = index;
      drag.over(index);
    },
    onPointerUp() {
      if (dragging.current >= 0) drag.end();
      dragging.current = -1;
    },
    onPointerCancel() {
      if (dragging.current >= 0) drag.end();
      dragging.current = -1;
    },
  };
  const box = `${frame.x - margin} ${frame.y - margin} ${frame.width + 2 * margin} ${frame.height + 2 * margin}`;
  return (
    <svg
      ref={svg}
      class={`board ${props.look ?? ""} ${drag ? "draws" : ""}`}
      viewBox={box}
      role={choose ? "group" : "img"}
      aria-label={props.label}
      style={{ "--ratio": String(frame.width / frame.height) }}
      {...pointer}
    >
      <g aria-hidden="true">
        {outlines.map((outline, i) => {
          const { look = "", mark, fill } = cell(i);
          const [x, y] = middles[i] as Point;
          return (
            <g key={i}>
              <path d={outline} class={`cell ${look}`} style={fill ? { fill } : {}} />
              {mark && (
                <text x={x} y={y} class="mark">
                  {mark}
                </text>
              )}
            </g>
          );
        })}
        {lying.map((piece, i) => (
          <PieceShape {...piece} key={piece.key ?? i} />
        ))}
      </g>
      {props.children}
      {choose &&
        outlines.map((outline, i) => (
          <path
            key={i}
            d={outline}
            data-cell={i}
            class="touch"
            role="button"
            tabindex={i === focused ? 0 : -1}
            aria-label={cell(i).label ?? `cell ${i + 1}`}
            aria-pressed={props.pressed ? props.pressed(i) : undefined}
            onKeyDown={key}
            onFocus={() => setFocus(i)}
            onClick={drag ? undefined : () => choose(i)}
          />
        ))}
    </svg>
  );
}
