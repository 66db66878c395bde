import type { Page } from 'playwright-core';

/**
 * Waits until a page is at rest: no open requests (except the live stream), no busy part, fonts loaded, and the next
 * frame drawn.
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
    { polling: 'raf' },
  );
  await drawn(page);
}

/** Waits for two frames and for the end of transitions: changes have been laid out, in their final colors. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
