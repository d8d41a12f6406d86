/** Takes a text from a file of somebody's own; nothing is sent anywhere. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";

export function OpenFile({ take }: { take(text: string): void }): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const chosen = async (files: FileList | null) => {
    const file = files?.[0];
    if (file) take(await file.text());
    // The same file can be chosen again.
    if (field.current) field.current.value = "";
  };
  return (
    <>
      <input ref={field} type="file" class="visually-hidden" tabIndex={-1} aria-hidden="true" onChange={(event) => void chosen(event.currentTarget.files)} />
      <button type="button" onClick={() => field.current?.click()}>
        Open a file
      </button>
    </>
  );
}
