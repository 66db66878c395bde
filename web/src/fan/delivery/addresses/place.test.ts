import { expect, test } from 'vitest';
import { below, type Place } from './place.ts';

const place: Place = { province: '330000', city: '330100', area: '330106', street: '330106002' };

test.each([
  ['province', { province: 'x', city: '', area: '', street: '' }],
  ['city', { ...place, city: 'x', area: '', street: '' }],
  ['area', { ...place, area: 'x', street: '' }],
  ['street', { ...place, street: 'x' }],
] as const)('another %s leaves nothing chosen below it', (level, changed) => {
  expect(below(place, level, 'x')).toEqual(changed);
});
