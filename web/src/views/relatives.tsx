/**
 * Which tilings are relatives: all related pairs as a scatter, a class as a graph of its tilings, and the pieces that travel when
 * one tiling becomes another.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { integer } from "../address.ts";
import { type Answer, grouped } from "../ask/ask.ts";
import { bounds, middle, of, path, type Polygon } from "../geometry.ts";
import { colour } from "../palette.ts";
import { Board, type Lying } from "../parts/board.tsx";
import { About, Busy, Figure, Refused, save, Select, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { apart, first, layout, type Pair, pieces, travel } from "./relatives-logic.ts";

const PUZZLES: readonly (readonly [string, string])[] = [
  ["pentominoes-6x10", "Pentominoes 6 × 10"],
  ["pentominoes-5x12", "Pentominoes 5 × 12"],
  ["pentominoes-4x15", "Pentominoes 4 × 15"],
  ["pentominoes-8x8-holed", "Pentominoes 8 × 8, holed"],
];

const RULES = {
  S: { name: "Symmetric part", says: "One turn, turn over or shift moves a part of the pieces together.", colour: "--rule-s", dash: "" },
  W: { name: "Swap", says: "Two parts of one shape change places.", colour: "--rule-w", dash: "5 3" },
  P: { name: "Two pieces", says: "Two pieces cover the same region in another way.", colour: "--rule-p", dash: "1.5 3" },
} as const;

type Graph = NonNullable<Extract<Answer<"classes">, { graph?: unknown }>["graph"]>;

export default function Relatives({ place }: { place: Place }): JSX.Element {
  const { values } = place;
  const puzzle = values.puzzle ?? "pentominoes-6x10";
  const asked = useAnswer("relatives", { question: "classes", puzzle, graph: true });
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
  const kin = useAnswer("relatives", graph && tiling ? { question: "classes", puzzle, of: String(tiling) } : null);
  const answer = !kin.busy ? kin.answered?.answer : undefined;
  const family = answer && "neighbours" in answer && answer.tiling === tiling ? answer : null;
  const next = family?.neighbours.find((one) => one.tiling === to) ?? null;
  const way = next === null ? null : ([...next.ways].sort((a, b) => a.moved.length - b.moved.length)[0] ?? null);

  const cells = (at: readonly (readonly number[])[]): Polygon[] => of(polygons, at.map(([row, col]) => cell(row as number, col as number)));
  const names = useMemo(() => (shown?.pieces ?? []).map((piece) => piece.name), [shown]);
  const looks = (name: string) => ({ colour: colour(names.indexOf(name)), letter: name.charAt(0) });
  const moved = new Set(way?.moved.map((one) => one.from.join()) ?? []);
  const still: Lying[] = (family?.pieces ?? []).filter((piece) => !moved.has(piece.cells.join())).map((piece) => ({ ...looks(piece.piece), polygons: cells(piece.cells), look: way ? "dim" : undefined, key: piece.piece }));

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
      <section class="stage" aria-label="Tilings">
        {family && (
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
          <span class="space" />
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
        <About source={<>Wilfred J. Hansen, “Equivalence classes among pentomino tilings of the 6x10 rectangle” (1991).</>}>
          Of the 2339 ways to lay the twelve pentominoes on 6 × 10, most are neighbours of others: a few pieces move, and another solution lies there. Hansen asked which tilings hang
          together like this. Symmetric images of a tiling count as one.
        </About>
      </aside>
      <section class="below" aria-label="Pairs">
        {graph && (
          <div class="card wide">
            <h2>All pairs of relatives</h2>
            <Scatter pairs={graph.pairs as Pair[]} count={graph.tilings.length} class={number} pick={(pair) => place.change({ class: String(pair.class), tiling: String(pair.from), to: String(pair.to) })} />
            <p class="hint">Each mark is a pair of tilings, by their numbers, as in Hansen’s Figure 5. Tap one.</p>
          </div>
        )}
      </section>
    </div>
  );
}

/** A piece on its way. */
function Traveller({ from, to, arrived, colour, letter }: { from: Polygon[]; to: Polygon[]; arrived: boolean; colour: string; letter: string }): JSX.Element {
  const way = useMemo(() => travel(from, to), []);
  const own = from.map((polygon) => polygon.map(([x, y]) => [x - way.from[0], y - way.from[1]] as const));
  const [place, matrix] = arrived ? [way.to, way.matrix] : [way.from, [1, 0, 0, 1]];
  const [lx, ly] = middle([own.reduce((best, one) => (far(one) < far(best) ? one : best), own[0] ?? [])]);
  return (
    <g class="traveller piece" style={{ transform: `translate(${place[0]}px, ${place[1]}px) matrix(${matrix.join(",")},0,0)` }}>
      <path d={path(own, 0.035, 0.13)} fill={colour} />
      <text x={lx} y={ly} fill="#16202b">
        {letter}
      </text>
    </g>
  );
}

