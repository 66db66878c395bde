import { expect, it } from 'vitest';
import type { RecordedEvent } from '#events/envelope.ts';
import { chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { placeOrder } from '#services/commerce/orders/place-order.ts';
import { payOrder } from '#services/commerce/payments/pay-order.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import { buying, CREATOR, given, onSale, sponsorship } from '#services/commerce/testing/scenario.ts';
import type { Timer } from '../process.ts';
import { membershipExpiry } from './membership-expiry.ts';

const MONTH = 31 * 86_400_000;

it('the end of a membership is recorded, though an older one is refunded meanwhile', async () => {
  const { memory, accepts } = given(onSale(sponsorship));
  const process = membershipExpiry({ committer: memory });
  const timers = new Map<string, Timer>();
  let seen = 0;
  /** Follows the log, then fires what is due, as the worker does. */
  async function work(): Promise<void> {
    for (const { event, ...recorded } of memory.log.slice(seen)) {
      seen += 1;
      if (!process.types.includes(event.type)) continue;
      const { at: recorded_at } = recorded.metadata;
      const change = process.timerFor({ ...recorded, ...event, recorded_at } as RecordedEvent);
      if (change && 'set' in change) timers.set(change.key, { key: change.key, attempts: 0, ...change.set });
      else if (change) timers.delete(change.key);
    }
    for (const timer of timers.values()) {
      if (timer.due_at > memory.now) continue;
      const fired = await process.fire(timer, memory.now);
      if (fired === 'done') timers.delete(timer.key);
      else timers.set(timer.key, { ...timer, due_at: fired.again_at });
    }
  }
  async function buy(out_trade_no: OutTradeNo): Promise<void> {
    const { order } = accepts(placeOrder(buying({ out_trade_no, lines: [], month: 1 }))).result;
    const { total_amount: amount } = order.placed;
    const charge_id = chargeIdOf(out_trade_no, 1);
    accepts(payOrder({ out_trade_no, charge_id, amount, provider: 'sandbox' }));
    await work();
  }
  const [old, running] = ['order-1', 'order-2'] as [OutTradeNo, OutTradeNo];
  const ended = () => memory.log.filter(({ event }) => event.type === 'MembershipExpired').length;

  await buy(old);
  memory.now += MONTH;
  await work();
  expect(ended()).toBe(1);
  await buy(running);
  const by = { kind: 'creator', user_id: CREATOR } as const;
  const refund = { refund_id: 'r', amount: undefined, units: [], ticket_ids: [], reason: '' };
  accepts(refundOrder({ out_trade_no: old, by, ...refund }));
  await work();
  memory.now += MONTH;
  await work();
  expect(ended()).toBe(2);
  expect(timers.size).toBe(0);
});
