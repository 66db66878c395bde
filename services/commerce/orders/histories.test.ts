import { describe, it } from 'vitest';
import { controls, exploreUntil } from '../testing/history.ts';
import { shopHistory } from '../testing/shop-history.ts';

describe('long random histories of a shop', () => {
  it('equal the plain model, in any order of steps', async () => {
    const late = ['stock', 'limit', 'amount', 'paid_already'];
    await exploreUntil(shopHistory, ['revived', 'fan', 'expired', 'StockReturned', ...late], {
      numRuns: 400,
    });
  });

  controls(shopHistory, 100, {
    'what is held and sold': ['stock', { held: 0, sold: 0 }],
    'what was bought': ['allowance', { taken: [] }],
    'payments known': ['order', { charge_id: null, late: [] }],
  });
});
