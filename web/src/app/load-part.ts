import { ChunkLoadError, MISSING_STYLE } from '../api/refusal.ts';
import { timeLimit } from './time-limit.ts';

/** Failed attempts by file. */
const failures = new Map<string, number>();
/** After so many the page reloads: two attempts at once, and one at the next request for the part. */
const MAX_FAILURES = 3;
const RELOADED_KEY = 'reloaded_for_parts';
const TIMEOUT_MS = 5_000;
/** A part that takes longer has failed, and the page reloads at most once in this time (creator specification 8). */
const CHUNK_TIMEOUT_MS = 120_000;
const PAUSE_MS = 3_000;

/** Asks for a file again. WebKit keeps a failure beyond the page, until the file was read in another way. */
const readAgain = (address: string): Promise<Response> =>
  fetch(address, { cache: 'reload', signal: timeLimit(TIMEOUT_MS) });

/** Loads the page again, once in two minutes, and only where the server answers: without a connection it would be gone. */
async function reloadOnce(address: string): Promise<void> {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? Number.NEGATIVE_INFINITY);
    if (Date.now() - last < CHUNK_TIMEOUT_MS) return;
    await readAgain(address);
    // Files that parts need were requested before them, and may have failed as well.
    const needed = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
    await Promise.allSettled([...needed].map(({ href }) => readAgain(href)));
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return; // no connection, or no storage to remember the reload
  }
  location.reload();
}

/** Browsers wait for a file as long as its connection is open. */
const inTime = <Part>(part: Promise<Part>): Promise<Part> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timeout')), CHUNK_TIMEOUT_MS);
    part.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/**
 * Loads a file of the program; `import()` of built files (web/imports-plugin.ts). WebKit keeps a failed import, so
 * each attempt after a failure has another address. It also keeps a failure of an earlier visit, so a second attempt
 * follows the first at once.
 * @throws ChunkLoadError
 */
async function loadPart(path: string): Promise<unknown> {
  const failed = failures.get(path) ?? 0;
  const { href } = new URL(failed === 0 ? path : `${path}?again=${failed}`, import.meta.url);
  try {
    return await inTime(import(/* @vite-ignore */ href));
  } catch (cause) {
    failures.set(path, failed + 1);
    if (failed === 0) return loadPart(path);
    if (failed + 1 >= MAX_FAILURES) await reloadOnce(new URL(path, import.meta.url).href);
    throw new ChunkLoadError(path, { cause });
  }
}
Reflect.set(globalThis, 'loadPart', loadPart);

/** A style sheet that could not be loaded stays in the page as if it were there: the next attempt would not ask. */
window.addEventListener('vite:preloadError', ({ payload }) => {
  const [, address] = MISSING_STYLE.exec(payload.message) ?? [];
  if (address === undefined) return;
  Object.assign(payload, { code: 'CSS_CHUNK_LOAD_FAILED' });
  for (const sheet of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (sheet.href === address) sheet.remove();
  readAgain(address).catch(() => undefined); // still no connection: the next attempt asks
});

/** Repeats until it succeeds, for a part without its own way to try again: its place stays empty meanwhile. */
export async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