const far = (polygon: Polygon): number => {
  const [x, y] = middle([polygon]);
  return x * x + y * y;
};

interface ClassProps {
  members: number[];
  pairs: Pair[];
  tiling: number;
  to: number;
  tilings: string[];
  polygons: Polygon[];
  cell(row: number, col: number): number | undefined;
  names: string[];
  pick(tiling: number): void;
  number: number;
}

/** A class as a graph: small pictures of tilings, lines for relations. */
function Class({ members, pairs, tiling, to, tilings, polygons, cell, names, pick, number }: ClassProps): JSX.Element {
  const index = new Map(members.map((member, i) => [member, i]));
  const edges = pairs.map((pair) => [index.get(pair.from) ?? 0, index.get(pair.to) ?? 0] as const);
  const size = members.length > 24 ? 64 : members.length > 8 ? 84 : members.length > 3 ? 120 : 150;
  const ratio = useMemo(() => {
    const frame = bounds(polygons);
    return [frame.x + frame.width, frame.y + frame.height] as const;
  }, [polygons]);
  const scale = size / Math.max(...ratio);
  const [wide, high] = [(ratio[0] + 1.6) * scale, (ratio[1] + 1.6) * scale];
  // Narrow screens get a graph that is higher than wide.
  const narrow = useMemo(() => matchMedia("(max-width: 40rem)").matches, []);
  const at = useMemo(() => {
    const room = Math.sqrt(members.length) * size * 1.5;
    const [width, height] = narrow ? [room * 0.55, room] : [room * 1.25, room * 0.62];
    const placed = layout(members.length, edges).map(([x, y]) => [x * width, y * height] as const);
    return apart(placed, wide, high);
  }, [members, polygons]);
  const frame = useMemo(() => bounds([at]), [at]);
  const place = (i: number): readonly [number, number] => at[i] ?? [0, 0];
  const box = [frame.x - wide / 2, frame.y - high / 2, frame.width + wide, frame.height + high];
  const least = narrow ? 360 : 640;
  return (
    <svg class="class" viewBox={(box[2] as number) < least ? [(box[0] as number) - (least - (box[2] as number)) / 2, box[1], least, box[3]].join(" ") : box.join(" ")} role="group" aria-label={`Class ${number}: ${members.length} tilings`}>
      {pairs.map((pair) => {
        const [a, b] = [place(index.get(pair.from) ?? 0), place(index.get(pair.to) ?? 0)];
        const rule = RULES[first(pair.rules)];
        const mine = pair.from === tiling || pair.to === tiling;
        const other = pair.from === tiling ? pair.to : pair.from;
        const line = `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`;
        return (
          <g key={`${pair.from} ${pair.to}`} class={`relation ${mine ? "mine" : ""} ${mine && other === to ? "taken" : ""}`} onClick={() => pick(mine ? other : pair.from)}>
            <path d={line} class="wide-line" />
            <path d={line} stroke={`var(${rule.colour})`} stroke-dasharray={rule.dash} />
            <title>{`${pair.pieces.join(", ")}: ${pair.rules}`}</title>
          </g>
        );
      })}
      {members.map((member, i) => {
        const [x, y] = place(i);
        return (
          <g
            key={member}
            class={`member ${member === tiling ? "here" : ""} ${member === to ? "next" : ""}`}
            transform={`translate(${x - (ratio[0] * scale) / 2} ${y - (ratio[1] * scale) / 2}) scale(${scale})`}
            tabindex={0}
            role="button"
            aria-label={`Tiling ${member}${member === tiling ? ", shown" : ""}`}
            aria-pressed={member === tiling}
            onClick={() => pick(member)}
            onKeyDown={(event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), pick(member))}
          >
            <rect x={-0.35} y={-0.35} width={ratio[0] + 0.7} height={ratio[1] + 0.7} rx={0.6} class="frame" />
            <Small letters={tilings[member - 1] ?? ""} polygons={polygons} cell={cell} names={names} />
          </g>
        );
      })}
    </svg>
  );
}

