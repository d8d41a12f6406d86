/**
 * Number Mind: a secret number, guesses at it, and how many of their digits are right and stand where they should.
 *
 * To play: the page knows the secret and says how many; the library counts the numbers that agree with all it said, and names one for a
 * hint. To solve: somebody else's guesses, and the library says which numbers agree with them.
 */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { integer } from "../address.ts";
import { grouped } from "../ask/ask.ts";
import { COVER, SavePuzzle } from "../parts/export.tsx";
import { About, Busy, Choice, Figure, Refused, save, Select, Slider, Tools } from "../parts/panel.tsx";
import { type Place, useAnswer } from "../state.ts";
import { EXAMPLES, type Guess, lines, right, secretOf, tried } from "./play-mind-logic.ts";

export default function Mind({ place, puzzles }: { place: Place; puzzles: JSX.Element }): JSX.Element {
  const solves = place.values.mode === "solve";
  return (
    <div class="view">
      <h1>
        Number Mind
        <small>
          {solves
            ? "Guesses at a number, and how many of their digits are right. Which numbers agree with all of them?"
            : "A number is secret. Guess, and hear how many of your digits are right, each in its place."}
        </small>
      </h1>
      {solves ? <Solve place={place} puzzles={puzzles} /> : <Guessing place={place} puzzles={puzzles} />}
    </div>
  );
}

function Mode({ place }: { place: Place }): JSX.Element {
  return (
    <Choice
      legend="What to do"
      value={place.values.mode === "solve" ? "solve" : "play"}
      options={[
        ["play", "Play"],
        ["solve", "Solve"],
      ]}
      change={(mode) => place.change({ mode: mode === "play" ? "" : mode })}
    />
  );
}

