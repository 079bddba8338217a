// Lets the label page be loaded again without network. It keeps the page and its scripts as they last came, hands them
// out when the network is gone, and touches no API call: answers are the outbox's business.
const CACHE = "assay-label-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate" && /^\/label\/[^/]+$/.test(url.pathname)) event.respondWith(page(request, url));
  else if (url.pathname.startsWith("/_next/static/") || url.pathname === "/icon.svg") event.respondWith(asset(request));
});

/** A page that came before this worker did names itself and what it has loaded; assets of older builds go. */
self.addEventListener("message", (event) => {
  const { page: path, assets } = event.data ?? {};
  if (typeof path !== "string" || !Array.isArray(assets)) return;
  event.waitUntil(keep(new URL(path, self.location.origin).href, assets));
});

async function keep(pageUrl, assets) {
  const cache = await caches.open(CACHE);
  const wanted = new Set(assets.map((asset) => new URL(asset, self.location.origin).href));
  for (const request of await cache.keys()) {
    if (request.url.includes("/_next/static/") && !wanted.has(request.url)) await cache.delete(request);
  }
  for (const url of [pageUrl, ...wanted]) {
    if (!(await cache.match(url))) await cache.add(url).catch(() => undefined);
  }
}

/** The network's page; where there is none, the one that came last for this study. */
async function page(request, url) {
  const cache = await caches.open(CACHE);
  const key = url.origin + url.pathname;
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) await cache.put(key, fresh.clone());
    else if (fresh.redirected || fresh.status === 404) await cache.delete(key);

    return fresh;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Their names carry a hash of what is in them. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) await cache.put(request, fresh.clone());

  return fresh;
}
