/**
 * Many things in one picture, of which one is in the order of Tab: arrow keys go to the next in their direction, Page Down and Page Up
 * from one to the next in their own order, so that all are reached, Home and End to the first and the last; Enter and Space choose.
 */
import { useState } from "preact/hooks";
import { ARROWS, type Point, towards } from "../geometry.ts";

interface Item {
  tabindex: number;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Where a key leads from one of so many places; nowhere if it is no such key, or nothing is there. */
export function reached(key: string, places: readonly Point[], from: number): number | null {
  const direction = ARROWS[key];
  if (direction) return towards(places, places[from] as Point, direction);
  const to = { Home: 0, End: places.length - 1, PageDown: from + 1, PageUp: from - 1 }[key];
  return to === undefined || to < 0 || to >= places.length ? null : to;
}

/** What each of them listens to. They are siblings in the order of their places; `start` is the one that Tab comes to first. */
export function useRoving(places: readonly Point[], start: number, choose: (index: number) => void): (index: number) => Item {
  const [focus, setFocus] = useState<number | null>(null);
  const stop = focus !== null && focus < places.length ? focus : Math.max(0, start);
  return (index) => ({
    tabindex: index === stop ? 0 : -1,
    onFocus: () => setFocus(index),
    onKeyDown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose(index);
        return;
      }
      const to = reached(event.key, places, index);
      if (to === null) return;
      event.preventDefault();
      const all = (event.currentTarget as Element).parentElement?.children;
      (all?.[to] as SVGElement | undefined)?.focus();
    },
  });
}
