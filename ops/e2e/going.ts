import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

/** A page that asks for nothing and that everybody may see. */
const BETWEEN = '/forgot';

/** Loads the application anew for that address, as from a bookmark; the page is at rest afterwards. */
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
 * Goes to that address within the running application, as a link does: nothing of it is read or started again, which
 * took a third of what a page's look costs. The way leads over another page, so that also an address of the same page
 * finds it as it begins: filters and drawers of the one before are gone. The page is at rest afterwards.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  if (new URL(path, page.url()).pathname === BETWEEN) return goDirectly(page, path);
  if (new URL(page.url()).pathname !== BETWEEN) await goOn(page, BETWEEN);
  await goOn(page, path);
  await settled(page);
}
