/**
 * What a view shows, as files: a picture that stands alone, as SVG and as PNG, a text, and the puzzle in the formats that polytile
 * writes.
 *
 * A picture of the page gets its looks from the page's style; each of its elements is given them as attributes, as they are shown now, so
 * that they look the same elsewhere.
 */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { type Question, Refusal } from "../ask/ask.ts";
import { backend } from "../state.ts";
import { Busy, Refused, save } from "./panel.tsx";

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "opacity"];
const LETTERS = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/** Pixels of the longer side of a picture that is written as pixels. */
const PIXELS = 1600;

/** A picture of the page, as a text that stands alone. */
export function standing(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [shown, alone] = [svg, copy].map((root) => [...root.querySelectorAll<SVGElement>("*")]) as [SVGElement[], SVGElement[]];
  shown.forEach((element, i) => {
    const style = getComputedStyle(element);
    const target = alone[i] as SVGElement;
    target.removeAttribute("style");
    for (const look of element instanceof SVGTextElement ? [...LOOKS, ...LETTERS] : LOOKS) target.setAttribute(look, style.getPropertyValue(look));
    if (style.transform !== "none") target.setAttribute("transform", style.transform);
  });
  copy.querySelectorAll(".touch").forEach((touch) => touch.remove());
  copy.querySelectorAll("*").forEach((element) => ["class", "role", "tabindex", "aria-label", "aria-hidden", "aria-pressed"].forEach((name) => element.removeAttribute(name)));
  const { width, height } = svg.viewBox.baseVal;
  copy.removeAttribute("style");
  copy.removeAttribute("class");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round((PIXELS * width) / Math.max(width, height))));
  copy.setAttribute("height", String(Math.round((PIXELS * height) / Math.max(width, height))));
  return new XMLSerializer().serializeToString(copy);
}

/** A picture as pixels. */
export async function pixels(svg: string): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    if (context === null) return null;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    return await new Promise((done) => canvas.toBlob(done));
  } finally {
    URL.revokeObjectURL(address);
  }
}

interface Props {
  /** What the files are called. */
  name: string;
  /** What the picture shows, if not all that the view is about. */
  what?: string;
  /** The picture, or its text. */
  picture(): SVGSVGElement | string | null | Promise<string | null>;
  text(): string | null | Promise<string | null>;
  /** The puzzle, and in which formats it can be. */
  puzzle?: Saved | null;
}

type About = Omit<Question<"convert">, "question" | "to" | "solutions">;
/** What puzzles are written as, of which solid bodies are of boards in space; and BurrTools' file with solutions in it. */
type Format = Question<"convert">["to"] | "solved";

export interface Saved {
  about: About;
  formats: readonly Format[];
}

/** What a tiling can be, one in space, and what has no board. */
export const TILING: readonly Format[] = ["toml", "xmpuzzle", "solved", "puzzlecad", "dlx", "cnf", "json"];
export const IN_SPACE: readonly Format[] = [...TILING, "stl"];
export const COVER: readonly Format[] = ["dlx", "cnf", "json"];

const FORMATS: Record<Format, string> = {
  toml: "Puzzle file (TOML)",
  xmpuzzle: "BurrTools’ file",
  solved: "BurrTools’ file with its solutions",
  puzzlecad: "Pieces to print (puzzlecad)",
  dlx: "Exact cover (Knuth’s DLX)",
  cnf: "Clauses (DIMACS CNF)",
  json: "Exact cover (JSON)",
  stl: "A solution as solid bodies (STL)",
};

/** What a file is called that is not called as its format. */
const EXTENSIONS: Partial<Record<Format, string>> = { puzzlecad: "scad", solved: "xmpuzzle" };

/** More solutions than this are for the command to write. */
const SOLUTIONS = 1000;

/** Solutions of a puzzle that differ by more than a symmetry, as lines that a question takes; and whether these are all. */
async function solutions(about: About, stop: (cancel: () => void) => void): Promise<{ found: string[]; all: boolean }> {
  const found: string[] = [];
  const job = backend.ask("export", { question: "list", ...about, up_to: "symmetries", limit: SOLUTIONS }, { part: (part) => "pieces" in part && void found.push(JSON.stringify({ pieces: part.pieces })) });
  stop(() => job.cancel());
  const { answer } = await job.answered;
  return { found, all: answer.complete };
}

