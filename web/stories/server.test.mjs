// What the server does meanwhile, and what a thousand questions leave behind.
import assert from "node:assert/strict";
import { native, says, server, story } from "./story.mjs";

/** What the server does, and has done. */
const metrics = async () => (await fetch(`${server.address}api/metrics`)).json();

/** Until that is so. */
async function until(holds) {
  for (let tries = 0; ; tries += 1) {
    const { jobs } = await metrics();
    if (holds(jobs)) return jobs;
    assert.ok(tries < 400, JSON.stringify(jobs));
    await new Promise((done) => setTimeout(done, 50));
  }
}

// Eighty moves, as far apart as positions of the fifteen tiles are: the way is not found in seconds.
const FARTHEST = new URLSearchParams({
  text: ["distinct = true", "start = '''", "fe8c", "ab9d", "2651", "374.", "'''", "goal = '''", ".123", "4567", "89ab", "cdef", "'''", ""].join("\n"),
  map: "1",
});

native("Server: what is stopped in the page is stopped there", `slide?${FARTHEST}`, {}, async (page) => {
  const stops = page.getByRole("button", { name: "Stop" });
  const looks = page.getByRole("button", { name: "Look for the way" });
  // The way to the goal; the positions, too, unless there is no room for them already.
  const before = await until((jobs) => jobs.running > 0);
  while ((await looks.count()) === 0 || (await stops.count())) {
    if (await stops.count()) await stops.first().click();
    else await page.waitForTimeout(50);
  }
  await until((jobs) => jobs.running === 0 && jobs.queued === 0 && jobs.cancelled > before.cancelled);
  await says(page, "The search for the way was stopped.");
  await looks.click();
  await until((jobs) => jobs.running === 1);
  await stops.click();
  await until((jobs) => jobs.running === 0);
});

native("Server: a newer question supersedes the one before", "paint?board=15x15&pieces=domino,I3,L3", {}, async (page) => {
  const before = await until((jobs) => jobs.running > 0);
  await page.locator('[data-cell="0"]').focus();
  for (let stroke = 0; stroke < 5; stroke += 1) {
    await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
  }
  await until((jobs) => jobs.superseded + jobs.cancelled >= before.superseded + before.cancelled + 5 && jobs.running <= before.running);
  await page.goto("about:blank");
  await until((jobs) => jobs.running === 0);
});

native("Server: a view has one job, and who leaves has none", "paint?board=4x4&pieces=domino", {}, async (page) => {
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent === "36");
  await says(page, /Engines: polytile .* on this server/);
  await page.goto(`${server.address}#/slide?puzzle=15-puzzle&map=1`);
  await until((jobs) => jobs.running > 0);
  await page.goto("about:blank");
  await until((jobs) => jobs.running === 0 && jobs.queued === 0);
});

story("a thousand questions leave nothing behind", "paint?board=6x6&pieces=domino", {}, async (page) => {
  const used = async () => {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    return usedSize;
  };
  const stroke = (times) =>
    page.locator('[data-cell="0"]').evaluate(async (cell, times) => {
      for (let i = 0; i < times; i += 1) {
        cell.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        await new Promise((done) => setTimeout(done, 5));
      }
    }, times);
  await stroke(100);
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "6728");
  const before = await used();
  await stroke(1000);
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "6728");
  const after = await used();
  assert.ok(after < before + 8e6, `${before} bytes, then ${after}`);
});
