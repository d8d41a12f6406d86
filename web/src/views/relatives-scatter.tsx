/**
 * All related pairs by the numbers of their tilings, on a canvas, as in Hansen's Figure 5. A tap chooses the nearest; for keys and
 * for the ear it is a slider over the pairs, in the order of their tilings, and Enter chooses.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { first, type Pair, RULES } from "./relatives-logic.ts";

/** So many pairs further with Page Up and Page Down. */
const PAGE = 50;

interface Props {
  pairs: Pair[];
  /** The tilings. */
  count: number;
  /** The class that is looked at. */
  class: number;
  pick(pair: Pair): void;
}

export function Scatter({ pairs, count, class: chosen, pick }: Props): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pointed, point] = useState<number | null>(null);
  const at = pointed !== null && pointed < pairs.length ? pointed : Math.max(0, pairs.findIndex((pair) => pair.class === chosen));
  const [focused, setFocused] = useState(false);
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
    const scaled = (n: number, length: number): number => margin + (n / count) * (length - 2 * margin);
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
    for (const pair of pairs) one(pair, scaled(pair.from, width), scaled(pair.to, height), 1.7);
    context.globalAlpha = 1;
    context.strokeStyle = style.getPropertyValue("--ink");
    context.lineWidth = 1.5;
    for (const pair of pairs) {
      if (pair.class !== chosen) continue;
      const [x, y] = [scaled(pair.from, width), scaled(pair.to, height)];
      one(pair, x, y, 3.5);
      context.beginPath();
      context.arc(x, y, 6, 0, 7);
      context.stroke();
    }
    const pair = focused ? pairs[at] : undefined;
    if (pair) {
      const [x, y] = [scaled(pair.from, width), scaled(pair.to, height)];
      one(pair, x, y, 3.5);
      context.lineWidth = 2.5;
      context.strokeStyle = style.getPropertyValue("--accent");
      context.strokeRect(x - 9, y - 9, 18, 18);
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
  }, [pairs, chosen, at, focused]);
  const tap = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const value = (at: number, length: number): number => ((at - margin) / (length - 2 * margin)) * count;
    const [x, y] = [value(event.clientX - box.left, box.width), value(event.clientY - box.top, box.height)];
    const distance = (pair: Pair): number => (pair.from - x) ** 2 + (pair.to - y) ** 2;
    const best = pairs.reduce((best, pair) => (distance(pair) < distance(best) ? pair : best), pairs[0] as Pair);
    if (best && distance(best) < (count / 30) ** 2) pick(best);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const last = pairs.length - 1;
    const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE, Home: -last, End: last };
    const step = steps[event.key];
    const chooses = event.key === "Enter" || event.key === " ";
    if (step === undefined && !chooses) return;
    event.preventDefault();
    if (chooses) pick(pairs[at] as Pair);
    else point(Math.min(last, Math.max(0, at + (step as number))));
  };
  const said = (pair: Pair): string => `tilings ${pair.from} and ${pair.to}, class ${pair.class}: ${pair.pieces.join(" and ")}, ${RULES[first(pair.rules)].name.toLowerCase()}`;
  return (
    <canvas
      ref={canvas}
      class="scatter"
      tabIndex={0}
      role="slider"
      aria-label={`${pairs.length} related pairs of ${count} tilings; arrow keys go from pair to pair, Enter shows one`}
      aria-valuemin={1}
      aria-valuemax={pairs.length}
      aria-valuenow={at + 1}
      aria-valuetext={pairs[at] && said(pairs[at])}
      onPointerUp={tap}
      onKeyDown={key}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}
