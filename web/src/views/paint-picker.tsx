/** Pieces to choose from, by their pictures. */
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Answer } from "../ask/ask.ts";
import { bounds, path, type Polygon } from "../geometry.ts";
import { type Lattice, SETS } from "./paint-board.ts";
import { type Picked } from "./paint-logic.ts";

/** A piece that can be chosen. */
export interface Shape {
  name: string;
  size: number;
  polygons: readonly Polygon[];
}

/** The pieces of a board's lattice, as the library shows them. */
export const shapesOf = (shown: Answer<"show"> | undefined): Shape[] =>
  (shown?.pieces ?? []).map(({ name, size, orientations }) => ({ name, size, polygons: (orientations[0]?.polygons ?? []) as unknown as Polygon[] }));

export function Picker({ lattice, shapes, names, change }: { lattice: Lattice; shapes: readonly Shape[]; names: string[]; change(names: string[]): void }): JSX.Element {
  const sets = SETS[lattice];
  const side = useMemo(() => roomFor(shapes), [shapes]);
  // Those without a title are of fewer cells than all others.
  const least = shapes.length === 0 ? 0 : lattice === "triangle" ? 4 : 3;
  const groups = sets.map(([title], i): readonly [string, (size: number) => boolean] => [title, title === "" ? (size) => size < least : (size) => size === least + i - 1]);
  return (
    <div class="picker">
      {groups.map(([title, fits]) => {
        const of = shapes.filter((shape) => fits(shape.size));
        const all = of.every((shape) => names.includes(shape.name));
        const rest = names.filter((name) => !of.some((shape) => shape.name === name));
        return (
          <div class="group" key={title}>
            {title && (
              <button type="button" class="quiet set" aria-pressed={all} onClick={() => change(all ? rest : [...rest, ...of.map((shape) => shape.name)])}>
                {title}
              </button>
            )}
            <div class="shapes">
              {of.map((shape) => (
                <button
                  type="button"
                  class="shape"
                  key={shape.name}
                  aria-pressed={names.includes(shape.name)}
                  aria-label={shape.name}
                  title={shape.name}
                  onClick={() => change(names.includes(shape.name) ? names.filter((name) => name !== shape.name) : [...names, shape.name])}
                >
                  <Mini polygons={shape.polygons} side={side} />
                </button>
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** How many of each are wanted. */
export function Numbers({ chosen, change }: { chosen: readonly Picked[]; change(chosen: Picked[]): void }): JSX.Element {
  return (
    <div class="copies-of">
      {chosen.map(({ name, number }) => (
        <label key={name}>
          <span>{name}</span>
          <input
            type="number"
            min={1}
            max={99}
            value={number}
            onInput={(event) => {
              const wanted = event.currentTarget.valueAsNumber;
              if (wanted >= 1 && wanted <= 99) change(chosen.map((one) => (one.name === name ? { name, number: Math.floor(wanted) } : one)));
            }}
          />
        </label>
      ))}
    </div>
  );
}

/** How wide a square is that all of these find room in. */
export const roomFor = (shapes: readonly { polygons: readonly Polygon[] }[]): number =>
  0.4 + Math.max(2, ...shapes.flatMap(({ polygons }) => (({ width, height }) => [width, height])(bounds(polygons))));

/** A piece, in a square. */
export function Mini({ polygons, side }: { polygons: readonly Polygon[]; side: number }): JSX.Element {
  const { x, y, width, height } = bounds(polygons);
  return (
    <svg viewBox={`${x + width / 2 - side / 2} ${y + height / 2 - side / 2} ${side} ${side}`} aria-hidden="true">
      <path d={path(polygons, 0.06, 0.15)} />
    </svg>
  );
}
