/** In how many ways a board of Golomb's can be tiled, once somebody wants to know. */
import type { JSX } from "preact";
import { grouped, type Question } from "../ask/ask.ts";
import { Busy, Figure, Refused } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";

export function Ways({ place, about }: { place: Place; about: Pick<Question<"deficient">, "board" | "remove"> }): JSX.Element {
  const asked = useAnswer("golomb.ways", place.values.ways ? { question: "deficient", ...about, count: true } : null);
  const answer = asked.busy ? undefined : asked.answered?.answer;
  const count = answer && "count" in answer ? answer.count : undefined;
  if (!place.values.ways)
    return (
      <button type="button" onClick={() => place.change({ ways: "1" })}>
        In how many ways?
      </button>
    );
  return (
    <>
      {count !== undefined && <Figure value={grouped(String(count))} label={String(count) === "1" ? "tiling" : "tilings"} />}
      {asked.busy && <Busy progress={asked.progress} says="Counting …" cancel={() => place.change({ ways: "" })} />}
      <Refused refusal={asked.refusal} />
    </>
  );
}
