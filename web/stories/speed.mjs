// How soon the page is there, and how soon an answer: speed.mjs [TIMES]; with POLYTILE as for the stories. Prints medians and worst.
import { launch, open, serve } from "./harness.mjs";

const times = Number(process.argv[2] ?? 15);
const server = await serve();
const browser = await launch();
const found = { "first paint": [], "first contentful paint": [], "first 9x12 count, from navigation": [], "9x12 count, from the stroke": [] };

for (let i = 0; i < times; i += 1) {
  const page = await open(browser, server.address);
  await page.goto(`${server.address}#/paint?board=9x12&pieces=I3,L3`);
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "20574308184277971", undefined, { polling: "raf" });
  const { first, paints } = await page.evaluate(() => ({
    first: performance.now(),
    paints: performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]),
  }));
  for (const [name, time] of paints) found[name.replace(/-/g, " ")].push(time);
  found["first 9x12 count, from navigation"].push(first);
  await page.locator('[data-cell="0"]').waitFor();
  // A stroke on three cells and back: between the two the count is another one.
  const stroke = await page.evaluate(async () => {
    const count = () => document.querySelector(".figure:not(.busy) strong")?.textContent.replace(/\D/g, "");
    const stroke = (wanted) =>
      new Promise((done) => {
        const begun = performance.now();
        const watch = new MutationObserver(() => {
          if (!wanted(count())) return;
          watch.disconnect();
          done(performance.now() - begun);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        document.querySelector('[data-cell="0"]').dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
      });
    await stroke((count) => count === "0");
    await new Promise((done) => setTimeout(done, 500));
    return stroke((count) => count === "20574308184277971");
  });
  found["9x12 count, from the stroke"].push(stroke);
  await page.context().close();
}
for (const [what, list] of Object.entries(found)) {
  list.sort((a, b) => a - b);
  console.log(`${what}: ${list[Math.floor(list.length / 2)]?.toFixed(0)} ms in the middle, ${list.at(-1)?.toFixed(0)} ms at worst, of ${list.length}`);
}
await browser.close();
server.close();
