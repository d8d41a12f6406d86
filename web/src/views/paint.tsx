import type { JSX } from "preact";
export default function Soon(): JSX.Element {
  return <div />;
}
