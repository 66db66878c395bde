import { z } from 'zod';
import type { EventOf } from './envelope.ts';
import { planId, skuId, userId } from './ids.ts';
import { fen } from './money.ts';
import { LIMIT_TYPE, PLAN_STATUS, PRODUCT_TYPE } from './status.ts';
import { millis } from './time.ts';

/**
 * An offer of a creator. It is a stream, so an order is decided on exactly one version, and every past price can be
 * looked up.
 */

const purchaseLimit = z.object({
  /** Units allowed in the window. */
  count: z.int(),
  /** Window of days × 24 h ending now; −1: ever. */
  days: z.int(),
});
export type PurchaseLimit = z.infer<typeof purchaseLimit>;

/** A lower price for members of a plan of the same creator (docs/domain/prices.md, step 4). */
const vipTerms = z.object({
  plan_id: planId,
  /** The member's price; null: `percent` of the plain one. */
  price: fen.nullable(),
  /** Whole percent of the plain price, 10 to 90. */
  percent: z.int().nullable(),
  /** Also for former members. */
  include_history: z.boolean(),
});
export type VipTerms = z.infer<typeof vipTerms>;

/** A price for a while (docs/domain/prices.md, step 2): it runs while `begin_time <= now < end_time`. */
const timeLimit = z.object({
  id: z.string(),
  price: fen.nullable(),
  /** Whole percent of the plain price, 10 to 90. */
  percent: z.int().nullable(),
  begin_time: millis,
  end_time: millis,
});
export type TimeLimit = z.infer<typeof timeLimit>;

/** When a plan is shown and when it can be bought; null: no such moment. Each begins or ends exactly then. */
const timing = z.object({
  on: millis.nullable(),
  off: millis.nullable(),
  sell_on: millis.nullable(),
  sell_off: millis.nullable(),
});
export type Timing = z.infer<typeof timing>;

/** The automatic replies to a buyer: a text for all, and a line of the pool for each unit. */
const autoReply = z.object({
  on: z.boolean(),
  content: z.string(),
  random_on: z.boolean(),
});
export type AutoReply = z.infer<typeof autoReply>;

/** The SKUs are the contents of a bundle; this is the number that a buyer chooses. */
const bundleTerms = z.object({
  /** null: all parts (type 2); N: the buyer chooses N (type 3). */
  select_count: z.int().nullable(),
  /** Whether one SKU may be chosen more than once. */
  repeats: z.boolean(),
});
export type BundleTerms = z.infer<typeof bundleTerms>;

/** A round of an event. */
const ticketRound = z.object({
  round_id: z.string(),
  begin_time: millis,
});
export type TicketRound = z.infer<typeof ticketRound>;

/** A plan's own fields; SKUs have separate events. */
const planOffer = z.object({
  name: z.string(),
  desc: z.string(),
  /** Address of the picture, empty when there is none. */
  pic: z.string(),
  /** Addresses of further pictures, in their order; none without `pic`. */
  more_pics: z.array(z.string()).readonly(),
  product_type: z.enum(PRODUCT_TYPE),
  price: fen,
  /** Length of one period in months: 1, 3 or 12. */
  pay_month: z.literal([1, 3, 12]),
  /** Sold one month at a time; only with pay_month 1. */
  single_month: z.boolean(),
  /** Price of a whole period when pay_month is 3 or 12; null: pay_month × price is not discounted. */
  favorable_price: fen.nullable(),
  independent: z.boolean(),
  permanent: z.boolean(),
  need_address: z.boolean(),
  /** Whether a hidden plan can still be bought by its address. */
  can_buy_hide: z.boolean(),
  purchase_limit_type: z.enum(LIMIT_TYPE),
  /** Limit per account for the whole plan; used with types 2 and 3. */
  purchase_limit: purchaseLimit.nullable(),
  remark_name: z.string(),
  remark_placeholder: z.string(),
  remark_required: z.boolean(),
  rank: z.int(),
  vip: vipTerms.nullable(),
  time_limit: timeLimit.nullable(),
  timing,
  /** Where it is sent and for how much; null: sending costs nothing. */
  shipping_template_id: z.string().nullable(),
  bundle: bundleTerms.nullable(),
  rounds: z.array(ticketRound),
  /** Each ticket names its holder. */
  need_identity: z.boolean(),
  /** SHA-256 of plan id and code; null: no invite code. */
  invite_code_hash: z.string().nullable(),
  reply: autoReply,
  /** Renews automatically where the payment provider supports it. */
  can_ali_agreement: z.boolean(),
});
export type PlanOffer = z.infer<typeof planOffer>;

