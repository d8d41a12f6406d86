// Relatives: classes, and the pieces that travel.
import assert from "node:assert/strict";
import { says, story, values } from "./story.mjs";

story("Relatives: Hansen's numbers; pieces travel to a neighbour", "relatives?class=1", {}, async (page) => {
  await page.locator("canvas.scatter").waitFor({ timeout: 60_000 });
  const numbers = await page.locator(".numbers dd").allTextContents();
  assert.deepEqual(numbers.map((number) => number.replace(/\D/g, "")), ["2339", "2074", "911"]);
  assert.equal(await page.locator(".member").count(), 50);
  const wide = () => page.locator(".member").first().evaluate((member) => member.getBoundingClientRect().width);
  const before = await wide();
  await page.getByRole("button", { name: "Larger" }).click();
  assert.ok((await wide()) > 2 * before);
  await page.locator(".relation.mine").first().dispatchEvent("click");
  await says(page, /It becomes tiling/);
  const to = values(page).get("to");
  await page.getByRole("button", { name: "Stay there" }).click();
  await page.getByRole("img", { name: `Tiling ${to}` }).waitFor();
});

story("Relatives: all classes in pictures, and the shapes of what is moved", "relatives?puzzle=pentominoes-8x8-holed&below=classes", {}, async (page) => {
  await page.getByRole("region", { name: "Class 1", exact: true }).waitFor({ timeout: 60_000 });
  const [classes, pairs] = [2, 1].map((at) => page.locator(".numbers dd").nth(at));
  const count = Number((await classes.textContent()).replace(/\D/g, ""));
  for (let seen = 0; seen < count; ) {
    await page.locator(".classes > div").scrollIntoViewIfNeeded();
    await page.waitForFunction((seen) => document.querySelectorAll(".classes section").length > seen, seen);
    seen = await page.locator(".classes section").count();
  }
  const tilings = Number((await page.locator(".numbers dd").first().textContent()).replace(/\D/g, ""));
  assert.equal(await page.locator(".picture").count(), tilings);
  const last = page.locator(".picture").last();
  const name = await last.getAttribute("aria-label");
  await last.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name, exact: true }).waitFor();
  assert.equal(values(page).get("class"), String(count));
  await page.getByRole("radio", { name: "Shapes" }).check();
  await page.locator(".shape-table tbody tr").first().waitFor();
  for (let rows = 0, all = Infinity; rows < all; ) {
    all = Number((await page.getByText(/^\d+ shapes, first/).textContent()).match(/^\d+/)[0]);
    await page.locator(".scrolls > div").scrollIntoViewIfNeeded();
    rows = await page.locator(".shape-table tbody tr").count();
  }
  const moved = await page.locator(".shape-table tbody td:nth-child(3)").allTextContents();
  const sum = moved.reduce((sum, cell) => sum + Number(cell.replace(/\D/g, "")), 0);
  assert.equal(String(sum), (await pairs.textContent()).replace(/\D/g, ""));
  await page.reload();
  await page.locator(".shape-table tbody tr").first().waitFor({ timeout: 60_000 });
});

story("Relatives: by keys alone: a line of the class, and a pair of all", "relatives?puzzle=pentominoes-8x8-holed&class=1", {}, async (page) => {
  await page.locator("canvas.scatter").waitFor({ timeout: 60_000 });
  const focused = (selector) => page.evaluate((selector) => document.activeElement.matches(selector), selector);
  // In a class however large lines, tilings and pairs are one stop each.
  for (let tabs = 0; !(await focused(".relation")); tabs += 1) {
    assert.ok(tabs < 40);
    await page.keyboard.press("Tab");
  }
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const [, to] = /^To tiling (\d+): .+, (symmetric part|swap|two pieces)$/.exec(label);
  await page.keyboard.press("Enter");
  await says(page, `It becomes tiling ${to}.`);
  assert.equal(values(page).get("to"), to);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  // Every line is reached.
  const lines = await page.locator(".relation").count();
  await page.keyboard.press("Home");
  for (let line = 1; line < lines; line += 1) await page.keyboard.press("PageDown");
  assert.ok(await page.locator(".relation").last().evaluate((line) => line === document.activeElement));
  await page.keyboard.press("Tab");
  assert.ok(await focused(".member"));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  assert.ok(await focused(".member"));
  while (!(await focused(".scatter"))) await page.keyboard.press("Tab");
  const said = () => page.locator(".scatter").getAttribute("aria-valuetext");
  await page.keyboard.press("End");
  const last = await said();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction((last) => document.querySelector(".scatter").getAttribute("aria-valuetext") !== last, last);
  const [, first, second, its] = /^tilings (\d+) and (\d+), class (\d+): /.exec(await said());
  await page.keyboard.press("Enter");
  await says(page, `It becomes tiling ${second}.`);
  await page.getByRole("img", { name: `Tiling ${first}` }).waitFor();
  assert.equal(values(page).get("class"), its);
});
