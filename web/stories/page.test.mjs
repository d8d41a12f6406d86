// What people do with the page, in a real browser: the same on the static build and on the command's server (see harness.mjs).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { asker, launch, NATIVE, open, serve } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const VIEWS = ["golomb", "golomb?form=rectangle", "golomb?form=chair", "golomb?form=cube", "paint", "play", "play?puzzle=number-mind", "play?puzzle=number-mind&mode=solve", "slide", "relatives?puzzle=pentominoes-8x8-holed"];

let server;
let browser;
/** The answer to a question, past the page. */
let asked;
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
function story(name, view, options, live) {
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

/** Waits until a text is there; digits are grouped by thin spaces. */
const says = (page, text) => page.getByText(text).first().waitFor({ timeout: 20_000 });
const values = (page) => new URLSearchParams(new URL(page.url()).hash.split("?")[1]);

/** The colours in the middles of all cells of Golomb's board, as numbers. */
const colours = (page, side) =>
  page.locator(".map canvas").evaluate((canvas, side) => {
    const context = canvas.getContext("2d");
    const ratio = canvas.width / canvas.clientWidth;
    const scale = (Math.min(canvas.clientWidth, canvas.clientHeight) * 0.95) / side;
    const [left, top] = [canvas.clientWidth / 2 - (side * scale) / 2, canvas.clientHeight / 2 - (side * scale) / 2];
    return Array.from({ length: side }, (_, row) =>
      Array.from({ length: side }, (_, col) => {
        const [x, y] = [(left + (col + 0.5) * scale) * ratio, (top + (row + 0.5) * scale) * ratio];
        return [...context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
      }),
    );
  }, side);

/** Whether neighbours of one colour are trominoes, three to each, and the hole alone is different. */
function assertTiled(grid, [holeRow, holeCol]) {
  const side = grid.length;
  const known = new Set(["86,180,233", "230,159,0", "0,114,178"]);
  const seen = new Set();
  let pieces = 0;
  for (let row = 0; row < side; row += 1)
    for (let col = 0; col < side; col += 1) {
      const hole = row === holeRow && col === holeCol;
      assert.equal(known.has(grid[row][col]), !hole, `row ${row}, column ${col}: ${grid[row][col]}`);
      if (hole || seen.has(`${row},${col}`)) continue;
      const stack = [[row, col]];
      seen.add(`${row},${col}`);
      let size = 0;
      for (let at = stack.pop(); at; at = stack.pop()) {
        size += 1;
        for (const [r, c] of [[at[0] + 1, at[1]], [at[0] - 1, at[1]], [at[0], at[1] + 1], [at[0], at[1] - 1]]) {
          if (grid[r]?.[c] !== grid[row][col] || seen.has(`${r},${c}`)) continue;
          seen.add(`${r},${c}`);
          stack.push([r, c]);
        }
      }
      assert.equal(size, 3, `around row ${row}, column ${col}`);
      pieces += 1;
    }
  assert.equal(pieces, (side * side - 1) / 3);
}

/** Until what is drawn is a tiling. */
async function tiled(page, n, hole) {
  for (let tries = 0; ; tries += 1) {
    try {
      return assertTiled(await colours(page, 2 ** n), hole);
    } catch (error) {
      if (tries === 40) throw error;
      await page.waitForTimeout(100);
    }
  }
}

story("Golomb: the hole is dragged, moved by keys, and found again", "golomb?n=4&hole=3,3", {}, async (page) => {
  await tiled(page, 4, [3, 3]);
  const box = await page.locator(".map canvas").boundingBox();
  const at = (row, col) => {
    const scale = (Math.min(box.width, box.height) * 0.95) / 16;
    return [box.x + box.width / 2 + (col - 7.5) * scale, box.y + box.height / 2 + (row - 7.5) * scale];
  };
  await page.mouse.move(...at(3, 3));
  await page.mouse.down();
  await page.mouse.move(...at(9, 12), { steps: 12 });
  await page.mouse.up();
  assert.equal(values(page).get("hole"), "9,12");
  await tiled(page, 4, [9, 12]);
  await page.locator('.cells [data-cell="156"]').focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  assert.equal(values(page).get("hole"), "8,11");
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

story("Paint: exact to the last digit, a reason where there is none", "paint?board=12x12&pieces=I3,L3", {}, async (page) => {
  const count = () => page.locator(".figure strong").first();
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "17735061025562799941630");
  await page.locator(".piece").nth(47).waitFor();
  await page.goto(`${server.address}#/paint?board=8x8&pieces=domino`);
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "12988816");
  await page.locator('[data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('[data-cell="63"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent === "0");
  await page.locator(".explained").waitFor();
  await page.locator(".mark").first().waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "12988816");
  assert.match(await count().textContent(), /^12/);
});

story("Paint: a stroke of the pointer, all tilings, wrong input", "paint?board=4x4&pieces=domino", {}, async (page) => {
  await page.getByRole("button", { name: "Show the tilings" }).click();
  await says(page, "These are all 9.");
  assert.equal(await page.locator(".thumb").count(), 9);
  await page.locator('[data-cell="0"]').scrollIntoViewIfNeeded();
  const [from, to] = [await page.locator('[data-cell="0"]').boundingBox(), await page.locator('[data-cell="3"]').boundingBox()];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 9 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent === "11");
  // What the browser driver knows of the address comes a little after the address.
  assert.equal(values(page).get("board"), "..../xxxx/xxxx/xxxx");
  await page.getByText("As text").click();
  await page.locator("#drawing").fill("99x99");
  await says(page, "This is no board");
  await page.locator("#drawing").fill("###\n###\n");
  await page.getByRole("button", { name: "Take it" }).click();
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent === "3");
});

