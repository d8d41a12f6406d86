/** The engines as WebAssembly, as far as the page knows them: so types can be checked where they are not built. */
declare module "*/engines/whole/polytile_wasm.js" {
  export function initSync(engines: { module: WebAssembly.Module }): unknown;
  export function ask(question: string, memory: number, hears?: (message: string) => unknown): string;
}
declare module "*/engines/first.json" {
  const kinds: string[];
  export default kinds;
}
