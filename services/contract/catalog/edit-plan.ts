import { z } from 'zod';
import { isBundle } from '#events/status.ts';
import { discountOptionAnswer, discountOptionBody } from '#services/contract/accounts/accounts.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import { flag, id, line, longText, moneyInput, text, whole } from '#services/contract/fields/fields.ts';
export const setDiscountOption = endpoint('POST', '/api/creator/set-discount-option', {
  access: 'creator',
  body: discountOptionBody,
  answer: discountOptionAnswer,
});

const LAST_SECOND = 4_102_444_800;
const MAX_SKUS = 200;

/** `""` is unlimited. */
export const stockInput = z.union([z.literal(''), whole(0, 10_000_000)]);
export const rankInput = whole(0, 1_000_000);

/** An amount, or `""` and null for none. */
const amount = z.union([z.literal(''), moneyInput]).nullish();

/** A moment in Unix seconds; `""`, 0 and null for none. */
const moment = z.union([z.literal(''), whole(0, LAST_SECOND)]).nullish();

/** A share of the plain price from 0.1 to 0.9, in hundredths; `""` and null for none (commerce specification 9). */
const share = z
  .union([
    z.literal(''),
    z
      .union([z.number(), z.string().regex(/^0?\.\d{1,2}$/)])
      .transform(Number)
      .refine((value) => value >= 0.1 && value <= 0.9, { message: 'out_of_range' }),
  ])
  .nullish();

export const purchaseLimit = z.object({
  purchase_limit_count: whole(1, 1_000_000),
  /** 1 per day, 7 per week, 30 per month, any number of days; −1 all time */
  purchase_limit_days: whole(-1, 3650).refine((days) => days !== 0, { message: 'out_of_range' }),
});

/** All limits of a plan in one field: of the plan, and of single SKUs. A limit in its own field has priority. */
const limitInfo = z.object({
  product: purchaseLimit.nullish(),
  sku: z
    .array(purchaseLimit.extend({ sku_id: id }))
    .max(MAX_SKUS)
    .default([]),
});

/** Automatic replies to buyers; for certified creators. */
const reply = {
  reply_switch: flag.default(false),
  reply_content: longText(2_000).default(''),
  reply_random_switch: flag.default(false),
  /** Lines for the pool, one reply each; they are added to those that are left. */
  reply_random_content: longText(1_000_000).default(''),
  update_random_reply_type: z.enum(['append', 'overwrite']).default('append'),
};

const idOrNone = z.union([z.literal(''), id]).nullish();

export const skuInput = z.object({
  /** Of a bundle also the id of a SKU of one's own goods: name, price and stock are then the goods'. */
  sku_id: idOrNone,
  name: line(60, 1).optional(),
  price: moneyInput.optional(),
  /** Only read for a SKU that is not yet saved; later changes go through edit-sku-stock. */
  stock: stockInput.optional(),
  pic: text(300).default(''),
  product_purchase_limit: purchaseLimit.nullish(),
  /** Replaces the result of the plan's member price and limited-time price */
  vip_price: amount,
  time_limit_price: amount,
  /** The round that a ticket admits to: by its id, or by its time among `ticket_round_list` */
  ticket_round_id: idOrNone,
  ticket_round_begin_time: moment,
  /** Text that buyers can read from then on */
  purchased_rich_text: longText(50_000).default(''),
  /** An uploaded file of kind `attachment` that buyers can download; empty: none */
  attachment: z
    .union([z.literal(''), id, z.object({ file_id: id })])
    .nullish()
    .transform((file) => (typeof file === 'string' ? file : (file?.file_id ?? ''))),
  /** Whether its pages name the posts that it opens */
  feed_switch: flag.default(true),
  ...reply,
});

const ticketRound = z.object({
  /** Omitted for a new round; without an id, an existing round at that time is kept. */
  id: idOrNone,
  begin_time: whole(1, LAST_SECOND),
});

/**
 * For holders of valid tickets of what is removed: they have a message, or their money back. Without it, a change that
 * removes valid tickets is refused at `holders`, with their number.
 */
export const forHolders = z.enum(['inform', 'refund']).optional();

const timing = {
  /** Listed from … until … */
  timing_on: moment,
  timing_off: moment,
  /** Sold from … until … */
  timing_sell_on: moment,
  timing_sell_off: moment,
};

