// Paint: strokes, counts, tilings, reasons, what is printed and saved.
import assert from "node:assert/strict";
import { asked, saved, says, server, story, values } from "./story.mjs";

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

story("Paint: thousands of tilings as one scrolls, few of them made, all on paper", "paint?board=4x7&pieces=domino&all=each", {}, async (page) => {
  const found = () => page.locator(".gallery .tilings").getAttribute("data-found").then(Number);
  await page.locator(".gallery .thumb").nth(23).waitFor();
  for (let tries = 0; (await found()) < 781; tries += 1) {
    assert.ok(tries < 1000);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(50);
  }
  await says(page, "These are all 781.");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole("img", { name: "Tiling 781", exact: true }).waitFor();
  const high = await page.locator(".gallery .tilings").evaluate((grid) => grid.getBoundingClientRect().height);
  assert.ok((await page.locator(".gallery .thumb").count()) < 700);
  await page.evaluate(() => document.querySelector(".gallery").scrollIntoView());
  await page.getByRole("img", { name: "Tiling 1", exact: true }).waitFor();
  // Room for all of them, wherever one is.
  assert.ok(Math.abs(high - (await page.locator(".gallery .tilings").evaluate((grid) => grid.getBoundingClientRect().height))) < 2);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() => document.querySelectorAll(".gallery .thumb").length === 781);
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
  await says(page, "a(n) = a(n-1) + 5*a(n-2) + a(n-3) - a(n-4), from n = 4 on");
  await says(page, "(1 - x^2)/(1 - x - 5*x^2 - x^3 + x^4)");
  await says(page, /^Proved by/);
  await page.reload();
  await says(page, "a(n) = a(n-1) + 5*a(n-2) + a(n-3) - a(n-4), from n = 4 on");
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
  // Where the end of the list is near enough from the beginning, more is fetched at once.
  await says(page, /Scroll for more\.|These are all 36\./);
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

const digits = (page, count) => page.waitForFunction((count) => document.querySelector(".figure:not(.busy) strong")?.textContent.replace(/\D/g, "") === count, String(count), { timeout: 20_000 });

story("Paint: hexagons and triangles, their pieces by pictures, cells taken away", "paint?board=tri-hexagon:3&pieces=diamond", {}, async (page) => {
  // MacMahon's boxes: plane partitions in a box of side 3.
  await digits(page, 980);
  await page.locator(".stage .piece").nth(26).waitFor();
  await page.getByLabel("Begin with").selectOption("Hexagons: hexagon without its middle");
  const about = { question: "count", board: "hexagon:4", pieces: "I3,V3,A3" };
  const { count } = await asked({ ...about, remove: ["3,3"] });
  await digits(page, count);
  assert.equal(values(page).get("gone"), "3,3");
  assert.equal(await page.locator(".picker .shape").count(), 12);
  // The middle is put back: one cell too many.
  await page.locator('.stage [data-cell="18"]').focus();
  await page.keyboard.press("Enter");
  await digits(page, 0);
  await says(page, "1 too many for pieces of 3");
  assert.equal(values(page).get("gone"), null);
  // Another cell, by the pointer.
  const box = await page.locator('.stage [data-cell="0"]').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /gone=0,3/.test(location.hash));
  await digits(page, (await asked({ ...about, remove: ["0,3"] })).count);
  await page.reload();
  await digits(page, (await asked({ ...about, remove: ["0,3"] })).count);
  await page.getByRole("button", { name: "I3", exact: true }).click();
  await page.getByRole("button", { name: "V3", exact: true }).click();
  await digits(page, (await asked({ ...about, pieces: "A3", remove: ["0,3"] })).count);
  await page.getByText("As text").click();
  await page.locator("#drawing").fill("hex-triangle:99");
  await says(page, "This is no board");
  await page.locator("#drawing").fill("tri-parallelogram:2x3");
  await page.getByRole("button", { name: "Take it" }).click();
  await digits(page, (await asked({ question: "count", board: "tri-parallelogram:2x3", pieces: "diamond" })).count);
  await page.getByRole("button", { name: "Show the tilings" }).click();
  await says(page, /^These are all/);
});

story("Paint: cubes layer by layer, and as solid pieces", "paint?board=box:2x2x3&pieces=dicube&view=isometric", {}, async (page) => {
  await digits(page, 32);
  await page.locator(".board.solid path").nth(5).waitFor();
  await page.locator('.stage [data-cell="0"]').focus();
  await page.keyboard.press("Enter");
  await digits(page, 0);
  await says(page, /black and|no multiple of/);
  await page.getByRole("button", { name: "Undo" }).click();
  await digits(page, 32);
  assert.match(await saved(page, "stl"), /^solid/);
});
