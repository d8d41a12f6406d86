// Slide: keys and drags, solutions, maps, puzzles of one's own.
import { saved, says, server, story } from "./story.mjs";

story("Slide: what is saved is the same puzzle when it is read", "slide?puzzle=mas-puzzle&metric=step", {}, async (page) => {
  await says(page, /^\d+ steps to the goal\./);
  const far = await page.locator(".status").textContent();
  const toml = await saved(page, "toml");
  await page.getByText("Draw your own").click();
  await page.locator("#own").fill(toml);
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForFunction(() => location.hash.includes("text="));
  await says(page, far);
});

story("Slide: keys and drags, a hint, the solution to its end", "slide?puzzle=euler-766-small&metric=step", {}, async (page) => {
  await page.locator(".block").first().waitFor();
  await page.goto(`${server.address}#/slide?puzzle=klotski&metric=move`);
  await says(page, "81 moves to the goal.");
  while (!(await page.evaluate(() => document.activeElement.matches('[data-piece="6"]')))) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => location.hash.includes("made=1"));
  await page.getByRole("button", { name: "Undo" }).click();
  await says(page, "81 moves to the goal.");
  await page.getByRole("button", { name: /^Piece G, row 3/ }).waitFor();
  const piece = await page.getByRole("button", { name: /^Piece H/ }).boundingBox();
  await page.mouse.move(piece.x + 20, piece.y + 20);
  await page.mouse.down();
  await page.mouse.move(piece.x + 20, piece.y + 20 + piece.height * 0.9, { steps: 10 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("last=H"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /^Hint: /);
  await page.getByRole("button", { name: "Watch the solution" }).click();
  const scrubber = page.getByRole("slider", { name: "Step of the solution" });
  await scrubber.waitFor();
  await scrubber.press("End");
  await says(page, "Solved!");
});

story("Slide: the map of all positions; one's own puzzle; wrong input", "slide", {}, async (page) => {
  await page.locator("canvas.states").waitFor({ timeout: 30_000 });
  await says(page, /positions can be reached; the farthest is 124 moves/);
  await page.getByText("Draw your own").click();
  await page.locator("#own").fill("AAB\n..C\n\n.AA\n...\n");
  await page.getByRole("button", { name: "Play it" }).click();
  await says(page, "3 moves to the goal.");
  await page.locator("#own").fill("start = 3\n");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator(".refused").first().waitFor();
});

story("Slide: what takes too long is stopped, and the next question answered", "slide?puzzle=15-puzzle&map=1", {}, async (page) => {
  await page.getByRole("region", { name: "All positions" }).getByRole("button", { name: "Stop" }).click({ timeout: 20_000 });
  await page.goto(`${server.address}#/slide?puzzle=dads-puzzle&metric=move`);
  await says(page, "59 moves to the goal.");
});
