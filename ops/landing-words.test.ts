import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { LANDING_TEXT, LANDING_TITLE, LIST_WORDS } from '#services/api/system/pages/page-words.ts';

type Words = Record<string, Record<string, string>>;

const textsOf = async (language: string, name: string): Promise<Words> =>
  JSON.parse(await readFile(new URL(`../web/src/locales/${language}/${name}.json`, import.meta.url), 'utf8'));

test.each(['zh-CN', 'en-US'] as const)(
  'so it does the lists of creators and posts (%s)',
  async (language) => {
    const { explore, cartoon, music } = await textsOf(language, 'catalog-creators');
    const { title, empty } = (await textsOf(language, 'relations-feed')) as Words & { title?: string };
    const shown = { '/explore': explore, '/cartoon': cartoon, '/music': music };
    for (const [path, words] of Object.entries(shown)) {
      const { title, text } = LIST_WORDS[path as keyof typeof shown];
      expect([title[language], text[language]]).toEqual([words?.title, words?.text]);
    }
    const feed = LIST_WORDS['/feed'];
    expect([feed.title[language], feed.text[language]]).toEqual([title, empty?.publicText]);
  },
);

test.each(['zh-CN', 'en-US'] as const)(
  'the server paints the landing page with its own words (%s)',
  async (language) => {
    const file = new URL(`../web/src/locales/${language}/landing.json`, import.meta.url);
    const { hero } = JSON.parse(await readFile(file, 'utf8'));
    expect([LANDING_TITLE[language], LANDING_TEXT[language]]).toEqual([hero.title, hero.text]);
  },
);
