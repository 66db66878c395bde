import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LANDING_TEXT, LANDING_TITLE } from '#services/api/system/pages/page-words.ts';

test.each(['zh-CN', 'en-US'] as const)(
  'the server paints the landing page with its own words (%s)',
  async (language) => {
    const file = new URL(`../web/src/locales/${language}/landing.json`, import.meta.url);
    const { hero } = JSON.parse(await readFile(file, 'utf8'));
    expect([LANDING_TITLE[language], LANDING_TEXT[language]]).toEqual([hero.title, hero.text]);
  },
);
