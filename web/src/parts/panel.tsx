/** What stands beside a board: choices, numbers, facts, and what the view is about. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { backend, type Place } from "../state.ts";

export function Choice<T extends string>(props: {
  legend: string;
  value: T;
  options: readonly (readonly [T, string])[];
  change(value: T): void;
}): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="options">
        {props.options.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === props.value} onChange={() => props.change(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A number with a slider, and buttons for a thumb. */
export function Slider(props: {
  label: ComponentChildren;
  value: number;
  min: number;
  max: number;
  says?: string;
  change(value: number): void;
}): JSX.Element {
  const id = useId();
  const step = (by: number) => props.change(Math.min(props.max, Math.max(props.min, props.value + by)));
  return (
    <div class="slider">
      <label for={id}>{props.label}</label>
      <div class="row">
        <button type="button" aria-label="less" disabled={props.value <= props.min} onClick={() => step(-1)}>
          −
        </button>
        <input
          id={id}
          type="range"
          min={props.min}
          max={props.max}
          value={props.value}
          aria-valuetext={props.says}
          onInput={(event) => props.change(Number(event.currentTarget.value))}
        />
        <button type="button" aria-label="more" disabled={props.value >= props.max} onClick={() => step(1)}>
          +
        </button>
      </div>
    </div>
  );
}

export function Toggle(props: { label: string; on: boolean; disabled?: boolean; change(on: boolean): void }): JSX.Element {
  return (
    <label class="toggle">
      <input type="checkbox" checked={props.on} disabled={props.disabled} onChange={(event) => props.change(event.currentTarget.checked)} />
      <span>{props.label}</span>
    </label>
  );
}

export function Select(props: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  change(value: string): void;
}): JSX.Element {
  const id = useId();
  return (
    <div class="select">
      <label for={id}>{props.label}</label>
      <select id={id} value={props.value} onChange={(event) => props.change(event.currentTarget.value)}>
        {props.options.map(([value, label]) => (
          <option key={value} value={value} selected={value === props.value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A number that matters, and what it is. */
export function Figure(props: { value: ComponentChildren; label: ComponentChildren; busy?: boolean }): JSX.Element {
  return (
    <p class={`figure ${props.busy ? "busy" : ""}`}>
      <strong>{props.value}</strong>
      <span>{props.label}</span>
    </p>
  );
}

/** Why there is no answer, beside what was asked. */
export function Refused({ refusal }: { refusal: { message: string; help: string | null } | null }): JSX.Element | null {
  if (refusal === null) return null;
  return (
    <p class="refused" role="alert">
      <strong>{refusal.message}</strong>
      {refusal.help && <span>{refusal.help}</span>}
    </p>
  );
}

/** What takes its time: how far it is, and how to stop it; after a while what would be quicker. */
export function Busy({ progress, cancel, says }: { progress: string | null; cancel(): void; says: string }): JSX.Element {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 5000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class="hint waits">
      <span>{progress ?? says}</span>
      <button type="button" onClick={cancel}>
        Stop
      </button>
      {long && backend.quicker && <span>{backend.quicker}</span>}
    </p>
  );
}

/** Undo, redo, and what belongs beside them. */
export function Tools({ place, children }: { place: Place; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      <button type="button" class="quiet" title="Undo (Ctrl+Z)" aria-label="Undo" disabled={!place.canUndo} onClick={place.undo}>
        ↶
      </button>
      <button type="button" class="quiet" title="Redo (Ctrl+Y)" aria-label="Redo" disabled={!place.canRedo} onClick={place.redo}>
        ↷
      </button>
      <Link />
      {children}
    </div>
  );
}

/** Copies the address, which is the state of the view. */
function Link(): JSX.Element {
  const [said, say] = useState("Link");
  useEffect(() => {
    if (said === "Link") return;
    const timer = setTimeout(() => say("Link"), 2500);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () => navigator.clipboard.writeText(location.href).then(() => say("Copied"), () => say("Copy the address"));
  return (
    <button type="button" title="Copy a link to what is shown" aria-live="polite" onClick={() => void copy()}>
      {said}
    </button>
  );
}

/** What a view is about, in a few sentences, with its source. */
export function About(props: { children: ComponentChildren; source: ComponentChildren }): JSX.Element {
  return (
    <details class="about">
      <summary>What is this?</summary>
      <p>{props.children}</p>
      <p class="source">{props.source}</p>
    </details>
  );
}

/** Offers a file for download. */
export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
