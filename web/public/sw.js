// Keeps the files of the page, so that it opens without a network. Each build has a cache of its own; older ones go.
const FILES = [/* files */];
const CACHE = "polytile-/* version */";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("polytile-") && name !== CACHE;
  const remove = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(remove).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const found = caches.open(CACHE).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
