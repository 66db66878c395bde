import type { CartOrderNo, OutTradeNo, PlanId, SkuId, UserId } from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';
import type { ChoiceInput } from '../prices/choice.ts';

/** All fields of an order's request, checked for form. */
export interface OrderInput extends ChoiceInput {
  /** From `orderNumber(user, key)`: the same key names the same order. */
  out_trade_no: OutTradeNo;
  user_id: UserId;
  /** Empty for a custom amount. */
  plan_id: PlanId;
  /** The total that the fan was shown, in fen; another total now is refused with the new one. */
  total_amount?: Fen;
  py_type: string;
  provider: string;
  /** Reference of the remark in the vault; null when the fan wrote none. */
  remark_ref: string | null;
  /** Reference of the address in the vault. */
  address_ref?: string | null;
  redeem?: { code_id: string; redeem_id: string } | null;
  /** Identity records in the vault, one per ticket, by SKU. */
  holders?: readonly { sku_id: SkuId; holder_ref: string }[];
  custom_order_id: string;
  /** SHA-256 of the request, to distinguish a repetition from a reused key. */
  request_hash: string;
  /** Seconds after which the unpaid order expires. */
  ttl_seconds: number;
  cart_order_no?: CartOrderNo | null;
  /** From the fan's link; an invalid code is ignored. */
  affiliate_code?: string;
}

/** The fields of an order that its request states, whatever is bought. */
export const requestFields = (input: OrderInput, now: Millis) =>
  ({
    out_trade_no: input.out_trade_no,
    user_id: input.user_id,
    plan_id: input.plan_id,
    currency: DEFAULT_CURRENCY,
    py_type: input.py_type,
    provider: input.provider,
    remark_ref: input.remark_ref,
    custom_order_id: input.custom_order_id,
    request_hash: input.request_hash,
    expires_at: now + input.ttl_seconds * 1000,
    cart_order_no: input.cart_order_no ?? null,
  }) satisfies Partial<OrderPlacedData>;
