import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AffiliateHistory } from '../testing/affiliate-history.ts';
import { step } from '../testing/affiliate-step.ts';
import { takeStep } from '../testing/affiliate-steps.ts';
import { type Decide, honest, misled } from '../testing/deciding.ts';

/** Cases that the histories must cover; otherwise the property proves nothing. */
const CASES = [
  ...['carried', 'custom amount', 'for plans', 'other plan', 'own code', 'unknown code'],
  ...['paused code', 'closed code', 'opened again', 'opened once closed'],
  ...['paid at the rate before', 'paid when its code no longer counts', 'revived with its code'],
  ...['commission of nothing', 'nothing left for the seller', 'all back in three parts or more'],
  ...['refund that takes nothing of the commission', 'partner’s pending below zero'],
  ...['month that lost money', 'month that lost commissions', 'month of sales and commissions'],
  ...['withdrawn', 'withdrawn by what was read before', 'held back', 'too careful by what was read before'],
];
const MOST_ROUNDS = 20;

/**
 * Runs this many histories.
 * @returns the covered cases
 */
function explore(decide: Decide, numRuns: number, endOnFailure = false): Set<string> {
  const cases = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }), (steps) => {
      const history = new AffiliateHistory(decide);
      for (const one of steps) {
        takeStep(history, one);
        history.holds();
      }
      for (const one of history.cases) cases.add(one);
    }),
    { numRuns, endOnFailure },
  );
  return cases;
}

describe('long random histories of codes, orders by them, refunds, months and withdrawals', () => {
  it('every amount belongs to the same party as in a plain model, after each step', () => {
    const seen = new Set<string>();
    const missing = (): string[] => CASES.filter((one) => !seen.has(one));
    for (let round = 0; round < MOST_ROUNDS && (round === 0 || missing().length > 0); round += 1) {
      for (const one of explore(honest, 150)) seen.add(one);
    }
    expect(missing()).toEqual([]);
  }, 120_000);

  const controls: [string, (kind: string, state: object) => object][] = [
    ['pauses', (kind, state) => (kind === 'affiliate' ? { ...state, active: true } : state)],
    ['plans', (kind, state) => (kind === 'affiliate' ? { ...state, plan_ids: [] } : state)],
    [
      'what is closed',
      (kind, state) => (kind === 'affiliate' && 'code' in state ? { ...state, phase: 'open' } : state),
    ],
    ['what went back', (kind, state) => (kind === 'order' ? { ...state, refunded: 0 } : state)],
    [
      'refunds since pending was read',
      (kind, state) => (kind === 'balance' ? { ...state, refunds_charged: 0 } : state),
    ],
  ];
  it.each(controls)(
    'negative control: blind to %s they go wrong, and this test sees it',
    (_what, change) => {
      expect(() => explore(misled(change), 2_000, true)).toThrow();
    },
    120_000,
  );
});
