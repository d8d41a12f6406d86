// Slide: keys and drags, solutions, maps, puzzles of one's own.
import assert from "node:assert/strict";
import { saved, says, server, story, values } from "./story.mjs";

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

story("Slide: a puzzle is drawn by strokes and by keys, and played; one is read from a file", "slide?puzzle=euler-766-small&metric=step", {}, async (page) => {
  await page.getByText("Draw your own").click();
  const field = page.locator("#own");
  await field.fill("...\n...\n");
  await page.getByRole("radio", { name: "A, new" }).check();
  const cell = (at) => page.locator(`.own-drawing [data-cell="${at}"]`);
  const middle = async (at) => {
    await cell(at).scrollIntoViewIfNeeded();
    const box = await cell(at).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(0)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(1)), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#own").value === "start = '''\nAA.\n...\n'''\n");
  await page.getByRole("radio", { name: "B, new" }).check();
  await cell(3).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "The goal" }).check();
  await page.getByRole("radio", { name: "A", exact: true }).check();
  for (const at of [4, 5]) {
    await cell(at).focus();
    await page.keyboard.press("Enter");
  }
  assert.equal(await field.inputValue(), "start = '''\nAA.\nB..\n'''\ngoal = '''\n...\n.AA\n'''\n");
  await page.getByRole("button", { name: "Play it" }).click();
  await says(page, "2 steps to the goal.");
  await page.reload();
  await says(page, "2 steps to the goal.");
  await page.getByText("Draw your own").click();
  await page.locator("input[type=file]").setInputFiles({ name: "own.txt", mimeType: "text/plain", buffer: Buffer.from("AAB\n..C\n\n.AA\n...\n") });
  await page.waitForFunction(() => document.querySelector("#own").value.startsWith("AAB"));
  await page.getByRole("button", { name: "Play it" }).click();
  await says(page, /^\d+ steps to the goal\./);
});

story("Slide: hexagons by keys and drags, to the goal; cubes from layer to layer", "slide?puzzle=euler-766-small&metric=step", {}, async (page) => {
  await page.getByText("Draw your own").click();
  await page.getByLabel("Begin with").selectOption("Hexagons");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.getByRole("radio", { name: "Move", exact: true }).check();
  await says(page, "16 moves to the goal.");
  const piece = (letter) => page.getByRole("button", { name: new RegExp(`^Piece ${letter},`) });
  await piece("F").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => location.hash.includes("last=F"));
  await page.reload();
  await says(page, "15 moves to the goal.");
  await page.getByRole("button", { name: "Hint" }).click();
  await says(page, /^Hint: B right, right\./);
  const box = await piece("B").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 1.7 * box.width / 1.5, y, { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("last=B"));
  await page.getByRole("button", { name: "Watch the solution" }).click();
  await page.getByRole("slider", { name: "Step of the solution" }).press("End");
  await says(page, "Solved!");
  await page.getByText("Draw your own").click();
  await page.getByLabel("Begin with").selectOption("Cubes, layer by layer");
  await page.getByRole("button", { name: "Play it" }).click();
  await says(page, "8 moves to the goal.");
  const far = await piece("E").getAttribute("aria-label");
  assert.match(far, /layer 1/);
  // A key means a move that is known to be possible: where pieces can go next is asked after each.
  for (const letter of ["C", "E"]) {
    const before = await piece(letter).getAttribute("aria-label");
    await piece(letter).focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((before) => [...document.querySelectorAll(".block")].every((piece) => piece.getAttribute("aria-label") !== before), before);
  }
  await piece("E").focus();
  await page.keyboard.press("PageUp");
  await page.waitForFunction(() => [...document.querySelectorAll(".block")].some((piece) => /^Piece E, layer 0/.test(piece.getAttribute("aria-label"))));
});

story("Slide: the map of all positions is walked by keys alone", "slide?puzzle=euler-766-small&metric=step&map=1", {}, async (page) => {
  await page.locator("canvas.states").waitFor({ timeout: 30_000 });
  for (let tabs = 0; !(await page.evaluate(() => document.activeElement.matches(".states"))); tabs += 1) {
    assert.ok(tabs < 60);
    await page.keyboard.press("Tab");
  }
  await says(page, /^You are 0 from the start; \d+ ways? on\.$/);
  await page.keyboard.press("ArrowDown");
  await says(page, /^\w (left|right|up|down): to a position 1 from the start/);
  await page.keyboard.press("Enter");
  await says(page, /^You are 1 from the start/);
  assert.equal(values(page).get("made"), "1");
  // Up goes round to the other end.
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await says(page, /: to a position [02] from the start/);
  await page.keyboard.press("Home");
  await says(page, /^You are 0 from the start/);
  await page.keyboard.press("End");
  const farthest = /the farthest is (\d+) steps/.exec(await page.getByText(/the farthest is/).textContent())[1];
  await says(page, new RegExp(`^You are ${farthest} from the start`));
});

story("Slide: what takes too long is stopped, and the next question answered", "slide?puzzle=15-puzzle&map=1", {}, async (page) => {
  await page.getByRole("region", { name: "All positions" }).getByRole("button", { name: "Stop" }).click({ timeout: 20_000 });
  await page.goto(`${server.address}#/slide?puzzle=dads-puzzle&metric=move`);
  await says(page, "59 moves to the goal.");
});
