import type { Page } from 'playwright-core';

/** Between two looks into a page, ms. A look at each frame makes it draw sixty a second: five times the CPU. */
export const LOOK_AGAIN_MS = 50;

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
    { polling: LOOK_AGAIN_MS },
  );
  await drawn(page);
}

/** Waits for two frames, for fonts and the end of transitions: changes have been laid out, in their final colors. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
