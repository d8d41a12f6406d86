/**
 * What all views share: who answers, where we are, and undo.
 *
 * The address is the state. A view reads its values and changes them; changes that belong together (a drag) replace each other,
 * others are steps that can be taken back, here or by the browser.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Address, read, write } from "./address.ts";
import { type Answered, Cancelled, type Kind, type Listener, type Question, Refusal } from "./ask/ask.ts";
import { backend } from "#backend";
import * as trail from "./trail.ts";

export { backend };

type Values = Readonly<Record<string, string>>;

export interface Place {
  values: Values;
  /** Changes values; `quietly` where many changes follow each other, which are one step then, and none for the browser's Back. */
  change(values: Record<string, string>, quietly?: boolean): void;
  undo(): void;
  redo(): void;
  canUndo: boolean;
  canRedo: boolean;
}

/** Between two changes of the address that replace each other, in milliseconds: browsers refuse more than a hundred in half a minute. */
const PAUSE = 320;

/** The address of the page. What replaces it is shown at once, and written at once too, unless the last was only now: then soon. */
export function useAddress(): [Address, (address: Address, replace?: boolean) => void] {
  const [address, set] = useState(() => read(location.hash));
  const late = useRef<{ at: number; timer: ReturnType<typeof setTimeout> | undefined; fragment: string | null }>({ at: -PAUSE, timer: undefined, fragment: null });
  const drop = () => {
    clearTimeout(late.current.timer);
    late.current.fragment = null;
  };
  useEffect(() => {
    const moved = () => {
      drop();
      set(read(location.hash));
    };
    addEventListener("popstate", moved);
    addEventListener("hashchange", moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener("hashchange", moved);
    };
  }, []);
  const go = useCallback((next: Address, replace = false) => {
    const put = () => {
      const { fragment } = late.current;
      drop();
      if (fragment === null || fragment === location.hash) return;
      late.current.at = performance.now();
      history.replaceState(null, "", fragment);
    };
    if (replace) {
      clearTimeout(late.current.timer);
      late.current.fragment = write(next);
      const wait = late.current.at + PAUSE - performance.now();
      if (wait > 0) late.current.timer = setTimeout(put, wait);
      else put();
    } else {
      // What came before stays behind what comes now.
      put();
      if (write(next) !== location.hash) history.pushState(null, "", write(next));
    }
    set(next);
  }, []);
  return [address, go];
}

/** Quiet changes of the same values that follow each other so soon are one step, in milliseconds. */
const TOGETHER = 1500;

/** The values of a view in the address, with undo and redo. */
export function usePlace(address: Address, go: (address: Address, replace?: boolean) => void): Place {
  const latest = useRef(address);
  latest.current = address;
  const [way, setWay] = useState(() => trail.begin(write(address)));
  const own = useRef(write(address));
  const changed = useRef({ at: -TOGETHER, keys: "" });
  // Somebody went back, or followed a link: that is a state as any other.
  useEffect(() => {
    const here = write(address);
    if (here === own.current) return;
    // Each view has a trail of its own.
    const elsewhere = read(own.current).view !== address.view;
    own.current = here;
    setWay((way) => (elsewhere ? trail.begin(here) : trail.go(way, here)));
  }, [address]);
  const show = (fragment: string, replace: boolean) => {
    own.current = fragment;
    latest.current = read(fragment);
    go(latest.current, replace);
  };
  return {
    values: address.values,
    change(values, quietly = false) {
      const { view, values: before } = latest.current;
      const next = write({ view, values: { ...before, ...values } });
      if (next === write(latest.current)) return;
      const last = changed.current;
      changed.current = { at: performance.now(), keys: Object.keys(values).sort().join() };
      const together = quietly && last.keys === changed.current.keys && changed.current.at - last.at < TOGETHER;
      setWay((way) => (together ? { ...way, now: next } : trail.go(way, next)));
      show(next, quietly);
    },
    undo() {
      const next = trail.undo(way);
      setWay(next);
      show(next.now, true);
    },
    redo() {
      const next = trail.redo(way);
      setWay(next);
      show(next.now, true);
    },
    canUndo: way.past.length > 0,
    canRedo: way.future.length > 0,
  };
}

export interface Reply<K extends Kind> {
  answered: Answered<K> | null;
  /** The question that was answered. */
  key: string;
  refusal: Refusal | null;
  progress: string | null;
  warnings: string[];
  busy: boolean;
}

const NOTHING = { answered: null, key: "", refusal: null, progress: null, warnings: [], busy: false };

/** Answers that may be wanted again, by their questions: the newest of so many. */
const KEPT = 400;
const kept = new Map<string, Answered<Kind>>();

function keep(key: string, answered: Answered<Kind>): void {
  kept.set(key, answered);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value as string);
}

/**
 * Asks whenever the question is another one. The last answer stays until the next one is there, so that nothing flickers; `busy`
 * says that it is an old one. Without a question nothing is asked. With `keeps`, for small answers without parts, what was answered
 * before is not asked again.
 */
export function useAnswer<K extends Kind>(
  lane: string,
  question: (Question<K> & { question: K }) | null,
  listener?: Listener<K>,
  keeps = false,
): Reply<K> & { cancel(): void } {
  const key = question === null ? "" : JSON.stringify(question);
  const [reply, set] = useState<Reply<K>>(NOTHING);
  const job = useRef<{ cancel(): void } | null>(null);
  // Before the next picture: what is asked is answered meanwhile.
  useLayoutEffect(() => {
    if (question === null) {
      set(NOTHING);
      return;
    }
    const known = keeps ? (kept.get(key) as Answered<K> | undefined) : undefined;
    if (known !== undefined) {
      set({ ...NOTHING, answered: known, key });
      return;
    }
    let mine = true;
    set((reply) => ({ ...reply, refusal: null, progress: null, warnings: [], busy: true }));
    const asked = backend.ask(lane, question, {
      ...listener,
      progress: (progress) => mine && set((reply) => ({ ...reply, progress })),
      warning: (warning) => mine && set((reply) => ({ ...reply, warnings: [...reply.warnings, warning] })),
    });
    job.current = asked;
    asked.answered.then(
      (answered) => {
        if (keeps) keep(key, answered as Answered<Kind>);
        if (mine) set((reply) => ({ ...reply, answered, key, refusal: null, progress: null, busy: false }));
      },
      (error: unknown) => {
        if (!mine) return;
        const refusal = error instanceof Refusal ? error : new Refusal(String((error as Error).message ?? error), null);
        set((reply) => ({ ...reply, answered: null, refusal: error instanceof Cancelled ? null : refusal, progress: null, busy: false }));
      },
    );
    return () => {
      mine = false;
      asked.cancel();
    };
  }, [lane, key]);
  return { ...reply, cancel: () => job.current?.cancel() };
}
