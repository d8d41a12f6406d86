/** Pieces to choose from, by their pictures. */
import type { JSX } from "preact";
import type { Answer } from "../ask/ask.ts";
import { path, type Polygon } from "../geometry.ts";
import { type Picked } from "./paint-logic.ts";

type Pieces = Answer<"pieces">["pieces"];

export function Picker({ shapes, names, change }: { shapes: Pieces; names: string[]; change(names: string[]): void }): JSX.Element {
  const groups: readonly (readonly [string, (size: number) => boolean])[] = [
    ["", (size) => size <= 2],
    ["Trominoes", (size) => size === 3],
    ["Tetrominoes", (size) => size === 4],
    ["Pentominoes", (size) => size === 5],
  ];
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
                  <Mini cells={shape.cells as [number, number][]} />
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

/** A piece, in a square. */
export function Mini({ cells }: { cells: [number, number][] }): JSX.Element {
  const polygons = cells.map(([r, c]): Polygon => [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]]);
  const [rows, cols] = [Math.max(...cells.map(([r]) => r)) + 1, Math.max(...cells.map(([, c]) => c)) + 1];
  const side = 5.4;
  return (
    <svg viewBox={`${(cols - side) / 2} ${(rows - side) / 2} ${side} ${side}`} aria-hidden="true">
      <path d={path(polygons, 0.06, 0.15)} />
    </svg>
  );
}
