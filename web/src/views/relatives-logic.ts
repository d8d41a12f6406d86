/** Classes of tilings: where their nodes stand, tilings in letters, and the way of a piece that moves. */
import { middle, type Point, type Polygon } from "../geometry.ts";

export interface Pair {
  from: number;
  to: number;
  class: number;
  rules: string;
  pieces: string[];
}

/** Puzzles whose tilings are sorted into classes in a moment. */
export const PUZZLES: readonly (readonly [string, string])[] = [
  ["pentominoes-6x10", "Pentominoes 6 × 10"],
  ["pentominoes-5x12", "Pentominoes 5 × 12"],
  ["pentominoes-4x15", "Pentominoes 4 × 15"],
  ["pentominoes-8x8-holed", "Pentominoes 8 × 8, holed"],
];

/** The rules, and how their pairs are drawn: colours are names of the style sheet. */
export const RULES = {
  S: { name: "Symmetric part", says: "One turn, turn over or shift moves a part of the pieces together.", colour: "--rule-s", dash: "" },
  W: { name: "Swap", says: "Two parts of one shape change places.", colour: "--rule-w", dash: "5 3" },
  P: { name: "Two pieces", says: "Two pieces cover the same region in another way.", colour: "--rule-p", dash: "1.5 3" },
} as const;

/** The rule that gives a pair its colour: the first of S, W, P. */
export const first = (rules: string): "S" | "W" | "P" => (rules.includes("S") ? "S" : rules.includes("W") ? "W" : "P");

/** The pieces of a tiling in letters: cells by number that hang together and have one letter. Rows are parted by `/`. */
export function pieces(letters: string, number: (row: number, col: number) => number | undefined): { letter: string; cells: number[] }[] {
  const rows = letters.split("/");
  const seen = new Set<string>();
  const found: { letter: string; cells: number[] }[] = [];
  rows.forEach((line, row) =>
    [...line].forEach((letter, col) => {
      if (letter === "." || seen.has(`${row},${col}`)) return;
      const cells: number[] = [];
      const stack = [[row, col] as const];
      seen.add(`${row},${col}`);
      for (let at = stack.pop(); at; at = stack.pop()) {
        const [r, c] = at;
        const cell = number(r, c);
        if (cell !== undefined) cells.push(cell);
        for (const [a, b] of [[r, c + 1], [r + 1, c], [r, c - 1], [r - 1, c]] as const) {
          if (rows[a]?.[b] !== letter || seen.has(`${a},${b}`)) continue;
          seen.add(`${a},${b}`);
          stack.push([a, b]);
        }
      }
      found.push({ letter, cells });
    }),
  );
  return found;
}

/**
 * Places for the nodes of a graph, from 0 to 1: all push each other away, edges pull (Fruchterman and Reingold 1991). Alike
 * every time. Cost: 300 times the square of the nodes.
 */
export function layout(count: number, edges: readonly (readonly [number, number])[]): Point[] {
  if (count === 1) return [[0.5, 0.5]];
  // Around a circle to begin with, out of step so that nothing is in balance by chance.
  const at = Array.from({ length: count }, (_, i) => {
    const angle = i * 2.399963;
    const far = Math.sqrt((i + 0.5) / count) / 2;
    return [0.5 + far * Math.cos(angle), 0.5 + far * Math.sin(angle)] as [number, number];
  });
  const ideal = 0.9 / Math.sqrt(count);
  for (let round = 0; round < 300; round += 1) {
    const push = at.map(() => [0, 0] as [number, number]);
    const act = (i: number, j: number, strength: (far: number) => number): void => {
      const [a, b, p, q] = [at[i], at[j], push[i], push[j]] as [number, number][] as [[number, number], [number, number], [number, number], [number, number]];
      const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
      const far = Math.hypot(dx, dy) || 1e-6;
      const force = strength(far) / far;
      p[0] += dx * force;
      p[1] += dy * force;
      q[0] -= dx * force;
      q[1] -= dy * force;
    };
    for (let i = 0; i < count; i += 1) for (let j = 0; j < i; j += 1) act(i, j, (far) => ideal ** 2 / far);
    for (const [i, j] of edges) act(i, j, (far) => -(far ** 2) / ideal);
    const heat = 0.1 * (1 - round / 300) + 0.001;
    at.forEach((point, i) => {
      const [dx, dy] = push[i] as [number, number];
      const far = Math.hypot(dx, dy) || 1e-6;
      point[0] += (dx / far) * Math.min(far, heat);
      point[1] += (dy / far) * Math.min(far, heat);
    });
  }
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left || 1, Math.max(...ys) - top || 1];
  return at.map(([x, y]) => [(x - left) / width, (y - top) / height]);
}

/**
 * Moves rectangles of one size, given by their middles, until none lies on another: two that do are pushed apart where they overlap
 * least.
 */
export function apart(middles: readonly Point[], width: number, height: number): Point[] {
  const at = middles.map(([x, y]) => [x, y] as [number, number]);
  for (let round = 0; round < 400; round += 1) {
    let moved = false;
    for (let i = 0; i < at.length; i += 1)
      for (let j = 0; j < i; j += 1) {
        const [a, b] = [at[i], at[j]] as [[number, number], [number, number]];
        const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
        const [over, under] = [width - Math.abs(dx), height - Math.abs(dy)];
        if (over <= 0.5 || under <= 0.5) continue;
        moved = true;
        const axis = over / width < under / height ? 0 : 1;
        const by = ((axis === 0 ? over : under) / 2 + 0.3) * ((axis === 0 ? dx : dy) < 0 ? -1 : 1);
        a[axis] += by;
        b[axis] -= by;
      }
    if (!moved) break;
  }
  return at;
}

/** A linear map (a, b, c, d) of SVG, and where the middle goes. */
export interface Travel {
  from: Point;
  to: Point;
  matrix: readonly [number, number, number, number];
}

/** The way of some cells to others of the same shape: a turn, or a turn over, and a shift. */
export function travel(from: readonly Polygon[], to: readonly Polygon[]): Travel {
  const [a, b] = [middle(from), middle(to)];
  const place = (x: number, y: number): string => `${Math.round(x * 64)},${Math.round(y * 64)}`;
  const goal = new Set(to.map((polygon) => middle([polygon])).map(([x, y]) => place(x - b[0], y - b[1])));
  // Turns by the angles of the lattices that there are, and the same turned over.
  for (const turnedOver of [1, -1])
    for (let angle = 0; angle < 360; angle += 30) {
      const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      const matrix = [cos * turnedOver, sin * turnedOver, -sin, cos] as const;
      const fits = from.every((polygon) => {
        const [x, y] = middle([polygon]);
        const [dx, dy] = [x - a[0], y - a[1]];
        return goal.has(place(matrix[0] * dx + matrix[2] * dy, matrix[1] * dx + matrix[3] * dy));
      });
      if (fits) return { from: a, to: b, matrix };
    }
  return { from: a, to: b, matrix: [1, 0, 0, 1] };
}
