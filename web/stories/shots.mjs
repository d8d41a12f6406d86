// Pictures of views to be looked at: shots.mjs [VIEW?VALUES ...], into shots/.
import { mkdir } from "node:fs/promises";
import { launch, open, serve } from "./harness.mjs";

const asked = process.argv.slice(2);
const views = asked.length > 0 ? asked : ["golomb", "paint", "play", "slide", "relatives"];
await mkdir("shots", { recursive: true });
const server = await serve();
const browser = await launch();
for (const view of views) {
  for (const [look, viewport] of Object.entries({ desk: { width: 1200, height: 860 }, phone: { width: 360, height: 780 } })) {
    for (const colorScheme of ["light", "dark"]) {
      if (process.env.ONLY && !`${look}-${colorScheme}`.startsWith(process.env.ONLY)) continue;
      const page = await open(browser, server.address, { viewport, colorScheme, reducedMotion: "reduce" });
      await page.goto(`${server.address}#/${view}`);
      await page.waitForTimeout(Number(process.env.WAIT ?? 2500));
      const name = view.replace(/[^\w]+/g, "_");
      await page.screenshot({ path: `shots/${name}-${look}-${colorScheme}.png`, fullPage: look === "phone" || process.env.FULL !== undefined });
      if (page.wrong.length > 0) console.log(view, look, colorScheme, page.wrong);
      await page.context().close();
    }
  }
}
await browser.close();
server.close();
