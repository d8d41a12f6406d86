/** All related pairs by the numbers of their tilings, on a canvas, as in Hansen's Figure 5. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { first, type Pair, RULES } from "./relatives-logic.ts";

/** All pairs by the numbers of their tilings, on a canvas. */
export function Scatter({ pairs, count, class: chosen, pick }: { pairs: Pair[]; count: number; class: number; pick(pair: Pair): void }): JSX.Element {
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
