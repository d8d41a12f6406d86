/** Boards of one width and every height: their numbers of tilings, the recurrence behind them, and how fast they grow. */
import type { JSX } from "preact";
import { grouped } from "../ask/ask.ts";
import { Busy, Refused } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { growth } from "./paint-logic.ts";

/** The terms that are shown. */
const TERMS = 12;

export function Strip({ place, about, width }: { place: Place; about: { pieces: string; flips?: boolean }; width: number }): JSX.Element {
  const open = place.values.series === "1";
  const same = { width, ...about };
  const terms = useAnswer("paint.series", open ? { question: "series", ...same, to: TERMS } : null);
  const rule = useAnswer("paint.recurrence", open ? { question: "series", ...same, recurrence: true } : null);
  const pace = useAnswer("paint.growth", open ? { question: "series", ...same, growth: true } : null);
  const [counted, linear, grown] = [terms, rule, pace].map((one) => (one.busy ? undefined : one.answered?.answer));
  const [grows, polynomial] = grown && "entropy" in grown ? growth(grown.ratio, grown.entropy) : [];
  const close = () => place.change({ series: "" }, true);
  return (
    <details class="about" open={open} onToggle={(event) => event.currentTarget.open !== open && place.change({ series: open ? "" : "1" }, true)}>
      <summary>Longer boards of {width} columns</summary>
      {counted && "terms" in counted && (
        <table class="series">
          <thead>
            <tr>
              <th scope="col">Rows</th>
              <th scope="col">Tilings</th>
            </tr>
          </thead>
          <tbody>
            {counted.terms.map((term, n) => (
              <tr key={n}>
                <td>{n}</td>
                <td>{grouped(String(term))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {terms.busy && open && <Busy progress={terms.progress} says="Counting …" cancel={close} />}
      <Refused refusal={terms.refusal} />
      {linear && "recurrence" in linear && (
        <div class="rule">
          <p>The rule{linear.proved ? "" : ", not proved"}:</p>
          <p class="formula">
            {linear.recurrence}, from n = {linear.first_index} on
          </p>
          <p>Generating function:</p>
          <p class="formula">{linear.generating_function}</p>
          <p class="source">{`${linear.evidence.charAt(0).toUpperCase()}${linear.evidence.slice(1)}.`}</p>
        </div>
      )}
      {grows && (
        <div class="rule">
          <p>{grows}</p>
          {polynomial && <p class="formula">{polynomial}</p>}
        </div>
      )}
      {rule.busy && open && <Busy progress={rule.progress} says="Looking for the rule …" cancel={rule.cancel} />}
      <Refused refusal={terms.refusal ? null : rule.refusal} />
    </details>
  );
}
