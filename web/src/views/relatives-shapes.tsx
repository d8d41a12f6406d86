/** The shapes of the regions that are moved: how often, by which rules, and which pieces fill them. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type Answer, grouped } from "../ask/ask.ts";
import { path, type Polygon } from "../geometry.ts";
import { useMore } from "../parts/more.ts";
import { Choice } from "../parts/panel.tsx";
import { square } from "./golomb-form.tsx";

type Region = NonNullable<Extract<Answer<"classes">, { shapes?: unknown }>["shapes"]>[number];

const MORE = 40;

export function Shapes({ regions }: { regions: readonly Region[] }): JSX.Element {
  const [order, setOrder] = useState<"size" | "pairs">("pairs");
  const sorted = useMemo(() => (order === "size" ? regions : [...regions].sort((a, b) => b.pairs - a.pairs)), [regions, order]);
  const [limit, setLimit] = useState(MORE);
  const end = useMore<HTMLDivElement>(limit < sorted.length, limit, () => setLimit(limit + MORE));
  return (
    <>
      <Choice
        legend={`${grouped(regions.length)} shapes, first`}
        value={order}
        options={[
          ["pairs", "The frequent"],
          ["size", "The small"],
        ]}
        change={(order) => setOrder(order)}
      />
      <div class="scrolls" tabIndex={0} role="region" aria-label="Shapes of moved regions">
        <table class="shape-table">
          <thead>
            <tr>
              <th scope="col">Shape</th>
              <th scope="col">Cells</th>
              <th scope="col">Pairs</th>
              <th scope="col">Rules</th>
              <th scope="col">Filled by</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, limit).map((region, i) => (
              <tr key={i}>
                <td>
                  <Picture cells={region.cells as [number, number][]} />
                </td>
                <td>{region.cells.length}</td>
                <td>{grouped(region.pairs)}</td>
                <td>{String(region.rules)}</td>
                <td>{region.fillings.map(({ pieces, pairs }) => `${pieces.join(" ")}${pairs > 1 ? ` (${pairs})` : ""}`).join(", ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <div ref={end} />
      </div>
    </>
  );
}

function Picture({ cells }: { cells: [number, number][] }): JSX.Element {
  const polygons = cells.map(([row, col]): Polygon => square(row, col));
  const [rows, cols] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis] as number)) + 1) as [number, number];
  return (
    <svg viewBox={`-0.1 -0.1 ${cols + 0.2} ${rows + 0.2}`} style={{ width: `${cols * 0.62}rem` }} aria-hidden="true">
      <path d={path(polygons, 0.05, 0.12)} />
    </svg>
  );
}
