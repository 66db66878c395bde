import { ServerUnreachable } from '../api/refusal.ts';
import { timeLimit } from './time-limit.ts';

/** Failed attempts by file. */
const failures = new Map<string, number>();
/** After so many the page is loaded again. */
const MOST_FAILURES = 2;
const RELOADED_KEY = 'reloaded_for_parts';
const PATIENCE_MS = 5_000;
const PAUSE_MS = 3_000;

/** Loads the page again, once in a visit, and only where the server answers: without a connection it would be gone. */
async function reloadOnce(address: string): Promise<void> {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) !== null) return;
    await fetch(address, { cache: 'no-store', signal: timeLimit(PATIENCE_MS) });
    sessionStorage.setItem(RELOADED_KEY, '1');
  } catch {
    return; // no connection, or no storage to remember the reload
  }
  location.reload();
}

/**
 * Loads a file of the program; `import()` of built files (web/imports-plugin.ts). WebKit keeps a failed import, so
 * each attempt after a failure has another address.
 * @throws ServerUnreachable
 */
async function loadPart(path: string): Promise<unknown> {
  const failed = failures.get(path) ?? 0;
  const { href } = new URL(failed === 0 ? path : `${path}?again=${failed}`, import.meta.url);
  try {
    return await import(/* @vite-ignore */ href);
  } catch (cause) {
    failures.set(path, failed + 1);
    if (failed + 1 >= MOST_FAILURES) await reloadOnce(href);
    throw new ServerUnreachable(path, { cause });
  }
}
Reflect.set(globalThis, 'loadPart', loadPart);

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
