import { expect, test } from 'vitest';
import { figureChange } from './figure-change.ts';

test.each([
  [68_172, 0, undefined],
  [0, 0, { difference: 0, share: 0 }],
  [150.1, 100, { difference: 50.1, share: 0.501 }],
  [0, 40, { difference: -40, share: -1 }],
])('from %d, with %d before', (now, before, change) => {
  const found = figureChange(now, before);
  expect(found && { ...found, share: Math.round(found.share * 1000) / 1000 }).toEqual(change);
});
