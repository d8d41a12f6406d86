// Whether node, with the engines as WebAssembly, answers as the native engines do: compare.mjs MODULE QUESTIONS ANSWERS.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";

const [module, questions, answers] = process.argv.slice(2);
const { ask } = createRequire(import.meta.url)(module);
const lines = (file) => readFileSync(file, "utf8").trimEnd().split("\n");
const MEMORY = 2 ** 30;

// Machines differ in how long they take.
const timeless = (value) =>
  JSON.parse(JSON.stringify(value), (key, value) => (key.endsWith("seconds") ? null : value));

const native = lines(answers);
let wrong = 0;
lines(questions).forEach((question, i) => {
  const parts = [];
  const tell = (message) => {
    const { part } = JSON.parse(message);
    if (part) parts.push(part);
  };
  const here = timeless({ ...JSON.parse(ask(question, MEMORY, tell)), parts });
  const there = timeless(JSON.parse(native[i]));
  if (!isDeepStrictEqual(here, there)) {
    wrong += 1;
    console.error(`${question}\n  native: ${JSON.stringify(there)}\n  node:   ${JSON.stringify(here)}`);
  }
});
console.log(`${native.length} questions, ${wrong} answered otherwise than natively`);
process.exitCode = wrong > 0 ? 1 : 0;
