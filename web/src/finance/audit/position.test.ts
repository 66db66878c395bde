import { expect, test } from 'vitest';
import { positionIn } from './position.ts';

test.each<[string, number | undefined]>([
  ['23230', 23_230],
  ['23,230', 23_230],
  [' 1，023 230 ', 1_023_230],
  ['2026112806200012345678', undefined],
  ['abc', undefined],
])('%s is a position, or something else', (words, position) => {
  expect(positionIn(words)).toBe(position);
});
