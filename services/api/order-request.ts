import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { asPlanId, asSkuId, derivedHexId, orderNumber, type UserId } from '#events/ids.ts';
import type { OrderChoice } from '#services/commerce/order-choice.ts';
import type { PlaceOrder } from '#services/commerce/place-order.ts';
import type { createOrder, prepareOrder } from './contract/orders.ts';
import { fenOfInput } from './money-input.ts';

type CreateBody = z.output<typeof createOrder>;

export const choiceOf = (body: z.output<typeof prepareOrder>): OrderChoice => ({
  product_type: body.product_type,
  month: body.month,
  lines: (body.sku ?? []).map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
  bundle_count: body.bundle_count,
  invite_code: body.invite_code,
  province: body.province,
});

/** What was asked, whatever the order of the body's fields; the key itself is no part of it. */
function requestHash(body: CreateBody): string {
  const { client_order_key: _key, sku, ...rest } = body;
  const lines = sku?.map(({ sku_id, count }) => [sku_id, count]);
  const asked = [...Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)), lines];
  return createHash('sha256')
    .update(JSON.stringify(asked.map((one) => one ?? null)))
    .digest('hex');
}

export interface OrderRequest {
  user_id: UserId;
  /** Empty for a custom amount. */
  plan_id: string;
  custom: PlaceOrder['custom'];
  /** Idempotency key, when the client sent one. */
  key: string | undefined;
  provider: string;
  ttl_seconds: number;
  correlation_id: string;
}

/** The command's input. Number and remark's reference are derived, so that a repetition meets itself. */
export function orderRequest(body: CreateBody, request: OrderRequest): PlaceOrder {
  const { key, plan_id, ...rest } = request;
  const out_trade_no = orderNumber(request.user_id, key);
  return {
    ...choiceOf(body),
    ...rest,
    out_trade_no,
    plan_id: asPlanId(plan_id),
    total_amount: body.total_amount === undefined ? undefined : fenOfInput(body.total_amount),
    py_type: body.py_type,
    remark_ref: body.remark.trim() === '' ? null : derivedHexId('remark', out_trade_no),
    custom_order_id: body.custom_order_id,
    request_hash: requestHash(body),
  };
}
