/**
 * The map of Golomb's board on a canvas: drag the hole, look around, zoom.
 *
 * What the camera sees is asked anew whenever camera or hole change, one question at a time, the newest next; what was seen last
 * stays in its place until then. A letter for each cell comes back; neighbours with the same letter are one tromino.
 */
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Polygon } from "../geometry.ts";
import { Board } from "../parts/board.tsx";
import { backend } from "../state.ts";
import { type Camera, cellAt, kept, type Part, screen, seen, units, whole, zoomed } from "./golomb-map.ts";

const COLOURS = ["#56b4e9", "#e69f00", "#0072b2"];

/** A step of the induction. */
export interface Stepped {
  pieces: { cells: (readonly [number, number])[]; colour: number }[];
  caption: string;
}

interface Props {
  n: number;
  hole: readonly [bigint, bigint];
  move(hole: readonly [bigint, bigint], quietly: boolean): void;
  /** The steps made so far, instead of the tiling. */
  steps: Stepped[] | null;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Every cell can be focused. */
  cells: boolean;
}

interface Seen {
  n: number;
  hole: readonly [bigint, bigint];
  part: Part;
  rows: string[];
}

export function GolombCanvas({ n, hole, move, steps, canvas, cells }: Props): JSX.Element {
  const camera = useRef<Camera | null>(null);
  const latest = useRef({ n, hole, steps });
  latest.current = { n, hole, steps };
  const shown = useRef<Seen | null>(null);
  const asking = useRef(false);
  const again = useRef(false);
  const [level, setLevel] = useState(0);
  const [fits, setFits] = useState(true);

  const size = (): [number, number] => {
    const box = canvas.current;
    return box ? [box.clientWidth, box.clientHeight] : [1, 1];
  };
  const view = (): Camera => {
    const [width, height] = size();
    camera.current = kept(camera.current ?? whole(latest.current.n, width, height), latest.current.n, width, height);
    return camera.current;
  };

  const ask = async (): Promise<void> => {
    if (asking.current) {
      again.current = true;
      return;
    }
    asking.current = true;
    do {
      again.current = false;
      const { n, hole } = latest.current;
      const part = seen(view(), n, ...size());
      const shift = BigInt(part.level);
      try {
        const { answered } = backend.ask("golomb.map", {
          question: "golomb",
          n: n - part.level,
          remove: [String(hole[0] >> shift), String(hole[1] >> shift)],
          window: [String(part.row), String(part.col), part.rows, part.cols],
          letters: true,
        });
        const { answer } = await answered;
        if ("letters" in answer) shown.current = { n, hole, part, rows: answer.letters.split("\n") };
        setLevel(part.level);
        draw();
      } catch {
        // The last picture stays; the next change asks again.
      }
    } while (again.current);
    asking.current = false;
  };

  const draw = (): void => {
    const box = canvas.current;
    const context = box?.getContext("2d");
    if (!box || !context) return;
    const [width, height] = size();
    const ratio = devicePixelRatio || 1;
    if (box.width !== Math.round(width * ratio) || box.height !== Math.round(height * ratio)) {
      box.width = Math.round(width * ratio);
      box.height = Math.round(height * ratio);
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    const style = getComputedStyle(box);
    const paint = { ground: style.getPropertyValue("--cell"), line: style.getPropertyValue("--cell-line"), ink: style.getPropertyValue("--ink"), card: style.getPropertyValue("--card") };
    const camera = view();
    const { n, hole, steps } = latest.current;
    ground(context, camera, n, paint, steps !== null);
    if (steps !== null) {
      for (const step of steps) for (const piece of step.pieces) patch(context, camera, piece.cells, COLOURS[piece.colour % 3] as string);
    } else if (shown.current?.n === n) tiles(context, camera, shown.current);
    mark(context, camera, hole, paint);
  };

  useLayoutEffect(() => {
    camera.current = null;
    shown.current = null;
    setFits(true);
  }, [n]);
  useEffect(() => {
    draw();
    void ask();
  }, [n, hole[0], hole[1], steps]);
  useEffect(() => {
    const changed = () => {
      draw();
      void ask();
    };
    const watch = new ResizeObserver(changed);
    if (canvas.current) watch.observe(canvas.current);
    addEventListener("theme", changed);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    scheme.addEventListener("change", changed);
    return () => {
      watch.disconnect();
      removeEventListener("theme", changed);
      scheme.removeEventListener("change", changed);
    };
  }, []);

  const look = (next: Camera): void => {
    const [width, height] = size();
    camera.current = kept(next, latest.current.n, width, height);
    setFits(camera.current.scale <= whole(latest.current.n, width, height).scale * 1.001);
    draw();
    void ask();
  };
  const zoom = (factor: number, x = 0, y = 0): void => look(zoomed(view(), factor, x, y));
  /** Where the hole is seen. */
  const toHole = (): void => {
    const [row, col] = latest.current.hole;
    const half = 1n << 19n;
    look({ ...view(), row: (row << 20n) + half, col: (col << 20n) + half, scale: Math.max(view().scale, 28) });
  };

  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const gesture = useRef<"hole" | "map" | "pinch" | null>(null);
  const begun = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  const at = (event: PointerEvent | WheelEvent): { x: number; y: number } => {
    const frame = (event.currentTarget as Element).getBoundingClientRect();
    return { x: event.clientX - frame.left - frame.width / 2, y: event.clientY - frame.top - frame.height / 2 };
  };
  const nearHole = ({ x, y }: { x: number; y: number }): boolean => {
    const [row, col] = latest.current.hole;
    const place = screen(view(), 0, row, col);
    const half = view().scale / 2;
    return Math.hypot(place.x + half - x, place.y + half - y) < Math.max(22, half);
  };
  const handlers = {
    onPointerDown(event: PointerEvent) {
      const here = at(event);
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, here);
      if (pointers.current.size === 2) gesture.current = "pinch";
      else {
        begun.current = { ...here, moved: false };
        gesture.current = fits || nearHole(here) ? "hole" : "map";
        const cell = cellAt(view(), n, here.x, here.y);
        if (fits && cell && (cell[0] !== hole[0] || cell[1] !== hole[1])) move(cell, false);
      }
    },
    onPointerMove(event: PointerEvent) {
      const before = pointers.current.get(event.pointerId);
      if (!before) return;
      const here = at(event);
      if (begun.current && Math.hypot(here.x - begun.current.x, here.y - begun.current.y) > 6) begun.current.moved = true;
      if (gesture.current === "pinch") {
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
        if (other) {
          const [x, y] = [(here.x + other.x) / 2, (here.y + other.y) / 2];
          const factor = Math.hypot(here.x - other.x, here.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
          zoom(factor, x, y);
        }
      } else if (gesture.current === "hole") {
        const cell = cellAt(view(), n, here.x, here.y);
        const [row, col] = latest.current.hole;
        if (cell && (cell[0] !== row || cell[1] !== col)) move(cell, true);
      } else if (begun.current?.moved) {
        const camera = view();
        look({ ...camera, row: camera.row - units((here.y - before.y) / camera.scale), col: camera.col - units((here.x - before.x) / camera.scale) });
      }
      pointers.current.set(event.pointerId, here);
    },
    onPointerUp(event: PointerEvent) {
      const here = at(event);
      pointers.current.delete(event.pointerId);
      if (gesture.current === "map" && begun.current && !begun.current.moved) {
        const cell = cellAt(view(), n, here.x, here.y);
        if (cell) move(cell, false);
      }
      if (pointers.current.size === 0) gesture.current = null;
    },
    onPointerCancel(event: PointerEvent) {
      pointers.current.delete(event.pointerId);
      gesture.current = null;
    },
    onWheel(event: WheelEvent) {
      event.preventDefault();
      const { x, y } = at(event);
      zoom(Math.exp(-event.deltaY * 0.0016), x, y);
    },
  };
  const key = (event: KeyboardEvent): void => {
    const steps: Record<string, readonly [bigint, bigint]> = { ArrowLeft: [0n, -1n], ArrowRight: [0n, 1n], ArrowUp: [-1n, 0n], ArrowDown: [1n, 0n] };
    const step = steps[event.key];
    if (step && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // From far away a step is a block.
      const by = 1n << BigInt(level);
      const side = 1n << BigInt(n);
      const [row, col] = [hole[0] + step[0] * by, hole[1] + step[1] * by];
      if (row >= 0n && col >= 0n && row < side && col < side) move([row, col], true);
    } else if (event.key === "+" || event.key === "=") zoom(1.6);
    else if (event.key === "-") zoom(1 / 1.6);
    else if (event.key === "0") look(whole(n, ...size()));
  };
  const polygons = useMemo(() => (cells ? Array.from({ length: 4 ** n }, (_, i) => cellPolygon(Math.floor(i / 2 ** n), i % 2 ** n)) : []), [cells, n]);
  const overlay = cells && fits;
  return (
    <div class="map">
      <div class="screen">
      <canvas
        ref={canvas}
        {...handlers}
        onKeyDown={key}
        {...(overlay ? { "aria-hidden": true } : { tabIndex: 0, role: "application" })}
        aria-label={overlay ? undefined : `Board of side 2 to the power of ${n}; the hole is in row ${hole[0]}, column ${hole[1]}. Arrow keys move it, plus and minus zoom.`}
      />
      {overlay && (
        <div class="cells">
          <Board
            label={`Board of ${2 ** n} rows and columns: choose the missing cell`}
            polygons={polygons}
            margin={0}
            look="over"
            cell={(i) => ({ look: "none", label: `row ${Math.floor(i / 2 ** n)}, column ${i % 2 ** n}` })}
            follow
            choose={(i) => move([BigInt(Math.floor(i / 2 ** n)), BigInt(i % 2 ** n)], false)}
            pressed={(i) => hole[0] === BigInt(Math.floor(i / 2 ** n)) && hole[1] === BigInt(i % 2 ** n)}
          />
        </div>
      )}
      </div>
      <div class="bar">
        {level > 0 && <span class="scale">a square: 2{[...String(level)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")} cells wide</span>}
        {!fits && (
          <button type="button" onClick={toHole}>
            To the hole
          </button>
        )}
        <button type="button" aria-label="Zoom out" disabled={fits} onClick={() => zoom(1 / 2)}>
          −
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => (fits && n > 5 ? zoomToHole(zoom, view, latest.current.hole) : zoom(2))}>
          +
        </button>
        <button type="button" aria-label="Show all" disabled={fits} onClick={() => look(whole(n, ...size()))}>
          ⤢
        </button>
      </div>
    </div>
  );
}

/** Zooms in where the hole is, as there most is to be seen. */
function zoomToHole(zoom: (factor: number, x: number, y: number) => void, view: () => Camera, [row, col]: readonly [bigint, bigint]): void {
  const { x, y } = screen(view(), 0, row, col);
  zoom(2, x, y);
}

function cellPolygon(row: number, col: number): Polygon {
  return [
    [col, row],
    [col + 1, row],
    [col + 1, row + 1],
    [col, row + 1],
  ];
}

interface Paint {
  ground: string;
  line: string;
  ink: string;
  card: string;
}

/** The board itself, with the lines of its quarters where the induction is played. */
function ground(context: CanvasRenderingContext2D, camera: Camera, n: number, paint: Paint, lines: boolean): void {
  const { x, y } = screen(camera, 0, 0n, 0n);
  const side = 2 ** n * camera.scale;
  context.fillStyle = paint.ground;
  context.beginPath();
  context.roundRect(x - 2, y - 2, side + 4, side + 4, 5);
  context.fill();
  if (!lines || camera.scale < 4) return;
  for (let i = 1; i < 2 ** n; i += 1) {
    // The lines of larger blocks are heavier.
    let weight = 0;
    while (i % 2 ** (weight + 1) === 0) weight += 1;
    context.strokeStyle = paint.line;
    context.lineWidth = 0.6 + weight * 0.7;
    context.beginPath();
    context.moveTo(x + i * camera.scale, y);
    context.lineTo(x + i * camera.scale, y + side);
    context.moveTo(x, y + i * camera.scale);
    context.lineTo(x + side, y + i * camera.scale);
    context.stroke();
  }
}

/** The trominoes in sight: with gaps between them where there is room, or else as pixels. */
function tiles(context: CanvasRenderingContext2D, camera: Camera, { part, rows }: Seen): void {
  const size = camera.scale * 2 ** part.level;
  const { x, y } = screen(camera, part.level, part.row, part.col);
  if (size < 6) {
    pixels(context, rows, part, x, y, size);
    return;
  }
  const gap = Math.max(0.5, size * 0.035);
  const corner = size * 0.2;
  const paths = [new Path2D(), new Path2D(), new Path2D()];
  for (let r = 0; r < part.rows; r += 1) {
    const [above, row, below] = [rows[r - 1] ?? "", rows[r] ?? "", rows[r + 1] ?? ""];
    for (let c = 0; c < part.cols; c += 1) {
      const letter = row.charCodeAt(c);
      const path = paths[letter - 65];
      if (!path) continue;
      const same = (line: string, i: number): boolean => line.charCodeAt(i) === letter;
      const [up, right, down, left] = [same(above, c), same(row, c + 1), same(below, c), same(row, c - 1)];
      const [x0, y0] = [x + c * size + (left ? 0 : gap), y + r * size + (up ? 0 : gap)];
      const [x1, y1] = [x + (c + 1) * size - (right ? 0 : gap), y + (r + 1) * size - (down ? 0 : gap)];
      // A little more where a tromino goes on, so that no seam is seen.
      path.roundRect(x0, y0, x1 - x0 + (right ? 0.4 : 0), y1 - y0 + (down ? 0.4 : 0), [
        up || left ? 0 : corner,
        up || right ? 0 : corner,
        down || right ? 0 : corner,
        down || left ? 0 : corner,
      ]);
    }
  }
  paths.forEach((path, i) => {
    context.fillStyle = COLOURS[i] as string;
    context.fill(path);
  });
}

const RGB = COLOURS.map((text) => [1, 3, 5].map((i) => Number.parseInt(text.slice(i, i + 2), 16)));
let buffer: HTMLCanvasElement | null = null;

function pixels(context: CanvasRenderingContext2D, rows: string[], part: Part, x: number, y: number, size: number): void {
  buffer ??= document.createElement("canvas");
  buffer.width = part.cols;
  buffer.height = part.rows;
  const small = buffer.getContext("2d");
  if (!small) return;
  const image = small.createImageData(part.cols, part.rows);
  for (let r = 0; r < part.rows; r += 1) {
    const row = rows[r] ?? "";
    for (let c = 0; c < part.cols; c += 1) {
      const rgb = RGB[row.charCodeAt(c) - 65];
      if (!rgb) continue;
      const at = 4 * (r * part.cols + c);
      image.data[at] = rgb[0] as number;
      image.data[at + 1] = rgb[1] as number;
      image.data[at + 2] = rgb[2] as number;
      image.data[at + 3] = 255;
    }
  }
  small.putImageData(image, 0, 0);
  context.imageSmoothingEnabled = size < 2;
  context.drawImage(buffer, x, y, part.cols * size, part.rows * size);
}

/** One tromino. */
function patch(context: CanvasRenderingContext2D, camera: Camera, cells: (readonly [number, number])[], fill: string): void {
  const size = camera.scale;
  const gap = Math.max(0.5, size * 0.035);
  const has = (row: number, col: number): boolean => cells.some(([r, c]) => r === row && c === col);
  const corner = size * 0.2;
  context.fillStyle = fill;
  context.beginPath();
  for (const [row, col] of cells) {
    const { x, y } = screen(camera, 0, BigInt(row), BigInt(col));
    const [up, right, down, left] = [has(row - 1, col), has(row, col + 1), has(row + 1, col), has(row, col - 1)];
    context.roundRect(
      x + (left ? -0.4 : gap),
      y + (up ? -0.4 : gap),
      size - (left ? -0.4 : gap) - (right ? 0 : gap),
      size - (up ? -0.4 : gap) - (down ? 0 : gap),
      [up || left ? 0 : corner, up || right ? 0 : corner, down || right ? 0 : corner, down || left ? 0 : corner],
    );
  }
  context.fill();
}

/** The hole, and from far away a ring around it. */
function mark(context: CanvasRenderingContext2D, camera: Camera, [row, col]: readonly [bigint, bigint], paint: Paint): void {
  const { x, y } = screen(camera, 0, row, col);
  const size = camera.scale;
  const [cx, cy] = [x + size / 2, y + size / 2];
  context.fillStyle = paint.ink;
  context.beginPath();
  if (size >= 5) context.roundRect(x + size * 0.08, y + size * 0.08, size * 0.84, size * 0.84, size * 0.22);
  else context.arc(cx, cy, 3.2, 0, 7);
  context.fill();
  if (size >= 8) return;
  context.lineWidth = 4;
  context.strokeStyle = paint.card;
  context.beginPath();
  context.arc(cx, cy, Math.max(11, size * 0.75), 0, 7);
  context.stroke();
  context.lineWidth = 2;
  context.strokeStyle = paint.ink;
  context.stroke();
}
