import { expect } from 'vitest';
import { newUserId, type OutTradeNo } from '#events/ids.ts';
import type { DataOf } from '#events/registry.ts';
import { waitingOrder } from '#services/api/testing/waiting-orders.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import { CREATOR } from '#services/commerce/testing/scenario.ts';
import type { Shop } from './shop.ts';

/** A paid order that waits to be sent. */
export const orderToSend = ({ api }: Shop): Promise<OutTradeNo> =>
  waitingOrder(api.deps.committer, { user_id: newUserId(), creator_id: CREATOR });

/** Its creator sends it. */
export async function ship({ api }: Shop, order: OutTradeNo, express_no: string): Promise<void> {
  const shipped = await api.deps.committer.submit(
    shipOrders({ out_trade_nos: [order], creator_id: CREATOR, company_id: 'sf', express_no }),
  );
  if (!shipped.accepted) throw new Error(`not shipped: ${shipped.refusal.code}`);
}

/** The parcels in the order's stream: number and state, in order. */
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
  expect.poll(() => wayOf(shop, order), { interval: 20 }).toEqual(way);
