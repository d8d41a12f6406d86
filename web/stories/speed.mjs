// How soon the page is there, how soon an answer, and how smoothly it moves: speed.mjs [TIMES] [WORD ...]; with POLYTILE as for the
// stories. Of the measurements below those whose names have one of the words, or all. Prints the least, the middle and the worst.
import { launch, open, serve } from "./harness.mjs";

const [times = "15", ...words] = process.argv.slice(2);
const server = await serve();
const browser = await launch();

/** A page at an address, as often as asked for. */
async function pages(view, live, options = {}) {
  for (let i = 0; i < Number(times); i += 1) {
    const page = await open(browser, server.address, options);
    await page.goto(`${server.address}#/${view}`);
    await live(page);
    await page.context().close();
  }
}

/** What was measured, by name. */
const found = new Map();
const note = (what, value) => found.set(what, [...(found.get(what) ?? []), value]);

/** In the page: how long from a key on a cell until the figure is the one wanted. */
const answered = ([cell, selector, wanted]) =>
  new Promise((done) => {
    const begun = performance.now();
    const look = () => document.querySelector(selector)?.textContent.replace(/\D/g, "") === wanted;
    const watch = new MutationObserver(() => {
      if (!look()) return;
      watch.disconnect();
      done(performance.now() - begun);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    document.querySelector(`.board [data-cell="${cell}"]`).dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });

/** In the page: how long from a key on a cell until the light, which goes out meanwhile, says something again. */
const lit = (cell) =>
  new Promise((done) => {
    const begun = performance.now();
    let out = false;
    const watch = new MutationObserver(() => {
      const waits = document.querySelector(".light.waiting") !== null;
      out ||= waits;
      if (!out || waits) return;
      watch.disconnect();
      done(performance.now() - begun);
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    document.querySelector(`.board [data-cell="${cell}"]`).dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  });

/** In the page: the times between frames, in milliseconds, while something is done at each of them. */
const frames = `(number, each) =>
  new Promise((done) => {
    const times = [];
    let last;
    const frame = (now) => {
      if (last !== undefined) times.push(now - last);
      last = now;
      if (times.length === number) return done(times);
      each(times.length);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  })`;

/** Frames a second, how many of a hundred took longer than two, and what each cost the page's own thread, whatever else the machine does. */
async function smooth(what, page, expression) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  const before = await busy();
  const times = await page.evaluate(expression);
  note(`${what}, ms of the page's thread a frame`, ((await busy()) - before) / times.length);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  note(`${what}, frames a second`, 1000 / mean);
  note(`${what}, frames of a hundred later than 34 ms`, (100 * times.filter((time) => time > 34).length) / times.length);
}

const measurements = {
  "first paint and count": () =>
    pages("paint?board=9x12&pieces=I3,L3", async (page) => {
      const counted = () => page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "20574308184277971", undefined, { polling: "raf" });
      await counted();
      const { first, paints } = await page.evaluate(() => ({
        first: performance.now(),
        paints: performance.getEntriesByType("paint").map(({ name, startTime }) => [name, startTime]),
      }));
      for (const [name, time] of paints) note(`${name.replace(/-/g, " ")}, ms`, time);
      note("first 9x12 count, from navigation, ms", first);
      // A stroke on a cell and back: between the two the count is another one.
      await page.locator('[data-cell="0"]').waitFor();
      await page.evaluate(answered, [0, ".figure:not(.busy) strong", "0"]);
      await page.waitForTimeout(500);
      note("9x12 count, from the stroke, ms", await page.evaluate(answered, [0, ".figure:not(.busy) strong", "20574308184277971"]));
    }),
  "light of Play": () =>
    pages("play?puzzle=pentominoes-6x10&laid=.", async (page) => {
      await page.waitForFunction(() => document.querySelector(".light:not(.waiting)")?.textContent.replace(/\D/g, "") === "9356");
      for (const [which, piece, cell] of [["first", "X", 12], ["second", "I", 50]]) {
        await page.getByRole("button", { name: new RegExp(`^${piece}`) }).click();
        await page.locator(`.board [data-cell="${cell}"]`).focus();
        await page.waitForTimeout(300);
        const time = await page.evaluate(lit, cell);
        note(`light of Play on 6x10, after the ${which} piece, ms`, time);
      }
    }),
  "hole on 2^9": () =>
    pages("golomb?n=9&hole=3,3", async (page) => {
      await page.locator(".map canvas").waitFor();
      await page.waitForTimeout(700);
      await smooth("hole dragged on 2^9", page, `(async () => {
        const canvas = document.querySelector(".map canvas");
        const box = canvas.getBoundingClientRect();
        canvas.setPointerCapture = () => {};
        const event = (type, x, y) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, bubbles: true, button: 0, clientX: box.left + x * box.width, clientY: box.top + y * box.height }));
        event("pointerdown", 0.1, 0.1);
        const times = await (${frames})(180, (i) => event("pointermove", 0.5 + 0.38 * Math.cos(i / 20), 0.5 + 0.38 * Math.sin(i / 13)));
        event("pointerup", 0.5, 0.5);
        return times;
      })()`);
    }),
  "zoom at 2^60": () =>
    pages("golomb?n=60&hole=123456789012345678,987654321098765432", async (page) => {
      await page.locator(".map .scale").waitFor();
      await page.waitForTimeout(700);
      await smooth("zoom at 2^60", page, `(() => {
        const canvas = document.querySelector(".map canvas");
        const box = canvas.getBoundingClientRect();
        return (${frames})(240, (i) => canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: i < 120 ? -110 : 110, bubbles: true, cancelable: true, clientX: box.left + 0.3 * box.width, clientY: box.top + 0.6 * box.height })));
      })()`);
    }),
  "ten thousand tilings": () =>
    pages("paint?board=6x7&pieces=domino&all=each", async (page) => {
      const begun = performance.now();
      const found = async () => Number(await page.locator(".tilings").getAttribute("data-found"));
      while ((await found()) < 10_000) {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await page.waitForTimeout(50);
      }
      note("ten thousand tilings scrolled to, s", (performance.now() - begun) / 1000);
      await page.waitForTimeout(500);
      await smooth("ten thousand tilings scrolled", page, `(${frames})(180, (i) => scrollTo(0, document.body.scrollHeight / 2 + 40 * i))`);
    }),
  "thousand questions": () =>
    pages("paint?board=6x6&pieces=domino", async (page) => {
      const used = async () => {
        const session = await page.context().newCDPSession(page);
        await session.send("HeapProfiler.collectGarbage");
        return (await session.send("Runtime.getHeapUsage")).usedSize / 2 ** 20;
      };
      const strokes = (times) =>
        page.locator('[data-cell="0"]').evaluate(async (cell, times) => {
          for (let i = 0; i < times; i += 1) {
            cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
            await new Promise((done) => setTimeout(done, 5));
          }
        }, times);
      const settled = () => page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "6728");
      await strokes(100);
      await settled();
      const before = await used();
      await strokes(1000);
      await settled();
      note("memory of the page before a thousand questions, MiB", before);
      note("memory of the page after a thousand questions, MiB", await used());
    }),
};

for (const [name, measure] of Object.entries(measurements)) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  await measure();
  for (const [what, list] of found) {
    list.sort((a, b) => a - b);
    const say = (value) => value.toFixed(value < 10 ? 1 : 0);
    console.log(`${what}: ${say(list[0])} at least, ${say(list[Math.floor(list.length / 2)])} in the middle, ${say(list.at(-1))} at most, of ${list.length}`);
  }
  found.clear();
}
await browser.close();
server.close();
