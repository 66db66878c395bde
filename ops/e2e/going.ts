import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

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

/** Runs inside the page: the router goes where the history goes. */
function leave(path: string): void {
  document.querySelector('main > *')?.setAttribute('data-left', '');
  history.pushState({}, '', path);
}

async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(leave, path);
  // A part of the program that is not there yet is waited for on the page before.
  await page.waitForFunction(() => document.querySelector('main > [data-left]') === null, undefined, {
    polling: 'raf',
  });
}

/**
 * Opens an address inside the running application, as a link does: nothing is loaded or started again, which is a
 * third of the cost. Where none runs, it is loaded. The way goes through another page, so that the same page also
 * starts in its initial state, without filters and drawers. The page may still ask for its data.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  if (!isRunning(page)) return void (await page.goto(address));
  if (new URL(page.url()).pathname !== BETWEEN) await goOn(page, BETWEEN);
  if (new URL(address, page.url()).pathname !== BETWEEN) await goOn(page, address);
}

/** Goes there; the page is at rest afterwards. */
export async function goAndSettle(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await settled(page);
}
