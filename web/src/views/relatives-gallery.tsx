/** All classes as pictures of their tilings, the largest first; more of them as one scrolls. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { bounds, type Polygon } from "../geometry.ts";
import { useMore } from "../parts/more.ts";
import { Small } from "./relatives-class.tsx";

interface Props {
  /** The class of each tiling, from 1. */
  classes: readonly number[];
  tilings: readonly string[];
  polygons: Polygon[];
  cell(row: number, col: number): number | undefined;
  names: string[];
  /** The tiling that is shown. */
  shown: number;
  pick(tiling: number, of: number): void;
}

/** So many classes more at a time. */
const MORE = 12;

export function Gallery({ classes, tilings, polygons, cell, names, shown, pick }: Props): JSX.Element {
  const members = useMemo(() => {
    const found: number[][] = [];
    classes.forEach((its, i) => (found[its - 1] ??= []).push(i + 1));
    return found;
  }, [classes]);
  const [limit, setLimit] = useState(MORE);
  const end = useMore<HTMLDivElement>(limit < members.length, limit, () => setLimit(limit + MORE));
  const frame = useMemo(() => bounds(polygons), [polygons]);
  const box = `${frame.x - 0.1} ${frame.y - 0.1} ${frame.width + 0.2} ${frame.height + 0.2}`;
  return (
    <div class="classes">
      {members.slice(0, limit).map((its, i) => (
        <section key={i} aria-label={`Class ${i + 1}`}>
          <h3>
            Class {i + 1} <small>{its.length === 1 ? "one tiling" : `${its.length} tilings`}</small>
          </h3>
          <div class="tilings">
            {its.map((tiling) => (
              <button type="button" key={tiling} class="picture" aria-label={`Tiling ${tiling}`} aria-pressed={tiling === shown} onClick={() => pick(tiling, i + 1)}>
                <svg viewBox={box} aria-hidden="true">
                  <Small letters={tilings[tiling - 1] ?? ""} polygons={polygons} cell={cell} names={names} />
                </svg>
              </button>
            ))}
          </div>
        </section>
      ))}
      <div ref={end} />
    </div>
  );
}
