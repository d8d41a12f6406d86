// Writes engines/first.json: the kinds of question that the first of the two modules answers, as it says itself.
import { readFileSync, writeFileSync } from "node:fs";
import { initSync, kinds } from "../engines/first/polytile_wasm.js";

const folder = new URL("../engines/", import.meta.url);
initSync({ module: readFileSync(new URL("first/polytile_wasm_bg.wasm", folder)) });
writeFileSync(new URL("first.json", folder), JSON.stringify(kinds()));
