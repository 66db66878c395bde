import { describe, it } from 'vitest';
import { AffiliateHistory } from '../testing/affiliate-history.ts';
import { type Step, step } from '../testing/affiliate-shops.ts';
import { takeStep } from '../testing/affiliate-steps.ts';
import { controls, exploreUntil, type Histories } from '../testing/histories.ts';

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

const affiliates: Histories<Step> = {
  step,
  length: { minLength: 30, maxLength: 120, size: 'max' },
  live(steps, decide, seen) {
    const history = new AffiliateHistory(decide, seen);
    for (const one of steps) {
      takeStep(history, one);
      history.holds();
    }
  },
};

describe('long random histories of codes, orders by them, refunds, months and withdrawals', () => {
  it('every amount goes to the same party as in a simple model, after each step', () => {
    exploreUntil(affiliates, CASES, { numRuns: 150, mostRounds: 20 });
  });

  controls(affiliates, 2_000, {
    pauses: ['affiliate', { active: true }],
    plans: ['affiliate', { plan_ids: [] }],
    'what is closed': ['affiliate', (state) => ('code' in state ? { ...state, phase: 'open' } : state)],
    'what went back': ['order', { refunded: 0 }],
    'refunds since pending was read': ['balance', { refunds_charged: 0 }],
  });
});
