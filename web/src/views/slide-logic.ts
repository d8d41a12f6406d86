/**
 * Sliding blocks for a hand: how a piece follows a finger, how moves are counted, and when two positions are one state.
 *
 * Where a piece may go, the library says; here is only what a pointer means by it.
 */
import type { Answer } from "../ask/ask.ts";

export type Offset = readonly [number, number];

const apart = (a: Offset, b: Offset): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The nearest point to where a finger wants a piece, on the lines between places that are as near as places are here. */
export function follow(places: readonly Offset[], [x, y]: Offset): Offset {
  let best: Offset = [0, 0];
  let least = Infinity;
  const look = (point: Offset): void => {
    const far = (point[0] - x) ** 2 + (point[1] - y) ** 2;
    if (far < least) [best, least] = [point, far];
  };
  const all: Offset[] = [[0, 0], ...places];
  const unit = Math.min(...places.map((place) => apart(place, [0, 0])));
  all.forEach((a, i) => {
    look(a);
    for (const b of all.slice(i + 1)) {
      const length = apart(a, b);
      if (length > 1.01 * unit) continue;
      const along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length ** 2;
      const part = Math.min(1, Math.max(0, along));
      look([a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])]);
    }
  });
  return best;
}

/** The place that is nearest. */
export function nearest(places: readonly Offset[], [x, y]: Offset): Offset {
  const far = ([a, b]: Offset): number => (a - x) ** 2 + (b - y) ** 2;
  return [[0, 0] as Offset, ...places].reduce((best, one) => (far(one) < far(best) ? one : best));
}

/** How much a way adds to the count of moves; `same` says that the piece was moved last, too. */
export function counted(metric: string, path: readonly string[], same: boolean): number {
  if (metric === "step") return path.length;
  if (metric === "slide") return path.filter((direction, i) => direction !== path[i - 1]).length;
  return same ? 0 : 1;
}

/** The direction that a key means, of those in which a piece can go. Where a row is left slanting, Shift chooses the other way. */
export function meant(key: string, shift: boolean, can: readonly string[]): string | undefined {
  const either = (row: string): string[] => (shift ? [`${row}-right`, `${row}-left`] : [`${row}-left`, `${row}-right`]);
  const keys: Record<string, string[]> = {
    ArrowLeft: ["left"],
    ArrowRight: ["right"],
    ArrowUp: ["up", ...either("up")],
    ArrowDown: ["down", ...either("down")],
    PageUp: ["back"],
    PageDown: ["front"],
  };
  return keys[key]?.find((direction) => can.includes(direction));
}

/** What two positions have in common if pieces that are alike have changed places. */
export function state(position: string, kinds: ReadonlyMap<string, number>): string {
  return [...position].map((letter) => (kinds.has(letter) ? String.fromCharCode(0x100 + (kinds.get(letter) as number)) : letter)).join("");
}

/** A move that leads to a state of a map. */
export interface Way {
  move: Answer<"slide_moves">["moves"][number];
  /** The piece that moves. */
  letter: string;
  /** The number of the state. */
  to: number;
}

/** The moves from a position to states that are wanted; of those to the same state the shortest. */
export function ways(moved: Answer<"slide_moves">, kinds: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): Way[] {
  const found = new Map<number, Way>();
  for (const move of moved.moves) {
    const to = wanted.get(state(move.position, kinds));
    if (to === undefined || move.path.length >= (found.get(to)?.move.path.length ?? Infinity)) continue;
    found.set(to, { move, letter: moved.pieces[move.piece]?.piece ?? "", to });
  }
  return [...found.values()];
}

/**
 * A map of states: `x` by the distance from the start, `y` within a distance by the mean of the neighbours that are nearer, so
 * that ways run side by side. Both from 0 to 1.
 */
export function map(distances: readonly number[], edges: readonly (readonly [number, number])[]): { x: Float32Array; y: Float32Array } {
  const count = distances.length;
  const farthest = distances[count - 1] ?? 0;
  const [x, y] = [new Float32Array(count), new Float32Array(count)];
  const [sums, numbers] = [new Float32Array(count), new Uint32Array(count)];
  const nearer: number[][] = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    if ((distances[a] as number) < (distances[b] as number)) nearer[b]?.push(a);
    else if ((distances[b] as number) < (distances[a] as number)) nearer[a]?.push(b);
  }
  let widest = 1;
  const levels: number[][] = Array.from({ length: farthest + 1 }, () => []);
  distances.forEach((distance, i) => levels[distance]?.push(i));
  for (const level of levels) widest = Math.max(widest, level.length);
  for (const [distance, level] of levels.entries()) {
    for (const i of level) {
      for (const j of nearer[i] ?? []) {
        sums[i] = (sums[i] as number) + (y[j] as number);
        numbers[i] = (numbers[i] as number) + 1;
      }
      sums[i] = (numbers[i] as number) > 0 ? (sums[i] as number) / (numbers[i] as number) : 0.5;
    }
    level.sort((a, b) => (sums[a] as number) - (sums[b] as number));
    // As wide as the level is full, on a scale on which small levels are seen too.
    const spread = 0.96 * Math.sqrt(level.length / widest);
    level.forEach((i, at) => {
      x[i] = farthest === 0 ? 0.5 : distance / farthest;
      y[i] = 0.5 + spread * (level.length === 1 ? 0 : at / (level.length - 1) - 0.5);
    });
  }
  return { x, y };
}
