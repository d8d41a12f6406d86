/**
 * The engines behind `polytile serve`, asked over HTTP.
 *
 * In: questions. A lane is a view of this page for the server, which has one job for it: a newer question supersedes it there too.
 * Questions of a lane are posted one after the other, and only the newest of those that wait, so that they arrive in the order in
 * which they were asked. Who gives up listening cancels the job.
 */
import { type Answered, type Backend, Cancelled, type Job, type Kind, type Listener, type Question, Refusal } from "./ask.ts";
import { type Event, events } from "./events.ts";

/** A page is told from others by a name that it chooses. */
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const UNREACHED = new Refusal("The server does not answer.", "See whether polytile serve still runs, and load the page again.");

interface Waiting {
  question: unknown;
  listener: Listener<Kind>;
  begun: number;
  /** Ends the stream of events. */
  leave: AbortController;
  settle(answered: Answered<Kind>): void;
  fail(reason: Error): void;
}

class Lane {
  private posting = false;
  private current: Waiting | null = null;

  constructor(private readonly name: string) {}

  ask(waiting: Waiting): void {
    if (this.current !== null) this.cancel(this.current);
    this.current = waiting;
    if (!this.posting) void this.post();
  }

  cancel(waiting: Waiting): void {
    waiting.fail(new Cancelled("nobody waits for it any more"));
    waiting.leave.abort();
    if (this.current === waiting) this.current = null;
  }

  /** Posts what is asked, until that is the newest. */
  private async post(): Promise<void> {
    this.posting = true;
    for (let posted: Waiting | null = null; this.current !== null && this.current !== posted; ) {
      posted = this.current;
      await this.follow(posted);
    }
    this.posting = false;
  }

  /** Posts a question; what comes of it is heard by and by. */
  private async follow(waiting: Waiting): Promise<void> {
    // This is not left before it has arrived: what is asked later would arrive sooner.
    const network = new AbortController();
    try {
      const where = new URLSearchParams({ page: PAGE, view: this.name });
      const response = await fetch(`./api/jobs?${where}`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "text/event-stream" },
        body: JSON.stringify(waiting.question),
        signal: network.signal,
      });
      if (!response.ok) {
        const { error, help } = (await response.json()) as { error: string; help: string | null };
        throw new Refusal(error, help);
      }
      const job = response.headers.get("location");
      const leave = () => {
        network.abort();
        // The server hears of a closed connection when it next has something to say; of this at once.
        if (job !== null) void fetch(`.${job}`, { method: "DELETE" }).catch(() => {});
      };
      if (waiting.leave.signal.aborted) return leave();
      waiting.leave.signal.addEventListener("abort", leave);
      void this.hear(waiting, response, () => waiting.leave.signal.removeEventListener("abort", leave)).catch((error: unknown) => waiting.fail(reason(error)));
    } catch (error) {
      waiting.fail(reason(error));
    }
  }

  private async hear(waiting: Waiting, { body }: Response, done: () => void): Promise<void> {
    if (body === null) throw UNREACHED;
    let last = false;
    // To its end: then the connection can be used again.
    for await (const event of events(body)) {
      if (waiting.leave.signal.aborted) return;
      last = this.tell(waiting, event);
      if (last) done();
    }
    if (!last) throw UNREACHED;
  }

  /** Tells what an event says, and whether it is the last. */
  private tell({ listener, ...waiting }: Waiting, { name, data }: Event): boolean {
    switch (name) {
      case "progress":
        listener.progress?.((data as { progress: string }).progress);
        return false;
      case "partial": {
        const { part, text } = data as { part: unknown; text: string };
        if (isWarning(part)) listener.warning?.(part.warning);
        else listener.part?.(part as never, text);
        return false;
      }
      case "answer": {
        const { answer, text } = data as { answer: unknown; text: string };
        waiting.settle({ answer: answer as never, text, milliseconds: performance.now() - waiting.begun });
        return true;
      }
      default: {
        const { error, help } = data as { error: string; help: string | null };
        waiting.fail(new Refusal(error, help));
        return true;
      }
    }
  }
}

function reason(error: unknown): Error {
  return error instanceof Refusal ? error : UNREACHED;
}

function isWarning(part: unknown): part is { warning: string } {
  return typeof part === "object" && part !== null && "warning" in part && Object.keys(part).length === 1;
}

class ServerBackend implements Backend {
  private readonly lanes = new Map<string, Lane>();

  ask<K extends Kind>(lane: string, question: Question<K> & { question: K }, listener: Listener<K> = {}): Job<K> {
    const line = this.lanes.get(lane) ?? new Lane(lane);
    this.lanes.set(lane, line);
    let waiting!: Waiting;
    const answered = new Promise<Answered<K>>((resolve, reject) => {
      waiting = {
        question,
        listener: listener as Listener<Kind>,
        begun: performance.now(),
        leave: new AbortController(),
        settle: resolve as (answered: Answered<Kind>) => void,
        fail: reject,
      };
    });
    line.ask(waiting);
    return { answered, cancel: () => line.cancel(waiting) };
  }

  async engines(): Promise<string> {
    const response = await fetch("./api/metrics");
    const { version, limits } = (await response.json()) as { version: string; limits: { threads: number } };
    return `Engines: polytile ${version} on this server, ${limits.threads === 1 ? "one thread" : `${limits.threads} threads`}.`;
  }
}

export const backend: Backend = new ServerBackend();
