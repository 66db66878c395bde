import { describe, it } from 'vitest';
import { controls, exploreUntil } from '../testing/history.ts';
import { affiliateHistory } from './testing/affiliate-history.ts';

/** Cases that the histories must cover; otherwise the property proves nothing. */
const CASES = [
  'carried',
  'custom amount',
  'for plans',
  'other plan',
  'own code',
  'unknown code',
  'paused code',
  'closed code',
  'opened again',
  'opened once closed',
  'paid at the rate before',
  'paid when its code no longer counts',
  'revived with its code',
  'commission of nothing',
  'nothing left for the seller',
  'all back in three parts or more',
  'refund that takes nothing of the commission',
  'partner’s pending below zero',
  'month that lost money',
  'month that lost commissions',
  'month of sales and commissions',
  'withdrawn',
  'withdrawn by what was read before',
  'held back',
  'too careful by what was read before',
];

describe('long random histories of codes, orders by them, refunds, months and withdrawals', () => {
  it('every amount goes to the same party as in a simple model, after each step', async () => {
    await exploreUntil(affiliateHistory, CASES, { numRuns: 150, mostRounds: 20 });
  });

  controls(affiliateHistory, 2_000, {
    pauses: ['affiliate', { active: true }],
    plans: ['affiliate', { plan_ids: [] }],
    'what is closed': ['affiliate', (state) => ('code' in state ? { ...state, phase: 'open' } : state)],
    'what went back': ['order', { refunded: 0 }],
    'refunds since pending was read': ['balance', { refunds_charged: 0 }],
  });
});