const plan = z.object({
  plan_id: idOrNone,
  name: line(60, 1),
  desc: longText(20_000).default(''),
  pic: text(300).default(''),
  /** All pictures in their order, at most 9, each once; the first one becomes `pic`. Omitted: `pic` only changes the
   * first one */
  pics: z.array(text(300, 1)).max(9).optional(),
  /** Type 0: price of a month (or of a month of a period); bundles: of the whole; other types are priced by SKU. */
  price: moneyInput.optional(),
  /** 0 sponsorship, 1 goods, 2 bundle of all, 3 bundle of a choice, 4 event ticket; never changes */
  product_type: whole(0, 4),
  /** 3 makes a new plan that is hidden from the start; of a saved one, show-plan and hide-plan decide. */
  status: whole(1, 3).optional(),
  pay_month: z
    .union([z.literal(1), z.literal(3), z.literal(12), z.literal('1'), z.literal('3'), z.literal('12')])
    .transform(Number)
    .default(1),
  /** Sold one month at a time; without effect unless `pay_month` is 1 */
  single_month: flag.default(false),
  favorable_price: amount,
  independent: flag.default(false),
  permanent: flag.default(false),
  can_ali_agreement: flag.default(false),
  need_address: flag.default(false),
  can_buy_hide: flag.default(false),
  purchase_limit_type: whole(0, 3).default(0),
  product_purchase_limit: purchaseLimit.nullish(),
  purchase_limit_info: limitInfo.nullish(),
  has_plan_config: flag.optional(),
  config: z
    .object({
      remark_name: line(30).default(''),
      remark_placeholder: line(60).default(''),
      remark_required: flag.default(false),
    })
    .nullish(),
  /** Higher ranks come first; unchanged if omitted. */
  rank: rankInput.optional(),
  /** A price for members of one's own sponsorship plan: an amount, or a share of the plain one */
  vip_plan: z.union([z.literal(''), id, z.object({ plan_id: id })]).nullish(),
  vip_price: amount,
  vip_price_discount: share,
  product_vip_price_include_history: flag.default(false),
  /** A limited-time price: an amount, or a share of the regular price. 0 removes it. */
  has_time_limit_price: flag.optional(),
  time_limit_begin: moment,
  time_limit_end: moment,
  time_limit_price: z
    .union([
      z.literal(''),
      moneyInput,
      z.object({ price: amount, discount: share, begin_time: moment, end_time: moment }),
    ])
    .nullish(),
  time_limit_price_discount: share,
  ...timing,
  timing: z.object(timing).nullish(),
  shipping_template_id: idOrNone,
  /** Type 3: how many items the buyer chooses, and whether an item can repeat */
  bundle_sku_select_count: z.union([z.literal(''), whole(0, 1_000)]).nullish(),
  bundle_sku_can_repeat: flag.default(false),
  /** Only read when the bundle is made; later changes go through edit-bundle-stock. */
  bundle_stock: stockInput.nullish(),
  ticket_round_list: z.array(ticketRound).max(100).default([]),
  holders: forHolders,
  /** Unchanged if omitted. `""`: no invite code. */
  invite_code: text(40).optional(),
  ...reply,
  sku: z.array(skuInput).max(MAX_SKUS).default([]),
});

type Sku = z.output<typeof skuInput>;

/** Goods in a bundle, which already have name and price. */
const isPart = (sku: Sku, product_type: number): boolean => isBundle(product_type) && Boolean(sku.sku_id);

type Body = z.output<typeof plan>;

/** Fields that others make necessary. */
function missing(body: Body): (string | number)[][] {
  const paths: (string | number)[][] = body.sku.flatMap((sku, index) =>
    isPart(sku, body.product_type)
      ? []
      : (['name', 'price'] as const)
          .filter((field) => sku[field] === undefined)
          .map((field) => ['sku', index, field]),
  );
  if (!body.vip_plan && (body.vip_price || body.vip_price_discount)) paths.push(['vip_plan']);
  const whole = typeof body.time_limit_price === 'object' ? body.time_limit_price : null;
  const limited =
    body.has_time_limit_price ?? Boolean(body.time_limit_price || body.time_limit_price_discount);
  if (limited && !body.time_limit_end && !whole?.end_time) paths.push(['time_limit_end']);
  return paths;
}

/** A whole offer: omitted fields are cleared, unless their description differs. */
export const editPlan = plan.superRefine((body, issues) => {
  for (const path of missing(body)) issues.addIssue({ code: 'custom', message: 'required', path });
});

export type EditPlan = z.input<typeof editPlan>;

/** Input for the shown prices of a plan. */
export const quotedPlan = plan
  .pick({
    product_type: true,
    price: true,
    pay_month: true,
    favorable_price: true,
    has_time_limit_price: true,
    time_limit_begin: true,
    time_limit_end: true,
    time_limit_price: true,
    time_limit_price_discount: true,
  })
  .extend({
    sku: z
      .array(skuInput.pick({ price: true, time_limit_price: true }))
      .max(MAX_SKUS)
      .default([]),
  });

export type QuotedPlan = z.input<typeof quotedPlan>;
