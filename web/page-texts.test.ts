import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { numberedTexts, pageTexts } from './page-texts.ts';

const pages = pageTexts();

it('names the texts of a page, and of all parts that it imports', () => {
  expect(pages['/']).toEqual(['landing']);
  // Only a ticket with a name on it shows the saved people.
  expect(pages['/order/create']).toContain('tickets-identities');
});

it('names files of texts only', () => {
  for (const area of new Set(Object.values(pages).flat()))
    expect(existsSync(new URL(`src/locales/zh-CN/${area}.json`, import.meta.url)), area).toBe(true);
});

it('numbers them for the browser', () => {
  const { names, pages: numbered } = numberedTexts();
  const texts = Object.entries(numbered).map(([route, places]) => [route, places.map((n) => names[n])]);
  expect(Object.fromEntries(texts)).toEqual(pages);
});
