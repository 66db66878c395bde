import { expect, test } from 'vitest';
import { balanceReasons } from './balance-reasons.ts';

const EMPTY = {
  available: '0.00',
  pending: '0.00',
  paying: '0.00',
  on_hold: '0.00',
  hold_reason: '',
  hold_text: '',
  holds: [],
  owed: '0.00',
  coming: '0.00',
  next_time: 1_800_000_000,
  smallest: '1.00',
  as_of: { position: 1, time: 1_799_000_000 },
} as const satisfies Parameters<typeof balanceReasons>[1];

test('with nothing pending no more comes on the 1st', () => {
  expect(balanceReasons('available', { ...EMPTY, available: '94.00' })).toEqual(['nowMore']);
  expect(balanceReasons('pending', EMPTY)).toEqual(['nothingPending']);
  expect(balanceReasons('available', EMPTY)).toEqual([]);
});

test('with something pending it says when', () => {
  const balance = { ...EMPTY, available: '94.00', pending: '9.40' };
  expect(balanceReasons('available', balance)).toEqual(['nowMore', 'next']);
  expect(balanceReasons('pending', balance)).toEqual(['pendingNext']);
  expect(balanceReasons('pending', { ...balance, coming: '4.70' })).toEqual(['coming']);
});

test('a hold ends with income, not on a day', () => {
  const held = { ...EMPTY, on_hold: '5.00', hold_text: 'Held', hold_reason: 'pending_below_zero' } as const;
  expect(balanceReasons('on_hold', held)).toEqual(['held']);
  expect(balanceReasons('on_hold', { ...held, hold_reason: 'payout_disputed' })).toEqual([]);
});
