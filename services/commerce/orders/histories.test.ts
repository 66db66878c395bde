import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decide, misled } from '../testing/deciding.ts';
import { type MemoryCommitter, memoryCommitter } from '../testing/memory-committer.ts';
import { NOON } from '../testing/scenario.ts';
import { ShopModel } from '../testing/shop-model.ts';
import { openShop, type Run, SKUS, step } from '../testing/shop-steps.ts';

/** Held, sold and stock of a SKU, added up from the log's events alone. */
function tally(memory: MemoryCommitter, name: string): { held: number; sold: number; stock: number | null } {
  const sums = { held: 0, sold: 0, stock: null as number | null };
  for (const { stream, event } of memory.log) {
    if (stream !== `stock-${name}`) continue;
    if (event.type === 'StockSet') sums.stock = event.data.stock;
    if (event.type === 'StockHeld') sums.held += event.data.count;
    if (event.type === 'StockReleased' || event.type === 'StockSold') sums.held -= event.data.count;
    if (event.type === 'StockSold') sums.sold += event.data.count;
    if (event.type === 'StockReturned') sums.sold -= event.data.count;
    expect(sums.held).toBeGreaterThanOrEqual(0);
    expect(sums.sold).toBeGreaterThanOrEqual(0);
    if (sums.stock !== null) expect(sums.held + sums.sold).toBeLessThanOrEqual(sums.stock);
  }
  return sums;
}

function check({ memory, model }: Run): void {
  for (const name of model.skus.keys()) {
    const { held, sold, stock } = tally(memory, name);
    expect(stock).toBe(model.skus.get(name)?.stock);
    expect(held + sold).toBe(model.promised(name));
    expect(sold).toBe(model.paid(name));
  }
  const placed = new Set(
    memory.log.flatMap(({ event }) => (event.type === 'OrderPlaced' ? [event.data.out_trade_no] : [])),
  );
  expect(placed.size).toBe(model.orders.length);
  for (const { event } of memory.log) {
    // The remains of a refused order: a hold or an allowance without an order.
    if ('out_trade_no' in event.data) expect(placed).toContain(event.data.out_trade_no);
  }
  const late = memory.log.filter(({ event }) => event.type === 'LatePaymentReceived').length;
  expect(late).toBe(model.orders.reduce((all, { late: one }) => all + one, 0));
}

/** Runs histories and returns the covered cases. */
function explore(decide: Decide, numRuns: number): Set<string> {
  const turns = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 80, size: 'max' }), (steps) => {
      const memory = memoryCommitter(NOON);
      memory.given(openShop());
      const shop: Run = { memory, model: new ShopModel(SKUS), decide };
      for (const one of steps) one.run(shop);
      check(shop);
      for (const { event } of memory.log) {
        turns.add(event.type);
        if (event.type === 'OrderPaid' && event.data.revived) turns.add('revived');
        if ('reason' in event.data) turns.add(event.data.reason);
      }
    }),
    { numRuns },
  );
  return turns;
}

describe('long random histories of a shop', () => {
  it('equal the plain model, in any order of steps', () => {
    const turns = explore((memory, command) => memory.decide(command), 400);
    // A property that never gets to the hard places proves nothing.
    const late = ['stock', 'limit', 'amount', 'paid_already'];
    expect([...turns]).toEqual(
      expect.arrayContaining(['revived', 'fan', 'expired', 'StockReturned', ...late]),
    );
  });

  it('negative control: without held and sold units they oversell, and this test finds it', () => {
    const blind = misled((kind, state) => (kind === 'stock' ? { ...state, held: 0, sold: 0 } : state));
    expect(() => explore(blind, 100)).toThrow();
  });

  it('negative control: without past purchases they exceed limits, and this test finds it', () => {
    const blind = misled((kind, state) => (kind === 'allowance' ? { ...state, taken: [] } : state));
    expect(() => explore(blind, 100)).toThrow();
  });

  it('negative control: blind to payments known, they take money twice, and this test sees it', () => {
    const blind = misled((kind, state) =>
      kind === 'order' ? { ...state, charge_id: null, late: [] } : state,
    );
    expect(() => explore(blind, 100)).toThrow();
  });
});
