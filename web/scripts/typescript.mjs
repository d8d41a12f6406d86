// Lets node import TypeScript, by the compiler that builds the page: node --import ./scripts/typescript.mjs
import { register } from "node:module";

const hook = `
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformWithOxc } from ${JSON.stringify(import.meta.resolve("vite"))};
export async function load(url, context, next) {
  if (!/\\.tsx?$/.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transformWithOxc(await readFile(path, "utf8"), path);
  return { format: "module", source: code, shortCircuit: true };
}
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
