/**
 * A puzzle of one's own: drawn cell by cell, or as a text, which is the same puzzle as long as it is a drawing; or read from a file in
 * any format that the library reads.
 */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { colour } from "../palette.ts";
import { Board } from "../parts/board.tsx";
import { OpenFile } from "../parts/file.tsx";
import { Choice, Select, Slider } from "../parts/panel.tsx";
import type { Place } from "../state.ts";
import { square } from "./golomb-form.tsx";
import { drawing, drawn, type Drawing, EMPTY, LARGEST, letters, marked, type Side, sized, WALL } from "./slide-drawing.ts";

const OWN = "start = '''\nAAB\nC.B\n'''\ngoal = '''\n.AA\n...\n'''\n";

/** Puzzles of each lattice to begin with. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  [OWN, "Squares"],
  ["lattice = \"hex\"\nstart = '''\n  . E .\n A A F .\nC A B . .\n C B . .\n  D D .\n'''\ngoal = '''\n  . . .\n . . . .\n. . . . .\n . . A A\n  . . A\n'''\n", "Hexagons"],
  ["lattice = \"cube\"\nstart = '''\nAAB\n.CB\n\nDD.\n.CE\n'''\ngoal = '''\n...\n...\n\n...\nAA.\n'''\n", "Cubes, layer by layer"],
];

export function Own({ place, play }: { place: Place; play(text: string): void }): JSX.Element {
  const [text, setText] = useState(place.values.text || OWN);
  const own = useMemo(() => drawing(text), [text]);
  return (
    <details class="about">
      <summary>Draw your own</summary>
      <Select label="Begin with" value={BEGINNINGS.find(([value]) => value === text)?.[0] ?? ""} options={[["", "…"], ...BEGINNINGS]} change={(value) => value && setText(value)} />
      {own && <Draw own={own} change={(next) => setText(drawn(next))} />}
      <label class="hint" for="own">
        A letter for each piece, a dot for an empty cell, # for a wall; the goal likewise. Other cells than squares are drawn as the text here says, with their lattice. Files of Rush Hour, js2 and others are read too.
      </label>
      <textarea id="own" rows={9} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <div class="row">
        <button type="button" class="main" onClick={() => play(text.includes("\n") ? text : `${text}\n`)}>
          Play it
        </button>
        <OpenFile take={setText} />
      </div>
    </details>
  );
}

/** The drawing: strokes of a mark; a stroke that begins on that mark takes it away. */
function Draw({ own, change }: { own: Drawing; change(own: Drawing): void }): JSX.Element {
  const [side, setSide] = useState<Side>("start");
  const { pieces, next } = letters(own);
  const [chosen, choose] = useState("A");
  const marks = [...pieces, ...(side === "start" && next !== null ? [next] : []), ...(side === "start" ? [WALL] : [])];
  const mark = marks.includes(chosen) ? chosen : (marks[0] ?? EMPTY);
  const [rows, cols] = [own.start.length, own.start[0]?.length ?? 1];
  const polygons = useMemo(() => Array.from({ length: rows * cols }, (_, i) => square(Math.floor(i / cols), i % cols)), [rows, cols]);
  const at = (i: number, on: Side = side): string => own[on][Math.floor(i / cols)]?.[i % cols] ?? EMPTY;
  const wall = (i: number): boolean => at(i, "start") === WALL;
  const laying = useRef<string>(EMPTY);
  // Strokes are quicker than pictures of them.
  const latest = useRef(own);
  latest.current = own;
  const lay = (i: number) => {
    if (side === "goal" && wall(i)) return;
    latest.current = marked(latest.current, side, [i], laying.current);
    change(latest.current);
  };
  const begin = (i: number) => {
    laying.current = at(i) === mark ? EMPTY : mark;
    lay(i);
  };
  const named = (letter: string): string => (letter === WALL ? "wall" : letter === next ? `new piece ${letter}` : `piece ${letter}`);
  return (
    <div class="own-drawing">
      <Choice
        legend="What is drawn"
        value={side}
        options={[
          ["start", "The start"],
          ["goal", "The goal"],
        ]}
        change={(side) => setSide(side)}
      />
      <Choice legend={side === "start" ? "A stroke lays" : "A stroke says where this must be"} value={mark} options={marks.map((letter) => [letter, letter === WALL ? "Wall" : letter === next ? `${letter}, new` : letter] as const)} change={choose} />
      <Board
        label={side === "start" ? `Drawing of the start, ${rows} rows and ${cols} columns` : "Drawing of the goal: what is not drawn may be anything"}
        look="paint"
        polygons={polygons}
        cell={(i) => {
          const letter = wall(i) ? WALL : at(i);
          const fill = letter === WALL ? "var(--soft)" : letter === EMPTY ? undefined : colour(pieces.indexOf(letter));
          return {
            fill,
            look: letter === EMPTY || letter === WALL ? "" : "filled",
            mark: letter === EMPTY || letter === WALL ? undefined : letter,
            label: `row ${Math.floor(i / cols)}, column ${i % cols}: ${letter === EMPTY ? "empty" : named(letter)}`,
          };
        }}
        choose={begin}
        drag={{ start: begin, over: lay, end: () => {} }}
      />
      <Slider label={<>Rows <b>{rows}</b></>} value={rows} min={1} max={LARGEST} change={(rows) => change(sized(own, rows, cols))} />
      <Slider label={<>Columns <b>{cols}</b></>} value={cols} min={1} max={LARGEST} change={(cols) => change(sized(own, rows, cols))} />
    </div>
  );
}
