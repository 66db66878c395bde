import type { z } from 'zod';
import { asSkuId, orderNumber, type PlanId, type UserId } from '#events/ids.ts';
import type { PlaceOrder } from '#services/commerce/orders/place-order.ts';
import type { ChoiceInput } from '#services/commerce/prices/choice.ts';
import type { createOrderBody, prepareOrderBody } from '#services/contract/orders/orders.ts';
import type { OrderAddress } from '#services/modules/delivery/addresses.ts';
import { fenOfInput } from '../http/money.ts';
import type { RequestHash } from '../http/request-hash.ts';
import type { OrderPersonalData } from './order-personal.ts';

export type CreateBody = z.output<typeof createOrderBody>;
/** With the payment type that is used. */
type ReadyBody = CreateBody & { py_type: string };
type ChoiceBody = Pick<
  z.output<typeof prepareOrderBody>,
  | 'product_type'
  | 'month'
  | 'further_months'
  | 'begin_at_end'
  | 'sku'
  | 'bundle_count'
  | 'invite_code'
  | 'province'
>;

export const choiceOf = (body: ChoiceBody): ChoiceInput => ({
  product_type: body.product_type,
  month: body.month,
  further_months: body.further_months,
  begin_at_end: body.begin_at_end,
  lines: (body.sku ?? []).map(({ sku_id, count }) => ({ sku_id: asSkuId(sku_id), count })),
  bundle_count: body.bundle_count,
  invite_code: body.invite_code,
  province: body.province,
});

export interface OrderRequest {
  user_id: UserId;
  /** Empty for a custom amount. */
  plan_id: PlanId;
  custom: PlaceOrder['custom'];
  redeem: PlaceOrder['redeem'];
  address: OrderAddress | null;
  /** Idempotency key, when the client sent one. */
  key: string | undefined;
  provider: string;
  ttl_seconds: number;
}

/** Any spelling of a code is the same request; the key is not a part of it. */
function hashOf(hash: RequestHash, body: ReadyBody, { user_id, redeem }: OrderRequest): string {
  const {
    client_order_key: _key,
    unless_open: _open,
    unless_bought: _bought,
    redeem_code: _typed,
    viokrz_ex: _unused,
    sku,
    ...rest
  } = body;
  const lines = sku?.map(({ sku_id, count }) => [sku_id, count]);
  return hash(user_id, { ...rest, sku: lines, redeem: redeem?.redeem_id });
}

/** The command's input; its number is derived from the key, so a repetition finds the same order. */
export function orderRequest(
  body: ReadyBody,
  request: OrderRequest,
  saved: OrderPersonalData,
  hash: RequestHash,
): PlaceOrder {
  const { key, address, ...rest } = request;
  const { holders, remark_ref, custom_order_id } = saved;
  return {
    ...choiceOf({ ...body, province: address?.province ?? body.province }),
    ...rest,
    out_trade_no: orderNumber(request.user_id, key),
    total_amount: body.total_amount === undefined ? undefined : fenOfInput(body.total_amount),
    agreement_amount: body.agreement_amount === undefined ? undefined : fenOfInput(body.agreement_amount),
    py_type: body.py_type,
    remark_ref,
    address_ref: address?.address_ref ?? null,
    holders,
    custom_order_id,
    affiliate_code: body.affiliate_code,
    terms_version: body.terms_version,
    unless_open: body.unless_open,
    unless_bought: body.unless_bought,
    request_hash: hashOf(hash, body, request),
  };
}
