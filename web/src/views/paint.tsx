/**
 * Paint a region, of squares or of other cells, pick pieces, and read in how many ways they cover it, while you paint: with a random tiling on it, all tilings as
 * they are found, and where there is none the reason, drawn.
 */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { grouped, type Part } from "../ask/ask.ts";
import { called, neighbours, type Polygon } from "../geometry.ts";
import { Board } from "../parts/board.tsx";
import { Exports, IN_SPACE, TILING } from "../parts/export.tsx";
import { About, Busy, Choice, Figure, Refused, Toggle, Tools } from "../parts/panel.tsx";
import { isSolid, Solid } from "../parts/solid.tsx";
import { type Place, useAnswer } from "../state.ts";
import { all, ground, stored, whole, words } from "./paint-board.ts";
import { ANEW, useFamily } from "./paint-family.tsx";
import { Gallery, laid, type Tiling } from "./paint-gallery.tsx";
import { Land, mirrorOf } from "./paint-land.tsx";
import { account, ALIKE, asked, aztec, between, type Copies, exhausted, found, images, type Picked, picked, text, verdict, written } from "./paint-logic.ts";
import { Numbers, Picker, shapesOf } from "./paint-picker.tsx";
import { Sheet } from "./paint-sheet.tsx";
import { Strip } from "./paint-strip.tsx";
import { Two } from "./paint-two.tsx";

const START = text(aztec(5), "/");

