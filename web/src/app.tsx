/** The frame: where one can go, light or dark, and the view that the address names. Each view is loaded when it is gone to. */
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { backend, type Place, useAddress, usePlace } from "./state.ts";

export type View = ComponentType<{ place: Place }>;

const VIEWS: readonly { name: string; title: string; load(): Promise<{ default: View }> }[] = [
  { name: "golomb", title: "Golomb", load: () => import("./views/golomb.tsx") },
  { name: "paint", title: "Paint", load: () => import("./views/paint.tsx") },
  { name: "play", title: "Play", load: () => import("./views/play.tsx") },
  { name: "slide", title: "Slide", load: () => import("./views/slide.tsx") },
  { name: "relatives", title: "Relatives", load: () => import("./views/relatives.tsx") },
];

export function App(): JSX.Element {
  const [address, go] = useAddress();
  const place = usePlace(address, go);
  const current = VIEWS.find((view) => view.name === address.view) ?? VIEWS[0];
  const [shown, setShown] = useState<{ name: string; View: View } | null>(null);
  useEffect(() => {
    if (current === undefined) return;
    if (address.view !== current.name) go({ view: current.name, values: {} }, true);
    document.title = `${current.title} · polytile`;
    let mine = true;
    void current.load().then((module) => {
      if (!mine) return;
      setShown({ name: current.name, View: module.default });
      scrollTo(0, 0);
    });
    return () => {
      mine = false;
    };
  }, [current]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLTextAreaElement) return;
      const redo = event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
      if (!redo && event.key !== "z") return;
      event.preventDefault();
      if (redo) place.redo();
      else place.undo();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  });
  return (
    <>
      <header>
        <a class="skip" href={location.hash} onClick={(event) => (event.preventDefault(), document.getElementById("view")?.focus())}>
          Skip to the view
        </a>
        <span class="name">
          <img src="./icon.svg" alt="" width="26" height="26" />
          polytile
        </span>
        <nav aria-label="Views">
          {VIEWS.map(({ name, title }) => (
            <a key={name} href={`#/${name}`} aria-current={name === current?.name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Theme />
      </header>
      <main id="view" tabIndex={-1}>
        {shown?.name === current?.name && shown !== null ? <shown.View place={place} key={shown.name} /> : <div class="loading" />}
      </main>
      <Engines />
    </>
  );
}

/** Which engines answer. */
function Engines(): JSX.Element {
  const [said, say] = useState("");
  useEffect(() => {
    backend.engines().then(say, () => {});
  }, []);
  return <footer>{said}</footer>;
}

function Theme(): JSX.Element {
  const system = () => matchMedia("(prefers-color-scheme: dark)").matches;
  const [dark, set] = useState(() => (document.documentElement.dataset.theme ?? (system() ? "dark" : "light")) === "dark");
  const change = () => {
    const theme = dark ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    set(!dark);
    dispatchEvent(new Event("theme"));
    try {
      localStorage.setItem("polytile-theme", theme);
    } catch {
      // Then it lasts until the page is closed.
    }
  };
  return (
    <button type="button" class="quiet theme" aria-label={dark ? "Light theme" : "Dark theme"} title={dark ? "Light" : "Dark"} onClick={change}>
      {dark ? "☀" : "☾"}
    </button>
  );
}
