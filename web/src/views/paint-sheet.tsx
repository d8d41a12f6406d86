/** A sheet for pencil and scissors, on paper only: the board, empty but for what is fixed, its pieces, and what is known about it. */
import type { JSX } from "preact";
import { grouped } from "../ask/ask.ts";
import type { Polygon } from "../geometry.ts";
import { Board, type Lying } from "../parts/board.tsx";
import type { Copies } from "./paint-logic.ts";
import { Mini, roomFor } from "./paint-picker.tsx";

interface Props {
  polygons: readonly Polygon[];
  /** What lies there already. */
  fixed: readonly Lying[];
  shapes: readonly { name: string; number: number; polygons: readonly Polygon[] }[];
  copies: Copies;
  /** What may be done with them. */
  turned: string;
  account: string;
  count: string | null;
}

const SAID: Record<Copies, string> = { any: "Each piece may be used as often as you like", once: "Each piece is used once at most", own: "Each piece is used as often as it says" };

export function Sheet({ polygons, fixed, shapes, copies, turned, account, count }: Props): JSX.Element {
  const side = roomFor(shapes);
  const ways = count === null ? "" : count === "1" ? "There is exactly one way." : `There are ${grouped(count)} ways.`;
  return (
    <section class="sheet" aria-hidden="true">
      <h2>Cover the board</h2>
      <p>
        {account}. {SAID[copies]}, and {turned}. {ways}
      </p>
      <Board label="The board" look="outline" polygons={polygons} lying={fixed} />
      <div class="shapes">
        {shapes.map((shape) => (
          <figure key={shape.name}>
            <Mini polygons={shape.polygons} side={side} />
            <figcaption>{copies === "own" ? `${shape.number} × ${shape.name}` : shape.name}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}
