/**
 * The engines behind `polytile serve`, asked over HTTP.
 *
 * In: questions. A lane is a view of this page for the server, which has one job for it: a newer question supersedes it there too.
 * Questions of a lane are posted one after the other, and only the newest of those that wait, so that they arrive in the order in
 * which they were asked. Who gives up listening cancels the job.
 */
import { type Backend, Refusal } from "./ask.ts";
import { type Event, events } from "./events.ts";
import { type Lane, Lanes, type Waiting } from "./lanes.ts";

/** A page is told from others by a name that it chooses. */
const PAGE = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const UNREACHED = new Refusal("The server does not answer.", "See whether polytile serve still runs, and load the page again.");

class View implements Lane {
  private posting = false;
  private current: Waiting | null = null;

  constructor(private readonly name: string) {}

  ask(waiting: Waiting): void {
    this.current?.drop();
    this.current = waiting;
    if (!this.posting) void this.post();
  }

  cancel(waiting: Waiting): void {
    waiting.drop();
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
      if (waiting.left.signal.aborted) return leave();
      waiting.left.signal.addEventListener("abort", leave);
      void hear(waiting, response).catch((error: unknown) => waiting.fail(reason(error)));
    } catch (error) {
      waiting.fail(reason(error));
    }
  }
}

async function hear(waiting: Waiting, { body }: Response): Promise<void> {
  if (body === null) throw UNREACHED;
  // To its end: then the connection can be used again.
  for await (const event of events(body)) if (!waiting.over) tell(waiting, event);
  if (!waiting.over) throw UNREACHED;
}

/** Tells what an event says. */
function tell(waiting: Waiting, { name, data }: Event): void {
  const { progress, part, answer, text, error, help } = data as { progress: string; part: unknown; answer: unknown; text: string; error: string; help: string | null };
  if (name === "progress") waiting.progress(progress);
  else if (name === "partial") waiting.part(part, text);
  else if (name === "answer") waiting.answer(answer, text);
  else waiting.fail(new Refusal(error, help));
}

function reason(error: unknown): Error {
  return error instanceof Refusal ? error : UNREACHED;
}

class ServerBackend extends Lanes implements Backend {
  protected lane(name: string): Lane {
    return new View(name);
  }

  async engines(): Promise<string> {
    const response = await fetch("./api/metrics");
    const { version, limits } = (await response.json()) as { version: string; limits: { threads: number } };
    return `Engines: polytile ${version} on this server, ${limits.threads === 1 ? "one thread" : `${limits.threads} threads`}.`;
  }
}

export const backend: Backend = new ServerBackend();
