/** The page begins: the first view is shown, then the engines are fetched, then files are kept for when there is no network, unless a server is behind it. */
import { render } from "preact";
import { App } from "./app.tsx";
import { backend } from "./state.ts";
import "./style.css";

const page = document.getElementById("page");
if (page) render(<App />, page);

requestAnimationFrame(() => setTimeout(() => void backend.begin?.().catch(() => {})));

if (import.meta.env.MODE === "production" && "serviceWorker" in navigator) {
  addEventListener("load", () => {
    // Without it the page needs the network, and is the same otherwise.
    navigator.serviceWorker.register("./sw.js").catch(() => {});
  });
}
