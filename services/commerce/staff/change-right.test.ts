import { expect, it } from 'vitest';
import { CREATOR, given, LI } from '../testing/scenario.ts';
import { type ChangeRight, changeRight } from './change-right.ts';

const change = (taken: boolean, more: Partial<ChangeRight> = {}) =>
  changeRight({
    user_id: CREATOR,
    right: 'bundle',
    taken,
    by: LI,
    reason: 'sold nothing',
    was_taken: false,
    ...more,
  });

it('a right is revoked and granted again, with actor and reason, each once', () => {
  const scenario = given();
  const data = { user_id: CREATOR, right: 'bundle', by: LI, reason: 'sold nothing' };
  expect(scenario.accepts(change(true)).events).toEqual([{ type: 'CreatorRightTaken', data }]);
  expect(scenario.accepts(change(true)).events).toEqual([]);
  expect(scenario.accepts(change(true, { right: 'can_affiliate' })).events).toHaveLength(1);
  expect(scenario.accepts(change(false)).events).toEqual([{ type: 'CreatorRightReturned', data }]);
  expect(scenario.accepts(change(false, { was_taken: true })).events).toEqual([]);
});

it('a right revoked before there were events is granted again with an event', () => {
  expect(given().accepts(change(false)).events).toEqual([]);
  expect(given().accepts(change(false, { was_taken: true, by: null })).events).toHaveLength(1);
});

it('is never one’s own, and never changed without a reason', () => {
  expect(given().refuses(change(true, { by: CREATOR }))).toEqual({ code: 'not_allowed' });
  expect(given().refuses(change(true, { reason: '' }))).toMatchObject({ errors: [{ field: 'reason' }] });
});
