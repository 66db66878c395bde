import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  flag,
  id,
  ids,
  list,
  minPosition,
  money,
  orderedPages,
  page,
  paging,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { purchaseLimit } from './edit-plan.ts';

const planQuery = z.object({ plan_id: id, min_position: minPosition });
/** All on one page if few enough; 100 rows of the largest size fit into an answer. */
const planSkusQuery = planQuery.extend({ page, per_page: whole(1, 100).default(100) });
const MAX_NAMED_PLANS = 50;
const plansQuery = z.object({
  user_id: id,
  ...paging,
  /** The creator's own plans, also hidden ones and those not on sale now */
  with_hidden: flag.default(false),
  /** Only plans sold by units; only plans that can unlock posts */
  sale_only: flag.default(false),
  post_only: flag.default(false),
  /** Only those that open this album; none for an album that is not the creator's, or hidden */
  album_id: id.optional(),
  /** Only these, comma-joined, as a page names them that offers what opens a post; at most 50 */
  unlock_plan_ids: ids(MAX_NAMED_PLANS).optional(),
  /** Also answers the entry for an amount of the fan's choice */
  diy: flag.default(false),
  affiliate_code: text(60).optional(),
});
const ownPlansQuery = orderedPages({});

/** Units left, `""` unlimited */
const left = z.union([z.literal(''), z.number().int()]);
/** Where the units of limited stock are; null for others than the creator, and without a limit */
const units = z
  .object({ held: z.number().int(), sold: z.number().int(), total: z.number().int() })
  .nullable();
const amount = z.union([z.literal(''), money]);
/** A share of the plain price, `0.9`; `""` for none */
const share = z.union([z.literal(''), z.number()]);

/** Automatic replies to buyers; texts are for the creator only, empty for others. */
const reply = {
  reply_switch: z.boolean(),
  reply_content: z.string(),
  reply_random_switch: z.boolean(),
  /** Remaining lines of the pool; 0 for others than the creator */
  reply_random_num: z.number().int(),
};

/** Uses of redeem codes; null for others than the creator */
const redeem = z
  .object({
    total_count: z.number().int(),
    used_count: z.number().int(),
    pending_count: z.number().int(),
  })
  .nullable();

export const sku = z.object({
  sku_id: id,
  name: z.string(),
  /** The regular price, and the current one with limited-time or member price */
  price: money,
  show_price_after_adjust: money,
  pic: z.string(),
  stock: left,
  stock_units: units,
  /** Units sold, in bundles too; 0 for others where the creator hides income or sponsors */
  sponsor_count: z.number().int(),
  product_purchase_limit: purchaseLimit.nullable(),
  vip_price: amount,
  time_limit_price: amount,
  /** Goods that a bundle's part comes from, their name and picture; empty for the plan's own */
  of_plan: z.union([z.literal(''), id]),
  plan_name: z.string(),
  plan_pic: z.string(),
  /** False for a part that its goods no longer offer */
  offered: z.boolean(),
  ticket_round_id: z.union([z.literal(''), id]),
  ticket_round_begin_time: seconds.nullable(),
  /** Its round has begun: it is no longer sold */
  ticket_round_is_over: z.boolean(),
  /** Locked posts that buyers of it read, in albums too, each once */
  unlockNum: z.number().int(),
  /** The newest of them; empty and null without one, and for others than the creator where `feed_switch` is off */
  post_id: z.string(),
  post: z.object({ post_id: id, title: z.string() }).nullable(),
  /** The last changed album that it opens as a whole; empty and null like `post` */
  album_id: z.string(),
  album: z.object({ album_id: id, cover: z.string(), title: z.string() }).nullable(),
  feed_switch: z.boolean(),
  /** The file that buyers can download */
  attachment: z
    .object({ file_id: id, name: z.string(), type: z.string(), bytes: z.number().int() })
    .nullable(),
  /** For the creator only */
  purchased_rich_text: z.string(),
  redeem,
  ...reply,
});

/**
 * Why it cannot be bought now; empty when it can. `part_gone`: goods of the bundle are no longer offered;
 * `no_provider`: this installation collects no payments yet; `abroad_only`: it collects them by PayPal alone, which is
 * not offered where the caller is.
 */
export const buyRefusal = z.enum([
  '',
  'deleted',
  'hidden',
  'not_yet',
  'ended',
  'part_gone',
  'sold_out',
  'no_provider',
  'abroad_only',
]);

