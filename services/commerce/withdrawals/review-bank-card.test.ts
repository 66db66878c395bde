import { expect, it } from 'vitest';
import { CREATOR, given, LI, WANG } from '../testing/scenario.ts';
import { type ReviewBankCard, reviewBankCard } from './review-bank-card.ts';

const review = (approved: boolean, more: Partial<ReviewBankCard> = {}) =>
  reviewBankCard({
    review_id: 'card-1',
    user_id: CREATOR,
    by: LI,
    approved,
    reason: approved ? '' : '照片不清晰',
    waits: true,
    decided_before: undefined,
    ...more,
  });
const closed = { code: 'state_does_not_allow' };

it('a card is approved once, with its actor; a later rejection is refused', () => {
  const scenario = given();
  const data = { review_id: 'card-1', user_id: CREATOR, by: LI, reason: '' };
  expect(scenario.accepts(review(true)).events).toEqual([{ type: 'BankCardApproved', data }]);
  expect(scenario.accepts(review(true, { by: WANG, waits: false })).events).toEqual([]);
  expect(scenario.refuses(review(false, { by: WANG }))).toEqual(closed);
});

it('a card is rejected once, with its reason; a later approval is refused', () => {
  const scenario = given();
  expect(scenario.accepts(review(false)).events).toMatchObject([
    { type: 'BankCardRejected', data: { by: LI, reason: '照片不清晰' } },
  ]);
  expect(scenario.accepts(review(false, { by: WANG })).events).toEqual([]);
  expect(scenario.refuses(review(true, { by: WANG }))).toEqual(closed);
});

it('verdicts older than their events stay', () => {
  const before = { decided_before: true, waits: false };
  expect(given().accepts(review(true, before)).events).toEqual([]);
  expect(given().refuses(review(false, before))).toEqual(closed);
});

it('is never one’s own, never one that does not wait, never rejected without a remark', () => {
  expect(given().refuses(review(true, { by: CREATOR }))).toEqual({ code: 'not_allowed' });
  expect(given().refuses(review(true, { waits: false }))).toEqual({ code: 'not_found' });
  expect(given().refuses(review(false, { reason: ' ' }))).toMatchObject({ errors: [{ field: 'remark' }] });
  expect(given().refuses(review(true, { reason: '6222000012341111' }))).toMatchObject({
    errors: [{ field: 'reason', message: { key: 'names_a_number' } }],
  });
});
