/**
 * Which tilings are relatives: all related pairs as a scatter, a class as a graph of its tilings, and the pieces that travel when
 * one tiling becomes another.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { integer } from "../address.ts";
import { type Answer, grouped } from "../ask/ask.ts";
import { of, type Polygon } from "../geometry.ts";
import { colour } from "../palette.ts";
import { Board, type Lying } from "../parts/board.tsx";
import { Exports, letters } from "../parts/export.tsx";
import { About, Busy, Choice, Figure, Refused, save, Select, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { Class, Traveller } from "./relatives-class.tsx";
import { Gallery } from "./relatives-gallery.tsx";
import { type Pair, PUZZLES, RULES } from "./relatives-logic.ts";
import { Scatter } from "./relatives-scatter.tsx";
import { Shapes } from "./relatives-shapes.tsx";

type Graph = NonNullable<Extract<Answer<"classes">, { graph?: unknown }>["graph"]>;

export default function Relatives({ place }: { place: Place }): JSX.Element {
  const { values } = place;
  const puzzle = values.puzzle ?? "pentominoes-6x10";
  const asked = useAnswer("relatives", { question: "classes", puzzle, graph: true, shapes: true });
  const showing = useAnswer("relatives.show", { question: "show", puzzle });
  const report = !asked.busy && asked.answered && "related_pairs" in asked.answered.answer ? asked.answered.answer : null;
  const graph = (report?.graph ?? null) as Graph | null;
  const shown = showing.busy ? null : (showing.answered?.answer ?? null);
  const polygons = (shown?.polygons ?? []) as unknown as Polygon[];
  const cell = useMemo(() => {
    const numbers = new Map((shown?.cells ?? []).map((at, i) => [at.join(), i]));
    return (row: number, col: number) => numbers.get(`${row},${col}`);
  }, [shown]);
  const classes = report?.classes ?? 1;
  const number = integer(values.class, 1, classes, Math.min(12, classes));
  const members = useMemo(() => (graph?.classes ?? []).flatMap((its, i) => (its === number ? [i + 1] : [])), [graph, number]);
  const pairs = useMemo(() => ((graph?.pairs ?? []) as Pair[]).filter((pair) => pair.class === number), [graph, number]);
  const chosen = integer(values.tiling, 1, report?.tilings ?? 1, members[0] ?? 1);
  const tiling = members.includes(chosen) ? chosen : (members[0] ?? 1);
  const goal = integer(values.to, 0, report?.tilings ?? 1, 0);
  const beside = pairs.filter((pair) => pair.from === tiling || pair.to === tiling).map((pair) => (pair.from === tiling ? pair.to : pair.from));
  const to = beside.includes(goal) ? goal : 0;
  // What somebody has drawn is found first.
  const kin = useAnswer("relatives", graph && tiling && !values.find ? { question: "classes", puzzle, of: String(tiling) } : null);
  const answer = !kin.busy ? kin.answered?.answer : undefined;
  const family = answer && "neighbours" in answer && answer.tiling === tiling ? answer : null;
  const next = family?.neighbours.find((one) => one.tiling === to) ?? null;
  const way = next === null ? null : ([...next.ways].sort((a, b) => a.moved.length - b.moved.length)[0] ?? null);

  const cells = (at: readonly (readonly number[])[]): Polygon[] => of(polygons, at.map(([row, col]) => cell(row as number, col as number)));
  const names = useMemo(() => (shown?.pieces ?? []).map((piece) => piece.name), [shown]);
  const looks = (name: string) => ({ colour: colour(names.indexOf(name)), letter: name.charAt(0) });
  const moved = new Set(way?.moved.map((one) => one.from.join()) ?? []);
  const still: Lying[] = (family?.pieces ?? []).filter((piece) => !moved.has(piece.cells.join())).map((piece) => ({ ...looks(piece.piece), polygons: cells(piece.cells), look: way ? "dim" : undefined, key: piece.piece }));

  const below = values.below === "classes" || values.below === "shapes" ? values.below : "pairs";
  const stage = useRef<HTMLElement>(null);
  const [arrived, setArrived] = useState(false);
  useEffect(() => {
    setArrived(false);
    if (way === null) return;
    const timer = setTimeout(() => setArrived(true), 60);
    return () => clearTimeout(timer);
  }, [way]);
  const pick = (next: number) => place.change(next === tiling ? { to: "" } : beside.includes(next) ? { tiling: String(tiling), to: String(next), class: String(number) } : { tiling: String(next), to: "", class: String(number) });
  const csv = () =>
    save("relatives.csv", `first,second,class,rules,pieces\n${((graph?.pairs ?? []) as Pair[]).map((pair) => `${pair.from},${pair.to},${pair.class},${pair.rules},${pair.pieces.join(" ")}`).join("\n")}\n`, "text/csv");

  return (
    <div class="view">
      <h1>
        Relatives
        <small>Some solutions become others when a few pieces are turned or change places. What can be reached like that is a class.</small>
      </h1>
      <section class="stage" aria-label="Tilings" ref={stage}>
        {family && shown && (
          <>
            <Board label={`Tiling ${tiling}`} polygons={polygons} lying={still} look="tiling">
              <g aria-hidden="true">
                {way?.moved.map((one) => (
                  <Traveller key={`${tiling} ${to} ${one.piece}`} from={cells(one.from)} to={cells(one.to)} arrived={arrived} {...looks(one.piece)} />
                ))}
              </g>
            </Board>
            <p class="status" role="status">
              {way === null ? `Tiling ${tiling} of ${grouped(report?.tilings ?? 0)}. Choose a line below, and its pieces travel.` : `${way.moved.map((one) => one.piece).join(" and ")}: ${RULES[way.rule].says} It becomes tiling ${to}.`}
            </p>
            {way !== null && (
              <div class="row">
                <button type="button" onClick={() => setArrived(!arrived)}>
                  {arrived ? "Back" : "Again"}
                </button>
                <button type="button" class="main" onClick={() => place.change({ tiling: String(to), to: "" })}>
                  Stay there
                </button>
              </div>
            )}
          </>
        )}
        {asked.busy && <Busy progress={asked.progress} says="Finding all tilings …" cancel={asked.cancel} />}
        <Refused refusal={asked.refusal ?? showing.refusal ?? kin.refusal} />
        {graph && polygons.length > 0 && <Class members={members} pairs={pairs} tiling={tiling} to={to} tilings={graph.tilings} polygons={polygons} cell={cell} names={names} pick={pick} number={number} />}
      </section>
      <aside>
        <Tools place={place}>
          <Exports
            name={`${puzzle}-${tiling}`}
            picture={() => stage.current?.querySelector<SVGSVGElement>("svg.board") ?? null}
            text={() =>
              shown && family
                ? letters(shown.cells as unknown as number[][], (at) => family.pieces.find((piece) => piece.cells.some(([row, col]) => cell(row as number, col as number) === at))?.piece.charAt(0))
                : null
            }
          />
          <button type="button" disabled={graph === null} onClick={csv}>
            CSV
          </button>
        </Tools>
        <div class="card">
          <Select label="Puzzle" value={puzzle} options={PUZZLES} change={(puzzle) => place.change({ puzzle, class: "", tiling: "", to: "" })} />
          {report && (
            <>
              <Slider
                label={
                  <>
                    Class <b>{number}</b> of {grouped(classes)}, the largest first
                  </>
                }
                value={number}
                min={1}
                max={classes}
                change={(value) => place.change({ class: String(value), tiling: "", to: "" }, true)}
              />
              <Figure value={members.length} label={members.length === 1 ? "tiling, alone" : `tilings in it, ${pairs.length} pairs`} />
            </>
          )}
        </div>
        {report && (
          <div class="card">
            <dl class="numbers">
              <dt>Tilings</dt>
              <dd>{grouped(report.tilings)}</dd>
              <dt>Related pairs</dt>
              <dd>{grouped(report.related_pairs)}</dd>
              <dt>Classes</dt>
              <dd>{grouped(report.classes)}</dd>
            </dl>
            <ul class="legend">
              {(["S", "W", "P"] as const).map((rule) => (
                <li key={rule}>
                  <svg viewBox="0 0 34 12" width="34" height="12" aria-hidden="true">
                    <path d="M1 6H33" stroke={`var(${RULES[rule].colour})`} stroke-width="3" stroke-dasharray={RULES[rule].dash} />
                  </svg>
                  <span>
                    <b>{RULES[rule].name}.</b> {RULES[rule].says}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Find place={place} puzzle={puzzle} ready={graph !== null} />
        <p class="hint keys">
          Choose a line, and its pieces travel. By keys: <kbd>Tab</kbd> comes to the lines, the tilings and the pairs; <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> go to others,{" "}
          <kbd>Page Down</kbd> to the next one, <kbd>Enter</kbd> chooses.
        </p>
        <About source={<>Wilfred J. Hansen, “Equivalence classes among pentomino tilings of the 6x10 rectangle” (1991).</>}>
          Of the 2339 ways to lay the twelve pentominoes on 6 × 10, most are neighbours of others: a few pieces move, and another solution lies there. Hansen asked which tilings hang
          together like this. Symmetric images of a tiling count as one.
        </About>
      </aside>
      <section class="below" aria-label="Pairs">
        {graph && (
          <div class="card wide">
            <Choice
              legend="All of them"
              value={below}
              options={[
                ["pairs", "Pairs"],
                ["classes", "Classes"],
                ["shapes", "Shapes"],
              ]}
              change={(below) => place.change({ below: below === "pairs" ? "" : below }, true)}
            />
            {below === "pairs" && (
              <>
                <Scatter pairs={graph.pairs as Pair[]} count={graph.tilings.length} class={number} pick={(pair) => place.change({ class: String(pair.class), tiling: String(pair.from), to: String(pair.to) })} />
                <p class="hint">Each mark is a pair of tilings, by their numbers, as in Hansen’s Figure 5. Tap one.</p>
              </>
            )}
            {below === "classes" && polygons.length > 0 && (
              <Gallery
                key={puzzle}
                classes={graph.classes}
                tilings={graph.tilings}
                polygons={polygons}
                cell={cell}
                names={names}
                shown={tiling}
                pick={(tiling, of) => (place.change({ tiling: String(tiling), to: "", class: String(of) }), stage.current?.scrollIntoView())}
              />
            )}
            {below === "shapes" && <Shapes regions={report?.shapes ?? []} />}
          </div>
        )}
      </section>
    </div>
  );
}

/** The class of a tiling that somebody has drawn. */
function Find({ place, puzzle, ready }: { place: Place; puzzle: string; ready: boolean }): JSX.Element {
  const [typed, setTyped] = useState("");
  // What somebody has laid elsewhere comes with the address.
  const [wanted, setWanted] = useState<string | null>(place.values.find ?? null);
  const found = useAnswer("relatives", ready && wanted !== null ? { question: "classes", puzzle, of: wanted } : null);
  useEffect(() => {
    const answer = found.answered?.answer;
    if (!answer || found.busy || !("neighbours" in answer)) return;
    setWanted(null);
    place.change({ class: String(answer.class), tiling: String(answer.tiling), to: "", find: "" });
  }, [found.answered]);
  useEffect(() => {
    if (found.refusal) place.change({ find: "" }, true);
  }, [found.refusal]);
  return (
    <details class="about" open={found.refusal !== null || undefined}>
      <summary>Find your tiling</summary>
      <label class="hint" for="tiling">
        A letter for each cell, a line for each row; or its number.
      </label>
      <textarea id="tiling" rows={6} spellcheck={false} value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <button type="button" disabled={typed.trim() === "" || found.busy} onClick={() => setWanted(typed.trim().includes("\n") ? `${typed.trim()}\n` : typed.trim())}>
        {found.busy ? "Looking …" : "Find it"}
      </button>
      <Refused refusal={found.refusal} />
    </details>
  );
}
