import { expect, test } from 'vitest';
import { holdersOf } from './holders.ts';

const saved = ['a', 'b', 'c'].map((identity_id) => ({
  identity_id,
  name: '',
  id_type: 'resident_id' as const,
  id_card: '',
  update_time: 0,
}));

test.each([
  ['everybody in turn', 2, [], ['a', 'b']],
  ['who was chosen, and others for the rest', 3, [undefined, 'a'], ['b', 'a', 'c']],
  ['one person twice when that was chosen', 2, ['b', 'b'], ['b', 'b']],
  ['nobody for what was emptied', 2, ['', undefined], ['', 'a']],
  ['nobody once all hold one', 4, [], ['a', 'b', 'c', '']],
  ['somebody else for who is no longer there', 2, ['gone', 'b'], ['a', 'b']],
  ['no more than there are tickets', 1, ['c', 'b'], ['c']],
] as const)('tickets are held by %s', (_, tickets, chosen, holders) => {
  expect(holdersOf(tickets, chosen, saved)).toEqual(holders);
});
