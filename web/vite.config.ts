// One folder of static files that works under any path; the service worker is told which files there are.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type Plugin } from "vite";

/** Every file of a folder, by its path in there. */
function files(folder: string, within = folder): string[] {
  return readdirSync(within, { withFileTypes: true }).flatMap((entry) => {
    const path = join(within, entry.name);
    return entry.isDirectory() ? files(folder, path) : [relative(folder, path)];
  });
}

/** Names the files of the page, and their digest, in sw.js. */
function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    closeBundle() {
      const folder = "dist";
      const kept = files(folder).filter((file) => file !== "sw.js").sort();
      const digest = createHash("sha256");
      for (const file of kept) digest.update(file).update(readFileSync(join(folder, file)));
      const worker = join(folder, "sw.js");
      const text = readFileSync(worker, "utf8")
        .replace("[/* files */]", JSON.stringify(["./", ...kept]))
        .replace("/* version */", digest.digest("hex").slice(0, 16));
      writeFileSync(worker, text);
    },
  };
}

export default defineConfig({
  base: "./",
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  plugins: [offline()],
});
