import { derivedEventId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RepliesEvent } from '#events/replies.ts';
import { repliesStream } from '#events/stream-names.ts';
import { nothing, type OrderEffect, writes } from '#services/commerce/engine/order-effect.ts';
import type { Decided } from '../engine/command.ts';
import { linesLeft, type RepliesState, repliesKind } from './replies.ts';

type Pool = OrderPlacedData['reply_pools'][number];

/** The next lines for the order's units; units for which none is left wait. */
function give(pool: RepliesState, order: OrderPlacedData, { pool_id, units }: Pool): Decided[] {
  const { out_trade_no, user_id, creator_id } = order;
  const write = (event: RepliesEvent): Decided => {
    const id = derivedEventId(event.type, out_trade_no, pool_id);
    return { stream: repliesStream(pool_id), creator_id, event, id };
  };
  const left = linesLeft(pool);
  const count = Math.min(units, left);
  const events: Decided[] = [];
  if (count > 0) {
    const first = pool.next;
    const data = { pool_id, out_trade_no, user_id, first, count, left: left - count, waited: false };
    events.push(write({ type: 'RepliesGiven', data }));
  }
  if (count < units) {
    const data = { pool_id, out_trade_no, user_id, units: units - count, added: pool.added };
    events.push(write({ type: 'RepliesAwaited', data }));
  }
  return events;
}

/**
 * Random replies: every paid unit gets the next line of its pool, no line is sent twice. Nothing is held
 * before: a pool that is empty keeps no order from being paid.
 */
export const repliesEffect: OrderEffect = {
  streams: ({ reply_pools }) => reply_pools.map(({ pool_id }) => repliesStream(pool_id)),
  hold: nothing,
  confirm: (states, order) =>
    writes(
      order.reply_pools.flatMap((pool) =>
        give(states.get(repliesKind, repliesStream(pool.pool_id)), order, pool),
      ),
    ),
  release: () => [],
  // Sent lines were read and are not reused; pending units are dropped.
  giveBack(states, order, { refund_id, whole, units }) {
    const { out_trade_no, creator_id, reply_pools } = order;
    const events = reply_pools.flatMap(({ pool_id }): Decided[] => {
      const stream = repliesStream(pool_id);
      const waits = states.get(repliesKind, stream).waiting.find((one) => one.out_trade_no === out_trade_no);
      const back = units.reduce((sum, { sku_id, count }) => (sku_id === pool_id ? sum + count : sum), 0);
      const forgone = Math.min(waits?.units ?? 0, whole ? Number.POSITIVE_INFINITY : back);
      if (forgone < 1) return [];
      const event = { type: 'RepliesForgone' as const, data: { pool_id, out_trade_no, units: forgone } };
      return [{ stream, creator_id, event, id: derivedEventId(event.type, refund_id, pool_id) }];
    });
    return writes(events);
  },
};
