/** The worker: a module comes in, then questions one after the other; what the library says goes out. */
import { ask, initSync } from "../../engines/whole/polytile_wasm.js";
import type { Said } from "./worker-backend.ts";

type Order = { module: WebAssembly.Module } | { question: string; memory: number };

const say = (message: string, last: boolean): void => {
  postMessage({ ...JSON.parse(message), last } as Said);
};

addEventListener("message", (event: MessageEvent<Order>) => {
  const order = event.data;
  if ("module" in order) initSync({ module: order.module });
  else say(ask(order.question, order.memory, (message: string) => say(message, false)), true);
});
