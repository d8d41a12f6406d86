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
import { ground, mark, patch, type Seen, type Stepped, tiles } from "./golomb-draw.ts";
import { type Camera, cellAt, kept, screen, seen, units, whole, zoomed } from "./golomb-map.ts";

/** Pixels that a key looks further. */
const LOOK = 60;

interface Props {
  n: number;
  hole: readonly [bigint, bigint];
  move(hole: readonly [bigint, bigint], quietly: boolean): void;
  /** The steps made so far, instead of the tiling. */
  steps: Stepped[] | null;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** What is seen, as it was last asked for. */
  shown: RefObject<Seen | null>;
  /** Every cell can be focused. */
  cells: boolean;
}

export function GolombCanvas({ n, hole, move, steps, canvas, shown, cells }: Props): JSX.Element {
  const camera = useRef<Camera | null>(null);
  const latest = useRef({ n, hole, steps });
  latest.current = { n, hole, steps };
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
      for (const step of steps) for (const piece of step.pieces) patch(context, camera, piece.cells, piece.colour);
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
    if (step && event.shiftKey) {
      event.preventDefault();
      const camera = view();
      const by = units(LOOK / camera.scale);
      look({ ...camera, row: camera.row + step[0] * by, col: camera.col + step[1] * by });
    } else if (step && !event.ctrlKey && !event.metaKey) {
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
        aria-label={overlay ? undefined : `Board of side 2 to the power of ${n}; the hole is in row ${hole[0]}, column ${hole[1]}. Arrow keys move it, plus and minus zoom, Shift with arrow keys looks around.`}
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