const left = (page, count) => page.waitForFunction((count) => [...document.querySelectorAll(".figure")].some((one) => one.textContent.startsWith(`${count}left`)), count);

story("Paint: a piece is fixed, then forbidden; how often cells are covered", "paint?board=4x4&pieces=domino&tap=fix", {}, async (page) => {
  await page.locator(".piece").nth(7).waitFor();
  await page.locator('.stage [data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  await left(page, "18");
  assert.match(values(page).get("fix"), /^domino@0,0\+/);
  await page.getByRole("radio", { name: "Forbids one" }).check();
  await page.locator(".stage .piece.fixed").waitFor();
  await page.locator('.stage [data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("ban="));
  await left(page, "18");
  await page.locator(".stage .piece").nth(7).waitFor();
  await page.locator('.stage [data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  await left(page, "0");
  await page.getByRole("button", { name: "Neither fixed nor forbidden" }).click();
  await page.getByLabel(/Heat map/).selectOption("Show");
  await page.waitForFunction(() => document.querySelectorAll(".stage .mark").length === 16);
  assert.equal(await page.locator(".stage .mark").first().textContent(), "50");
});

story("Paint: a rectangle in one stroke, by the pointer and by keys, mirrored", "paint?board=6x6&pieces=domino&stroke=rectangle", {}, async (page) => {
  await page.locator('[data-cell="0"]').waitFor();
  const middle = async (cell) => {
    const box = await page.locator(`[data-cell="${cell}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle(8)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(35)), { steps: 6 });
  // Back a little: the rectangle shrinks again.
  await page.mouse.move(...(await middle(15)), { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => location.hash.includes("board=xxxxxx/xx..xx/xx..xx/xxxxxx/xxxxxx/xxxxxx"));
  await page.locator('[data-cell="24"]').focus();
  await page.keyboard.press("Enter");
  await says(page, "One corner of a rectangle is chosen");
  await page.locator('[data-cell="30"]').focus();
  await page.getByLabel("Strokes are mirrored").selectOption("Left and right");
  await page.locator('[data-cell="30"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("board=xxxxxx/xx..xx/xx..xx/xxxxxx/.xxxx./.xxxx."));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("board=6x6"));
});

/** A finger that goes from one place to another. */
async function swipe(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch("touchStart", [from]);
  for (let i = 1; i <= 8; i += 1) await touch("touchMove", [[from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8]]);
  await touch("touchEnd", []);
  await session.detach();
}

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };
const centre = async (page, selector) => {
  await page.locator(selector).first().scrollIntoViewIfNeeded();
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

story("By thumb: the hole", "golomb?n=3&hole=0,0", PHONE, async (page) => {
  await tiled(page, 3, [0, 0]);
  const box = await page.locator(".map canvas").boundingBox();
  const at = (row, col) => [box.x + box.width / 2 + ((col - 3.5) * box.width * 0.95) / 8, box.y + box.height / 2 + ((row - 3.5) * box.height * 0.95) / 8];
  await page.touchscreen.tap(...at(6, 2));
  await tiled(page, 3, [6, 2]);
  await swipe(page, at(6, 2), at(1, 5));
  await tiled(page, 3, [1, 5]);
});

story("By thumb: a stroke", "paint?board=4x4&pieces=domino", PHONE, async (page) => {
  await page.locator('[data-cell="0"]').waitFor();
  await swipe(page, await centre(page, '[data-cell="0"]'), await centre(page, '[data-cell="3"]'));
  await page.waitForFunction(() => location.hash.includes("board=..../xxxx/xxxx/xxxx"));
});

story("By thumb: a piece", "play?laid=.", PHONE, async (page) => {
  await page.waitForFunction(() => document.querySelector(".light")?.textContent.replace(/\D/g, "") === "9356");
  await page.touchscreen.tap(...(await centre(page, ".tile >> nth=9")));
  await page.locator(".tile.chosen").waitFor();
  await page.touchscreen.tap(...(await centre(page, '.board [data-cell="24"]')));
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "1");
});

story("By thumb: a block", "slide?puzzle=klotski&metric=step", PHONE, async (page) => {
  await page.locator('[data-piece="0"]').waitFor();
  const [x, y] = await centre(page, '[aria-label^="Piece H"]');
  await swipe(page, [x, y], [x, y + 60]);
  await page.waitForFunction(() => location.hash.includes("last=H"));
});

story("By thumb: a relative", "relatives?puzzle=pentominoes-8x8-holed&class=1", PHONE, async (page) => {
  await page.locator(".member").nth(1).waitFor({ timeout: 60_000 });
  await page.touchscreen.tap(...(await centre(page, ".member:not(.here)")));
  await page.waitForFunction(() => location.hash.includes("tiling="));
});

story("Paint: exactly one tiling, or two that differ; what is forbidden counts", "paint?board=2x3&pieces=L3&two=1", {}, async (page) => {
  await says(page, "No: here are two");
  await page.locator(".two .thumb").nth(1).waitFor();
  // Of the two ways one is forbidden.
  await page.goto(`${server.address}#/paint?board=2x3&pieces=L3&two=1&ban=L3@0,0%2B0,1%2B1,0`);
  await says(page, "Yes: there is exactly one with what is fixed and forbidden.");
  assert.equal(await page.locator(".two .thumb").count(), 1);
  await page.reload();
  await says(page, "Yes: there is exactly one");
});

story("Paint: longer boards, and the rule behind them", "paint?board=2x4&pieces=domino", {}, async (page) => {
  await page.getByText("Longer boards of 4 columns").click();
  await page.waitForFunction(() => [...document.querySelectorAll(".series td")].map((cell) => cell.textContent).join().startsWith("0,1,1,1,2,5,3,11,4,36,5,95,"));
  await says(page, "a(n) = a(n-1)+5a(n-2)+a(n-3)-a(n-4), from n = 4 on");
  await says(page, "(1 - x^2) / (1 - x - 5x^2 - x^3 + x^4)");
  await says(page, /^Proved by/);
  await page.reload();
  await says(page, "a(n) = a(n-1)+5a(n-2)+a(n-3)-a(n-4), from n = 4 on");
});

story("Paint: so many copies of each piece, and how much of the board they cover", "paint?board=6x6&pieces=4:I3,L3&copies=own", {}, async (page) => {
  await says(page, "15 of 36 cells, 5 pieces.");
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent === "0");
  await page.getByLabel("L3", { exact: true }).last().fill("8");
  await says(page, "36 of 36 cells, 12 pieces.");
  assert.equal(values(page).get("pieces"), "4:I3,8:L3");
  await page.waitForFunction(() => document.querySelector(".figure strong")?.textContent.replace(/\D/g, "") === "25938");
});

story("Paint: a sheet to print, a link to send", "paint?board=4x4&pieces=domino&all=each", {}, async (page) => {
  await says(page, "Scroll for more.");
  await page.locator(".gallery > .hint").scrollIntoViewIfNeeded();
  await says(page, "These are all 36.");
  await page.evaluate(() => (globalThis.print = () => (globalThis.printed = true)));
  await page.getByRole("button", { name: "Print" }).click();
  assert.ok(await page.evaluate(() => globalThis.printed));
  assert.ok(!(await page.locator(".sheet").isVisible()));
  await page.emulateMedia({ media: "print" });
  for (const [what, seen] of [[".sheet .board", true], [".tilings .thumb >> nth=35", true], ["header", false], ["aside", false], [".stage", false], ["button >> nth=0", false]])
    assert.equal(await page.locator(what).isVisible(), seen, what);
  assert.match(await page.locator(".sheet p").textContent(), /There are 36 ways\./);
  // Two pages or more, and not one of the screen.
  const pages = String(await page.pdf()).match(/\/Type\s*\/Page\b/g);
  assert.ok(pages.length >= 2, `${pages.length} pages`);
  await page.emulateMedia({ media: "screen" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
});

/** What a click downloads. */
async function download(page, name) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
  return readFileSync(await file.path());
}

for (const [view, ready, text] of [
  ["golomb?n=3&hole=2,5", ".map canvas", /^([A-Z.]{8}\n){8}$/i],
  ["golomb?form=rectangle&rows=5&cols=8&hole=0,0", ".board .piece", /./],
  ["golomb?form=chair&scale=2", ".board .piece", /^[A-D]{2}\.\.\n[A-D]{2}\.\.\n[A-D]{4}\n[A-D]{4}\n$/],
  ["golomb?form=cube&n=1&cell=0,0,0", ".board .piece", /^0,0,1 0,1,0 0,1,1 1,0,0 1,0,1 1,1,0 1,1,1\n$/],
  ["paint?board=###/##.&pieces=domino", ".stage .piece, .explained", /^###\n##\.\n$/],
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

/** What is saved as a puzzle. */
async function saved(page, format) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByLabel("Save the puzzle").selectOption(format)]);
  return readFileSync(await file.path(), "utf8");
}

story("Paint: what is saved is the same puzzle when it is read", "paint?board=.xxx/xxxx/xxxx/xxx.&pieces=2:L4,2:I3&copies=own&flips=no", {}, async (page) => {
  const count = () => page.waitForFunction(() => /^\d+$/.test(document.querySelector(".figure:not(.busy) strong")?.textContent ?? "") && document.querySelector(".figure strong").textContent);
  const before = await (await count()).jsonValue();
  const toml = await saved(page, "toml");
  assert.match(await saved(page, "cnf"), /^p cnf /m);
  const dlx = await saved(page, "dlx");
  assert.equal(String((await asked({ question: "solutions", puzzle: dlx })).count), before);
  await page.goto(`${server.address}#/paint?board=8x8&pieces=domino`);
  await page.getByText("As text").click();
  await page.locator("#drawing").fill(toml);
  await page.getByRole("button", { name: "Take it" }).click();
  await page.waitForFunction(() => location.hash.includes("board=.xxx/xxxx/xxxx/xxx."));
  assert.deepEqual(["pieces", "copies", "flips", "turns"].map((name) => values(page).get(name)), ["2:L4,2:I3", "own", "no", null]);
  assert.equal(await (await count()).jsonValue(), before);
  await page.locator("#drawing").fill("title = 3");
  await page.getByRole("button", { name: "Take it" }).click();
  await page.locator(".about .refused").waitFor();
});

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

story("Play: the light is exact, hints lead to the end", "play?laid=.", {}, async (page) => {
  await page.waitForFunction(() => document.querySelector(".light")?.textContent.replace(/\D/g, "") === "9356");
  for (let laid = 1; laid <= 12; laid += 1) {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Do it" }).click();
    await page.waitForFunction((laid) => document.querySelector(".pair strong")?.textContent === String(laid), laid);
    assert.doesNotMatch(await page.locator(".light").textContent(), /No solution/);
  }
  await says(page, "Well laid!");
  await page.getByRole("link", { name: "Find its class, and its relatives" }).click();
  await page.waitForFunction(() => /class=\d+&tiling=\d+$/.test(location.hash), undefined, { timeout: 60_000 });
  await page.getByRole("img", { name: `Tiling ${values(page).get("tiling")}` }).waitFor();
});

story("Play: by keys alone, and by dragging", "play?puzzle=pentominoes-6x10&laid=.", {}, async (page) => {
  await page.waitForFunction(() => document.querySelector(".light")?.textContent.replace(/\D/g, "") === "9356");
  // One cell of the board is in the order of Tab.
  for (let tabs = 0; !(await page.evaluate(() => document.activeElement.matches(".board .touch"))); tabs += 1) {
    assert.ok(tabs < 20);
    await page.keyboard.press("Tab");
  }
  await page.getByRole("button", { name: /^I/ }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("r");
  await page.locator('.board [data-cell="22"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "1");
  const tile = await page.getByRole("button", { name: /^X/ }).boundingBox();
  const cell = await page.locator('.board [data-cell="45"]').boundingBox();
  await page.mouse.move(tile.x + tile.width / 2, tile.y + tile.height / 2);
  await page.mouse.down();
  await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2 - 2, { steps: 8 });
  await page.locator(".piece.ghost").waitFor();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "2");
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "2");
  await page.locator('.board [data-cell="22"]').click();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "1");
});

story("Play: the light agrees with another search after each of fifty random moves", "play?puzzle=pentominoes-6x10&laid=.", {}, async (page) => {
  await page.waitForFunction(() => document.querySelector(".light")?.textContent.replace(/\D/g, "") === "9356");
  // The same every time.
  let state = 15;
  const random = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
  for (let move = 0, alike = 0; move < 50; alike += 1) {
    assert.ok(alike < 2000);
    const before = values(page).get("laid") ?? "";
    const free = await page.locator(".tile:not(:disabled)").count();
    // What lies is taken back now and then, and more often where there is little left.
    if (random(12) < 12 - free + 2 && free < 12) {
      const covered = await page.locator(".board [data-cell]").evaluateAll((cells) => cells.flatMap((cell, i) => (/free$/.test(cell.getAttribute("aria-label")) ? [] : [i])));
      await page.locator(`.board [data-cell="${covered[random(covered.length)]}"]`).press("Enter");
    } else {
      const tile = page.locator(".tile:not(:disabled)").nth(random(free));
      if ((await tile.getAttribute("aria-pressed")) !== "true") await tile.press("Enter");
      for (let turns = random(4); turns > 0; turns -= 1) await page.keyboard.press("r");
      if (random(2)) await page.keyboard.press("f");
      await page.locator(`.board [data-cell="${random(60)}"]`).press("Enter");
    }
    if ((values(page).get("laid") ?? "") === before) continue;
    move += 1;
    const [left, pieces] = await page.evaluate(() => {
      const cells = [...document.querySelectorAll(".board [data-cell]")].map((cell) => (/free$/.test(cell.getAttribute("aria-label")) ? "#" : "."));
      const rows = Array.from({ length: 6 }, (_, row) => cells.slice(10 * row, 10 * row + 10).join(""));
      return [rows.join("\n"), [...document.querySelectorAll(".tile:not(:disabled)")].map((tile) => tile.getAttribute("aria-label").split(",")[0])];
    });
    const { count } = await asked({ question: "solutions", board: `${left}\n`, pieces: pieces.map((name) => `1:${name}`).join(",") });
    await page.waitForFunction(
      (count) => {
        const light = document.querySelector(".light");
        return !light.classList.contains("waiting") && (light.textContent.startsWith("No ") ? "0" : light.textContent.replace(/\D/g, "")) === count;
      },
      String(count),
      { timeout: 10_000 },
    );
  }
});

/** What has been guessed at a number, and how right it was. */
const guessed = (page) =>
  page.locator(".guesses tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].getAttribute("aria-label"), Number(row.cells[1].querySelector("b").textContent)]));

story("Play: a secret number is found by its hints, and what is left is counted", "play?puzzle=number-mind&digits=4&tried=.", {}, async (page) => {
  await says(page, /10\s000 numbers agree/);
  await page.getByLabel("Your guess, 4 digits").fill("12345");
  await page.keyboard.press("Enter");
  await says(page, "A guess has 4 digits, and this has 5.");
  await page.getByLabel("Your guess, 4 digits").fill("0123");
  await page.keyboard.press("Enter");
  await page.locator(".guesses tbody tr").waitFor();
  for (let turn = 1; turn < 40 && !(await page.getByText(/^Found with/).count()); turn += 1) {
    const guesses = await guessed(page);
    assert.equal(guesses.length, turn);
    const left = Array.from({ length: 10_000 }, (_, i) => String(i).padStart(4, "0")).filter((number) =>
      guesses.every(([guess, right]) => [...guess].filter((digit, i) => digit === number[i]).length === right),
    ).length;
    await page.waitForFunction((left) => document.querySelector(".light")?.textContent.replace(/\D/g, "") === (left === 1 ? "" : String(left)), left);
    if (turn === 2) await page.reload();
    await page.getByRole("button", { name: "Hint" }).click();
    await page.getByRole("button", { name: "Guess it" }).click();
    await page.waitForFunction((turn) => document.querySelectorAll(".guesses tbody tr").length === turn + 1, turn);
  }
  await says(page, /^Found with \d+ guesses!/);
  const guesses = await guessed(page);
  assert.equal(guesses.at(-1)[1], 4);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((rows) => document.querySelectorAll(".guesses tbody tr").length === rows, guesses.length - 1);
  assert.equal(String(await download(page, "Text")), guesses.slice(0, -1).map(([digits, right]) => `${digits} ;${right} correct\n`).join(""));
});

story("Play: a number from one's own guesses, one or more or none", "play?puzzle=number-mind&mode=solve", {}, async (page) => {
  await page.locator('.secret[data-digits="39542"]').waitFor();
  await says(page, "Exactly one number agrees");
  const field = page.getByLabel(/^Guesses, one to a line/);
  await field.fill("90342 ;2\n70794 ;0\n39458 ;2\n34109 ;1\n51545 ;2");
  await says(page, /^\d+ numbers agree with all guesses; two of them:/);
  assert.equal(await page.locator(".secret").count(), 2);
  await field.fill("12345 ;2\n67890 ;1\n12345 ;3");
  await says(page, "No number does: lines 1 and 3 cannot hold together.");
  await field.fill("12345 ;2\n678");
  await page.locator(".own-guesses .refused").waitFor();
  await page.getByLabel("Begin with").selectOption("Sixteen digits, Project Euler 185");
  await page.locator('.secret[data-digits="4640261571849533"]').waitFor();
  await page.reload();
  await page.locator('.secret[data-digits="4640261571849533"]').waitFor();
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

for (const view of VIEWS)
  for (const colorScheme of ["light", "dark"])
    story(`${view}: nothing in the way of anybody, ${colorScheme}, on a telephone too`, view, { colorScheme, viewport: { width: 360, height: 780 }, hasTouch: true }, async (page) => {
      await page.locator(".board, canvas, .digit").first().waitFor({ timeout: 20_000 });
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
  await page.context().close();
});

/** What the server does, and has done. */
const metrics = async () => (await fetch(`${server.address}api/metrics`)).json();

/** Until that is so. */
async function until(holds) {
  for (let tries = 0; ; tries += 1) {
    const { jobs } = await metrics();
    if (holds(jobs)) return jobs;
    assert.ok(tries < 200, JSON.stringify(jobs));
    await new Promise((done) => setTimeout(done, 50));
  }
}

const native = NATIVE ? story : (name) => test.skip(`${name}: there is no server`);

native("Server: what is stopped in the page is stopped there", "slide?puzzle=15-puzzle&map=1", {}, async (page) => {
  const stops = page.getByRole("button", { name: "Stop" });
  await stops.first().waitFor({ timeout: 20_000 });
  // The positions, and the way to the goal.
  await page.waitForFunction(() => [...document.querySelectorAll(".waits button")].length === 2);
  const before = await until((jobs) => jobs.running > 0);
  while (await stops.count()) await stops.first().click();
  await until((jobs) => jobs.running === 0 && jobs.queued === 0 && jobs.cancelled >= before.cancelled + 2);
  await says(page, "The search for the way was stopped.");
  await page.getByRole("button", { name: "Look for the way" }).click();
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
