/**
 * The map of all positions of a sliding-block puzzle, by distance from the start. The dot is where one is; a tap goes anywhere. By keys
 * one walks: up and down choose among the moves that there are, Enter makes the one that is chosen; what it leads to is said.
 */
import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Answer } from "../ask/ask.ts";
import { map, state, type Way, ways } from "./slide-logic.ts";

interface Props {
  graph: Answer<"slide_graph">;
  moved: Answer<"slide_moves">;
  /** Elsewhere, not by a move. */
  go(position: string): void;
  /** By a move. */
  walk(way: Way): void;
}

/** Beyond so many, edges are only fog. */
const EDGES = 120_000;

export function StateMap({ graph, moved, go, walk }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const layout = useMemo(() => map(graph.distances, graph.edges as [number, number][]), [graph]);
  const kinds = useMemo(() => new Map(moved.pieces.map((piece) => [piece.piece, piece.kind])), [graph]);
  const numbers = useMemo(() => new Map(graph.positions.map((position, i) => [state(position, kinds), i])), [graph, kinds]);
  const here = numbers.get(state(moved.position, kinds));
  const beside = useMemo(() => {
    const found = here === undefined ? [] : graph.edges.flatMap(([a, b]) => (a === here ? [b as number] : b === here ? [a as number] : []));
    return ways(moved, kinds, new Map(found.map((i) => [state(graph.positions[i] as string, kinds), i]))).sort(
      (a, b) => (layout.y[a.to] as number) - (layout.y[b.to] as number) || (layout.x[a.to] as number) - (layout.x[b.to] as number),
    );
  }, [moved, graph, here]);
  const [chosen, choose] = useState<{ at: string; index: number } | null>(null);
  const way = beside[chosen?.at === moved.position ? chosen.index : -1];
  const background = useRef<{ picture: HTMLCanvasElement; key: string } | null>(null);
  const margin = 14;

  const draw = () => {
    const box = canvas.current;
    const context = box?.getContext("2d");
    if (!box || !context) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [box.clientWidth, box.clientHeight];
    box.width = width * ratio;
    box.height = height * ratio;
    const style = getComputedStyle(box);
    const place = (i: number): [number, number] => [
      margin + (layout.x[i] as number) * (width - 2 * margin),
      margin + (layout.y[i] as number) * (height - 2 * margin),
    ];
    const key = `${width}x${height}${ratio}${style.color}`;
    if (background.current?.key !== key) {
      const picture = document.createElement("canvas");
      [picture.width, picture.height] = [box.width, box.height];
      const under = picture.getContext("2d");
      if (!under) return;
      under.scale(ratio, ratio);
      if (graph.edges.length <= EDGES) {
        under.strokeStyle = style.getPropertyValue("--soft");
        under.globalAlpha = Math.min(0.5, Math.max(0.05, 1500 / graph.edges.length));
        under.lineWidth = 0.7;
        under.beginPath();
        for (const [a, b] of graph.edges) {
          under.moveTo(...place(a as number));
          under.lineTo(...place(b as number));
        }
        under.stroke();
      }
      under.globalAlpha = 0.8;
      under.fillStyle = style.getPropertyValue("--accent");
      const size = graph.positions.length > 4000 ? 1.1 : graph.positions.length > 600 ? 2 : 3.5;
      graph.positions.forEach((_, i) => {
        const [x, y] = place(i);
        under.fillRect(x - size / 2, y - size / 2, size, size);
      });
      under.globalAlpha = 1;
      under.fillStyle = "#e69f00";
      for (const i of graph.goals) {
        const [x, y] = place(i);
        under.beginPath();
        under.arc(x, y, Math.max(1.6, size * 0.8), 0, 7);
        under.fill();
      }
      background.current = { picture, key };
    }
    context.drawImage(background.current.picture, 0, 0);
    context.scale(ratio, ratio);
    const mark = (i: number, radius: number) => {
      const [x, y] = place(i);
      context.beginPath();
      context.arc(x, y, radius, 0, 7);
      context.fillStyle = style.getPropertyValue("--ink");
      context.fill();
      context.lineWidth = 3;
      context.strokeStyle = style.getPropertyValue("--card");
      context.stroke();
    };
    if (here === undefined) return;
    if (way !== undefined) {
      const [from, to] = [place(here), place(way.to)];
      context.strokeStyle = style.getPropertyValue("--ink");
      context.lineWidth = 2.5;
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
      context.beginPath();
      context.arc(...to, 7, 0, 7);
      context.stroke();
    }
    mark(here, 6);
  };
  useEffect(() => {
    background.current = null;
  }, [layout]);
  useEffect(() => {
    draw();
    const again = () => draw();
    const watch = new ResizeObserver(again);
    if (canvas.current) watch.observe(canvas.current);
    addEventListener("theme", again);
    return () => {
      watch.disconnect();
      removeEventListener("theme", again);
    };
  }, [layout, here, way]);
  const tap = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const x = (event.clientX - box.left - margin) / (box.width - 2 * margin);
    const y = (event.clientY - box.top - margin) / (box.height - 2 * margin);
    let best = -1;
    let least = 0.002;
    for (let i = 0; i < graph.positions.length; i += 1) {
      const far = ((layout.x[i] as number) - x) ** 2 + (((layout.y[i] as number) - y) * 0.5) ** 2;
      if (far < least) [best, least] = [i, far];
    }
    if (best >= 0) go(graph.positions[best] as string);
  };
  const farthest = graph.positions.length - 1;
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = way === undefined ? -1 : beside.indexOf(way);
    const turn = (by: number) => beside.length > 0 && choose({ at: moved.position, index: (index + by + beside.length) % beside.length });
    const keys: Record<string, () => void> = {
      ArrowDown: () => turn(1),
      ArrowRight: () => turn(1),
      ArrowUp: () => turn(index < 0 ? 0 : -1),
      ArrowLeft: () => turn(index < 0 ? 0 : -1),
      Enter: () => way && walk(way),
      " ": () => way && walk(way),
      Home: () => go(graph.positions[0] as string),
      End: () => go(graph.positions[farthest] as string),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const goals = new Set(graph.goals);
  const far = (i: number): string => `${graph.distances[i]} from the start${goals.has(i) ? ", a goal" : ""}`;
  const says = here === undefined ? "Your position is not on the map." : way === undefined ? `You are ${far(here)}; ${beside.length} way${beside.length === 1 ? "" : "s"} on.` : `${way.letter} ${way.move.path.join(", ")}: to a position ${far(way.to)}.`;
  return (
    <>
      <canvas
        ref={canvas}
        class="states"
        tabIndex={0}
        onPointerUp={tap}
        onKeyDown={key}
        role="application"
        aria-label={`Map of ${graph.positions.length} positions, ${graph.goals.length} of them goals. Up and down choose a move, Enter makes it, Home goes to the start, End to the farthest.`}
      />
      <p class="hint" role="status">
        {says}
      </p>
    </>
  );
}
