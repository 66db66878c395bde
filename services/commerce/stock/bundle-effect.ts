import type { OrderPlacedData } from '#events/orders.ts';
import { bundleStream } from '#events/stream-names.ts';
import { nothing, type OrderEffect, writes } from '#services/commerce/engine/order-effect.ts';
import type { Decided } from '../engine/command.ts';
import { bundleKind, bundlesLeft } from './bundle.ts';

function one(order: OrderPlacedData, type: 'BundleSold' | 'BundleReleased' | 'BundleReturned'): Decided[] {
  const { plan_id, out_trade_no, bundle_count: count, creator_id } = order;
  if (count === 0) return [];
  return [
    { stream: bundleStream(plan_id), creator_id, event: { type, data: { plan_id, out_trade_no, count } } },
  ];
}

/** A bundle's own stock, apart from the stock of its parts. */
export const bundleEffect: OrderEffect = {
  streams: ({ bundle_count, plan_id }) => (bundle_count > 0 ? [bundleStream(plan_id)] : []),
  hold(states, order) {
    const { plan_id, out_trade_no, bundle_count: count, creator_id, expires_at } = order;
    if (count === 0) return nothing();
    const left = bundlesLeft(states.get(bundleKind, bundleStream(plan_id)));
    if (left !== null && count > left) {
      const message = { key: 'out_of_range' as const, min: '1', max: String(left) };
      const errors = left > 0 ? [{ field: 'bundle_count', message }] : [];
      return { ok: false, refusal: { code: 'out_of_stock', errors } };
    }
    const data = { plan_id, out_trade_no, count, expires_at };
    return writes([
      { stream: bundleStream(plan_id), creator_id, event: { type: 'BundleHeld' as const, data } },
    ]);
  },
  confirm: (_states, order) => writes(one(order, 'BundleSold')),
  release: (_states, order) => one(order, 'BundleReleased'),
  // Part of a bundle can be refunded, but only a whole one is there to be sold again.
  giveBack: (_states, order, { whole, shipped }) =>
    whole && !shipped ? writes(one(order, 'BundleReturned')) : nothing(),
};
