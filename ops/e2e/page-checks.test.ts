import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium, launchChromium, NO_CHROMIUM } from './chromium.ts';
import { accessible, fits } from './page-checks.ts';

const executable = findChromium();
let browser: Browser | undefined;

beforeAll(async () => {
  if (executable !== undefined) browser = await launchChromium(executable);
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(executable === undefined, NO_CHROMIUM));

async function show(body: string) {
  if (browser === undefined) throw new Error('there is no browser');
  const page = await browser.newPage({ viewport: { width: 390, height: 600 } });
  await page.setContent(`<html lang="en"><title>Page</title><body style="margin:0">${body}</body></html>`);
  return page;
}

const LONG = 'a word that is longer than its box has room for';
const BOX = 'width: 80px; white-space: nowrap;';

describe('overflow is found', () => {
  test.each([
    ['a page wider than its window', '<div style="width: 400px">wide</div>', '10 px wider than the window'],
    ['text that ends outside its box', `<p style="${BOX} overflow: hidden">${LONG}</p>`, `cut: “${LONG}”`],
    ['text of a child', `<div style="${BOX} overflow: clip"><b>${LONG}</b></div>`, `cut: “${LONG}”`],
    [
      'an ellipsis that nobody asked for',
      `<p style="${BOX} overflow: hidden; text-overflow: ellipsis">${LONG}</p>`,
      `cut: “${LONG}”`,
    ],
    ['a hint in a field', `<input style="${BOX}" placeholder="${LONG}">`, `cut: hint “${LONG}”`],
    [
      'an amount on two lines',
      '<p style="width: 30px; overflow-wrap: anywhere">−¥1,234.50</p>',
      'broken amount: “−¥1,234.50”',
    ],
    [
      'an ellipsis whose whole text is nowhere',
      `<p data-truncate="end" style="${BOX} overflow: hidden">${LONG}</p>`,
      `no title for “${LONG}”`,
    ],
    ['a form without a button', '<form><input aria-label="Words"></form>', 'no submit button beside “Words”'],
  ])('%s', async (_what, body, found) => {
    expect((await fits(await show(body))).join('\n')).toContain(found);
  });

  test.each([
    ['text that has room', '<p style="overflow: hidden">short</p>'],
    ['an amount on one line', '<p>of ¥1,234.50</p>'],
    [
      'an ellipsis asked for',
      `<p data-truncate="end" title="${LONG}" style="${BOX} overflow: hidden">${LONG}</p>`,
    ],
    ['what can be scrolled', `<div style="${BOX} overflow-x: auto">${LONG}</div>`],
    [
      'words for readers only',
      `<span style="${BOX} position: absolute; width: 1px; overflow: hidden">${LONG}</span>`,
    ],
    ['a form with a button', '<form><input aria-label="Words"><button type="submit">Go</button></form>'],
    ['what is not shown', `<p hidden style="${BOX} overflow: hidden">${LONG}</p>`],
  ])('but not %s', async (_what, body) => {
    expect(await fits(await show(body))).toEqual([]);
  });
});

test('axe is asked: faint text and a button without a name are found, calm text is not', async () => {
  const faint = await show('<main><h1>Page</h1><p style="color: #ccc">faint</p><button></button></main>');
  expect((await accessible(faint)).join('\n')).toMatch(/button-name[\s\S]*color-contrast/);
  const calm = await show('<main><h1>Page</h1><p>calm</p></main>');
  expect(await accessible(calm)).toEqual([]);
});
