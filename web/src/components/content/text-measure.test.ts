import { expect, test } from 'vitest';
import { wordCount } from './text-measure.ts';

test.each([
  ['', 0],
  ['光影分三层', 5],
  ['光影，分 3 层。', 5],
  ["it's a well-known rule", 4],
  ['用 Procreate 画', 3],
  ['カフェ 카페', 5],
])('%j has %i words', (text, count) => {
  expect(wordCount(text)).toBe(count);
});