/** Saves a puzzle in a format that is chosen. */
export function SavePuzzle({ name, about, formats }: Saved & { name: string }): JSX.Element {
  const [refusal, refuse] = useState<Refusal | null>(null);
  const [searching, search] = useState<(() => void) | null>(null);
  const [said, say] = useState("");
  const write = async (to: Format) => {
    refuse(null);
    say("");
    try {
      const more = to === "solved" ? await solutions(about, (cancel) => search(() => cancel)) : null;
      search(null);
      if (more?.found.length === 0) throw new Refusal("There is no solution to write", "The file without solutions is there too.");
      const question = more === null ? { to: to as Question<"convert">["to"] } : { to: "xmpuzzle" as const, solutions: `${more.found.join("\n")}\n` };
      const { answer } = await backend.ask("export", { question: "convert", ...about, ...question }).answered;
      save(`${name}.${EXTENSIONS[to] ?? to}`, answer.written);
      if (more) say(`${more.all ? (more.found.length === 1 ? "Its only solution is" : `All ${more.found.length} solutions are`) : `The first ${SOLUTIONS} solutions are`} in the file, one of each class of symmetry.${more.all ? "" : " The command writes all: polytile solve --xmpuzzle."}`);
    } catch (error) {
      search(null);
      if (error instanceof Refusal) refuse(error);
    }
  };
  return (
    <>
      <select
        class="saves"
        aria-label="Save the puzzle"
        title="Save the puzzle"
        value=""
        onChange={(event) => {
          const to = event.currentTarget.value as Format | "";
          event.currentTarget.value = "";
          if (to !== "") void write(to);
        }}
      >
        <option value="">Puzzle …</option>
        {formats.map((format) => (
          <option key={format} value={format}>
            {FORMATS[format]}
          </option>
        ))}
      </select>
      {searching && <Busy progress={null} says="Looking for the solutions …" cancel={searching} />}
      {said && (
        <p class="hint" role="status">
          {said}
        </p>
      )}
      <Refused refusal={refusal} />
    </>
  );
}

/** Buttons for all of them. */
export function Exports({ name, what, picture, text, puzzle }: Props): JSX.Element {
  const drawn = async () => {
    const shown = await picture();
    return shown instanceof SVGSVGElement ? standing(shown) : shown;
  };
  const svg = async () => {
    const shown = await drawn();
    if (shown !== null) save(`${name}.svg`, shown, "image/svg+xml");
  };
  const png = async () => {
    const shown = await drawn();
    const blob = shown === null ? null : await pixels(shown);
    if (blob !== null) save(`${name}.png`, blob);
  };
  const words = async () => {
    const said = await text();
    if (said !== null) save(`${name}.txt`, said);
  };
  return (
    <>
      <span class="space" />
      <button type="button" title={`Save ${what ?? "the picture"} as SVG`} onClick={() => void svg()}>
        SVG
      </button>
      <button type="button" title={`Save ${what ?? "the picture"} as PNG`} onClick={() => void png()}>
        PNG
      </button>
      <button type="button" title={what ? `Save ${what} as a text` : "Save as a text"} onClick={() => void words()}>
        Text
      </button>
      {puzzle && <SavePuzzle name={name} {...puzzle} />}
    </>
  );
}

/** Letters on the cells of a board, rows by line: what is no cell, or free, is a dot. */
export function letters(cells: readonly (readonly number[])[], letter: (cell: number) => string | undefined): string {
  const rows = Math.max(0, ...cells.map(([row]) => (row as number) + 1));
  const cols = Math.max(0, ...cells.map(([, col]) => (col as number) + 1));
  const grid = Array.from({ length: rows }, () => Array<string>(cols).fill("."));
  cells.forEach(([row, col], i) => {
    (grid[row as number] as string[])[col as number] = letter(i) ?? ".";
  });
  return `${grid.map((row) => row.join("")).join("\n")}\n`;
}
