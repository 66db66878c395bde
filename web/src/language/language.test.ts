import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['en-US', 'zh-CN', 'en-US'],
  ['zh-CN', 'en-GB', 'zh-CN'],
  [null, 'zh-CN', 'zh-CN'],
  [null, 'zh-TW', 'zh-CN'],
  [null, 'ZH', 'zh-CN'],
  [null, 'en-GB', 'en-US'],
  [null, 'ja-JP', 'en-US'],
  [null, undefined, 'zh-CN'],
  [null, '', 'zh-CN'],
  ['fr-FR', 'de-DE', 'en-US'],
])('saved %s, browser %s: %s', (saved, browser, language) => {
  expect(languageOf(saved, browser)).toBe(language);
});
