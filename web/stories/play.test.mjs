// Play: the light, hints, keys and drags; Number Mind.
import assert from "node:assert/strict";
import { asked, download, saved, says, story, values } from "./story.mjs";

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
    );
  }
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
  // It waits until the button stands still, and then the board does too.
  await page.getByRole("button", { name: /^X/ }).hover();
  await page.mouse.down();
  const cell = await page.locator('.board [data-cell="45"]').boundingBox();
  await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2 - 2, { steps: 8 });
  await page.locator(".piece.ghost").waitFor();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "2");
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "2");
  await page.locator('.board [data-cell="22"]').click();
  await page.waitForFunction(() => document.querySelector(".pair strong")?.textContent === "1");
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

story("Play: cubes as solid pieces too, and all solutions in a file of BurrTools", "play?puzzle=soma&view=isometric", {}, async (page) => {
  await page.locator(".board.solid path").nth(3).waitFor();
  assert.match(await page.locator(".board.solid").getAttribute("aria-label"), /^2 pieces as solid bodies/);
  assert.match(String(await download(page, "SVG")), /<path [^>]*fill="rgb/);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("img", { name: /^The board as a solid body/ }).waitFor();
  const file = await saved(page, "solved");
  await says(page, "All 240 solutions are in the file");
  assert.equal(file.match(/<assembly>/g)?.length, 240);
  // It is the same puzzle still.
  assert.equal(String((await asked({ question: "solutions", puzzle: file, up_to: "symmetries" })).count), "240");
  await page.getByRole("radio", { name: "Layers" }).check();
  await page.waitForFunction(() => document.querySelector(".board.solid") === null);
});
