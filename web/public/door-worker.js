/**
 * Lets the page at the door open again where there is no connection: with the files of which it was made when it
 * was last open with one. Nothing that the API answers is kept, and so nothing personal.
 */
const KEPT = 'door';
const PAGE = '/order/inspect';
const MAX_FILES = 300;

const isFile = (path) => typeof path === 'string' && path.startsWith('/assets/');

/** Keeps the page and just these files; their names change with their content, so an older one is of no use. */
async function keep(files) {
  const cache = await caches.open(KEPT);
  const page = await fetch(PAGE, { headers: { accept: 'text/html' } });
  if (page.ok) await cache.put(PAGE, page);
  const wanted = new Set(files.filter(isFile).slice(0, MAX_FILES));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (isFile(pathname) && !wanted.delete(pathname)) await cache.delete(url);
  }
  await Promise.all([...wanted].map((file) => cache.add(file)));
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const kept = keep(event.data).then(
    () => true,
    // The connection was lost meanwhile: the cached files stay.
    () => false,
  );
  event.waitUntil(kept.then((done) => event.source?.postMessage({ kept: done })));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    event.respondWith(fetch(request).catch(async () => (await caches.match(PAGE)) ?? Response.error()));
  } else if (isFile(pathname)) {
    event.respondWith(caches.match(request).then((file) => file ?? fetch(request)));
  }
});
