/**
 * The one way in which the page asks: a question goes out, progress and parts come in, then the answer, or a refusal.
 *
 * Who answers is a `Backend`: a worker with the engines as WebAssembly (`worker-backend.ts`), or the server that sent
 * the page (`server-backend.ts`). Which of them is decided when the page is built (`vite.config.ts`): one that a server sends has no
 * WebAssembly.
 */
import type { Kinds } from "../questions.gen.ts";

export type Kind = keyof Kinds;
export type Question<K extends Kind> = Kinds[K]["question"];
export type Part<K extends Kind> = Kinds[K]["part"];
export type Answer<K extends Kind> = Kinds[K]["answer"];
export type AnyQuestion = { [K in Kind]: Question<K> }[Kind];

/** Who is told what comes before the answer. Every part has a text too, as the command prints it. */
export interface Listener<K extends Kind> {
  part?(part: Part<K>, text: string): void;
  warning?(warning: string): void;
  progress?(sentence: string): void;
}

/** An answer, and the same as the command prints it. */
export interface Answered<K extends Kind> {
  answer: Answer<K>;
  text: string;
  /** From the question to the answer, seen from the page. */
  milliseconds: number;
}

/** A question that is being answered. */
export interface Job<K extends Kind> {
  answered: Promise<Answered<K>>;
  cancel(): void;
}

/** Why there is no answer: what is wrong, and how to mend it. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly help: string | null,
  ) {
    super(message);
  }
}

/** Nobody waits for the answer any more. */
export class Cancelled extends Error {}

export interface Backend {
  /** Asks. What else was asked in the same lane is superseded: nobody waits for it any more. */
  ask<K extends Kind>(lane: string, question: Question<K> & { question: K }, listener?: Listener<K>): Job<K>;
  /** Which engines answer, in a sentence. */
  engines(): Promise<string>;
  /** What would answer sooner, where something would. */
  readonly quicker?: string;
  /** Gets ready before the first question, where there is something to fetch. */
  begin?(): Promise<unknown>;
}

/** A count as people read it: digits in groups, between which a long one may be broken. */
export function grouped(count: number | string): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u2009");
}