export default function Paint({ place }: { place: Place }): JSX.Element {
  const { values } = place;
  const land = useMemo(() => ground(values.board ?? START, values.gone), [values.board, values.gone]);
  const { lattice, squares } = land;
  const [stroke, setStroke] = useState<boolean[] | null>(null);
  const chosen = picked(values.pieces ?? "domino");
  const names = chosen.map(({ name }) => name);
  const copies = (["once", "own"].includes(values.copies ?? "") ? values.copies : "any") as Copies;
  const limited = copies !== "any";
  const turns = values.turns !== "no";
  const flips = turns && values.flips !== "no";
  const seed = values.seed ?? "1";
  const mirror = mirrorOf(place);
  const set = { pieces: asked(chosen, copies), ...(turns ? (flips ? {} : { flips: false }) : { turns: false }) };
  const grid = useAnswer("paint.grid", { question: "show", board: whole(land), pieces: all(lattice) });
  const cells = grid.answered && grid.key === JSON.stringify({ question: "show", board: whole(land), pieces: all(lattice) }) ? grid.answered.answer : undefined;
  const polygons = useMemo(() => (cells?.polygons ?? []) as unknown as Polygon[], [cells]);
  const at = cells?.cells ?? [];
  const on = stroke ?? (squares ? squares.on : at.map((cell) => !land.gone.has(cell.join())));
  // Of squares it is known before their outlines are.
  const about = { ...words(land, at, on), ...set };
  const { board } = about;
  const able = names.length > 0 && (squares !== undefined || cells !== undefined);
  // Pieces of which there are so many are searched for, others counted by their boundaries.
  const counted = useAnswer("paint", !able || limited ? null : { question: "count", ...about });
  const searched = useAnswer("paint", able && limited ? { question: "solutions", ...about } : null);
  const answer = (limited ? searched : counted).answered?.answer;
  const count = answer && "count" in answer ? answer.count : undefined;
  const busy = counted.busy || searched.busy;
  const none = count !== undefined && String(count) === "0" && !busy;
  const [drawnTiling, setDrawn] = useState<{ board: string; tiling: Tiling } | null>(null);
  const key = JSON.stringify([board, about.remove]);
  const told = (part: Tiling) => setDrawn({ board: key, tiling: part });
  const some = count !== undefined && !none && stroke === null;
  const sample = useAnswer("paint.sample", some && !limited ? { question: "sample", ...about, seed } : null, { part: (part: Part<"sample">) => told(part as Tiling) });
  const first = useAnswer("paint.sample", some && limited ? { question: "list", ...about, random: true, seed, limit: 1 } : null, {
    part: (part: Part<"list">) => "pieces" in part && told(part as Tiling),
  });
  const family = useFamily(place, some ? about : null, names.length, lattice, seed);
  const why = useAnswer("paint.why", none ? { question: "why", ...about } : null);
  const reason = why.answered?.answer;
  const weights = none && reason && "board" in reason ? reason : null;
  // As many as there are cells, in their order, and none for what is no cell.
  const weighed = useMemo(() => weights?.weights.flat().filter((weight) => weight !== null) ?? [], [weights]);
  const few = some && limited && Number(count) > 1 && Number(count) <= ALIKE;
  const unique = useAnswer("paint.unique", few ? { question: "unique", ...about } : null);
  const only = some && limited ? verdict(String(count), few && !unique.busy ? unique.answered?.answer.unique_up_to_symmetry : undefined) : null;

  const fitting = cells !== undefined && polygons.length === on.length;
  const numbered = useMemo(() => new Map(at.map((cell, i) => [cell.join(), i])), [cells]);
  const index = (cell: readonly number[]): number => numbered.get(cell.join()) ?? -1;
  const near = useMemo(() => neighbours(polygons), [polygons]);
  const beside = (cell: number): number[] => near[cell] ?? [];
  const tiling = family.tiling !== undefined ? family.tiling : drawnTiling?.board === key ? drawnTiling.tiling : null;
  const warm = family.share(at[0] ?? []) !== undefined;
  const lying = useMemo(
    () => (tiling === null || !fitting || none || warm ? [] : laid(tiling, polygons, index, beside, limited ? names : null)),
    [tiling, polygons, none, limited, warm],
  );

  // The stroke that is being made, and whether it takes cells or gives them.
  const making = useRef<{ on: boolean[]; to: boolean; from: number } | null>(null);
  const rectangles = squares !== undefined && values.stroke === "rectangle";
  const before = useRef(on);
  const touch = (cell: number) => {
    const now = making.current;
    if (now === null) return;
    const cells = squares ? (rectangles ? between(squares, now.from, cell) : [cell]).flatMap((one) => images(squares, one, mirror)) : [cell];
    const next = [...(rectangles ? before.current : now.on)];
    for (const one of cells) next[one] = now.to;
    // At least one cell stays.
    if (next.includes(true)) now.on = next;
    setStroke(now.on);
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
      before.current = [...on];
      making.current = { on: [...on], to: !on[cell], from: cell };
      touch(cell);
    },
    over: touch,
    end() {
      if (making.current) place.change({ ...stored(land, at, making.current.on), ...ANEW });
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
  const area = on.filter(Boolean).length;
  const shapes = useMemo(() => shapesOf(grid.answered?.answer), [grid.answered]);
  const sizes = chosen.flatMap(({ name, number }) => {
    const size = shapes.find((shape) => shape.name === name)?.size;
    return size === undefined ? [] : Array<number>(copies === "own" ? number : 1).fill(size);
  });
  const stage = useRef<HTMLElement>(null);
  const digits = String(count ?? "").length;
  const engine = limited ? searched.answered?.answer.engine : counted.answered?.answer.engine;
  const seconds = (limited ? searched : counted).answered?.answer.seconds;
  const varied = weights !== null && new Set(weighed).size > 1 && weighed.length === area;
  const weightOf = useMemo(() => {
    let next = 0;
    return on.map((cell) => (cell ? weighed[next++] : undefined));
  }, [weighed, on.join()]);
  const solid = lattice === "cube" && isSolid(place);

  return (
    <div class="view">
      <h1>
        Paint a board
        <small>Tap or drag to take cells away and to put them back. The number of tilings follows every stroke, exact to the last digit.</small>
      </h1>
      <section class="stage" aria-label="Board" ref={stage}>
        {fitting && (
          <Board
            label={`Board ${squares ? `of ${squares.rows} rows and ${squares.cols} columns` : whole(land)}: choose cells to take them away or put them back`}
            look="paint"
            polygons={polygons}
            lying={lying.map((piece, i) => {
              return family.fixes(tiling?.pieces[i]?.cells[0] ?? []) ? { ...piece, look: "fixed" } : piece;
            })}
            cell={(i) => {
              const share = family.share(at[i] ?? []);
              const weight = weightOf[i];
              return {
                look: on[i] ? (share !== undefined ? "filled" : varied && weight ? (weight > 0 ? "plus" : "minus") : "") : "off",
                fill: on[i] && share !== undefined ? warmth(share) : undefined,
                label: `${called(lattice, at[i] ?? [])}: ${on[i] ? "on" : "off"}`,
                mark: !on[i] ? undefined : share !== undefined ? String(Math.round(100 * share)) : varied ? String(weight ?? 0) : undefined,
              };
            }}
            choose={choose}
            pressed={(i) => on[i] as boolean}
            drag={drag}
          />
        )}
        {solid && fitting && <Solid lane="paint.solid" about={{ ...words(land, at, on), pieces: all(lattice) }} lying={lying.map(({ colour }, i) => ({ piece: tiling?.pieces[i]?.piece ?? "", cells: tiling?.pieces[i]?.cells ?? [], colour }))} />}
        <p class="status" role="status">
          {corner !== null ? "One corner of a rectangle is chosen; choose the opposite one." : able ? `${account(area, sizes, limited)}.` : "Pick a piece."}
        </p>
      </section>
      <aside>
        <Tools place={place}>
          <button type="button" title="Print a sheet: the board, its pieces, and the tilings that are shown" onClick={() => print()}>
            Print
          </button>
          <Exports name="board" picture={() => stage.current?.querySelector<SVGSVGElement>(solid ? ".board.solid" : ".board") ?? null} text={() => (squares ? `${text({ ...squares, on }, "\n")}\n` : `${whole(land)}\n${at.flatMap((cell, i) => (on[i] ? [] : [`without ${cell.join()}\n`])).join("")}`)} puzzle={able ? { about, formats: lattice === "cube" ? IN_SPACE : TILING } : null} />
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
          {none && reason && "moved" in reason && <p class="caption explained">{reason.explanation.join("\n")}</p>}
          {none && !why.busy && reason && "exists" in reason && <p class="hint">{exhausted(reason.exists)}</p>}
          {only && <p class="hint">{only}</p>}
        </div>
        {some && family.card}
        <div class="card">
          <h2>Pieces</h2>
          <Picker lattice={lattice} shapes={shapes} names={names} change={(names) => pick(names.map((name) => chosen.find((one) => one.name === name) ?? { name, number: 1 }))} />
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
        <Land place={place} land={land} shapes={shapes.map(({ name }) => name)} anew={() => setCorner(null)} />
        {squares && on.every(Boolean) && able && !limited && <Strip place={place} about={set} width={squares.cols} />}
        <About source={<>Donald E. Knuth, “The Art of Computer Programming”, 7.1.4 and 7.2.2.1.</>}>
          In how many ways can pieces cover a board, each cell once? Trying them one by one takes for ever: the page goes through the board cell by cell, and keeps only how many
          ways lead to each shape of boundary. Where there is no tiling it looks for weights on the cells that no pieces can add up to.
        </About>
      </aside>
      <Sheet
        polygons={polygons.filter((_, i) => on[i])}
        fixed={lying.filter((_, i) => family.fixes(tiling?.pieces[i]?.cells[0] ?? []))}
        shapes={chosen.flatMap((one) => {
          const shape = shapes.find(({ name }) => name === one.name);
          return shape ? [{ ...one, polygons: shape.polygons }] : [];
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
