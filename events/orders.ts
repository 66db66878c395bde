import type { CartOrderNo, ChargeId, OutTradeNo, PlanId, SkuId, UserId } from './ids.ts';
import type { Currency, Fen } from './money.ts';
import type { ProductType } from './status.ts';
import type { Millis } from './time.ts';

/** The goods of one SKU as they were sold; later edits of the plan do not change them. */
export interface OrderLine {
  sku_id: SkuId;
  name: string;
  price: Fen;
  count: number;
  /** Goods that a bundle's part comes from; null: the plan's own SKU. */
  of_plan: PlanId | null;
}

/** The terms of a sponsorship as it was sold. */
export interface MembershipTerms {
  independent: boolean;
  permanent: boolean;
  /** The list price of a month at that time, for the value of an upgrade. */
  monthly_price: Fen;
  /** It begins at the end of the membership of this plan, instead of with the payment. */
  after?: PlanId;
}

/** A more expensive plan replaces the current one and keeps its end. */
export interface Upgrade {
  from_plan: PlanId;
  until: Millis;
  /**
   * The days left and the price of the difference; `month` has the months that were bought in addition. Older orders do
   * not have it: their `month` has the months left, at which the difference was priced.
   */
  left?: { days: number; amount: Fen };
}

/** One ticket of an order, its id derived from the order. */
export interface OrderedTicket {
  ticket_id: string;
  sku_id: SkuId;
  /** The holder's identity record in the vault; null if the plan requires none. */
  holder_ref: string | null;
  /** The round and its begin at the time of sale; null: no round. */
  round_id: string | null;
  begin_time: Millis | null;
}

/** Which of the price's rules made the unit price. */
export interface Pricing {
  rule: 'plain' | 'time_limit' | 'favorable' | 'upgrade' | 'custom';
  vip: boolean;
  /** Whole percent off by the multi-month rule, 0 when none. */
  month_percent: number;
}

/** The affiliate code as it was when the order was placed; later changes do not affect the order. */
export interface OrderAffiliate {
  affiliate_id: string;
  partner_id: UserId;
  code: string;
  /** Whole percent of the total for the partner. */
  rate_percent: number;
}

export interface OrderPlacedData {
  out_trade_no: OutTradeNo;
  creator_id: UserId;
  user_id: UserId;
  /** Empty for a custom amount, which has no plan. */
  plan_id: PlanId;
  plan_name: string;
  /** Version of the plan's stream that the price was decided against. */
  plan_version: number;
  product_type: ProductType;
  lines: OrderLine[];
  /** Months bought; 0 without a period. */
  month: number;
  show_amount: Fen;
  discount: Fen;
  shipping_fee: Fen;
  total_amount: Fen;
  currency: Currency;
  /** Payment type as the client named it (apy, wpy, …); 3 means redeem code (commerce specification 4). */
  py_type: string;
  provider: string;
  /** Reference into the vault; the text itself is personal data. */
  remark_ref: string | null;
  /** The client program's own id, by reference into the vault; in older events the id itself. Empty: none. */
  custom_order_id: string;
  /** SHA-256 of the request's body, to distinguish a repetition from a reused key. */
  request_hash: string;
  expires_at: Millis;
  pricing: Pricing;
  /** Bundles bought; 0 if it is no bundle. Lines have the units of all bundles together. */
  bundle_count: number;
  /** null: the order gives no membership. */
  membership: MembershipTerms | null;
  upgrade: Upgrade | null;
  need_address: boolean;
  /**
   * The template and province of the shipping fee; null if shipping is free. An order by redeem code can name the
   * province later.
   */
  shipping: { template_id: string; province: string } | null;
  /** In the vault; null: entered after payment, or nothing is shipped. */
  address_ref: string | null;
  redeem: { code_id: string; redeem_id: string } | null;
  tickets: OrderedTicket[];
  /** Pools of random replies, by SKU or plan, and how many lines of each belong to this order. */
  reply_pools: { pool_id: string; units: number }[];
  /** The number of the cart order; the orders are paid together. */
  cart_order_no: CartOrderNo | null;
  affiliate: OrderAffiliate | null;
}

/** An order without membership, bundle, tickets, codes or shipping. */
export const plainOrder = {
  pricing: { rule: 'plain', vip: false, month_percent: 0 },
  bundle_count: 0,
  membership: null,
  upgrade: null,
  need_address: false,
  shipping: null,
  address_ref: null,
  redeem: null,
  tickets: [],
  reply_pools: [],
  cart_order_no: null,
  affiliate: null,
} satisfies Partial<OrderPlacedData>;

