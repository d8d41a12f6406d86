// Every view: what is saved, axe, and a narrow screen; and without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { NATIVE, open } from "./harness.mjs";
import { browser, download, server, story } from "./story.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const HEXAGONS = encodeURIComponent("lattice = \"hex\"\nstart = '''\n  . E .\n A A F .\nC A B . .\n C B . .\n  D D .\n'''\n");
const VIEWS = ["golomb", "golomb?form=rectangle", "golomb?form=chair", "golomb?form=cube&view=isometric", "paint", "paint?board=hexagon:4&gone=3,3&pieces=I3,V3,A3", "paint?board=box:2x3x4&pieces=dicube&view=isometric", "play", "play?puzzle=soma&view=isometric", "play?puzzle=number-mind", "play?puzzle=number-mind&mode=solve", "slide", `slide?text=${HEXAGONS}`, "relatives?puzzle=pentominoes-8x8-holed"];

for (const [view, ready, text] of [
  ["golomb?n=3&hole=2,5", ".map canvas", /^([A-Z.]{8}\n){8}$/i],
  ["golomb?form=rectangle&rows=5&cols=8&hole=0,0", ".board .piece", /./],
  ["golomb?form=chair&scale=2", ".board .piece", /^[A-D]{2}\.\.\n[A-D]{2}\.\.\n[A-D]{4}\n[A-D]{4}\n$/],
  ["golomb?form=cube&n=1&cell=0,0,0", ".board .piece", /^0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1\n$/],
  ["paint?board=###/##.&pieces=domino", ".stage .piece, .explained", /^###\n##\.\n$/],
  ["paint?board=tri-hexagon:1&gone=0,0,1&pieces=diamond", ".stage .cell", /^tri-hexagon:1\nwithout 0,0,1\n$/],
  ["play?laid=.", ".tile", /^(\.{10}\n){6}$/],
  ["slide?puzzle=klotski", ".block", /./],
  ["relatives?puzzle=pentominoes-8x8-holed", ".stage .piece", /^([A-Z.]{8}\n){8}$/],
])
  story(`${view}: what is saved`, view, {}, async (page) => {
    await page.locator(ready).first().waitFor({ timeout: 20_000 });
    const svg = String(await download(page, "SVG"));
    assert.match(svg, /^<svg[^]*<path[^]*<\/svg>$/);
    assert.deepEqual([...(await download(page, "PNG")).subarray(1, 4)], [...Buffer.from("PNG")]);
    assert.match(String(await download(page, "Text")), text);
  });

for (const view of VIEWS)
  for (const colorScheme of ["light", "dark"])
    story(`${view}: nothing in the way of anybody, ${colorScheme}, on a telephone too`, view, { colorScheme, viewport: { width: 360, height: 780 }, hasTouch: true }, async (page) => {
      await page.locator(".board, canvas, .digit").first().waitFor({ timeout: 20_000 });
      // With all that can be opened.
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await page.waitForTimeout(1500);
      await page.evaluate(AXE);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 200))]), []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 360, `${wide} pixels wide`);
    });

test("without a network, after the first visit", { skip: NATIVE && "a server is needed" }, async () => {
  const page = await open(browser, server.address);
  await page.goto(server.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.context().setOffline(true);
  await page.goto(`${server.address}#/paint?board=6x6&pieces=domino`);
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "6728");
  // By the other module.
  await page.locator(".stage .piece").first().waitFor({ timeout: 20_000 });
  await page.context().close();
});
