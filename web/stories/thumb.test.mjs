// All views by thumb, on a telephone.
import { story } from "./story.mjs";
import { tiled } from "./tiled.mjs";

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