const skuOffer = z.object({
  sku_id: skuId,
  name: z.string(),
  price: fen,
  pic: z.string(),
  /** Limit per SKU and account; used with the plan's limit types 1 and 3. */
  purchase_limit: purchaseLimit.nullable(),
  rank: z.int(),
  /** In a bundle, the goods that own this SKU; null: the plan's own. */
  of_plan: planId.nullable(),
  /** The round that a ticket admits to. */
  round_id: z.string().nullable(),
  /** The member's price and the price for a while, when this SKU has its own. */
  vip_price: fen.nullable(),
  time_limit_price: fen.nullable(),
  reply: autoReply,
  /** The text that buyers of this SKU can read. */
  purchased_rich_text: z.string(),
  /** Of a part of a bundle: the version of its goods' stream that has its texts. null: they are here. */
  of_version: z.int().nullable(),
  /** Id of the file that buyers can download; empty without one. Parts of bundles have that of their goods. */
  attachment: z.string(),
  /** Whether its pages name the posts that it opens. */
  feed_switch: z.boolean(),
});
export type SkuOffer = z.infer<typeof skuOffer>;

export const planEvents = {
  PlanCreated: z.object({ plan_id: planId, creator_id: userId, offer: planOffer }),
  PlanRevised: z.object({ plan_id: planId, offer: planOffer }),
  PlanRanked: z.object({ plan_id: planId, rank: z.int() }),
  PlanHiddenSaleSet: z.object({ plan_id: planId, can_buy_hide: z.boolean() }),
  PlanStatusChanged: z.object({ plan_id: planId, status: z.enum(PLAN_STATUS) }),
  SkuOffered: z.object({ plan_id: planId, sku: skuOffer }),
  SkuWithdrawn: z.object({ plan_id: planId, sku_id: skuId }),
  /** The creator refunds the valid tickets of what the same append removes. */
  PlanTicketsRecalled: z.object({
    plan_id: planId,
    /** The event itself was deleted: all its tickets. */
    whole: z.boolean(),
    round_ids: z.array(z.string()),
    sku_ids: z.array(skuId),
  }),
};
export type PlanEvent = EventOf<typeof planEvents>;

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
  attachment: '',
  feed_switch: true,
} as const satisfies Partial<SkuOffer>;

/** An offer without extras, as a default for a new one. */
export const plainOffer = {
  desc: '',
  pic: '',
  more_pics: [],
  pay_month: 1,
  single_month: false,
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

/** The shipping cost for some destinations: a price for the first item and for each further one. */
const shippingRule = z.object({
  /** Destinations (destinations.ts), or `elsewhere`; each appears in at most one rule of a template. */
  provinces: z.array(z.string()),
  first_fee: fen,
  next_fee: fen,
});
export type ShippingRule = z.infer<typeof shippingRule>;

const shippingTemplate = z.object({ template_id: z.string(), creator_id: userId });

/** A creator's table of shipping costs. A destination in no rule is not delivered to. */
export const shippingTemplateEvents = {
  /** Made or changed: always the whole table. */
  ShippingTemplateSaved: shippingTemplate.extend({ name: z.string(), rules: z.array(shippingRule) }),
  ShippingTemplateDeleted: shippingTemplate,
};
