import { expect } from 'vitest';
import { newUserId, type OutTradeNo, orderNumber, type UserId } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { accept, type Decided } from '#services/commerce/command.ts';
import { shipOrders } from '#services/commerce/ship-order.ts';
import { CREATOR } from '#services/commerce/testing/past.ts';
import { ofOrder, toSend } from '#services/commerce/testing/sent-orders.ts';
import type { Shop } from './shop.ts';

/** A paid order that waits to be sent, by its events alone: nothing was sold for it. */
export async function orderToSend({ api }: Shop, user_id: UserId = newUserId()): Promise<OutTradeNo> {
  const out_trade_no = orderNumber(user_id);
  const events: Decided[] = ofOrder(out_trade_no, toSend({ user_id }));
  await api.deps.committer.submit({
    name: 'given',
    actor: 'process:test',
    streams: [orderStream(out_trade_no)],
    decide: () => accept(events, null),
  });
  return out_trade_no;
}

/** Its creator sends it. */
export async function ship({ api }: Shop, order: OutTradeNo, express_no: string): Promise<void> {
  const shipped = await api.deps.committer.submit(
    shipOrders({ out_trade_nos: [order], creator_id: CREATOR, company_id: 'sf', express_no }),
  );
  if (!shipped.accepted) throw new Error(`not shipped: ${shipped.refusal.code}`);
}

/** What stands in the order's stream of its parcels: number and state, in order. */
export async function wayOf(shop: Shop, order: OutTradeNo): Promise<string[]> {
  const events = await shop.events(order);
  return events.flatMap(({ type, data }) => {
    if (type !== 'OrderDeliveryMoved') return [];
    const { express_no, state } = data as DataOf<'OrderDeliveryMoved'>;
    return [`${express_no} ${state}`];
  });
}

/** Waits until the order's parcels have gone this way. */
export const goesThisWay = (shop: Shop, order: OutTradeNo, way: readonly string[]): Promise<void> =>
  expect.poll(() => wayOf(shop, order), { timeout: 30_000, interval: 20 }).toEqual(way);
