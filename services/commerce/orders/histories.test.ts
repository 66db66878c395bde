import { equal } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { controls, exploreUntil, type Histories, noteEvents } from '../testing/histories.ts';
import { memoryCommitter } from '../testing/memory-committer.ts';
import { checkEveryMoment } from '../testing/mixed-moments.ts';
import { NOON } from '../testing/scenario.ts';
import { ShopModel } from '../testing/shop-model.ts';
import { openShop, type Run, SKUS, type Step, step } from '../testing/shop-steps.ts';

function check({ memory, model }: Run): void {
  const units = checkEveryMoment(memory.log);
  for (const name of model.skus.keys()) {
    const { held = 0, sold = 0, stock } = units.get(`stock-${name}`) ?? {};
    equal(stock, model.skus.get(name)?.stock);
    equal(held + sold, model.promised(name));
    equal(sold, model.paid(name));
  }
  const placed = new Set(
    memory.log.flatMap(({ event }) => (event.type === 'OrderPlaced' ? [event.data.out_trade_no] : [])),
  );
  equal(placed.size, model.orders.length);
  for (const { event } of memory.log) {
    // The remains of a refused order: a hold or an allowance without an order.
    if ('out_trade_no' in event.data) expect(placed).toContain(event.data.out_trade_no);
  }
  const late = memory.log.filter(({ event }) => event.type === 'LatePaymentReceived').length;
  equal(
    late,
    model.orders.reduce((all, { late: one }) => all + one, 0),
  );
}

const shops: Histories<Step> = {
  step,
  length: { minLength: 1, maxLength: 80, size: 'max' },
  live(steps, decide, seen) {
    const memory = memoryCommitter(NOON);
    memory.given(openShop());
    const shop: Run = { memory, model: new ShopModel(SKUS), decide };
    for (const one of steps) one.run(shop);
    check(shop);
    noteEvents(memory, seen);
  },
};

describe('long random histories of a shop', () => {
  it('equal the plain model, in any order of steps', () => {
    const late = ['stock', 'limit', 'amount', 'paid_already'];
    exploreUntil(shops, ['revived', 'fan', 'expired', 'StockReturned', ...late], { numRuns: 400 });
  });

  controls(shops, 100, {
    'what is held and sold': ['stock', { held: 0, sold: 0 }],
    'what was bought': ['allowance', { taken: [] }],
    'payments known': ['order', { charge_id: null, late: [] }],
  });
});
