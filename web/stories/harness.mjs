// What stories stand on: Debian's chromium, and one of two servers. Without more that is the static build behind a plain file server
// under a sub-path; where POLYTILE says where the command is, it is `polytile serve`.
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const FOLDER = fileURLToPath(new URL("../dist/", import.meta.url));
const PREFIX = "/some/where/";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Whether the engines are behind the page. */
export const NATIVE = process.env.POLYTILE !== undefined;

/** Serves the page. */
export function serve() {
  return NATIVE ? command() : files();
}

/** By the command. */
async function command() {
  const server = spawn(process.env.POLYTILE, ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      if (said.endsWith("\n")) found(said.trim());
    });
    server.on("exit", (code) => failed(new Error(`polytile serve ended with ${code}`)));
  });
  return { address, close: () => server.kill("SIGTERM") };
}

/** As any web host would. */
async function files() {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    if (!path.startsWith(PREFIX)) return response.writeHead(404).end();
    const file = normalize(path.slice(PREFIX.length)) || "index.html";
    try {
      const body = await readFile(join(FOLDER, file === "." || file === "./" ? "index.html" : file));
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/html" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}${PREFIX}`, close: () => server.close() };
}

/** Who answers questions past the page: the server, or the same module in this process. */
export async function asker(address) {
  if (NATIVE)
    return async (question) => {
      const headers = { "content-type": "application/json", accept: "text/event-stream" };
      const said = await (await fetch(`${address}api/jobs`, { method: "POST", headers, body: JSON.stringify(question) })).text();
      return JSON.parse(/^event: answer\ndata: (.*)$/m.exec(said)[1]).answer;
    };
  const { ask, initSync } = await import("../engines/whole/polytile_wasm.js");
  initSync({ module: await readFile(new URL("../engines/whole/polytile_wasm_bg.wasm", import.meta.url)) });
  return async (question) => JSON.parse(ask(JSON.stringify(question), 2 ** 30)).answer;
}

export function launch() {
  const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [...quiet, "--disable-component-update", "--disable-sync"],
  });
}

/** A page that remembers what went wrong in it: errors on its console, and requests that leave the origin. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 860 }, ...options });
  const page = await context.newPage();
  page.wrong = [];
  page.on("console", (message) => message.type() === "error" && page.wrong.push(message.text()));
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(address).origin) page.wrong.push(`asked ${request.url()}`);
  });
  return page;
}