/** The carrier's state of a parcel (commerce specification 4). */
export type DeliveryState =
  | 'processing'
  | 'on_the_way'
  | 'in_delivery'
  | 'signed'
  | 'delivery_failed'
  | 'soliciting'
  | 'returned'
  | 'transfer_orders'
  | 'pending_customs_clearance'
  | 'clearance_in_progress'
  | 'cleared';

/** Instead of a provider's refund id: a notice named a wrong amount, so there was no money to return. */
export const NO_REFUND = '';

/**
 * Why a payment cannot be used. `membership`: the fan now has another plan. `closed`: the account of the seller, of the
 * code's partner or of the fan was closed.
 */
export type LateReason = 'stock' | 'limit' | 'amount' | 'paid_already' | 'membership' | 'redeem' | 'closed';

/** `overtaken`: at the time of payment the order could not be held any more, and the money was returned. */
export type CancelReason = 'fan' | 'creator' | 'expired' | 'imported' | 'overtaken';

export type OrderEvent =
  | { type: 'OrderPlaced'; data: OrderPlacedData }
  | {
      type: 'OrderPaid';
      data: {
        out_trade_no: OutTradeNo;
        /** null for an imported order: its money was collected elsewhere. */
        charge_id: ChargeId | null;
        amount: Fen;
        /** True if the order had been cancelled and its units could be held again. */
        revived: boolean;
      };
    }
  | { type: 'OrderCancelled'; data: { out_trade_no: OutTradeNo; reason: CancelReason } }
  | {
      type: 'OrderRefunded';
      data: {
        out_trade_no: OutTradeNo;
        refund_id: string;
        amount: Fen;
        /** Sum of the refunds of this order before this one. */
        refunded_before: Fen;
        reason: string;
        by: 'creator' | 'finance' | 'import';
        /** Units that return to stock. */
        units: { sku_id: SkuId; count: number }[];
        /** Tickets that it makes void. */
        ticket_ids: string[];
      };
    }
  /** The provider has sent the money of a refund. */
  | {
      type: 'RefundSent';
      /** `reason`: finance recorded a manual refund with this reason; empty if the provider paid it. */
      data: { out_trade_no: OutTradeNo; refund_id: string; provider_refund_id: string; reason: string };
    }
  /** The address, added after payment or changed once. */
  | {
      type: 'OrderAddressSet';
      data: { out_trade_no: OutTradeNo; address_ref: string; province: string; first: boolean };
    }
  | { type: 'OrderShipped'; data: { out_trade_no: OutTradeNo; company_id: string; express_no: string } }
  | {
      type: 'OrderDeliveryMoved';
      data: { out_trade_no: OutTradeNo; express_no: string; state: DeliveryState };
    }
  /** The fan's remark, changed after payment; null: removed. */
  | { type: 'OrderRemarkChanged'; data: { out_trade_no: OutTradeNo; remark_ref: string | null } }
  /** The creator's note on the order. */
  | { type: 'CreatorRemarkChanged'; data: { out_trade_no: OutTradeNo; remark_ref: string | null } }
  /** Money arrived for an order that can no longer be fulfilled; it is returned immediately. */
  | {
      type: 'LatePaymentReceived';
      data: {
        out_trade_no: OutTradeNo;
        charge_id: ChargeId;
        amount: Fen;
        reason: LateReason;
      };
    }
  | {
      type: 'LatePaymentReturned';
      data: { out_trade_no: OutTradeNo; charge_id: ChargeId; amount: Fen; provider_refund_id: string };
    };

/** The orders of one fan as they are placed, for the limits of unpaid orders and for the closing of the account. */
export type UnpaidEvent =
  | {
      /**
       * An order or a cart (one charge) was placed. `closed` names earlier ones that were paid or cancelled since;
       * payment and cancellation write nothing here. A free order is paid already.
       */
      type: 'UnpaidOrderAdded';
      data: {
        user_id: UserId;
        /** Of a cart, its first order: all of its orders are paid or cancelled together. */
        out_trade_no: OutTradeNo;
        lines: { sku_id: SkuId; count: number }[];
        closed: OutTradeNo[];
      };
    }
  /** The account was closed: it places no further order. */
  | { type: 'PurchasesClosed'; data: { user_id: UserId } };
