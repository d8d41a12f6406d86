/**
 * Paint a region, pick pieces, and read in how many ways they cover it, while you paint: with a random tiling on it, all tilings as
 * they are found, and where there is none the reason, drawn.
 */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { grouped, type Part } from "../ask/ask.ts";
import type { Polygon } from "../geometry.ts";
import { Board } from "../parts/board.tsx";
import { Exports, TILING } from "../parts/export.tsx";
import { About, Busy, Choice, Figure, Refused, Select, Slider, Toggle, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { ANEW, useFamily } from "./paint-family.tsx";
import { Gallery, laid, type Tiling } from "./paint-gallery.tsx";
import { account, ALIKE, asked, aztec, between, type Copies, drawn, exhausted, found, images, LARGEST, type Mirror, painted, type Picked, picked, rectangle, type Region, sized, text, verdict, written } from "./paint-logic.ts";
import { Paste } from "./paint-paste.tsx";
import { Numbers, Picker } from "./paint-picker.tsx";
import { Sheet } from "./paint-sheet.tsx";
import { Strip } from "./paint-strip.tsx";
import { Two } from "./paint-two.tsx";

const PRESETS: readonly (readonly [string, string])[] = [
  ["8x8", "Chessboard"],
  [text(aztec(5), "/"), "Aztec diamond"],
  [text(painted(rectangle(8, 8), [0, 63], false), "/"), "Chessboard without two corners"],
  [text(painted(rectangle(8, 8), [27, 28, 35, 36], false), "/"), "Chessboard with a hole"],
  ["6x10", "6 × 10"],
  [".xxx.xxx./xxxxxxxxx/xxxxxxxxx/.xxxxxxx./..xxxxx../...xxx.../....x....", "Heart"],
  ["xxxx..../xxxx..../xxxxxxxx/xxxxxxxx", "Chair"],
];

const START = text(aztec(5), "/");

export default function Paint({ place }: { place: Place }): JSX.Element {
  const { values } = place;
  const region = useMemo(() => drawn(values.board ?? START) ?? rectangle(8, 8), [values.board]);
  const [stroke, setStroke] = useState<Region | null>(null);
  const shown = stroke ?? region;
  const chosen = picked(values.pieces ?? "domino");
  const names = chosen.map(({ name }) => name);
  const copies = (["once", "own"].includes(values.copies ?? "") ? values.copies : "any") as Copies;
  const limited = copies !== "any";
  const turns = values.turns !== "no";
  const flips = turns && values.flips !== "no";
  const seed = values.seed ?? "1";
  const mirror = (["sides", "both", "turn"].includes(values.mirror ?? "") ? values.mirror : "none") as Mirror;
  const board = text(shown, "\n") + (shown.on.every(Boolean) ? "" : "\n");
  const set = { pieces: asked(chosen, copies), ...(turns ? (flips ? {} : { flips: false }) : { turns: false }) };
  const about = { board, ...set };
  const able = names.length > 0;

  const catalogue = useAnswer("paint.pieces", { question: "pieces" });
  const grid = useAnswer("paint.grid", { question: "show", board: `${shown.rows}x${shown.cols}`, pieces: "monomino" });
  // Pieces of which there are so many are searched for, others counted by their boundaries.
  const counted = useAnswer("paint", !able || limited ? null : { question: "count", ...about });
  const searched = useAnswer("paint", able && limited ? { question: "solutions", ...about } : null);
  const answer = (limited ? searched : counted).answered?.answer;
  const count = answer && "count" in answer ? answer.count : undefined;
  const busy = counted.busy || searched.busy;
  const none = count !== undefined && String(count) === "0" && !busy;
  const [drawnTiling, setDrawn] = useState<{ board: string; tiling: Tiling } | null>(null);
  const told = (part: Tiling) => setDrawn({ board, tiling: part });
  const some = count !== undefined && !none && stroke === null;
  const sample = useAnswer("paint.sample", some && !limited ? { question: "sample", ...about, seed } : null, { part: (part: Part<"sample">) => told(part as Tiling) });
  const first = useAnswer("paint.sample", some && limited ? { question: "list", ...about, random: true, seed, limit: 1 } : null, {
    part: (part: Part<"list">) => "pieces" in part && told(part as Tiling),
  });
  const family = useFamily(place, some ? about : null, names.length, seed);
  const why = useAnswer("paint.why", none ? { question: "why", ...about } : null);
  const reason = why.answered?.answer;
  const weights = none && reason && "board" in reason ? reason : null;
  const few = some && limited && Number(count) > 1 && Number(count) <= ALIKE;
  const unique = useAnswer("paint.unique", few ? { question: "unique", ...about } : null);
  const only = some && limited ? verdict(String(count), few && !unique.busy ? unique.answered?.answer.unique_up_to_symmetry : undefined) : null;

  const cells = grid.answered?.answer;
  const polygons = useMemo(() => (cells?.polygons ?? []) as unknown as Polygon[], [cells]);
  const fitting = cells !== undefined && polygons.length === shown.rows * shown.cols;
  const index = ([row, col]: readonly number[]): number => (row as number) * shown.cols + (col as number);
  const beside = (cell: number): number[] => {
    const [r, c] = [Math.floor(cell / shown.cols), cell % shown.cols];
    return [...(r > 0 ? [cell - shown.cols] : []), ...(c > 0 ? [cell - 1] : []), ...(c < shown.cols - 1 ? [cell + 1] : []), cell + shown.cols];
  };
  const tiling = family.tiling !== undefined ? family.tiling : drawnTiling?.board === board ? drawnTiling.tiling : null;
  const warm = family.share(0, 0) !== undefined;
  const lying = useMemo(
    () => (tiling === null || !fitting || none || warm ? [] : laid(tiling, polygons, index, beside, limited ? names : null)),
    [tiling, polygons, none, limited, warm],
  );

  // The stroke that is being made, and whether it takes cells or gives them.
  const making = useRef<{ region: Region; on: boolean; from: number } | null>(null);
  const rectangles = values.stroke === "rectangle";
  const touch = (cell: number) => {
    const now = making.current;
    if (now === null) return;
    const cells = (rectangles ? between(region, now.from, cell) : [cell]).flatMap((one) => images(region, one, mirror));
    now.region = painted(rectangles ? region : now.region, cells, now.on);
    setStroke(now.region);
  };
  // By keys a rectangle has two corners, one after the other.
  const [corner, setCorner] = useState<number | null>(null);
  const restrict = (cell: number) => {
    const piece = tiling?.pieces.find((piece) => piece.cells.some((at) => index(at) === cell));
    if (piece?.piece) family.choose(piece.piece, piece.cells);
  };
  const drag = {
    start(cell: number) {
      if (family.tap !== "paint") return restrict(cell);
      making.current = { region, on: !region.on[cell], from: cell };
      touch(cell);
    },
    over: touch,
    end() {
      if (making.current) place.change({ board: text(making.current.region, "/"), ...ANEW });
      making.current = null;
      setStroke(null);
    },
  };
  const choose = (cell: number) => {
    if (family.tap !== "paint") return restrict(cell);
    if (rectangles && corner === null) return setCorner(cell);
    const from = rectangles ? (corner ?? cell) : cell;
    setCorner(null);
    drag.start(from);
    touch(cell);
    drag.end();
  };
  const pick = (chosen: readonly Picked[]) => place.change({ pieces: written(chosen) || ",", heat: "", ...ANEW });
  const resize = (rows: number, cols: number) => place.change({ board: text(sized(region, rows, cols), "/"), ...ANEW }, true);
  const area = shown.on.filter(Boolean).length;
  const shapes = catalogue.answered?.answer.pieces ?? [];
  const sizes = chosen.flatMap(({ name, number }) => {
    const size = shapes.find((shape) => shape.name === name)?.size;
    return size === undefined ? [] : Array<number>(copies === "own" ? number : 1).fill(size);
  });
  const stage = useRef<HTMLElement>(null);
  const digits = String(count ?? "").length;
  const engine = limited ? searched.answered?.answer.engine : counted.answered?.answer.engine;
  const seconds = (limited ? searched : counted).answered?.answer.seconds;
  const varied = weights !== null && new Set(weights.weights.flat()).size > 1;

  return (
    <div class="view">
      <h1>
        Paint a board
        <small>Tap or drag to take cells away and to put them back. The number of tilings follows every stroke, exact to the last digit.</small>
      </h1>
      <section class="stage" aria-label="Board" ref={stage}>
        {fitting && (
          <Board
            label={`Board of ${shown.rows} rows and ${shown.cols} columns: choose cells to take them away or put them back`}
            look="paint"
            polygons={polygons}
            lying={lying.map((piece, i) => {
              const [row = -1, col = -1] = tiling?.pieces[i]?.cells[0] ?? [];
              return family.fixes(row, col) ? { ...piece, look: "fixed" } : piece;
            })}
            cell={(i) => {
              const share = family.share(Math.floor(i / shown.cols), i % shown.cols);
              const weight = weights?.weights[Math.floor(i / shown.cols)]?.[i % shown.cols];
              return {
                look: shown.on[i] ? (varied && weight ? (weight > 0 ? "plus" : "minus") : "") : "off",
                fill: shown.on[i] && share !== undefined ? warmth(share) : undefined,
                label: `row ${Math.floor(i / shown.cols)}, column ${i % shown.cols}: ${shown.on[i] ? "on" : "off"}`,
                mark: !shown.on[i] ? undefined : share !== undefined ? String(Math.round(100 * share)) : varied ? String(weight ?? 0) : undefined,
              };
            }}
            choose={choose}
            pressed={(i) => shown.on[i] as boolean}
            drag={drag}
          />
        )}
        <p class="status" role="status">
          {corner !== null ? "One corner of a rectangle is chosen; choose the opposite one." : able ? `${account(area, sizes, limited)}.` : "Pick a piece."}
        </p>
      </section>
      <aside>
        <Tools place={place}>
          <button type="button" title="Print a sheet: the board, its pieces, and the tilings that are shown" onClick={() => print()}>
            Print
          </button>
          <Exports name="board" picture={() => stage.current?.querySelector<SVGSVGElement>(".board") ?? null} text={() => `${text(shown, "\n")}\n`} puzzle={able ? { about, formats: TILING } : null} />
        </Tools>
        <div class={`card ${digits > 16 ? "many" : ""}`}>
          <Figure
            value={count === undefined ? (able ? "…" : "–") : grouped(count)}
            busy={busy}
            label={count === undefined ? "tilings" : found(String(count), engine, seconds)}
          />
          {busy && (counted.progress ?? searched.progress) && (
            <Busy progress={counted.progress ?? searched.progress} says="Counting …" cancel={(limited ? searched : counted).cancel} />
          )}
          <Refused refusal={counted.refusal ?? searched.refusal ?? sample.refusal ?? first.refusal} />
          {some && (
            <button type="button" class="main" onClick={() => place.change({ seed: String(Number(seed) + 1) }, true)}>
              Another one at random
            </button>
          )}
          {some && <Two place={place} about={about} where={family.where} laid={(tiling) => laid(tiling, polygons, index, beside, limited ? names : null)} />}
          {[sample, first].map((drawing, i) => drawing.busy && drawing.progress && <Busy key={i} progress={drawing.progress} says="" cancel={drawing.cancel} />)}
          {none && why.busy && <Busy progress={why.progress} says="Looking for a reason …" cancel={why.cancel} />}
          {none && weights && (
            <p class="caption explained">{weights.explanation.join("\n")}</p>
          )}
          {none && !why.busy && reason && "exists" in reason && <p class="hint">{exhausted(reason.exists)}</p>}
          {only && <p class="hint">{only}</p>}
        </div>
        {some && family.card}
        <div class="card">
          <h2>Pieces</h2>
          <Picker shapes={shapes} names={names} change={(names) => pick(names.map((name) => chosen.find((one) => one.name === name) ?? { name, number: 1 }))} />
          <Choice
            legend="Copies of each"
            value={copies}
            options={[
              ["any", "Any"],
              ["once", "One at most"],
              ["own", "So many"],
            ]}
            change={(copies) => place.change({ copies: copies === "any" ? "" : copies, ...ANEW })}
          />
          {copies === "own" && <Numbers chosen={chosen} change={pick} />}
          <Toggle label="Pieces may be turned" on={turns} change={(on) => place.change({ turns: on ? "" : "no", ...ANEW })} />
          <Toggle label="Pieces may be turned over" on={flips} disabled={!turns} change={(on) => place.change({ flips: on ? "" : "no", ...ANEW })} />
        </div>
        <div class="card">
          <h2>Board</h2>
          <Select
            label="Begin with"
            value={PRESETS.find(([value]) => value === text(region, "/"))?.[0] ?? ""}
            options={[["", "…"], ...PRESETS]}
            change={(board) => board && place.change({ board, ...ANEW })}
          />
          <Slider label={<>Rows <b>{shown.rows}</b></>} value={shown.rows} min={1} max={LARGEST} change={(rows) => resize(rows, region.cols)} />
          <Slider label={<>Columns <b>{shown.cols}</b></>} value={shown.cols} min={1} max={LARGEST} change={(cols) => resize(region.rows, cols)} />
          <Choice
            legend="A stroke paints"
            value={rectangles ? "rectangle" : "cells"}
            options={[
              ["cells", "Cells"],
              ["rectangle", "A rectangle"],
            ]}
            change={(stroke) => (setCorner(null), place.change({ stroke: stroke === "cells" ? "" : stroke }, true))}
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
          <Paste place={place} region={region} shapes={shapes.map(({ name }) => name)} />
        </div>
        {shown.on.every(Boolean) && able && !limited && <Strip place={place} about={set} width={shown.cols} />}
        <About source={<>Donald E. Knuth, “The Art of Computer Programming”, 7.1.4 and 7.2.2.1.</>}>
          In how many ways can pieces cover a board, each cell once? Trying them one by one takes for ever: the page goes through the board cell by cell, and keeps only how many
          ways lead to each shape of boundary. Where there is no tiling it looks for weights on the cells that no pieces can add up to.
        </About>
      </aside>
      <Sheet
        polygons={polygons.filter((_, i) => shown.on[i])}
        fixed={lying.filter((_, i) => family.fixes(...((tiling?.pieces[i]?.cells[0] ?? [-1, -1]) as [number, number])))}
        shapes={chosen.flatMap((one) => {
          const shape = shapes.find(({ name }) => name === one.name);
          return shape ? [{ ...one, cells: shape.cells as [number, number][] }] : [];
        })}
        copies={copies}
        turned={turns ? (flips ? "may be turned, and turned over" : "may be turned, but not turned over") : "may not be turned"}
        account={account(area, sizes, limited)}
        count={count === undefined || busy ? null : String(count)}
      />
      <section class="below" aria-label="Tilings">
        <Gallery place={place} about={able && count !== undefined && !none ? about : null} polygons={polygons} index={index} beside={beside} names={limited ? names : null} />
      </section>
    </div>
  );
}

/** The colour of a share: from the paper to orange; the number says it too. */
const warmth = (share: number): string => `color-mix(in srgb, #e69f00 ${Math.round(100 * share)}%, #f3ede1)`;
