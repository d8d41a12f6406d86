/** Undo and redo: the states that were, and those that were taken back. Nothing asks whether one is sure. */
export interface Trail<S> {
  readonly past: readonly S[];
  readonly now: S;
  readonly future: readonly S[];
}

/** How many states are kept. */
const KEPT = 500;

export const begin = <S>(now: S): Trail<S> => ({ past: [], now, future: [] });

/** A new state; what was taken back is forgotten. */
export function go<S>(trail: Trail<S>, now: S): Trail<S> {
  return now === trail.now ? trail : { past: [...trail.past, trail.now].slice(-KEPT), now, future: [] };
}

export function undo<S>({ past, now, future }: Trail<S>): Trail<S> {
  const before = past.at(-1);
  return before === undefined ? { past, now, future } : { past: past.slice(0, -1), now: before, future: [now, ...future] };
}

export function redo<S>({ past, now, future }: Trail<S>): Trail<S> {
  const [after, ...rest] = future;
  return after === undefined ? { past, now, future } : { past: [...past, now], now: after, future: rest };
}
