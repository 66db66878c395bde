import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessible, fits } from './page-checks.ts';
import { drawn } from './settled.ts';
import { DESK_WIDTH, type Visitor } from './visitor.ts';

const SHOTS = process.env.STORY_SHOTS;
/** In how many looks pages are checked: `one` by `npm test`, `four` by `npm run walk` and `npm run stories`, all by `npm run deep`. */
export const WALK = process.env.WALK ?? 'one';
export const wholeWalk = WALK === 'whole';

const PHONE = 390;
const WIDTHS = [PHONE, DESK_WIDTH];

/** Saves a picture if requested. */
export async function keptPictureOf(take: () => Promise<Buffer>, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  mkdirSync(SHOTS, { recursive: true });
  writeFileSync(join(SHOTS, `${name}.png`), await take());
}

/** Of the whole page. */
export const keptPicture = (page: Page, name: string): Promise<void> =>
  keptPictureOf(() => page.screenshot({ fullPage: true }), name);

/**
 * Checks that the present screen fits on a phone and on a desk and is readable, in this language and at this step;
 * saves pictures if requested.
 */
export async function seen({ page }: Visitor, name: string): Promise<void> {
  const before = page.viewportSize();
  // A pointer that rests on a button shows its other color.
  await page.mouse.move(0, 0);
  const wrong: string[] = [];
  // From the present width on: each change draws the whole page again.
  const widths = before?.width === PHONE ? WIDTHS : WIDTHS.toReversed();
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const asks = wholeWalk || width === PHONE;
    const found = [...(await fits(page)), ...(asks ? await accessible(page) : [])];
    wrong.push(...found.map((one) => `${name} ${width}: ${one}`));
    await keptPicture(page, `${name}-${width}`);
  }
  if (before !== null) await page.setViewportSize(before);
  await drawn(page);
  // The test continues: a layout error here does not affect later pages.
  expect.soft(wrong).toEqual([]);
}
