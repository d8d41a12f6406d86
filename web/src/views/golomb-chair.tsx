/** The chair: an L-tromino enlarged, tiled by L-trominoes, for every scale. */
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { integer } from "../address.ts";
import { of } from "../geometry.ts";
import { colour, numbers } from "../palette.ts";
import { Board } from "../parts/board.tsx";
import { Exports, letters } from "../parts/export.tsx";
import { About, Figure, Refused, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { beside, FormChoice, sentence, square, TROMINOES } from "./golomb-form.tsx";
import { Ways } from "./golomb-ways.tsx";

/** Beyond it trominoes are dots. */
const LARGEST = 30;

export function Chair({ place }: { place: Place }): JSX.Element {
  const scale = integer(place.values.scale, 1, LARGEST, 6);
  const side = 2 * scale;
  const board = `chair:${scale}`;
  const asked = useAnswer("golomb", { question: "deficient", board });
  const answer = asked.answered?.answer;
  const seated = answer && "scale" in answer && answer.scale === scale ? answer : null;
  const stage = useRef<HTMLElement>(null);
  const { cells, polygons, lying, colours } = useMemo(() => {
    const all = Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side] as const);
    const on = (row: number, col: number): boolean => row >= scale || col < scale;
    const cells = all.filter(([row, col]) => on(row, col));
    const whole = all.map(([row, col]) => square(row, col));
    const pieces = (seated?.pieces ?? []).map((piece) => piece.cells.map(([row, col]) => (row as number) * side + (col as number)));
    const colours = numbers(pieces, beside(side));
    const lying = pieces.map((piece, i) => ({ polygons: of(whole, piece), colour: colour(TROMINOES[(colours[i] as number) % TROMINOES.length] as number), key: piece.join() }));
    return { cells, polygons: cells.map(([row, col]) => square(row, col)), lying, colours };
  }, [seated, scale]);
  const letter = useMemo(() => {
    const found = new Map((seated?.pieces ?? []).flatMap((piece, i) => piece.cells.map((cell) => [cell.join(), String.fromCharCode(65 + (colours[i] as number))] as const)));
    return (cell: number) => found.get((cells[cell] ?? []).join());
  }, [lying]);
  return (
    <>
      <section class="stage" aria-label="Board" ref={stage}>
        <Board label={`Chair of scale ${scale}, tiled by ${scale * scale} trominoes`} polygons={polygons} lying={lying} />
        <p class="status" role="status">
          {seated ? sentence(asked.answered?.text.trim() ?? "") : "Asking …"}
        </p>
      </section>
      <aside>
        <Tools place={place}>
          <Exports name={`chair-${scale}`} picture={() => stage.current?.querySelector("svg") ?? null} text={() => seated && letters(cells, letter)} />
        </Tools>
        <div class="card">
          <FormChoice place={place} />
          <Slider label={<>Scale <b>{scale}</b></>} value={scale} min={1} max={LARGEST} change={(value) => place.change({ scale: String(value), ways: "" }, true)} />
          <Figure value={scale * scale} label={`trominoes on ${3 * scale * scale} cells`} />
          <Ways place={place} about={{ board }} />
          <Refused refusal={asked.refusal} />
        </div>
        <About source={<>Solomon W. Golomb, “Replicating figures in the plane”, Mathematical Gazette 48 (1964).</>}>
          A shape that can be cut into smaller copies of itself is a rep-tile; the L-tromino is one for every square number of copies. A chair of scale 6 is one of scale 3 whose trominoes
          are chairs of scale 2, so prime numbers are enough. For them three squares, each without the cell at the inner corner, are tiled as rectangles are, and these three cells are one
          tromino more.
        </About>
      </aside>
    </>
  );
}
