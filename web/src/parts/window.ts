/**
 * Of thousands of pictures in a grid those that are near what is seen; room is kept for the others. In: how many there are. Out: which
 * of them to make, and how many pixels the rows before and after them take. All rows are alike. On paper all are there.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** So few are all made. */
const FEW = 240;

interface Near {
  from: number;
  to: number;
  before: number;
  after: number;
}

export function useWindow(count: number): Near & { box: { current: HTMLDivElement | null } } {
  const box = useRef<HTMLDivElement>(null);
  const [near, set] = useState<Near>({ from: 0, to: FEW, before: 0, after: 0 });
  const [printing, setPrinting] = useState(false);
  useLayoutEffect(() => {
    if (count <= FEW) return;
    let asked = 0;
    const look = () => {
      asked = 0;
      const grid = box.current;
      const one = grid?.firstElementChild;
      if (!grid || !one) return;
      const { gridTemplateColumns, rowGap } = getComputedStyle(grid);
      const columns = gridTemplateColumns.split(" ").length;
      const height = one.getBoundingClientRect().height + Number.parseFloat(rowGap);
      const top = grid.getBoundingClientRect().top;
      const rows = Math.ceil(count / columns);
      // A screen more on either side.
      const within = (pixels: number): number => Math.min(rows - 1, Math.max(0, Math.floor(pixels / height)));
      const [first, last] = [within(-top - innerHeight), within(-top + 2 * innerHeight)];
      const next = { from: first * columns, to: (last + 1) * columns, before: first * height, after: (rows - 1 - last) * height };
      set((near) => (near.from === next.from && near.to === next.to && near.after === next.after ? near : next));
    };
    const soon = () => {
      if (asked === 0) asked = requestAnimationFrame(look);
    };
    const [print, printed] = [() => setPrinting(true), () => setPrinting(false)];
    look();
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    addEventListener("beforeprint", print);
    addEventListener("afterprint", printed);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener("scroll", soon);
      removeEventListener("resize", soon);
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", printed);
    };
  }, [count]);
  if (count <= FEW || printing) return { box, from: 0, to: count, before: 0, after: 0 };
  return { box, ...near, to: Math.min(count, near.to) };
}
