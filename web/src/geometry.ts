/**
 * Cells as polygons, of any lattice: their outlines, middles and neighbours. Nothing here knows squares.
 */
export type Point = readonly [number, number];
export type Polygon = readonly Point[];

/** Corners are alike if they are this near. */
const near = (value: number): number => Math.round(value * 4096);
const name = ([x, y]: Point): string => `${near(x)},${near(y)}`;

/** A cell, as one says it. */
export function called(lattice: string, cell: readonly number[]): string {
  const [a, b, c] = cell;
  if (lattice === "square") return `row ${a}, column ${b}`;
  if (lattice === "cube") return `layer ${a}, row ${b}, column ${c}`;
  return `cell ${cell.join()}`;
}

/** The polygons of some cells, by number; cells that are not there are left out. */
export function of(polygons: readonly Polygon[], cells: readonly (number | undefined)[]): Polygon[] {
  return cells.flatMap((cell) => {
    const polygon = cell === undefined ? undefined : polygons[cell];
    return polygon ? [polygon] : [];
  });
}

/** The middle of some cells. */
export function middle(polygons: readonly Polygon[]): Point {
  let [x, y, corners] = [0, 0, 0];
  for (const polygon of polygons)
    for (const point of polygon) {
      x += point[0];
      y += point[1];
      corners += 1;
    }
  return corners === 0 ? [0, 0] : [x / corners, y / corners];
}

/** The least and the largest coordinates. */
export function bounds(polygons: readonly Polygon[]): { x: number; y: number; width: number; height: number } {
  const points = polygons.flat();
  if (points.length === 0) return { x: 0, y: 0, width: 1, height: 1 };
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * The outline of some cells, as loops of corners: sides that two cells share cancel, and those that are left are joined. Where
 * two loops meet in a corner, either is closed for itself.
 */
export function loops(polygons: readonly Polygon[]): Point[][] {
  const sides = new Map<string, { from: Point; to: Point }>();
  for (const polygon of polygons)
    polygon.forEach((from, i) => {
      const to = polygon[(i + 1) % polygon.length] as Point;
      const back = `${name(to)} ${name(from)}`;
      if (!sides.delete(back)) sides.set(`${name(from)} ${name(to)}`, { from, to });
    });
  const starts = new Map<string, { from: Point; to: Point }[]>();
  for (const side of sides.values()) {
    const here = starts.get(name(side.from));
    if (here) here.push(side);
    else starts.set(name(side.from), [side]);
  }
  const found: Point[][] = [];
  for (const first of sides.values()) {
    const loop: Point[] = [];
    for (let at = name(first.from); ; ) {
      const side = starts.get(at)?.pop();
      if (side === undefined) break;
      loop.push(side.from);
      at = name(side.to);
    }
    if (loop.length > 0) found.push(straight(loop));
  }
  return found;
}

/** The cells that share a side with each cell. */
export function neighbours(polygons: readonly Polygon[]): number[][] {
  const sides = new Map<string, number[]>();
  polygons.forEach((polygon, cell) =>
    polygon.forEach((from, i) => {
      const side = [name(from), name(polygon[(i + 1) % polygon.length] as Point)].sort().join(" ");
      const there = sides.get(side);
      if (there) there.push(cell);
      else sides.set(side, [cell]);
    }),
  );
  const found: number[][] = polygons.map(() => []);
  for (const cells of sides.values()) for (const a of cells) found[a]?.push(...cells.filter((b) => b !== a));
  return found;
}

/** A loop without corners on straight lines. */
function straight(loop: Point[]): Point[] {
  return loop.filter((point, i) => {
    const [a, b] = [loop.at(i - 1) as Point, loop[(i + 1) % loop.length] as Point];
    const turn = (point[0] - a[0]) * (b[1] - point[1]) - (point[1] - a[1]) * (b[0] - point[0]);
    return Math.abs(turn) > 1e-9;
  });
}

/** Some cells as a path of SVG, its corners rounded by `radius`, and drawn in by `inset` on all sides. */
export function path(polygons: readonly Polygon[], inset = 0, radius = 0): string {
  return loops(polygons)
    .map((loop) => rounded(inset === 0 ? loop : shrunk(loop, inset), radius))
    .join("");
}

/** Moves every side inwards. Sides go clockwise where y points down, so inside is to their right. */
function shrunk(loop: Point[], by: number): Point[] {
  return loop.map((point, i) => {
    const [a, b] = [loop.at(i - 1) as Point, loop[(i + 1) % loop.length] as Point];
    const [u, v] = [unit(a, point), unit(point, b)];
    const cross = u[0] * v[1] - u[1] * v[0];
    // The corner moves by the same distance from either side.
    const scale = by / (Math.abs(cross) < 1e-9 ? 1 : cross);
    return [point[0] + (v[0] - u[0]) * scale, point[1] + (v[1] - u[1]) * scale];
  });
}

function unit(a: Point, b: Point): Point {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  return [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
}

const round = (value: number): string => String(Math.round(value * 1000) / 1000);

function rounded(loop: Point[], radius: number): string {
  const parts = loop.map((point, i) => {
    const [a, b] = [loop.at(i - 1) as Point, loop[(i + 1) % loop.length] as Point];
    const [u, v] = [unit(a, point), unit(point, b)];
    const start = `${round(point[0] - u[0] * radius)} ${round(point[1] - u[1] * radius)}`;
    if (radius === 0) return start;
    const end = `${round(point[0] + v[0] * radius)} ${round(point[1] + v[1] * radius)}`;
    return `${start}Q${round(point[0])} ${round(point[1])} ${end}`;
  });
  return `M${parts.join("L")}Z`;
}

/** Which of some points is nearest in a direction, for arrow keys; nothing if none is there. */
export function towards(points: readonly Point[], from: Point, [dx, dy]: Point): number | null {
  let best: number | null = null;
  let least = Infinity;
  points.forEach(([x, y], i) => {
    const along = (x - from[0]) * dx + (y - from[1]) * dy;
    const across = Math.abs((x - from[0]) * dy - (y - from[1]) * dx);
    if (along < 1e-6 || across > along) return;
    const far = along + 3 * across;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** The directions of arrow keys. */
export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
