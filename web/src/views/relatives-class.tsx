/** A class of tilings as a graph of small pictures, and pieces that travel from one tiling to the next. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { bounds, middle, of, path, type Point, type Polygon } from "../geometry.ts";
import { colour, INK } from "../palette.ts";
import { useRoving } from "../parts/roving.ts";
import { apart, first, layout, type Pair, pieces, RULES, travel } from "./relatives-logic.ts";

/** A piece on its way. */
export function Traveller({ from, to, arrived, colour, letter }: { from: Polygon[]; to: Polygon[]; arrived: boolean; colour: string; letter: string }): JSX.Element {
  const way = useMemo(() => travel(from, to), []);
  const own = from.map((polygon) => polygon.map(([x, y]) => [x - way.from[0], y - way.from[1]] as const));
  const [place, matrix] = arrived ? [way.to, way.matrix] : [way.from, [1, 0, 0, 1]];
  const [lx, ly] = middle([own.reduce((best, one) => (far(one) < far(best) ? one : best), own[0] ?? [])]);
  return (
    <g class="traveller piece" style={{ transform: `translate(${place[0]}px, ${place[1]}px) matrix(${matrix.join(",")},0,0)` }}>
      <path d={path(own, 0.035, 0.13)} fill={colour} />
      <text x={lx} y={ly} fill={INK}>
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

/** From here on a class is shown larger, if somebody wants that. */
const CROWDED = 12;

/** A class as a graph: small pictures of tilings, lines for relations. Tab comes to the lines, then to the tilings. */
export function Class({ members, pairs, tiling, to, tilings, polygons, cell, names, pick, number }: ClassProps): JSX.Element {
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
  const place = (i: number): Point => at[i] ?? [0, 0];
  const ends = (pair: Pair): [Point, Point] => [place(index.get(pair.from) ?? 0), place(index.get(pair.to) ?? 0)];
  const own = (pair: Pair): boolean => pair.from === tiling || pair.to === tiling;
  /** What a line leads to: from the tiling that is shown to the other, or else to one of its ends. */
  const follow = (pair: Pair): number => (pair.from === tiling ? pair.to : pair.from);
  const line = useRoving(pairs.map((pair) => middle([ends(pair)])), pairs.findIndex(own), (i) => pick(follow(pairs[i] as Pair)));
  const member = useRoving(at, members.indexOf(tiling), (i) => pick(members[i] as number));
  const box = [frame.x - wide / 2, frame.y - high / 2, frame.width + wide, frame.height + high];
  const least = narrow ? 360 : 640;
  const large = members.length > CROWDED;
  const [zoomed, zoom] = useState(false);
  return (
    <>
      {large && (
        <button type="button" aria-pressed={zoomed} onClick={() => zoom(!zoomed)}>
          {zoomed ? "Show all of it" : "Larger"}
        </button>
      )}
      <div class={`graph ${large && zoomed ? "zoomed" : ""}`}>
        <svg class="class" viewBox={(box[2] as number) < least ? [(box[0] as number) - (least - (box[2] as number)) / 2, box[1], least, box[3]].join(" ") : box.join(" ")} role="group" aria-label={`Class ${number}: ${members.length} tilings`}>
          <g>
            {pairs.map((pair, i) => {
              const [a, b] = ends(pair);
              const rule = RULES[first(pair.rules)];
              const mine = own(pair);
              const taken = mine && follow(pair) === to;
              const d = `M${a[0]} ${a[1]}L${b[0]} ${b[1]}`;
              const moved = `${pair.pieces.join(" and ")}, ${rule.name.toLowerCase()}`;
              return (
                <g
                  key={`${pair.from} ${pair.to}`}
                  class={`relation ${mine ? "mine" : ""} ${taken ? "taken" : ""}`}
                  role="button"
                  aria-label={mine ? `To tiling ${follow(pair)}: ${moved}` : `Between tilings ${pair.from} and ${pair.to}: ${moved}`}
                  aria-pressed={taken}
                  onClick={() => pick(follow(pair))}
                  {...line(i)}
                >
                  <path d={d} class="wide-line" />
                  <path d={d} stroke={`var(${rule.colour})`} stroke-dasharray={rule.dash} />
                  <title>{`${pair.pieces.join(", ")}: ${pair.rules}`}</title>
                </g>
              );
            })}
          </g>
          <g>
            {members.map((number, i) => {
              const [x, y] = place(i);
              return (
                <g
                  key={number}
                  class={`member ${number === tiling ? "here" : ""} ${number === to ? "next" : ""}`}
                  transform={`translate(${x - (ratio[0] * scale) / 2} ${y - (ratio[1] * scale) / 2}) scale(${scale})`}
                  role="button"
                  aria-label={`Tiling ${number}${number === tiling ? ", shown" : ""}`}
                  aria-pressed={number === tiling}
                  onClick={() => pick(number)}
                  {...member(i)}
                >
                  <rect x={-0.35} y={-0.35} width={ratio[0] + 0.7} height={ratio[1] + 0.7} rx={0.6} class="frame" />
                  <Small letters={tilings[number - 1] ?? ""} polygons={polygons} cell={cell} names={names} />
                </g>
              );
            })}
          </g>
        </svg>
      </div>
    </>
  );
}

/** A tiling of letters, small. */
export function Small({ letters, polygons, cell, names }: { letters: string; polygons: Polygon[]; cell(row: number, col: number): number | undefined; names: string[] }): JSX.Element {
  const shapes = useMemo(() => pieces(letters, cell).map((piece) => ({ letter: piece.letter, d: path(of(polygons, piece.cells), 0.05, 0.1) })), [letters, polygons]);
  return (
    <>
      {shapes.map(({ letter, d }, i) => (
        <path key={i} d={d} fill={colour(Math.max(0, names.findIndex((name) => name.charAt(0) === letter)))} />
      ))}
    </>
  );
}
