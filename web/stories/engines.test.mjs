// The two modules of the static build: what each answers, how large the first is, and when the other is fetched.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { NATIVE, open } from "./harness.mjs";
import { browser, server } from "./story.mjs";

const here = { skip: NATIVE && "a server has engines of its own" };

/** What a module consists of, and what it exports. */
async function engines(name) {
  const bytes = readFileSync(new URL(`../engines/${name}/polytile_wasm_bg.wasm`, import.meta.url));
  const { ask, initSync, kinds } = await import(`../engines/${name}/polytile_wasm.js`);
  initSync({ module: bytes });
  return { bytes, kinds: kinds(), asked: (question) => JSON.parse(ask(JSON.stringify({ question }), 2 ** 30)) };
}

/** The kinds of question that the page asks. */
function wanted() {
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter((file) => /(?<!\.gen)\.tsx?$/.test(file));
  return files.flatMap((file) => [...readFileSync(new URL(file, folder), "utf8").matchAll(/\bquestion: "(\w+)"/g)].map(([, kind]) => kind));
}

test("whatever the page asks, the whole module answers; what is left out of one, it says", here, async () => {
  const [first, whole] = [await engines("first"), await engines("whole")];
  assert.ok(wanted().length > 20);
  assert.deepEqual(wanted().filter((kind) => !whole.kinds.includes(kind)), []);
  assert.deepEqual(first.kinds.filter((kind) => !whole.kinds.includes(kind)), []);
  for (const [{ asked, kinds }, kind] of [[first, "zdd"], [first, "best"], [whole, "best"]]) {
    assert.ok(!kinds.includes(kind));
    const help = "the command polytile answers it; the library, with its feature every-question";
    assert.deepEqual(asked(kind), { error: `'${kind}' is a question that was left out here`, help });
  }
  assert.match(whole.asked("cuont").error, /there is no question/);
});

test("the first module is small", here, async () => {
  const { bytes } = await engines("first");
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const sent = brotliCompressSync(bytes, { params }).length;
  assert.ok(sent <= 700_000, `${sent} bytes`);
});

test("the whole module is fetched when somebody asks for more", here, async () => {
  // What is kept for when there is no network is fetched too, but not for anybody who waits.
  const page = await open(browser, server.address, { serviceWorkers: "block" });
  const fetched = new Set();
  page.on("request", (request) => request.url().endsWith(".wasm") && fetched.add(request.url()));
  for (const [view, shown, modules] of [
    ["golomb", ".map canvas", 1],
    ["golomb?form=chair&scale=2", ".board .piece", 2],
    ["golomb?form=cube&n=1&cell=0,0,0", ".board .piece", 2],
    ["slide?puzzle=klotski", ".block", 2],
    ["paint?board=6x6&pieces=domino", ".stage .piece", 2],
  ]) {
    await page.goto(`${server.address}#/${view}`);
    await page.locator(shown).first().waitFor({ timeout: 20_000 });
    await page.waitForTimeout(500);
    assert.equal(fetched.size, modules, view);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