/** Guesses as they were answered, digit by digit. */
function Table({ guesses, wrong = [] }: { guesses: readonly Guess[]; wrong?: readonly number[] }): JSX.Element {
  return (
    <table class="guesses">
      <caption class="visually-hidden">Guesses</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Guess</th>
          <th scope="col">Right</th>
        </tr>
      </thead>
      <tbody>
        {guesses.map(({ digits, correct }, i) => (
          <tr key={i} class={wrong.includes(i + 1) ? "wrong" : ""}>
            <td aria-label={digits}>
              {[...digits].map((digit, at) => (
                <span key={at} class="digit" aria-hidden="true">
                  {digit}
                </span>
              ))}
            </td>
            <td>
              <span class="pips" aria-hidden="true">
                {[...digits].map((_, at) => (
                  <i key={at} class={at < correct ? "on" : ""} />
                ))}
              </span>
              <b>{correct}</b> right
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Guessing({ place, puzzles }: { place: Place; puzzles: JSX.Element }): JSX.Element {
  const { values } = place;
  const length = integer(values.digits, 3, 10, 5);
  const seed = integer(values.seed, 1, 999_999_999, 1);
  const secret = secretOf(seed, length);
  // Something is known already, so that there is something to think about.
  const guesses = tried(values.tried ?? [-seed, -seed - 0x10000].map((other) => secretOf(other, length)).join("."), length).map((digits): Guess => ({ digits, correct: right(digits, secret) }));
  const found = guesses.at(-1)?.digits === secret;
  const about = { puzzle: lines(guesses), kind: "number_mind" as const };
  const counted = useAnswer("mind", guesses.length > 0 ? { question: "solutions", ...about } : null);
  const left = guesses.length === 0 ? String(10 ** length) : counted.answered ? String(counted.answered.answer.count) : null;
  const [helped, help] = useState("");
  const [hint, setHint] = useState("");
  const hinted = helped === about.puzzle && guesses.length > 0;
  const wanted = useAnswer("mind.hint", hinted ? { question: "list", ...about, random: true, seed, limit: 1 } : null, {
    part: (part) => "digits" in part && setHint(part.digits),
  });
  const [typed, type] = useState("");
  const [refusal, refuse] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const guess = (digits: string) => {
    if (!new RegExp(`^\\d{${length}}$`).test(digits)) return refuse(`A guess has ${length} digits${/^\d*$/.test(digits) ? `, and this has ${digits.length}` : " and nothing else"}.`);
    refuse(null);
    type("");
    place.change({ tried: [...guesses.map((one) => one.digits), digits].join(".") });
    field.current?.focus();
  };
  const begin = (more: Record<string, string>) => (refuse(null), type(""), place.change({ tried: "", ...more }));
  return (
    <>
      <section class="stage" aria-label="Guesses">
        <p class={`light ${found ? "done" : left === null ? "waiting" : "on"}`} role="status">
          <i aria-hidden="true" />
          {found ? `Found with ${guesses.length} guesses!` : left === null ? "Counting …" : left === "1" ? "One number agrees with all this" : `${grouped(left)} numbers agree with all this`}
        </p>
        <Table guesses={guesses} />
        <Refused refusal={counted.refusal ?? wanted.refusal} />
        {!found && (
          <form class="row" onSubmit={(event) => (event.preventDefault(), guess(typed.trim()))}>
            <label class="visually-hidden" for="guess">
              Your guess, {length} digits
            </label>
            <input
              ref={field}
              id="guess"
              type="text"
              inputMode="numeric"
              autocomplete="off"
              size={Math.max(6, length + 1)}
              maxLength={16}
              placeholder={"0".repeat(length)}
              value={typed}
              aria-describedby="guess-wrong"
              aria-invalid={refusal !== null}
              onInput={(event) => type(event.currentTarget.value)}
            />
            <button type="submit" class="main">
              Guess
            </button>
            <button type="button" disabled={guesses.length === 0} onClick={() => help(about.puzzle)}>
              Hint
            </button>
          </form>
        )}
        <div id="guess-wrong">{refusal && <Refused refusal={{ message: refusal, help: null }} />}</div>
        {hinted && hint !== "" && !wanted.busy && !found && (
          <p class="caption hinted" role="status">
            {left === "1" ? `Nothing but ${hint} agrees with all that was said.` : `${hint} agrees with all that was said.`}{" "}
            <button type="button" onClick={() => guess(hint)}>
              Guess it
            </button>
          </p>
        )}
      </section>
      <aside>
        <Tools place={place}>
          <button type="button" onClick={() => place.change({ tried: "." })}>
            Clear
          </button>
          <span class="space" />
          <button type="button" title="Save as a text" disabled={guesses.length === 0} onClick={() => save("number-mind.txt", lines(guesses))}>
            Text
          </button>
          {guesses.length > 0 && <SavePuzzle name="number-mind" about={about} formats={COVER} />}
        </Tools>
        <div class="card">
          {puzzles}
          <Mode place={place} />
          <Slider label={<>Digits <b>{length}</b></>} value={length} min={3} max={10} change={(digits) => begin({ digits: String(digits) })} />
          <div class="pair">
            <Figure value={guesses.length} label={guesses.length === 1 ? "guess" : "guesses"} />
            <Figure value={left === null ? "…" : grouped(left)} label="numbers left" busy={counted.busy} />
          </div>
          <button type="button" onClick={() => begin({ seed: String(seed + 1) })}>
            Another secret
          </button>
          <button type="button" disabled={guesses.length === 0} onClick={() => place.change({ mode: "solve", guesses: lines(guesses).trimEnd().replaceAll("\n", "/") })}>
            Solve it from these guesses
          </button>
        </div>
        <Source />
      </aside>
    </>
  );
}

function Solve({ place, puzzles }: { place: Place; puzzles: JSX.Element }): JSX.Element {
  const text = (place.values.guesses ?? EXAMPLES[0]?.[0] ?? "").replaceAll("/", "\n");
  const about = text.trim() === "" ? null : { puzzle: `${text}\n`, kind: "number_mind" as const };
  const [typed, type] = useState(text);
  useEffect(() => type(text), [text]);
  const judged = useAnswer("mind", about ? { question: "unique", ...about } : null);
  const verdict = judged.busy ? undefined : judged.answered?.answer;
  const several = verdict !== undefined && verdict.solutions.length > 1;
  const counted = useAnswer("mind.count", about && several ? { question: "solutions", ...about } : null);
  const count = counted.busy ? undefined : counted.answered?.answer.count;
  const numbers = (verdict?.solutions ?? []).flatMap((one) => ("digits" in one ? [one.digits] : []));
  const wrong = verdict?.contradiction ?? [];
  const says = !verdict
    ? judged.busy
      ? "Looking …"
      : ""
    : verdict.unique
      ? "Exactly one number agrees with all guesses."
      : several
        ? `${count === undefined ? "Several" : grouped(String(count))} numbers agree with all guesses; two of them:`
        : wrong.length > 0
          ? `No number does: ${wrong.length === 1 ? "line" : "lines"} ${new Intl.ListFormat("en").format(wrong.map(String))} cannot hold together.`
          : "No number agrees with all guesses.";
  return (
    <>
      <section class="stage" aria-label="Guesses">
        <p class="status" role="status">
          {says}
        </p>
        {numbers.map((digits) => (
          <p key={digits} class="secret" data-digits={digits}>
            <span class="visually-hidden">{digits}</span>
            {[...digits].map((digit, i) => (
              <span key={i} class="digit" aria-hidden="true">
                {digit}
              </span>
            ))}
          </p>
        ))}
        {judged.busy && judged.progress && <Busy progress={judged.progress} says="" cancel={judged.cancel} />}
        {counted.busy && <Busy progress={counted.progress} says="Counting …" cancel={counted.cancel} />}
        <div class="own-guesses">
          <label for="guesses">Guesses, one to a line: the digits, a semicolon, and how many are right</label>
          <textarea
            id="guesses"
            rows={Math.min(24, Math.max(6, typed.split("\n").length + 1))}
            spellcheck={false}
            inputMode="text"
            aria-invalid={judged.refusal !== null}
            value={typed}
            onInput={(event) => {
              type(event.currentTarget.value);
              place.change({ guesses: event.currentTarget.value.trimEnd().replaceAll("\n", "/") || "/" }, true);
            }}
          />
          <Refused refusal={judged.refusal ?? counted.refusal} />
        </div>
      </section>
      <aside>
        <Tools place={place}>
          <span class="space" />
          <button type="button" title="Save as a text" onClick={() => save("number-mind.txt", `${text.trimEnd()}\n`)}>
            Text
          </button>
          {about && <SavePuzzle name="number-mind" about={about} formats={COVER} />}
        </Tools>
        <div class="card">
          {puzzles}
          <Mode place={place} />
          <Select
            label="Begin with"
            value={EXAMPLES.find(([example]) => example === text.replaceAll("\n", "/"))?.[0] ?? ""}
            options={[["", "…"], ...EXAMPLES]}
            change={(guesses) => guesses && place.change({ guesses })}
          />
        </div>
        <Source />
      </aside>
    </>
  );
}

function Source(): JSX.Element {
  return (
    <About source={<>Project Euler, problem 185, “Number Mind”; a game like Mordecai Meirowitz’s Mastermind (1970).</>}>
      Mastermind with numbers: of each guess one hears only how many digits are right and in their place. Every position holds one digit and every guess is right exactly as often as it says,
      which makes an exact cover; the same engines that lay pieces on a board find all numbers that agree. So a game can be counted down to the last number that is left.
    </About>
  );
}
