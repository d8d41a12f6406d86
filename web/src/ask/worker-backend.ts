/**
 * The engines as WebAssembly, each lane in a worker of its own.
 *
 * In: questions. A lane answers one at a time; a newer one supersedes those before it. One that is being answered gets a short
 * while to end, so that a stream of quick questions needs one worker; then its worker is ended, which frees its memory too, and
 * another takes its place. There are two modules: a small one that answers what the page asks when it opens, and one that
 * answers everything, which is fetched when it is first needed. Each is compiled once, and handed to every worker that runs it.
 */
import firstKinds from "../../engines/first.json";
import first from "../../engines/first/polytile_wasm_bg.wasm?url";
import whole from "../../engines/whole/polytile_wasm_bg.wasm?url";
import { type AnyQuestion, type Backend, type Kind, Refusal } from "./ask.ts";
import { type Lane, Lanes, type Waiting } from "./lanes.ts";

/** How long a superseded question may go on before its worker is ended, in milliseconds. */
const PATIENCE = 120;

/** What a worker may take: a module that has grown never shrinks, and telephones have little. */
function memory(): number {
  const gibibytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 4;
  return Math.min(1, gibibytes / 4) * 2 ** 30;
}

/** What a worker says; texts are JSON of the library. */
export type Said =
  | { last: false; part: unknown; text: string }
  | { last: false; progress: string }
  | { last: true; answer: unknown; text: string }
  | { last: true; error: string; help: string | null };

/** A module, fetched and compiled when it is first asked for. */
class Engines {
  private compiled: Promise<WebAssembly.Module> | null = null;

  constructor(
    private readonly address: string,
    readonly answers: (kind: Kind) => boolean,
  ) {}

  module(): Promise<WebAssembly.Module> {
    this.compiled ??= fetch(this.address).then(async (response) => {
      if (!response.ok) throw new Error("the engines could not be loaded");
      try {
        return await WebAssembly.compileStreaming(response.clone());
      } catch {
        // A host that sends another media type than application/wasm.
        return WebAssembly.compile(await response.arrayBuffer());
      }
    });
    this.compiled.catch(() => {
      this.compiled = null;
    });
    return this.compiled;
  }
}

const FIRST = new Engines(first, (kind) => firstKinds.includes(kind));
const WHOLE = new Engines(whole, () => true);

class Line implements Lane {
  private worker: Worker | null = null;
  /** What the worker runs. */
  private engines = FIRST;
  private current: Waiting | null = null;
  private next: Waiting | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  ask(waiting: Waiting): void {
    this.next?.drop();
    this.current?.drop();
    if (this.current === null) this.begin(waiting);
    else {
      this.next = waiting;
      this.hurry();
    }
  }

  cancel(waiting: Waiting): void {
    waiting.drop();
    if (this.next === waiting) this.next = null;
    else if (this.current === waiting) this.hurry();
  }

  /** Ends the worker, if what it does is still going on in a while. */
  private hurry(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.end(), PATIENCE);
  }

  private end(): void {
    this.stop();
    this.proceed();
  }

  private stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }

  private proceed(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.current = null;
    const next = this.next;
    this.next = null;
    if (next !== null) this.begin(next);
  }

  private async begin(waiting: Waiting): Promise<void> {
    this.current = waiting;
    const { question: kind } = waiting.question as AnyQuestion;
    try {
      if (!this.engines.answers(kind)) {
        // The lane keeps what it has, unless the other module comes.
        await WHOLE.module();
        if (this.current !== waiting) return;
        this.stop();
        this.engines = WHOLE;
      }
      const worker = this.worker ?? (await this.start());
      if (this.current !== waiting) return;
      worker.onmessage = (event: MessageEvent<Said>) => this.hear(waiting, event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.fail(waiting, new Error(`the engine broke down: ${event.message}`));
      };
      worker.postMessage({ question: JSON.stringify(waiting.question), memory: memory() });
    } catch (error) {
      this.fail(waiting, error instanceof Error ? error : new Error(String(error)));
    }
  }

  private async start(): Promise<Worker> {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    worker.postMessage({ module: await this.engines.module() });
    return worker;
  }

  private fail(waiting: Waiting, error: Error): void {
    if (this.current !== waiting) return;
    waiting.fail(error);
    this.end();
  }

  private hear(waiting: Waiting, said: Said): void {
    if (!said.last) {
      if ("progress" in said) waiting.progress(said.progress);
      else waiting.part(said.part, said.text);
      return;
    }
    if ("error" in said) waiting.fail(new Refusal(said.error, said.help));
    else waiting.answer(said.answer, said.text);
    this.proceed();
  }
}

class WorkerBackend extends Lanes implements Backend {
  protected lane(): Lane {
    return new Line();
  }

  readonly begin = () => FIRST.module();
  readonly quicker = "The command, polytile, works with all cores: there this is quicker.";

  engines(): Promise<string> {
    return Promise.resolve("Engines: WebAssembly in this browser, one thread. The command, polytile serve, has faster ones.");
  }
}

export const backend: Backend = new WorkerBackend();
