/** The page begins: the first view is shown, then the engines are fetched, then files are kept for when there is no network. */
import { render } from "preact";
import { App } from "./app.tsx";
import { backend } from "./state.ts";
import "./style.css";

const page = document.getElementById("page");
if (page) render(<App />, page);

requestAnimationFrame(() => setTimeout(() => void backend.module?.().catch(() => {})));

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    // Without it the page needs the network, and is the same otherwise.
    navigator.serviceWorker.register("./sw.js").catch(() => {});
  });
}
