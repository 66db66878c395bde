import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decide, honest, misled } from '../testing/deciding.ts';
import { History, KINDS_OF_TURNS } from '../testing/mixed-history.ts';
import { checkEveryMoment } from '../testing/mixed-moments.ts';
import { checkMixedShop } from '../testing/mixed-tally.ts';

/**
 * Runs histories and returns the covered cases.
 * @param endOnFailure stop at the first failure, without shrinking it
 */
function explore(decide: Decide, numRuns: number, endOnFailure = false): Set<string> {
  const turns = new Set<string>();
  const turn = fc.tuple(fc.nat(KINDS_OF_TURNS - 1), fc.nat(40), fc.nat(40), fc.nat(40));
  fc.assert(
    fc.property(fc.array(turn, { minLength: 10, maxLength: 90, size: 'max' }), (all) => {
      const history = new History(decide);
      for (const one of all) history.take(one);
      checkEveryMoment(history.memory.log);
      checkMixedShop(history.memory);
      for (const one of history.turns) turns.add(one);
      for (const { event } of history.memory.log) {
        turns.add(event.type);
        if (event.type === 'OrderPaid' && event.data.revived) turns.add('revived');
        if (event.type === 'LatePaymentReceived') turns.add(event.data.reason);
      }
    }),
    { numRuns, endOnFailure },
  );
  return turns;
}

describe('long random histories of a shop that sells everything', () => {
  it('keep every promise: stock, limits, bundles, codes, lines, tickets, memberships', () => {
    const turns = explore(honest, 300);
    // A property that never gets to the hard places proves nothing.
    const hard = [
      ...['revived', 'amount', 'stock', 'membership', 'StockSet', 'BundleStockSet'],
      ...['BundleReturned', 'StockReturned', 'TicketVoided', 'RepliesAwaited', 'RepliesForgone'],
      ...['RedeemCodeUsed', 'RedeemCodeReleased', 'MembershipUpgraded', 'MembershipRevoked', 'CartPaid'],
      ...['place_order:out_of_stock', 'place_order:purchase_limit_reached', 'place_order:redeem_code_used'],
      ...['place_order:downgrade_unsupported', 'place_cart:out_of_stock', 'edit_sku_stock:bad_input'],
    ];
    expect([...turns]).toEqual(expect.arrayContaining(hard));
  }, 60_000);

  const controls: [string, (kind: string, state: object) => object][] = [
    ['bundles', (kind, state) => (kind === 'bundle' ? { ...state, held: 0, sold: 0 } : state)],
    ['units', (kind, state) => (kind === 'stock' ? { ...state, held: 0, sold: 0 } : state)],
    ['codes', (kind, state) => (kind === 'redeem' ? { ...state, held: 0, used: 0 } : state)],
    ['memberships', (kind, state) => (kind === 'membership' ? { runs: [], expired: [] } : state)],
    [
      'what went back',
      (kind, state) => (kind === 'order' ? { ...state, refunded: 0, given_back: [] } : state),
    ],
    ['void tickets', (kind, state) => (kind === 'order' ? { ...state, void_tickets: [] } : state)],
    ['what was bought', (kind, state) => (kind === 'allowance' ? { ...state, taken: [] } : state)],
  ];
  it.each(controls)(
    'negative control: blind to %s they go wrong, and this test sees it',
    (_what, change) => {
      expect(() => explore(misled(change), 4_000, true)).toThrow();
    },
    60_000,
  );

  it('negative control: blind to lines that were given they give them again, and the fold stops it', () => {
    const blind = misled((kind, state) => (kind === 'replies' ? { ...state, next: 0 } : state));
    expect(() => explore(blind, 4_000, true)).toThrow();
  }, 60_000);
});
