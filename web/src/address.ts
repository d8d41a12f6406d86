/**
 * State in the address: `#/golomb?n=5&hole=11,20`. What is shown follows from it alone, so it can be reloaded, sent and gone
 * back to; it holds the result, and not the way there. Behind `#`, because a plain file server knows nothing of it.
 */
export interface Address {
  view: string;
  values: Readonly<Record<string, string>>;
}

/** The address that a fragment says. */
export function read(fragment: string): Address {
  const [path = "", search = ""] = fragment.replace(/^#?\/?/, "").split("?", 2);
  return { view: path, values: Object.fromEntries(new URLSearchParams(search)) };
}

/** The fragment of an address, without values that are empty. */
export function write({ view, values }: Address): string {
  const kept = Object.entries(values).filter(([, value]) => value !== "");
  // Commas, slashes and colons mean nothing behind `#`, and are easier to read as they are.
  const search = new URLSearchParams(kept).toString().replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":");
  return `#/${view}${search ? `?${search}` : ""}`;
}

/** A whole number of an address within bounds, or else the one meant where nothing is said. */
export function integer(text: string | undefined, least: number, most: number, otherwise: number): number {
  if (text === undefined || !/^\d{1,9}$/.test(text)) return otherwise;
  return Math.min(most, Math.max(least, Number(text)));
}
