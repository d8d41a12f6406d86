/**
 * What if: pieces of the tiling on the board that must lie where they lie, or must not, and how many tilings are left; and how
 * often each cell is covered by a kind of piece. The library answers both from a diagram of all tilings.
 */
import type { JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { grouped, type Part } from "../ask/ask.ts";
import { Busy, Choice, Figure, Refused, Select } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import type { Lattice } from "./paint-board.ts";
import type { Tiling } from "./paint-gallery.tsx";

type Cells = readonly (readonly number[])[];

/** A placement as the library calls it. */
export const option = (piece: string, cells: Cells): string => `${piece}@${cells.map((cell) => cell.join()).join("+")}`;

/** A placement as a condition says it. */
const condition = (option: string): string => option.replace("@", " on ").replaceAll("+", " ");

const list = (text: string | undefined): string[] => (text ?? "").split(" ").filter(Boolean);
const cellsOf = (option: string): number[][] => option.slice(option.indexOf("@") + 1).split("+").map((cell) => cell.split(",").map(Number));

/** What kind of placement it is: its piece, or with a single piece how that lies, of other cells than squares by their differences. */
export function kindOf(option: string, pieces: number, lattice: Lattice): string {
  const piece = option.slice(0, option.indexOf("@"));
  if (pieces > 1) return piece;
  if (lattice !== "square") {
    const all = cellsOf(option);
    // Of triangles the last number says which way they point.
    const least = (all[0] ?? []).map((_, axis) => (lattice === "triangle" && axis === 2 ? 0 : Math.min(...all.map((cell) => cell[axis] as number))));
    return `${piece} ${all.map((cell) => cell.map((n, axis) => n - (least[axis] as number)).join()).sort().join(" ")}`;
  }
  const cells = cellsOf(option) as [number, number][];
  const [top, left] = [Math.min(...cells.map(([row]) => row)), Math.min(...cells.map(([, col]) => col))];
  const rows: string[][] = [];
  for (const [row, col] of cells) {
    const line = (rows[row - top] ??= []);
    while (line.length <= col - left) line.push("·");
    line[col - left] = "■";
  }
  return `${piece} ${rows.map((line) => line.join("")).join("/")}`;
}

/** How often each cell is covered, by kind of placement: shares of all tilings. */
export function heat(marginals: readonly { option: string; share: number }[], pieces: number, lattice: Lattice): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  for (const { option, share } of marginals) {
    const kind = kindOf(option, pieces, lattice);
    const cells = found.get(kind) ?? new Map<string, number>();
    found.set(kind, cells);
    for (const cell of cellsOf(option)) cells.set(cell.join(), (cells.get(cell.join()) ?? 0) + share);
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  if (lattice === "square" || pieces > 1) return new Map(sorted);
  return new Map(sorted.map(([kind, cells], i) => [`${kind.slice(0, kind.indexOf(" "))}, way ${i + 1} of ${sorted.length}`, cells]));
}

export interface Family {
  /** What a tap means. */
  tap: "paint" | "fix" | "ban";
  /** Says what a tap on a piece of the tiling means. */
  choose(piece: string, cells: Cells): void;
  /** A tiling among those that are left, if one is; undefined where nothing is fixed or forbidden. */
  tiling: Tiling | null | undefined;
  /** How often a cell is covered by the kind of piece that is looked at. */
  share(cell: readonly number[]): number | undefined;
  /** Whether a cell is of a piece that must lie there. */
  fixes(cell: readonly number[]): boolean;
  /** What is fixed and forbidden, as conditions: what must lie, and what must not. */
  where: string[];
  card: JSX.Element;
}

/** Values of the address that mean nothing on another board. */
export const ANEW = { fix: "", ban: "" };

export function useFamily(place: Place, about: { board: string; pieces: string; flips?: boolean } | null, pieces: number, lattice: Lattice, seed: string): Family {
  const { values } = place;
  const tap = values.tap === "fix" || values.tap === "ban" ? values.tap : "paint";
  const [fix, ban] = [list(values.fix), list(values.ban)];
  const wanted = values.heat ?? "";
  const restricted = fix.length + ban.length > 0;
  const asks = about !== null && (restricted || wanted !== "");
  const gathered = useRef<{ option: string; share: number }[]>([]);
  const [told, tell] = useState<{ key: string; tiling: Tiling | null; left: string | null }>({ key: "", tiling: null, left: null });
  const key = JSON.stringify([about, fix, ban, seed]);
  const asked = useAnswer(
    "paint.family",
    asks ? { question: "zdd", ...about, count: true, sample: 1, seed, with: fix, without: ban, marginals: wanted !== "" } : null,
    {
      part: (part: Part<"zdd">) => {
        if (part.answer === "count") {
          gathered.current = [];
          tell({ key, tiling: null, left: String(part.count) });
        } else if (part.answer === "sample" && "pieces" in part) tell((before) => ({ ...before, tiling: part as never as Tiling }));
        else if (part.answer === "marginals") gathered.current.push(part);
      },
    },
  );
  const kinds = useMemo(() => (asked.answered && !asked.busy ? heat(gathered.current, pieces, lattice) : new Map<string, Map<string, number>>()), [asked.answered, asked.busy]);
  const names = [...kinds.keys()];
  const kind = kinds.has(wanted) ? wanted : (names[0] ?? "");
  const mine = asks && told.key === key ? told : null;
  const without = (options: string[], gone: string) => options.filter((one) => one !== gone).join(" ");
  return {
    tap,
    choose(piece, cells) {
      const name = option(piece, cells);
      if (tap === "fix") place.change({ fix: fix.includes(name) ? without(fix, name) : [...fix, name].join(" "), ban: without(ban, name) });
      else if (tap === "ban") place.change({ ban: [...ban, name].join(" "), fix: without(fix, name) });
    },
    tiling: restricted ? (mine?.tiling ?? null) : undefined,
    share: (cell) => (wanted === "" || !asks || names.length === 0 ? undefined : (kinds.get(kind)?.get(cell.join()) ?? 0)),
    fixes: (cell) => asks && fix.some((option) => cellsOf(option).some((other) => other.join() === cell.join())),
    where: [...fix.map(condition), ...ban.map((option) => `not ${condition(option)}`)],
    card: (
      <div class="card">
        <h2>What if</h2>
        <Choice
          legend="A tap on the board"
          value={tap}
          options={[
            ["paint", "Paints"],
            ["fix", "Fixes a piece"],
            ["ban", "Forbids one"],
          ]}
          change={(tap) => place.change({ tap: tap === "paint" ? "" : tap }, true)}
        />
        {restricted && <Figure value={mine?.left ? grouped(mine.left) : "…"} busy={asked.busy} label={`left with ${fix.length} fixed and ${ban.length} forbidden`} />}
        {restricted && (
          <button type="button" onClick={() => place.change(ANEW)}>
            Neither fixed nor forbidden
          </button>
        )}
        <Select
          label="Heat map: how often a cell is covered by"
          value={wanted === "" ? "" : kind}
          options={[["", "Nothing"], ...(names.length === 0 ? ([[wanted || "1", wanted === "" ? "Show" : "…"]] as const) : names.map((name) => [name, name] as const))]}
          change={(heat) => place.change({ heat }, true)}
        />
        {asked.busy && asks && <Busy progress={asked.progress} says="Making a diagram of all tilings …" cancel={asked.cancel} />}
        <Refused refusal={asks ? asked.refusal : null} />
      </div>
    ),
  };
}
