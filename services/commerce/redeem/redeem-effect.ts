import type { OrderPlacedData } from '#events/orders.ts';
import type { RedeemCodeEvent } from '#events/redeem.ts';
import { isByPiece } from '#events/status.ts';
import { redeemStream } from '#events/stream-names.ts';
import { nothing, type OrderEffect, writes } from '#services/commerce/engine/order-effect.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { Decided } from '../engine/command.ts';
import { codeRefusal, type IssuedCode, redeemCodeKind } from './redeem-code.ts';

function one(order: OrderPlacedData, event: RedeemCodeEvent): Decided[] {
  const { redeem, creator_id } = order;
  return redeem === null ? [] : [{ stream: redeemStream(redeem.code_id), creator_id, event }];
}

type RedeemedOrder = Pick<
  OrderPlacedData,
  'plan_id' | 'creator_id' | 'lines' | 'month' | 'bundle_count' | 'product_type'
>;

/** One use gives one unit, or the months that the code was made for; never more. */
export function contentsRefusal(code: IssuedCode, order: RedeemedOrder): Refusal | null {
  const { lines, month, bundle_count, product_type } = order;
  // A code of another plan is unknown here.
  const other = code.plan_id !== order.plan_id || code.creator_id !== order.creator_id;
  if (other) return { code: 'redeem_code_unknown' };
  const only = (field: string, value: number): Refusal =>
    badInput(field, { key: 'out_of_range', min: String(value), max: String(value) });
  if (month !== code.month) return only('month', code.month);
  if (bundle_count > 1) return only('bundle_count', 1);
  if (!isByPiece(product_type)) return null;
  if (code.sku_id !== null && lines.some(({ sku_id }) => sku_id !== code.sku_id)) {
    return badInput('sku.0.sku_id', { key: 'unknown' });
  }
  const units = lines.reduce((sum, { count }) => sum + count, 0);
  return units === 1 ? null : only('sku.0.count', 1);
}

/** A use of the redeem code that pays for the order. */
export const redeemEffect: OrderEffect = {
  streams: ({ redeem }) => (redeem === null ? [] : [redeemStream(redeem.code_id)]),
  hold(states, order, now) {
    const { redeem, out_trade_no } = order;
    if (redeem === null) return nothing();
    const { code_id } = redeem;
    const code = states.get(redeemCodeKind, redeemStream(code_id));
    const refusal = codeRefusal(code, now);
    if (refusal) return { ok: false, refusal };
    const mismatch = code.phase === 'none' ? null : contentsRefusal(code, order);
    if (mismatch) return { ok: false, refusal: mismatch };
    return writes(one(order, { type: 'RedeemCodeHeld', data: { code_id, out_trade_no } }));
  },
  confirm(_states, order) {
    const { redeem, out_trade_no } = order;
    if (redeem === null) return nothing();
    return writes(one(order, { type: 'RedeemCodeUsed', data: { code_id: redeem.code_id, out_trade_no } }));
  },
  release(_states, order) {
    const { redeem, out_trade_no } = order;
    if (redeem === null) return [];
    const data = { code_id: redeem.code_id, out_trade_no, used: false };
    return one(order, { type: 'RedeemCodeReleased', data });
  },
  giveBack(_states, order, { whole, shipped }) {
    const { redeem, out_trade_no } = order;
    // Shipped units stay shipped; the use is not returned.
    if (redeem === null || !whole || shipped) return nothing();
    const data = { code_id: redeem.code_id, out_trade_no, used: true };
    return writes(one(order, { type: 'RedeemCodeReleased', data }));
  },
};
