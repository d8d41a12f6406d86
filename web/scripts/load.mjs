// Load: load.mjs ADDRESS [CLIENTS] [SECONDS]. So many clients ask a running `polytile serve` one question after the other, and listen
// to its events; some leave before the answer. Prints how many were answered, how soon, and what memory the server took; ends with 1 if
// anything went wrong.
import { Agent, request } from "node:http";

const [address, clients = "50", seconds = "30"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) });
const end = performance.now() + Number(seconds) * 1000;

const QUESTIONS = [
  { question: "count", board: "9x12", pieces: "trominoes" },
  { question: "count", board: "6x6", pieces: "dominoes" },
  { question: "sample", board: "6x6", pieces: "trominoes", seed: 1, number: 5 },
  { question: "list", board: "4x4", pieces: "dominoes" },
  { question: "solutions", puzzle: "queens-8" },
  { question: "golomb", n: 6, remove: ["3", "4"], letters: true },
  { question: "slide_moves", puzzle: "klotski" },
  { question: "unique", puzzle: "sudoku" },
];

function send(method, path, body, leave) {
  return new Promise((done, failed) => {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const sent = request(new URL(path, address), { method, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data) => {
        text += data;
        if (leave) response.destroy();
      });
      response.on("close", () => done({ status: response.statusCode, text }));
      response.on("error", (error) => leave || failed(error));
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

const metrics = async () => JSON.parse((await send("GET", "/api/metrics")).text);
const times = [];
let [wrong, full, left] = [0, 0, 0];

async function client(name) {
  for (let turn = name; performance.now() < end; turn += 1) {
    const begun = performance.now();
    try {
      const question = JSON.stringify(QUESTIONS[turn % QUESTIONS.length]);
      const posted = await send("POST", `/api/jobs?page=client-${name}&view=load`, question);
      if (posted.status === 503) {
        full += 1;
        continue;
      }
      if (posted.status !== 201) throw new Error(posted.text);
      const leave = turn % 10 === 0;
      const { status, text } = await send("GET", `/api/jobs/${JSON.parse(posted.text).job}/events`, undefined, leave);
      if (leave) left += 1;
      else if (status !== 200 || !text.includes("event: answer")) throw new Error(text);
      else times.push(performance.now() - begun);
    } catch (error) {
      wrong += 1;
      console.error(String(error));
    }
  }
}

const memory = [(await metrics()).memory];
const watch = setInterval(async () => memory.push((await metrics()).memory), 1000);
await Promise.all(Array.from({ length: Number(clients) }, (_, name) => client(name)));
clearInterval(watch);
const { jobs, memory: after } = await metrics();
agent.destroy();
times.sort((a, b) => a - b);
const at = (share) => `${times[Math.floor(times.length * share)]?.toFixed(1)} ms`;
const mib = (bytes) => (bytes === null ? "?" : `${(bytes / 2 ** 20).toFixed(1)} MiB`);
console.log(`${times.length} answered (${(times.length / Number(seconds)).toFixed(0)} a second), ${left} left, ${full} turned away, ${wrong} wrong`);
console.log(`half within ${at(0.5)}, 99 of 100 within ${at(0.99)}, all within ${at(0.999999)}`);
const third = Math.floor(memory.length / 3);
console.log(`memory: ${mib(memory[0])} before, at most ${mib(Math.max(...memory.slice(0, third)))} in the first third, ${mib(Math.max(...memory.slice(-third)))} in the last, ${mib(after)} after`);
console.log(JSON.stringify(jobs));
process.exit(wrong === 0 ? 0 : 1);
