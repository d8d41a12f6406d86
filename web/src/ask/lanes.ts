/**
 * Questions on their way, whoever answers them: each waits in a lane, is heard while it is answered, and ends once.
 *
 * In: questions by the name of their lane. Out: what the listener is told, then the answer, the refusal, or word that nobody waits for
 * it any more. Backends say what a lane does with what waits in it.
 */
import { type Answered, Cancelled, type Job, type Kind, type Listener, type Question } from "./ask.ts";

/** A question that somebody waits for, until it is over. */
export class Waiting {
  over = false;
  /** Says when nobody waits for it any more. */
  readonly left = new AbortController();
  private readonly begun = performance.now();

  constructor(
    readonly question: unknown,
    private readonly listener: Listener<Kind>,
    private readonly settle: (answered: Answered<Kind>) => void,
    private readonly refuse: (reason: Error) => void,
  ) {}

  progress(sentence: string): void {
    if (!this.over) this.listener.progress?.(sentence);
  }

  part(part: unknown, text: string): void {
    if (this.over) return;
    if (isWarning(part)) this.listener.warning?.(part.warning);
    else this.listener.part?.(part as never, text);
  }

  answer(answer: unknown, text: string): void {
    if (this.over) return;
    this.over = true;
    this.settle({ answer: answer as never, text, milliseconds: performance.now() - this.begun });
  }

  fail(reason: Error): void {
    if (this.over) return;
    this.over = true;
    this.refuse(reason);
  }

  drop(): void {
    if (this.over) return;
    this.fail(new Cancelled("nobody waits for it any more"));
    this.left.abort();
  }
}

export interface Lane {
  ask(waiting: Waiting): void;
  cancel(waiting: Waiting): void;
}

/** Lanes by their names, each made when it is first asked in. */
export abstract class Lanes {
  private readonly lanes = new Map<string, Lane>();

  protected abstract lane(name: string): Lane;

  ask<K extends Kind>(name: string, question: Question<K> & { question: K }, listener: Listener<K> = {}): Job<K> {
    const lane = this.lanes.get(name) ?? this.lane(name);
    this.lanes.set(name, lane);
    const { promise, resolve, reject } = withResolvers<Answered<K>>();
    const waiting = new Waiting(question, listener as Listener<Kind>, resolve as (answered: Answered<Kind>) => void, reject);
    lane.ask(waiting);
    return { answered: promise, cancel: () => lane.cancel(waiting) };
  }
}

/** A promise, and what keeps or breaks it. */
function withResolvers<T>(): { promise: Promise<T>; resolve(value: T): void; reject(reason: Error): void } {
  let [resolve, reject] = [(_: T): void => {}, (_: Error): void => {}];
  const promise = new Promise<T>((keep, fail) => {
    [resolve, reject] = [keep, fail];
  });
  return { promise, resolve, reject };
}

function isWarning(part: unknown): part is { warning: string } {
  return typeof part === "object" && part !== null && "warning" in part && Object.keys(part).length === 1;
}
