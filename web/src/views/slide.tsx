/**
 * Sliding blocks: drag pieces or use keys, towards the goal that shows as a shadow; the distance left, a hint, the solution to
 * watch; and the map of all positions, in which playing is walking.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { grouped } from "../ask/ask.ts";
import { Exports } from "../parts/export.tsx";
import { About, Busy, Choice, Figure, Refused, Select, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { SlideBoard } from "./slide-board.tsx";
import { counted } from "./slide-logic.ts";
import { StateMap } from "./slide-map.tsx";
import { Own } from "./slide-own.tsx";

type Metric = "step" | "slide" | "move";

/** More states than this are no map any more. */
const MAPPED = 40_000;

/** What keys do besides, where there are more directions than arrows. */
const KEYS: Readonly<Record<string, string>> = {
  hex: "; up and down are slanting, with Shift the other way",
  triangle: "; up and down are slanting, with Shift the other way",
  cube: "; from layer to layer with Page Up and Page Down",
  prism: "; up and down are slanting, with Shift the other way; from layer to layer with Page Up and Page Down",
};

export default function Slide({ place }: { place: Place }): JSX.Element {
  const { values } = place;
  const metric: Metric = values.metric === "step" || values.metric === "slide" ? values.metric : "move";
  const puzzle = values.text ? values.text : (values.puzzle ?? "klotski");
  const position = values.at?.replaceAll("/", "\n");
  const from = position ? { from: `${position}\n` } : {};
  const listed = useAnswer("puzzles", { question: "puzzles" });
  const moves = useAnswer("slide", { question: "slide_moves", puzzle, metric: "move", ...from });
  const moved = moves.answered?.answer ?? null;
  const hasGoal = (moved?.goals.length ?? 0) > 0;
  // Who stops the search for the way does not want it after the next move either.
  const searched = `${puzzle} ${metric}`;
  const [given, giveUp] = useState("");
  const looks = given !== searched;
  const ahead = useAnswer("slide.ahead", moved !== null && hasGoal && looks ? { question: "slide_solve", puzzle, metric, hint: true, from: moved.position } : null);
  const [watched, setWatched] = useState<{ boards: string[]; at: number } | null>(null);
  const [playing, setPlaying] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const solution = useAnswer("slide.solution", wanted === null ? null : { question: "slide_solve", puzzle, metric, boards: true, from: wanted });
  const stage = useRef<HTMLElement>(null);
  const [pointed, setPointed] = useState(false);
  const showsMap = values.map === "1" || (values.map === undefined && values.puzzle === undefined && !values.text);
  // Once it is known whether there is a goal, so that who stops it has stopped it.
  const explored = useAnswer("slide.explore", showsMap && moved !== null ? { question: "explore", puzzle, metric, hardest: hasGoal } : null);
  const overview = explored.answered?.answer ?? null;
  const small = overview !== null && Number(overview.states) <= MAPPED;
  const graph = useAnswer("slide.graph", showsMap && small ? { question: "slide_graph", puzzle, metric } : null);

  const at = (text: string): string => text.trimEnd().replaceAll("\n", "/");
  const go = (next: string, added: number, piece: string) => {
    setWatched(null);
    setPlaying(false);
    setPointed(false);
    place.change({ at: at(next), made: String(Number(values.made ?? 0) + added), last: piece });
  };
  const restart = (more: Record<string, string>) => {
    setWatched(null);
    setPlaying(false);
    setWanted(null);
    place.change({ at: "", made: "", last: "", ...more });
  };

  useEffect(() => {
    const boards = solution.answered?.answer.boards;
    if (!boards || solution.busy) return;
    setWatched({ boards, at: 0 });
    setPlaying(true);
    setWanted(null);
  }, [solution.answered]);
  const show = (index: number) => {
    if (watched === null) return;
    const next = Math.min(watched.boards.length - 1, Math.max(0, index));
    setWatched({ ...watched, at: next });
    place.change({ at: at(watched.boards[next] as string) }, true);
  };
  useEffect(() => {
    if (!playing || watched === null) return;
    if (watched.at >= watched.boards.length - 1) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => show(watched.at + 1), 380);
    return () => clearTimeout(timer);
  }, [playing, watched]);

  const outlook = ahead.answered && !ahead.busy ? ahead.answered.answer : null;
  const left = moved?.solved ? 0 : outlook?.length;
  const hint = pointed && outlook?.hint ? outlook.hint : null;
  const names = (listed.answered?.answer.puzzles ?? []).filter((one) => one.kind === "sliding");
  const about = names.find((one) => one.name === puzzle);
  const plural = (n: number): string => `${metric}${n === 1 ? "" : "s"}`;

  return (
    <div class="view">
      <h1>
        {values.text ? "Your own puzzle" : (moved?.title ?? "Sliding blocks")}
        <small>{values.text ? "Slide the pieces." : (about?.description ?? "Slide the pieces to the goal.")}</small>
      </h1>
      <section class="stage" aria-label="Puzzle" ref={stage}>
        {moved && <SlideBoard moved={moved} hint={hint} last={values.last ?? ""} metric={metric} go={go} />}
        <p class="status" role="status">
          {moved?.solved
            ? "Solved!"
            : hint
              ? `Hint: ${hint.piece} ${hint.path.join(", ")}.`
              : hasGoal && !looks
                ? "The search for the way was stopped."
                : ahead.busy && !outlook
                  ? "Looking for the way …"
                  : left === null || (outlook && outlook.length === null)
                    ? "The goal cannot be reached from here."
                    : hasGoal && left !== undefined
                      ? `${left} ${plural(left)} to the goal.`
                      : ""}
        </p>
        {ahead.busy && ahead.progress && <Busy progress={ahead.progress} says="" cancel={() => giveUp(searched)} />}
        {hasGoal && !looks && !moved?.solved && (
          <button type="button" onClick={() => giveUp("")}>
            Look for the way
          </button>
        )}
        {solution.busy && <Busy progress={solution.progress} says="Solving …" cancel={() => setWanted(null)} />}
        <Refused refusal={moves.refusal ?? ahead.refusal ?? solution.refusal} />
        {watched && (
          <div class="scrubber row">
            <button type="button" class="main" onClick={() => (watched.at >= watched.boards.length - 1 ? (show(0), setPlaying(true)) : setPlaying(!playing))}>
              {playing ? "Pause" : "Play"}
            </button>
            <input
              type="range"
              aria-label="Step of the solution"
              min={0}
              max={watched.boards.length - 1}
              value={watched.at}
              onInput={(event) => (setPlaying(false), show(Number(event.currentTarget.value)))}
              onKeyDown={(event) => event.key === " " && (event.preventDefault(), setPlaying(!playing))}
            />
            <span class="hint">
              {watched.at} of {watched.boards.length - 1}
            </span>
          </div>
        )}
      </section>
      <aside>
        <Tools place={place}>
          <button type="button" onClick={() => restart({})}>
            Start over
          </button>
          <Exports name={values.text ? "sliding" : puzzle} picture={() => stage.current?.querySelector<SVGSVGElement>("svg.board") ?? null} text={() => moved && `${moved.position.trimEnd()}\n`} puzzle={{ about: { puzzle }, formats: ["toml"] }} />
        </Tools>
        <div class="card">
          <Select
            label="Puzzle"
            value={values.text ? "" : puzzle}
            options={[...(values.text ? ([["", "Your own"]] as const) : []), ...names.map((one) => [one.name, one.title ?? one.name] as const)]}
            change={(name) => restart({ puzzle: name, text: "", map: "" })}
          />
          <Choice
            legend="What counts as one"
            value={metric}
            options={[
              ["step", "Step"],
              ["slide", "Slide"],
              ["move", "Move"],
            ]}
            change={(value) => place.change({ metric: value, made: "", last: "" })}
          />
          <div class="pair">
            <Figure value={values.made || "0"} label={`${metric}s made`} />
            {hasGoal && <Figure value={left ?? "–"} label={`${metric}s left`} busy={ahead.busy} />}
          </div>
          {hasGoal && (
            <div class="row">
              <button type="button" disabled={!outlook?.hint} onClick={() => setPointed(true)}>
                Hint
              </button>
              <button type="button" class="main" disabled={moved === null || moved.solved || solution.busy} onClick={() => moved && setWanted(moved.position)}>
                Watch the solution
              </button>
            </div>
          )}
          {!showsMap && (
            <button type="button" onClick={() => place.change({ map: "1" })}>
              Map of all positions
            </button>
          )}
        </div>
        <Own place={place} play={(text) => restart({ text, puzzle: "", map: "" })} />
        <p class="hint keys">
          Drag a piece. Or choose one with <kbd>Tab</kbd> or its letter, and move it with <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd>{KEYS[moved?.lattice ?? "square"]}.
        </p>
        <About source={about?.source ? <>{about.source}. Edward Hordern, “Sliding Piece Puzzles” (1986).</> : <>Edward Hordern, “Sliding Piece Puzzles” (1986).</>}>
          Pieces slide on the board and never leave it. A step is one unit, a slide any distance straight, a move any way that one piece goes at once. Distances are exact: all
          positions are looked through, and pieces of one shape are alike unless the goal names one.
        </About>
      </aside>
      <section class="below" aria-label="All positions">
        {showsMap && (
          <div class="card wide">
            <h2>All positions</h2>
            {explored.busy && <Busy progress={explored.progress} says="Exploring …" cancel={explored.cancel} />}
            {graph.busy && <Busy progress={graph.progress} says="Drawing the map …" cancel={graph.cancel} />}
            <Refused refusal={explored.refusal ?? graph.refusal} />
            {small && graph.answered && moved && graph.answered.answer.metric === metric && (
              <StateMap
                graph={graph.answered.answer}
                moved={moved}
                go={(next) => go(next, 0, "")}
                walk={({ move, letter }) => go(move.position, counted(metric, move.path, values.last === letter), letter)}
              />
            )}
            {overview && <Histogram counts={overview.depth_histogram.map(Number)} />}
            {overview && (
              <p class="hint">
                {grouped(overview.states)} positions can be reached; the farthest is {grouped(overview.eccentricity)} {metric}s from the start.
                {overview.hardest && (
                  <>
                    {" "}
                    From the hardest, the goal is {grouped(overview.hardest.distance)} {metric}s away.{" "}
                    <button type="button" onClick={() => go(overview.hardest?.position ?? "", 0, "")}>
                      Try it
                    </button>
                  </>
                )}
              </p>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

/** How many positions there are at each distance. */
function Histogram({ counts }: { counts: number[] }): JSX.Element {
  const most = Math.max(...counts);
  const points = counts.map((count, i) => `${((i / Math.max(1, counts.length - 1)) * 600).toFixed(1)},${(60 - (count / most) * 56).toFixed(1)}`);
  return (
    <svg class="histogram" viewBox="0 0 600 62" preserveAspectRatio="none" role="img" aria-label={`Positions by distance: most, ${grouped(most)}, at distance ${counts.indexOf(most)}`}>
      <polygon points={`0,62 ${points.join(" ")} 600,62`} />
    </svg>
  );
}