export const plan = z.object({
  plan_id: id,
  user_id: id,
  name: z.string(),
  desc: z.string(),
  /** The first of its pictures; empty without any */
  pic: z.string(),
  pics: z.array(z.string()),
  price: money,
  /** One period, one bundle, or the cheapest SKU: original price, and current price */
  show_price: money,
  show_price_after_adjust: money,
  /** Months × price of a sponsorship; for a bundle the separate prices of its contents */
  total_price: money,
  /** Lowest current price of any part that can be bought */
  floor_price: money,
  product_type: z.number().int(),
  /** As visitors see it now: an unlisted plan counts as hidden. */
  status: z.number().int(),
  /** The creator's setting, without the effect of set times */
  own_status: z.number().int(),
  can_buy: z.boolean(),
  buy_refusal: buyRefusal,
  /** The time from which it can be bought; null if unknown */
  on_sale_from: seconds.nullable(),
  timing: z.object({
    timing_on: seconds.nullable(),
    timing_off: seconds.nullable(),
    timing_sell_on: seconds.nullable(),
    timing_sell_off: seconds.nullable(),
  }),
  pay_month: z.number().int(),
  /** An order has one month */
  single_month: z.boolean(),
  favorable_price: amount,
  independent: z.boolean(),
  permanent: z.boolean(),
  can_ali_agreement: z.boolean(),
  need_address: z.boolean(),
  can_buy_hide: z.boolean(),
  purchase_limit_type: z.number().int(),
  product_purchase_limit: purchaseLimit.nullable(),
  /** Active limits, by the type. A bundle has its own; limits of its goods apply to separate purchases */
  purchase_limit_info: z.object({
    product: purchaseLimit.nullable(),
    sku: z.array(purchaseLimit.extend({ sku_id: id })),
  }),
  has_plan_config: z.boolean(),
  config: z.object({ remark_name: z.string(), remark_placeholder: z.string(), remark_required: z.boolean() }),
  rank: z.number().int(),
  vip_plan: z.object({ plan_id: id, name: z.string() }).nullable(),
  vip_price: amount,
  vip_price_discount: share,
  product_vip_price_include_history: z.boolean(),
  /** Whether the caller gets the member price; in plan/detail */
  is_vip: z.boolean(),
  /** If a limited-time price applies now */
  has_time_limit_price: z.boolean(),
  time_limit_price: z
    .object({
      id: z.string(),
      price: amount,
      discount: share,
      begin_time: seconds,
      end_time: seconds,
    })
    .nullable(),
  shipping_template_id: z.string(),
  shipping_fee_info: z.object({ id: z.string() }).nullable(),
  /** Bundles left by their own stock */
  bundle_stock: left,
  bundle_units: units,
  bundle_sku_select_count: z.union([z.literal(''), z.number().int()]),
  bundle_sku_can_repeat: z.boolean(),
  bundle_sku_count: z.number().int(),
  /** The separate prices of the contents; `""` for other types */
  bundle_all_sku_price: amount,
  /** `is_over`: it has begun, and its tickets are no longer sold */
  ticket_round_list: z.array(z.object({ id, begin_time: seconds, is_over: z.boolean() })),
  need_identity: z.boolean(),
  need_invite_code: z.boolean(),
  ...reply,
  redeem,
  /** The first of them, at most 200 and as many as fit; `plan/skus` has all of them, page by page */
  sku: z.array(sku),
  sku_count: z.number().int(),
  version: z.number().int(),
  update_time: z.number().int(),
  /** Orders of a sponsorship, bundles of a bundle, units of anything else; both names have the same value.
   * 0 for others where the creator hides income or sponsors */
  sold_count: z.number().int(),
  sponsor_count: z.number().int(),
  /** Locked posts that its membership opens now, in albums too, each once; of members' posts the newest 1,000 count */
  unlockNum: z.number().int(),
});
const reads = ['catalog', 'stock', 'orders', 'posts'];
const plansAnswer = list(plan).extend({
  /** null where the creator hides it, and unless `diy` asks for it */
  diy: z.object({ custom_plan: z.number().int(), custom_plan_desc: z.string() }).nullable(),
  /** 1: the code counts for an order of one of these plans */
  affiliate_applied: z.union([z.literal(0), z.literal(1)]),
});
const listed = { access: 'guest', query: plansQuery, answer: plansAnswer } as const;
export const listPlans = endpoint('GET', '/api/creator/get-plans', { ...listed, reads });
export const listProducts = endpoint('GET', '/api/creator/get-products', { ...listed, reads });
export const listAllPlans = endpoint('GET', '/api/creator/all-plans', {
  access: 'creator',
  query: ownPlansQuery,
  answer: list(plan),
  reads,
});

/** `ec` 202: a hidden plan, for its creator, and for those with its address if it can be bought while hidden. */
export const getPlan = endpoint('GET', '/api/plan/detail', {
  access: 'guest',
  query: planQuery,
  /** `now`: the server's time of these prices */
  answer: z.object({ plan, now: seconds, as_of: asOf }),
  unlisted: true,
  reads,
});
export const listSkus = endpoint('GET', '/api/plan/skus', {
  access: 'guest',
  query: planSkusQuery,
  /** Without private texts for all callers; `plan/detail` has them for the creator. */
  answer: list(sku),
  reads,
});
export const listPlanTags = endpoint('GET', '/api/creator/plan-tags', {
  access: 'creator',
  query: ownPlansQuery,
  /** Names to choose from, cut at 30 characters (creator specification 9) */
  answer: z.object({
    list: z.array(
      z.object({
        plan_id: id,
        name: z.string(),
        price: money,
        pay_month: z.number().int(),
        status: z.number().int(),
      }),
    ),
    as_of: asOf,
  }),
  reads: ['catalog'],
});
export type Plan = z.infer<typeof plan>;
export type Sku = z.infer<typeof sku>;
