import type { PlanId, SkuId, UserId } from './ids.ts';
import type { Fen } from './money.ts';
import { LIMIT_TYPE, type PlanStatus, type ProductType, type PurchaseLimitType } from './status.ts';
import type { Millis } from './time.ts';

/**
 * An offer of a creator. It is a stream, so an order is decided on exactly one version, and every past price can be
 * looked up.
 */

export interface PurchaseLimit {
  /** Units allowed in the window. */
  count: number;
  /** Window of days × 24 h ending now; −1: ever. */
  days: number;
}

/** A lower price for members of a plan of the same creator (docs/domain/prices.md, step 4). */
export interface VipTerms {
  plan_id: PlanId;
  /** The member's price; null: `percent` of the plain one. */
  price: Fen | null;
  /** Whole percent of the plain price, 10 to 90. */
  percent: number | null;
  /** Also for former members. */
  include_history: boolean;
}

/** A price for a while (docs/domain/prices.md, step 2): it runs while `begin_time <= now < end_time`. */
export interface TimeLimit {
  id: string;
  price: Fen | null;
  /** Whole percent of the plain price, 10 to 90. */
  percent: number | null;
  begin_time: Millis;
  end_time: Millis;
}

/** When a plan is shown and when it can be bought; null: no such moment. Each begins or ends exactly then. */
export interface Timing {
  on: Millis | null;
  off: Millis | null;
  sell_on: Millis | null;
  sell_off: Millis | null;
}

/** The automatic replies to a buyer: a text for all, and a line of the pool for each unit. */
export interface AutoReply {
  on: boolean;
  content: string;
  random_on: boolean;
}

/** The SKUs are the contents of a bundle; this is the number that a buyer chooses. */
export interface BundleTerms {
  /** null: all parts (type 2); N: the buyer chooses N (type 3). */
  select_count: number | null;
  /** Whether one SKU may be chosen more than once. */
  repeats: boolean;
}

/** A round of an event. */
export interface TicketRound {
  round_id: string;
  begin_time: Millis;
}

/** A plan's own fields; SKUs have separate events. */
export interface PlanOffer {
  name: string;
  desc: string;
  /** Address of the picture, empty when there is none. */
  pic: string;
  /** Addresses of further pictures, in their order; none without `pic`. */
  more_pics: readonly string[];
  product_type: ProductType;
  price: Fen;
  /** Length of one period in months: 1, 3 or 12. */
  pay_month: 1 | 3 | 12;
  /** Price of a whole period when pay_month is 3 or 12; null: pay_month × price is not discounted. */
  favorable_price: Fen | null;
  independent: boolean;
  permanent: boolean;
  need_address: boolean;
  /** Whether a hidden plan can still be bought by its address. */
  can_buy_hide: boolean;
  purchase_limit_type: PurchaseLimitType;
  /** Limit per account for the whole plan; used with types 2 and 3. */
  purchase_limit: PurchaseLimit | null;
  remark_name: string;
  remark_placeholder: string;
  remark_required: boolean;
  rank: number;
  vip: VipTerms | null;
  time_limit: TimeLimit | null;
  timing: Timing;
  /** Where it is sent and for how much; null: sending costs nothing. */
  shipping_template_id: string | null;
  bundle: BundleTerms | null;
  rounds: TicketRound[];
  /** Each ticket names its holder. */
  need_identity: boolean;
  /** SHA-256 of plan id and code; null: no invite code. */
  invite_code_hash: string | null;
  reply: AutoReply;
  /** Renews automatically where the payment provider supports it. */
  can_ali_agreement: boolean;
}

export interface SkuOffer {
  sku_id: SkuId;
  name: string;
  price: Fen;
  pic: string;
  /** Limit per SKU and account; used with the plan's limit types 1 and 3. */
  purchase_limit: PurchaseLimit | null;
  rank: number;
  /** In a bundle, the goods that own this SKU; null: the plan's own. */
  of_plan: PlanId | null;
  /** The round that a ticket admits to. */
  round_id: string | null;
  /** The member's price and the price for a while, when this SKU has its own. */
  vip_price: Fen | null;
  time_limit_price: Fen | null;
  reply: AutoReply;
  /** The text that buyers of this SKU can read. */
  purchased_rich_text: string;
  /** Of a part of a bundle: the version of its goods' stream that has its texts. null: they are here. */
  of_version: number | null;
}

export type PlanEvent =
  | { type: 'PlanCreated'; data: { plan_id: PlanId; creator_id: UserId; offer: PlanOffer } }
  | { type: 'PlanRevised'; data: { plan_id: PlanId; offer: PlanOffer } }
  | { type: 'PlanRanked'; data: { plan_id: PlanId; rank: number } }
  | { type: 'PlanHiddenSaleSet'; data: { plan_id: PlanId; can_buy_hide: boolean } }
  | { type: 'PlanStatusChanged'; data: { plan_id: PlanId; status: PlanStatus } }
  | { type: 'SkuOffered'; data: { plan_id: PlanId; sku: SkuOffer } }
  | { type: 'SkuWithdrawn'; data: { plan_id: PlanId; sku_id: SkuId } };

export const noReply: AutoReply = { on: false, content: '', random_on: false };
export const anyTime: Timing = { on: null, off: null, sell_on: null, sell_off: null };

/** A SKU without any extras. */
export const plainSku = {
  pic: '',
  purchase_limit: null,
  of_plan: null,
  round_id: null,
  vip_price: null,
  time_limit_price: null,
  reply: noReply,
  purchased_rich_text: '',
  of_version: null,
} as const satisfies Partial<SkuOffer>;

/** An offer without extras, as a default for a new one. */
export const plainOffer = {
  desc: '',
  pic: '',
  more_pics: [],
  pay_month: 1,
  favorable_price: null,
  independent: false,
  permanent: false,
  need_address: false,
  can_buy_hide: false,
  purchase_limit_type: LIMIT_TYPE.none,
  purchase_limit: null,
  remark_name: '',
  remark_placeholder: '',
  remark_required: false,
  vip: null,
  time_limit: null,
  timing: anyTime,
  shipping_template_id: null,
  bundle: null,
  rounds: [],
  need_identity: false,
  invite_code_hash: null,
  reply: noReply,
  can_ali_agreement: false,
} satisfies Partial<PlanOffer>;

/** The shipping cost for some provinces: a price for the first item and for each further one. */
export interface ShippingRule {
  /** Six-digit codes of mainland provinces; each appears in at most one rule of a template. */
  provinces: string[];
  first_fee: Fen;
  next_fee: Fen;
}

/** A creator's table of shipping costs. A province in no rule is not delivered to. */
export type ShippingTemplateEvent =
  /** Made or changed: always the whole table. */
  | {
      type: 'ShippingTemplateSaved';
      data: { template_id: string; creator_id: UserId; name: string; rules: ShippingRule[] };
    }
  | { type: 'ShippingTemplateDeleted'; data: { template_id: string; creator_id: UserId } };
