// Whether node, with the engines as WebAssembly, answers as the native engines do: compare.mjs MODULE QUESTIONS ANSWERS.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isDeepStrictEqual } from "node:util";
import assert from "node:assert/strict";

const [module, questions, answers] = process.argv.slice(2);
const { ask } = createRequire(import.meta.url)(module);
const lines = (file) => readFileSync(file, "utf8").trimEnd().split("\n");
const MEMORY = 2 ** 30;

// Machines differ in how long they take.
const timeless = (value) =>
  JSON.parse(JSON.stringify(value), (key, value) => (key.endsWith("seconds") ? null : value));

const native = lines(answers);
assert.equal(native.length, lines(questions).length);
let wrong = 0;
lines(questions).forEach((question, i) => {
  const parts = [];
  const answer = JSON.parse(ask(question, MEMORY, (told) => {
    const { part } = JSON.parse(told);
    if (part !== undefined) parts.push(part);
  }));
  const here = timeless({ ...answer, parts });
  const there = timeless(JSON.parse(native[i]));
  if (!isDeepStrictEqual(here, there)) {
    wrong += 1;
    console.error(`${question}\n  native: ${JSON.stringify(there)}\n  node:   ${JSON.stringify(here)}`);
  }
});

// A stream ends when its reader has enough, what had come stays, and what the reader throws is thrown.
const list = JSON.stringify({ question: "list", board: "8x8", pieces: "dominoes" });
let heard = 0;
// How far the engine is may be told between.
const few = (told) => JSON.parse(told).part === undefined || ++heard < 3;
const { answer } = JSON.parse(ask(list, MEMORY, few));
assert.deepEqual([heard, answer.solutions, answer.complete], [3, 3, false]);
assert.throws(() => ask(list, MEMORY, () => { throw new Error("enough"); }), /enough/);
assert.equal(JSON.parse(ask(JSON.stringify({ question: "count", board: "2x2", pieces: "dominoes" }), MEMORY)).text, "2\n");

console.log(`${native.length} questions, ${wrong} answered otherwise than natively`);
process.exitCode = wrong > 0 ? 1 : 0;
