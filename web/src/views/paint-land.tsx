/** Which board is painted: one to begin with, its size, how strokes are made, and boards as text. */
import type { JSX } from "preact";
import { Choice, Select, Slider } from "../parts/panel.tsx";
import { Seen } from "../parts/solid.tsx";
import type { Place } from "../state.ts";
import { begun, type Ground, nameOf, sidesOf } from "./paint-board.ts";
import { ANEW } from "./paint-family.tsx";
import { aztec, LARGEST, type Mirror, painted, rectangle, type Region, sized, text } from "./paint-logic.ts";
import { Paste } from "./paint-paste.tsx";

/** A board to begin with; pieces that it is covered with, where those of squares are none. */
interface Preset {
  title: string;
  board: string;
  gone?: string;
  pieces?: string;
}

const PRESETS: readonly Preset[] = [
  { title: "Chessboard", board: "8x8" },
  { title: "Aztec diamond", board: text(aztec(5), "/") },
  { title: "Chessboard without two corners", board: text(painted(rectangle(8, 8), [0, 63], false), "/") },
  { title: "Chessboard with a hole", board: text(painted(rectangle(8, 8), [27, 28, 35, 36], false), "/") },
  { title: "6 × 10", board: "6x10" },
  { title: "Heart", board: ".xxx.xxx./xxxxxxxxx/xxxxxxxxx/.xxxxxxx./..xxxxx../...xxx.../....x...." },
  { title: "Chair", board: "xxxx..../xxxx..../xxxxxxxx/xxxxxxxx" },
  { title: "Hexagons: hexagon without its middle", board: "hexagon:4", gone: "3,3", pieces: "I3,V3,A3" },
  { title: "Hexagons: triangle", board: "hex-triangle:9", pieces: "A3" },
  { title: "Hexagons: 4 × 7", board: "hex-parallelogram:4x7", pieces: "bar,worm,pistol,propeller,arch,bee,wave" },
  { title: "Triangles: hexagon", board: "tri-hexagon:3", pieces: "diamond" },
  { title: "Triangles: rhombus", board: "rhombus:6", pieces: "sphinx,hexagon" },
  { title: "Triangles: star", board: "star:2", pieces: "diamond,hexagon" },
  { title: "Cubes: 2 × 3 × 4", board: "box:2x3x4", pieces: "dicube" },
  { title: "Cubes: 3 × 3 × 3 without its middle", board: "box:3x3x3", gone: "1,1,1", pieces: "dicube" },
];

/** How strokes are mirrored, on squares. */
export const mirrorOf = ({ values }: Place): Mirror => (["sides", "both", "turn"].includes(values.mirror ?? "") ? values.mirror : "none") as Mirror;

interface Props {
  place: Place;
  land: Ground;
  /** The names of the pieces that can be chosen. */
  shapes: readonly string[];
  /** A stroke that was begun is given up. */
  anew(): void;
}

export function Land({ place, land, shapes, anew }: Props): JSX.Element {
  const { values } = place;
  const begin = (title: string) => {
    const preset = PRESETS.find((one) => one.title === title);
    if (preset) place.change({ ...begun(land.lattice, preset.board, preset.pieces), gone: preset.gone ?? "", ...ANEW });
  };
  return (
    <div class="card">
      <h2>Board</h2>
      <Select
        label="Begin with"
        value={PRESETS.find((preset) => preset.board === values.board && (preset.gone ?? "") === (values.gone ?? ""))?.title ?? ""}
        options={[["", "…"], ...PRESETS.map(({ title }) => [title, title] as const)]}
        change={begin}
      />
      {land.squares ? <Squares place={place} squares={land.squares} anew={anew} /> : <Sides place={place} land={land} />}
      <Paste place={place} ground={land} shapes={shapes} />
    </div>
  );
}

/** Sizes of a rectangle, and what a stroke on it does. */
function Squares({ place, squares, anew }: { place: Place; squares: Region; anew(): void }): JSX.Element {
  const mirror = mirrorOf(place);
  const resize = (rows: number, cols: number) => place.change({ board: text(sized(squares, rows, cols), "/"), ...ANEW }, true);
  return (
    <>
      <Slider label={<>Rows <b>{squares.rows}</b></>} value={squares.rows} min={1} max={LARGEST} change={(rows) => resize(rows, squares.cols)} />
      <Slider label={<>Columns <b>{squares.cols}</b></>} value={squares.cols} min={1} max={LARGEST} change={(cols) => resize(squares.rows, cols)} />
      <Choice
        legend="A stroke paints"
        value={place.values.stroke === "rectangle" ? "rectangle" : "cells"}
        options={[
          ["cells", "Cells"],
          ["rectangle", "A rectangle"],
        ]}
        change={(stroke) => (anew(), place.change({ stroke: stroke === "cells" ? "" : stroke }, true))}
      />
      <Select
        label="Strokes are mirrored"
        value={mirror}
        options={[
          ["none", "No"],
          ["sides", "Left and right"],
          ["both", "Left and right, up and down"],
          ["turn", "Turned"],
        ]}
        change={(mirror) => place.change({ mirror: mirror === "none" ? "" : mirror }, true)}
      />
    </>
  );
}

/** The sides of a board of other cells, and how cubes are seen. */
function Sides({ place, land }: { place: Place; land: Ground & { squares?: undefined } }): JSX.Element {
  const { titles, largest } = sidesOf(land.named);
  const { numbers } = land.named;
  const resize = (side: number, value: number) =>
    place.change({ board: nameOf({ ...land.named, numbers: numbers.map((number, other) => (other === side ? value : number)) }), gone: "", ...ANEW }, true);
  return (
    <>
      {titles.map((title, i) => (
        <Slider key={title} label={<>{title} <b>{numbers[i]}</b></>} value={numbers[i] ?? 1} min={1} max={largest} change={(value) => resize(i, value)} />
      ))}
      {land.lattice === "cube" && (
        <Seen place={place} />
      )}
    </>
  );
}
