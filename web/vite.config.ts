// Two builds of one page. Static files that work under any path, with the engines as WebAssembly, for which the service worker is told
// which files there are; and, with `--mode serve`, what `polytile serve` sends, whose engines are behind it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
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

/** What a server sends is there whenever it is asked for. */
function online(): Plugin {
  let folder = "";
  return {
    name: "online",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle: () => rmSync(join(folder, "sw.js")),
  };
}

/** The page in the server; it is committed. */
const SERVED = "../crates/polytile-serve/page";

export default defineConfig(({ mode }) => {
  const served = mode === "serve";
  const backend = new URL(`./src/ask/${served ? "server" : "worker"}-backend.ts`, import.meta.url);
  return {
    base: "./",
    build: {
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      outDir: served ? SERVED : "dist",
      emptyOutDir: true,
    },
    resolve: { alias: { "#backend": fileURLToPath(backend) } },
    worker: { format: "es" },
    plugins: [served ? online() : offline()],
  };
});
