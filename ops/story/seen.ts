import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { accessible, fits } from './page-checks.ts';
import { drawn } from './settled.ts';
import type { Visitor } from './visitor.ts';

const SHOTS = process.env.STORY_SHOTS;
/** A phone and a desk. */
const WIDTHS = [390, 1440];

/**
 * What is on the screen now fits on a phone and on a desk and can be read, in the language and at the place in
 * the story at which it is; kept as pictures when they are asked for.
 */
export async function seen({ page }: Visitor, name: string): Promise<void> {
  const before = page.viewportSize();
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const found = [...(await fits(page)), ...(await accessible(page, 'all'))];
    wrong.push(...found.map((one) => `${name} ${width}: ${one}`));
    if (SHOTS === undefined) continue;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), fullPage: true });
  }
  if (before !== null) await page.setViewportSize(before);
  await drawn(page);
  // The story goes on: what does not fit here says nothing about the pages after it.
  expect.soft(wrong).toEqual([]);
}
