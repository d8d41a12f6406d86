// What people do with the page, in a real browser: the same on the static build and on the command's server (see harness.mjs). A story, and what stories have in common: the server and the browser of the file that tells them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { asker, launch, NATIVE, open, serve } from "./harness.mjs";

export let server;
export let browser;
/** The answer to a question, past the page. */
export let asked;
before(async () => {
  server = await serve();
  asked = await asker(server.address);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A story: a fresh page at an address, on which nothing may go wrong. */
export function story(name, view, options, live) {
  test(name, async () => {
    const page = await open(browser, server.address, { reducedMotion: "reduce", ...options });
    try {
      await page.goto(`${server.address}#/${view}`);
      await live(page);
      assert.deepEqual(page.wrong, []);
    } finally {
      await page.context().close();
    }
  });
}

/** A story that needs a server. */
export const native = NATIVE ? story : (name) => test.skip(`${name}: there is no server`);

/** Waits until a text is there; digits are grouped by thin spaces. */
export const says = (page, text) => page.getByText(text).first().waitFor({ timeout: 20_000 });
export const values = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

/** What a click downloads. */
export async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFileSync(await file.path());
}

/** What is saved as a puzzle. */
export async function saved(page, format) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Save the puzzle").selectOption(format)]);
  return readFileSync(await file.path(), "utf8");
}
