import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/** A public page without requests. */
const BETWEEN = '/forgot';

/** Loads the application again at that address, as from a bookmark; the page is at rest afterwards. */
export async function goDirectly(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
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
 * third of the cost. It goes through another page, so that the same page also starts in its initial state, without
 * filters and drawers. The page is at rest afterwards.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  if (new URL(path, page.url()).pathname === BETWEEN) return goDirectly(page, path);
  if (new URL(page.url()).pathname !== BETWEEN) await goOn(page, BETWEEN);
  await goOn(page, path);
  await settled(page);
}
