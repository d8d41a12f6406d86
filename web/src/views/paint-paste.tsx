/** A board as a text, or a whole puzzle: a drawing is read here, whatever else polytile reads by the library. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Answer, Refusal } from "../ask/ask.ts";
import { OpenFile } from "../parts/file.tsx";
import { Refused } from "../parts/panel.tsx";
import { backend, type Place } from "../state.ts";
import { ANEW } from "./paint-family.tsx";
import { begun, DRAW, type Ground, nameOf, readable } from "./paint-board.ts";
import { LARGEST, type Region, text, written } from "./paint-logic.ts";

/** What the page can paint of a puzzle, as values of the address; or why it cannot. */
function values(shown: Answer<"show">, names: readonly string[]): Record<string, string> {
  if (shown.lattice !== "square") throw new Refusal("Of puzzle files the page paints those of squares, and this one is made of other cells", "Begin with a board that has a name, such as hexagon:4, and take cells away; or lay the pieces of a shipped puzzle in Play.");
  const [rows, cols] = [0, 1].map((axis) => Math.max(...shown.cells.map((cell) => cell[axis] as number)) + 1) as [number, number];
  if (rows > LARGEST || cols > LARGEST || shown.wraps) throw new Refusal("This board is not one that the page can paint", DRAW);
  const other = shown.pieces.find(({ name }) => !names.includes(name));
  if (other) throw new Refusal(`The page has no piece ${other.name}`, "Its pieces are those of up to five cells.");
  const all = (holds: (piece: Answer<"show">["pieces"][number]) => boolean): boolean => shown.pieces.every(holds);
  const copies = all(({ min, max }) => min === 0 && max === null) ? "" : all(({ min, max }) => min === 0 && max === 1) ? "once" : all(({ min, max }) => min === max) ? "own" : null;
  if (copies === null) throw new Refusal("The page cannot say how often these pieces may be used", "Either as often as one likes, or once at most, or so many times.");
  const on = Array<boolean>(rows * cols).fill(false);
  for (const [row, col] of shown.cells) on[(row as number) * cols + (col as number)] = true;
  const may = (how: "turned" | "flipped"): string => (all(({ orientations }) => orientations.every((one) => one[how] !== null)) ? "" : "no");
  const region: Region = { rows, cols, on };
  return { board: text(region, "/"), pieces: written(shown.pieces.map(({ name, min }) => ({ name, number: copies === "own" ? min : 1 }))), copies, turns: may("turned"), flips: may("flipped") };
}

export function Paste({ place, ground, shapes }: { place: Place; ground: Ground; shapes: readonly string[] }): JSX.Element {
  const [typed, type] = useState<string | null>(null);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const value = typed ?? (ground.squares ? text(ground.squares, "\n") : nameOf(ground.named));
  const read = readable(value);
  // What has another sign than a drawing has is meant to be a puzzle.
  const puzzle = /[=|{;]/.test(value);
  const wrong = puzzle || read ? refusal : new Refusal("This is no board", DRAW);
  const take = async () => {
    refuse(null);
    try {
      const changes = puzzle ? values((await backend.ask("paint.paste", { question: "show", puzzle: `${value}\n` }).answered).answer, shapes) : begun(ground.lattice, value);
      place.change({ gone: "", ...changes, ...ANEW });
      type(null);
    } catch (error) {
      if (error instanceof Refusal) refuse(error);
    }
  };
  return (
    <details class="about">
      <summary>As text</summary>
      <label class="hint" for="drawing">
        # is a cell, a dot is none; or 9x12, hexagon:4, tri-hexagon:3, box:2x3x4; or a puzzle file.
      </label>
      <textarea id="drawing" rows={6} spellcheck={false} aria-invalid={wrong !== null} value={value} onInput={(event) => (refuse(null), type(event.currentTarget.value))} />
      <Refused refusal={wrong} />
      <div class="row">
        <button type="button" disabled={!read && !puzzle} onClick={() => void take()}>
          Take it
        </button>
        <OpenFile take={(text) => (refuse(null), type(text))} />
      </div>
    </details>
  );
}