function Small({ letters, polygons, cell, names }: { letters: string; polygons: Polygon[]; cell(row: number, col: number): number | undefined; names: string[] }): JSX.Element {
  const shapes = useMemo(() => pieces(letters, cell).map((piece) => ({ letter: piece.letter, d: path(of(polygons, piece.cells), 0.05, 0.1) })), [letters, polygons]);
  return (
    <>
      {shapes.map(({ letter, d }, i) => (
        <path key={i} d={d} fill={colour(Math.max(0, names.findIndex((name) => name.charAt(0) === letter)))} />
      ))}
    </>
  );
}

/** All pairs by the numbers of their tilings, on a canvas. */
function Scatter({ pairs, count, class: chosen, pick }: { pairs: Pair[]; count: number; class: number; pick(pair: Pair): void }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const margin = 8;
  const draw = () => {
    const box = canvas.current;
    const context = box?.getContext("2d");
    if (!box || !context) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [box.clientWidth, box.clientHeight];
    [box.width, box.height] = [width * ratio, height * ratio];
    context.scale(ratio, ratio);
    const style = getComputedStyle(box);
    const at = (n: number, length: number): number => margin + (n / count) * (length - 2 * margin);
    const one = (pair: Pair, x: number, y: number, size: number) => {
      const rule = first(pair.rules);
      context.fillStyle = style.getPropertyValue(RULES[rule].colour);
      context.beginPath();
      if (rule === "S") context.arc(x, y, size, 0, 7);
      else if (rule === "W") context.rect(x - size, y - size, 2 * size, 2 * size);
      else {
        context.moveTo(x, y - size * 1.3);
        context.lineTo(x + size * 1.3, y + size);
        context.lineTo(x - size * 1.3, y + size);
      }
      context.fill();
    };
    context.globalAlpha = 0.75;
    for (const pair of pairs) one(pair, at(pair.from, width), at(pair.to, height), 1.7);
    context.globalAlpha = 1;
    context.strokeStyle = style.getPropertyValue("--ink");
    context.lineWidth = 1.5;
    for (const pair of pairs) {
      if (pair.class !== chosen) continue;
      const [x, y] = [at(pair.from, width), at(pair.to, height)];
      one(pair, x, y, 3.5);
      context.beginPath();
      context.arc(x, y, 6, 0, 7);
      context.stroke();
    }
  };
  useEffect(() => {
    draw();
    const watch = new ResizeObserver(draw);
    if (canvas.current) watch.observe(canvas.current);
    addEventListener("theme", draw);
    return () => {
      watch.disconnect();
      removeEventListener("theme", draw);
    };
  }, [pairs, chosen]);
  const tap = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const value = (at: number, length: number): number => ((at - margin) / (length - 2 * margin)) * count;
    const [x, y] = [value(event.clientX - box.left, box.width), value(event.clientY - box.top, box.height)];
    const distance = (pair: Pair): number => (pair.from - x) ** 2 + (pair.to - y) ** 2;
    const best = pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best), pairs[0] as Pair);
    if (best && distance(best) < (count / 30) ** 2) pick(best);
  };
  return <canvas ref={canvas} class="scatter" role="img" aria-label={`${pairs.length} related pairs of ${count} tilings`} onPointerUp={tap} />;
}

/** The class of a tiling that somebody has drawn. */
function Find({ place, puzzle, ready }: { place: Place; puzzle: string; ready: boolean }): JSX.Element {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState<string | null>(null);
  const found = useAnswer("relatives.find", ready && wanted !== null ? { question: "classes", puzzle, of: wanted } : null);
  useEffect(() => {
    const answer = found.answered?.answer;
    if (!answer || found.busy || !("neighbours" in answer)) return;
    setWanted(null);
    place.change({ class: String(answer.class), tiling: String(answer.tiling), to: "" });
  }, [found.answered]);
  return (
    <details class="about">
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
