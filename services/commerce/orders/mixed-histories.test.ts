import { describe, it } from 'vitest';
import { controls, exploreUntil } from '../testing/history.ts';
import { membershipHistory, mixedHistory } from '../testing/mixed-history.ts';

describe('long random histories of a shop that sells everything', () => {
  it('keep every promise: stock, limits, bundles, codes, lines, tickets, memberships', async () => {
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
    await exploreUntil(mixedHistory, hard, { numRuns: 300 });
  });

  controls(mixedHistory, 4_000, {
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

describe('a fan’s memberships, after each step of a random history', () => {
  it('match the paid orders', async () => {
    const hard = ['MembershipUpgraded', 'MembershipRevoked', 'place_order:downgrade_unsupported', 'revived'];
    hard.push('upgrade with months', 'planned', 'planned moves up');
    await exploreUntil(membershipHistory, hard, { numRuns: 500 });
  });

  controls(membershipHistory, 500, { 'what runs': ['membership', { runs: [] }] });
});
