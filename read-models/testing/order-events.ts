import { asOutTradeNo, asSkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { sampleEvent } from '#events/testing/sample-event.ts';
import type { Millis } from '#events/time.ts';
import type { ReadModelDatabase } from './database.ts';
import { stepOf } from './history.ts';

/** A first refund of this amount in fen, with these units of SKUs; tests name what differs. */
export const refunded = (
  amount: number,
  units: Readonly<Record<string, number>> = {},
  change: Partial<DataOf<'OrderRefunded'>> = {},
): DomainEvent =>
  sampleEvent('OrderRefunded', {
    amount: fenOf(amount),
    refunded_before: fenOf(0),
    units: Object.entries(units).map(([sku, count]) => ({ sku_id: asSkuId(sku), count })),
    ...change,
  });

/** The events of a creator's orders, each this much later than the one before. */
export function orderEvents(database: ReadModelDatabase, creator_id: string, first: Millis, pause: Millis) {
  let now = first;
  return {
    /** The time of the last event. */
    get now(): Millis {
      return now;
    },
    /** Appends to the order's stream, unless another is named, and projects one event at a time. */
    async happened(name: string, events: readonly DomainEvent[], stream?: string): Promise<void> {
      const out_trade_no = asOutTradeNo(name);
      const steps = events.map((event) => {
        now += pause;
        // Every event of an order names it by this field.
        const named = { ...event, data: { ...event.data, out_trade_no } } as DomainEvent;
        return stepOf(stream ?? orderStream(out_trade_no), creator_id, named, now);
      });
      await database.happened(steps, 1);
    },
  };
}
