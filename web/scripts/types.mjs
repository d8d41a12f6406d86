// Writes src/questions.gen.ts: the types of all questions, parts and answers, from the schemas in docs/schema.
//
// In: JSON Schema as the library writes it (objects, arrays, tuples, alternatives, references, constants). Out: a namespace for
// each kind of question, and `Kinds`, which says what is asked and answered. What it does not know, it refuses.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("../../docs/schema/", import.meta.url);
const target = fileURLToPath(new URL("../src/questions.gen.ts", import.meta.url));

const key = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const title = (kind) => kind.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
const both = (types) => (types.length > 1 ? types.map((type) => `(${type})`) : types);

function typeOf(schema) {
  if (schema === true) return "unknown";
  const parts = [];
  if (schema.$ref) parts.push(schema.$ref.replace("#/$defs/", ""));
  if ("const" in schema) parts.push(JSON.stringify(schema.const));
  else if (schema.enum) parts.push(schema.enum.map((value) => JSON.stringify(value)).join(" | "));
  else if (schema.oneOf ?? schema.anyOf) {
    parts.push(both((schema.oneOf ?? schema.anyOf).map(typeOf)).join(" | "));
  }
  if (schema.allOf) parts.push(...schema.allOf.map(typeOf));
  if (schema.properties || schema.patternProperties || typeof schema.additionalProperties === "object") {
    parts.push(objectOf(schema));
  } else if (schema.type && parts.length === 0) {
    parts.push(both([schema.type].flat().map((type) => plain(type, schema))).join(" | "));
  }
  return parts.length === 0 ? "unknown" : both(parts).join(" & ");
}

function plain(type, schema) {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "object":
      return "Record<string, unknown>";
    case "array": {
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
      const item = schema.items ? typeOf(schema.items) : "unknown";
      const length = schema.minItems === schema.maxItems ? (schema.minItems ?? 0) : 0;
      return length > 0 ? `[${Array(length).fill(item).join(", ")}]` : `Array<${item}>`;
    }
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

function objectOf(schema) {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(member)};`,
  );
  const rest = [schema.additionalProperties, ...Object.values(schema.patternProperties ?? {})];
  const more = rest.filter((value) => value && typeof value === "object").map(typeOf);
  if (more.length > 0 && members.length === 0) members.push(`[key: string]: ${both(more).join(" | ")};`);
  return `{ ${members.join(" ")} }`;
}

const kinds = new Map();
for (const file of readdirSync(folder).sort()) {
  const [kind, role] = file.split(".");
  const { $defs = {}, ...schema } = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  if (!kinds.has(kind)) kinds.set(kind, {});
  const types = Object.entries($defs).map(([name, type]) => `    export type ${name} = ${typeOf(type)};`);
  kinds.get(kind)[role] = [...types, `    export type Whole = ${typeOf(schema)};`].join("\n");
}

let text = "// Generated from docs/schema by scripts/types.mjs.\n";
for (const [kind, roles] of kinds) {
  const spaces = Object.entries(roles).map(([role, types]) => `  export namespace ${role} {\n${types}\n  }`);
  text += `export namespace ${title(kind)} {\n${spaces.join("\n")}\n}\n`;
}
text += "/** Each kind of question: what is asked, what comes before the answer, the answer. */\nexport interface Kinds {\n";
for (const [kind, { part }] of kinds) {
  const before = part ? `${title(kind)}.part.Whole` : "never";
  text += `  ${kind}: { question: ${title(kind)}.question.Whole; part: ${before}; answer: ${title(kind)}.answer.Whole };\n`;
}
writeFileSync(target, `${text}}\n`);
