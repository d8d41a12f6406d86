/** More of a long list, as one scrolls to its end. */
import { useEffect, useRef } from "preact/hooks";

/** What stands at the end of the list; `more` is called when it comes into sight, while there is more, again after each change. */
export function useMore<E extends Element>(there: boolean, shown: number, more: () => void): { current: E | null } {
  const end = useRef<E>(null);
  useEffect(() => {
    if (!end.current || !there) return;
    // What has changed several times since is told at once: the last counts.
    const watch = new IntersectionObserver((changes) => changes.at(-1)?.isIntersecting && more(), { rootMargin: "400px" });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [there, shown]);
  return end;
}
