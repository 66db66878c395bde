import type { Page } from 'playwright-core';

const QUIET_PATIENCE_MS = 20_000;

/**
 * Waits until a page has come to rest: nothing is asked for any more (the live stream stays open and does
 * not count), no part says that it is busy, letters have come, and the next picture has been drawn.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const main = document.querySelector('main');
      const busy = document.querySelector(
        '[aria-busy="true"], .mantine-Skeleton-root, main .mantine-Loader-root',
      );
      return (
        main !== null && main.childElementCount > 0 && busy === null && document.fonts.status === 'loaded'
      );
    },
    undefined,
    { timeout: QUIET_PATIENCE_MS, polling: 'raf' },
  );
  await drawn(page);
}

/** Waits for two pictures: what was changed has been laid out. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
