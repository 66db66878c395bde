import { readdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { LOOK_AGAIN_MS, settled } from './settled.ts';

/** A public page without requests. */
const BETWEEN = '/forgot';

/** An answer of the server without the application: a window that rests there keeps its process. */
const NO_PAGE = '/healthz';

export const isRunning = (page: Page): boolean =>
  page.url().startsWith('http') && new URL(page.url()).pathname !== NO_PAGE;

/** Leaves the application, so that its cache is gone. */
export async function leavePages(page: Page): Promise<void> {
  if (isRunning(page)) await page.goto(new URL(NO_PAGE, page.url()).href);
}

/** The words of the routes' addresses: any other part of an address is a parameter. */
const WORDS = new Set(
  readdirSync(new URL('../../web/src/routes/', import.meta.url)).flatMap((file) => file.split(/[._]/)),
);

/** After this time, a redirect has led to the same page, which keeps its elements. */
const REDIRECTED_MS = 5_000;

/** The same for two addresses that one page shows. The pages of a creator share a frame with their heading. */
const pageAt = (url: URL): string => {
  const parts = url.pathname.split('/').slice(1);
  return parts[0] === 'a' ? 'a' : parts.map((part) => (WORDS.has(part) ? part : '*')).join('/');
};

/** Runs inside the page: the router goes where the history goes. False, and nothing done, without these elements. */
function leave({ path, marks }: { path: string; marks: string }): boolean {
  const left = document.querySelectorAll(marks);
  for (const element of left) element.setAttribute('data-left', '');
  if (left.length > 0) history.pushState({}, '', path);
  return left.length > 0;
}

/** Goes on, and waits until the elements of the page before are gone. False where there are none, or they stay. */
async function goOn(page: Page, path: string, marks: string, patience_ms: number): Promise<boolean> {
  if (!(await page.evaluate(leave, { path, marks }))) return false;
  // A part of the program that is not there yet is waited for on the page before.
  const gone = () => document.querySelector('main [data-left]') === null;
  return page.waitForFunction(gone, undefined, { polling: LOOK_AGAIN_MS, timeout: patience_ms }).then(
    () => true,
    () => false,
  );
}

async function goBy(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return;
  if (!(await goOn(page, path, 'main > *', 45_000)))
    throw new Error(`${page.url()} did not give way to ${path}`);
}

/**
 * Opens an address inside the running application, as a link does: nothing is loaded or started again, which is a
 * third of the cost. Where none runs, it is loaded. The way to the same page goes through another page, so that it
 * starts in its initial state, without filters and drawers. The page may still ask for its data.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (!isRunning(page)) return void (await page.goto(address));
  const [now, next] = [new URL(page.url()), new URL(address, page.url())];
  if (pageAt(now) !== pageAt(next) && (await goOn(page, address, 'main h1', REDIRECTED_MS))) return;
  await goBy(page, BETWEEN);
  await goBy(page, address);
}

/** Goes there; the page is at rest afterwards. */
export async function goAndSettle(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await settled(page);
}
