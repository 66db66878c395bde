import fc from 'fast-check';
import { describe, it } from 'vitest';
import { controls, exploreUntil, type Histories, noteEvents } from '../testing/histories.ts';
import { History, KINDS_OF_TURNS, type Turn } from '../testing/mixed-history.ts';
import { checkEveryMoment } from '../testing/mixed-moments.ts';
import { limitsOf } from '../testing/mixed-shop.ts';
import { checkMixedShop } from '../testing/mixed-tally.ts';
import { checkMemberships } from '../testing/plain-memberships.ts';

const few = fc.nat(40);

const everything: Histories<Turn> = {
  step: fc.tuple(fc.nat(KINDS_OF_TURNS - 1), few, few, few),
  length: { minLength: 10, maxLength: 90, size: 'max' },
  live(turns, decide, seen) {
    const history = new History(decide, seen);
    for (const one of turns) history.take(one);
    checkEveryMoment(history.memory.log, limitsOf);
    checkMixedShop(history.memory);
    noteEvents(history.memory, seen);
  },
};

describe('long random histories of a shop that sells everything', () => {
  it('keep every promise: stock, limits, bundles, codes, lines, tickets, memberships', () => {
    const hard = [
      'revived',
      'amount',
      'stock',
      'membership',
      'StockSet',
      'BundleStockSet',
      'BundleReturned',
      'StockReturned',
      'TicketVoided',
      'RepliesAwaited',
      'RepliesForgone',
      'RedeemCodeUsed',
      'RedeemCodeReleased',
      'MembershipUpgraded',
      'MembershipRevoked',
      'CartPaid',
      'place_order:out_of_stock',
      'place_order:purchase_limit_reached',
      'place_order:redeem_code_used',
      'place_order:downgrade_unsupported',
      'place_cart:out_of_stock',
      'edit_sku_stock:bad_input',
    ];
    exploreUntil(everything, hard, { numRuns: 300 });
  });

  controls(everything, 4_000, {
    bundles: ['bundle', { held: 0, sold: 0 }],
    units: ['stock', { held: 0, sold: 0 }],
    codes: ['redeem', { held: 0, used: 0 }],
    memberships: ['membership', { runs: [] }],
    'what went back': ['order', { refunded: 0, given_back: [] }],
    'void tickets': ['order', { void_tickets: [] }],
    'what was bought': ['allowance', { taken: [] }],
    // A line would be sent twice; the fold throws.
    'lines that were given': ['replies', { next: 0 }],
  });
});

/** One fan who only buys memberships: pays once or again, cancels, is refunded whole, and waits. */
const memberships: Histories<Turn> = {
  step: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constant(0), fc.constant(0), fc.constantFrom(4, 5, 6), few) },
    { weight: 5, arbitrary: fc.tuple(fc.constant(4), few, few, few) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(6), few, few, few) },
    { weight: 2, arbitrary: fc.tuple(fc.constant(7), few, few, fc.constant(0)) },
    { weight: 3, arbitrary: fc.tuple(fc.constant(10), fc.constant(0), few, few) },
  ),
  length: { maxLength: 60, size: 'max' },
  live(turns, decide, seen) {
    const history = new History(decide, seen);
    for (const one of turns) {
      history.take(one);
      checkMemberships(history.memory);
    }
    for (const { event } of history.memory.log) {
      if (event.type === 'MembershipUpgraded' && event.data.months > 0) seen.add('upgrade with months');
      if (event.type === 'OrderPlaced' && event.data.membership?.after) seen.add('planned');
      if (event.type === 'MembershipRevoked' && event.data.next) seen.add('planned moves up');
    }
    noteEvents(history.memory, seen);
  },
};

describe('a fan’s memberships, after each turn of a random history', () => {
  it('match the paid orders', () => {
    const hard = ['MembershipUpgraded', 'MembershipRevoked', 'place_order:downgrade_unsupported', 'revived'];
    hard.push('upgrade with months', 'planned', 'planned moves up');
    exploreUntil(memberships, hard, { numRuns: 500 });
  });

  controls(memberships, 500, { 'what runs': ['membership', { runs: [] }] });
});
