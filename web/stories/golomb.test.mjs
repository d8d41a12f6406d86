// Golomb: the hole, the induction, the zoom, rectangles, the chair and the cube.
import assert from "node:assert/strict";
import { download, says, server, story, values } from "./story.mjs";
import { tiled } from "./tiled.mjs";

story("Golomb: the hole is dragged, moved by keys, and found again", "golomb?n=4&hole=3,3", {}, async (page) => {
  await tiled(page, 4, [3, 3]);
  const box = await page.locator(".map canvas").boundingBox();
  const at = (row, col) => {
    const scale = (Math.min(box.width, box.height) * 0.95) / 16;
    return [box.x + box.width / 2 + (col - 7.5) * scale, box.y + box.height / 2 + (row - 7.5) * scale];
  };
  // What changes quickly is in the address a little later.
  const inAddress = (hole) => page.waitForFunction((hole) => location.hash.endsWith(`hole=${hole}`), hole);
  await page.mouse.move(...at(3, 3));
  await page.mouse.down();
  await page.mouse.move(...at(9, 12), { steps: 12 });
  await page.mouse.up();
  await inAddress("9,12");
  await tiled(page, 4, [9, 12]);
  await page.locator('.cells [data-cell="156"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await inAddress("8,11");
  await tiled(page, 4, [8, 11]);
  await page.reload();
  await tiled(page, 4, [8, 11]);
  await page.mouse.click(...at(0, 0));
  await tiled(page, 4, [0, 0]);
  await page.keyboard.press("Control+z");
  await tiled(page, 4, [8, 11]);
  await page.keyboard.press("Control+y");
  await tiled(page, 4, [0, 0]);
});

story("Golomb: pixels of a board of side 2^6, and its induction", "golomb?n=6&hole=17,40", {}, async (page) => {
  await tiled(page, 6, [17, 40]);
  await page.getByRole("button", { name: "Play the induction" }).click();
  await page.getByRole("button", { name: "Pause" }).click();
  while (!(await page.getByRole("button", { name: "Step on" }).isDisabled())) await page.getByRole("button", { name: "Step on" }).click();
  await says(page, /Step 6:/);
  await tiled(page, 6, [17, 40]);
});

story("Golomb: from all of a board of side 2^60 to single cells", "golomb?n=60&hole=123456789012345678,987654321098765432", {}, async (page) => {
  await says(page, "a square: 2");
  await page.locator(".map canvas").focus();
  await page.getByRole("button", { name: "Zoom in" }).click();
  for (let i = 0; i < 8; i += 1) await page.keyboard.press("+");
  await page.getByRole("button", { name: "To the hole" }).click();
  for (let i = 0; i < 120; i += 1) await page.keyboard.press("+");
  await page.getByRole("button", { name: "To the hole" }).click();
  await page.waitForFunction(() => !document.querySelector(".map .scale"));
  await page.keyboard.press("0");
});

story("Golomb: which cells of a rectangle can be missing, and why not the others", "golomb?form=rectangle&rows=5&cols=8", {}, async (page) => {
  await says(page, "38 of 40");
  await says(page, "It can be tiled");
  await page.locator('[data-cell="17"]').focus();
  await page.keyboard.press("Enter");
  await says(page, "It cannot be tiled");
});

story("Golomb: the tromino enlarged, its number of tilings", "golomb?form=chair&scale=3", {}, async (page) => {
  await says(page, "found by a search of its 27 cells");
  assert.equal(await page.locator(".stage .piece").count(), 9);
  await page.getByRole("slider", { name: "Scale" }).press("ArrowLeft");
  await page.waitForFunction(() => document.querySelectorAll(".stage .piece").length === 4);
  await page.getByRole("button", { name: "In how many ways?" }).click();
  await page.waitForFunction(() => [...document.querySelectorAll(".figure")].some((one) => one.textContent === "1tiling"));
  await page.reload();
  await says(page, "The chair of scale 2");
  await page.waitForFunction(() => document.querySelectorAll(".stage .piece").length === 4);
});

story("Golomb: a cube, layer by layer, by keys, and its induction", "golomb?form=cube&n=2&cell=1,2,1", {}, async (page) => {
  const parts = () => page.locator(".stage .piece").count();
  await says(page, "Layer 1, row 2, column 1 is missing.");
  // A block of side 2 has a part in either layer.
  await page.waitForFunction(() => document.querySelectorAll(".stage .piece").length === 18);
  await page.locator('[data-cell="63"]').focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  assert.equal(values(page).get("cell"), "3,3,2");
  await says(page, "Layer 3, row 3, column 2 is missing.");
  await page.getByRole("slider", { name: "Levels of the induction" }).press("Home");
  await says(page, "none yet");
  assert.equal(await parts(), 0);
  await page.getByRole("slider", { name: "Levels of the induction" }).press("ArrowRight");
  await page.waitForFunction(() => document.querySelectorAll(".stage .piece").length === 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await says(page, "Layer 3, row 3, column 2 is missing.");
});

story("Golomb: of a large board what is seen is saved, and which part that is", "golomb?n=60&hole=123456789012345678,987654321098765432", {}, async (page) => {
  await says(page, "a square: 2");
  const part = async () => {
    const [letters, words] = String(await download(page, "Text")).split("\n\n");
    const rows = letters.split("\n");
    assert.ok(rows.every((row) => /^[A-Z.]+$/i.test(row) && row.length === rows[0].length));
    const [, first, last, left, right] = /^Rows (\d+) to (\d+), columns (\d+) to (\d+) of Golomb's board of side 2\^60/.exec(words).map((number) => (/^\d+$/.test(number) ? BigInt(number) : number));
    return { rows, words, first, last, left, right };
  };
  const far = await part();
  assert.deepEqual([far.first, far.last, far.left, far.right], [0n, 2n ** 60n - 1n, 0n, 2n ** 60n - 1n]);
  assert.match(far.words, /a square is a block of side 2\^\d+\.\n$/);
  const svg = String(await download(page, "SVG"));
  assert.match(svg, /<title>Rows 0 to 1152921504606846975, /);
  // A block of which a larger tromino covers a cell lacks that cell: trominoes are as many as on a whole board.
  assert.equal(svg.match(/<path/g).length, (far.rows.length ** 2 - 1) / 3);
  assert.deepEqual([...(await download(page, "PNG")).subarray(1, 4)], [...Buffer.from("PNG")]);
  await page.locator(".map canvas").focus();
  await page.getByRole("button", { name: "Zoom in" }).click();
  for (let i = 0; i < 120; i += 1) await page.keyboard.press("+");
  await page.getByRole("button", { name: "To the hole" }).click();
  await page.waitForFunction(() => !document.querySelector(".map .scale"));
  const near = async () => {
    for (let tries = 0; ; tries += 1) {
      const seen = await part();
      if (!seen.words.includes("block") && seen.rows.some((row) => row.includes("."))) return seen;
      assert.ok(tries < 40);
      await page.waitForTimeout(100);
    }
  };
  const { rows, first, last, left } = await near();
  assert.equal(last - first, BigInt(rows.length - 1));
  const row = rows.findIndex((row) => row.includes("."));
  assert.deepEqual([first + BigInt(row), left + BigInt(rows[row].indexOf("."))], [123456789012345678n, 987654321098765432n]);
  // Keys look around, too.
  await page.locator(".map canvas").focus();
  for (let i = 0; i < 10; i += 1) await page.keyboard.press("Shift+ArrowDown");
  for (let tries = 0; (await part()).first <= first; tries += 1) {
    assert.ok(tries < 40);
    await page.waitForTimeout(100);
  }
});

story("Golomb: the cube's pieces as solid bodies, level by level", "golomb?form=cube&n=2&view=isometric", {}, async (page) => {
  await page.getByRole("img", { name: /^9 pieces as solid bodies/ }).waitFor();
  await page.goto(`${server.address}#/golomb?form=cube&n=2&view=isometric&step=1`);
  await page.getByRole("img", { name: /^1 piece as solid bodies/ }).waitFor();
  await page.goto(`${server.address}#/golomb?form=cube&n=2&view=isometric&step=0`);
  await page.getByRole("img", { name: /^The board as a solid body/ }).waitFor();
});
