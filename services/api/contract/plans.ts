import { z } from 'zod';
import { asOf, flag, id, minPosition, money, moneyInput, page, perPage, text, whole } from './fields.ts';

const productType = whole(0, 4);
const rank = whole(0, 1_000_000);
/** `""` is unlimited. */
const stockInput = z.union([z.literal(''), whole(0, 10_000_000)]);

export const purchaseLimit = z.object({
  purchase_limit_count: whole(1, 1_000_000),
  /** 1 per day, 7 per week, 30 per month, any number of days; −1 ever */
  purchase_limit_days: whole(-1, 3650).refine((days) => days !== 0, { message: 'out_of_range' }),
});

export const skuInput = z.object({
  sku_id: id.optional(),
  name: text(60, 1),
  price: moneyInput,
  /** Only read for a SKU that is not yet saved; later changes go through edit-sku-stock. */
  stock: stockInput.optional(),
  pic: text(300).default(''),
  product_purchase_limit: purchaseLimit.nullish(),
});

export const editPlan = z.object({
  plan_id: id.optional(),
  name: text(60, 1),
  desc: text(20_000).default(''),
  pic: text(300).default(''),
  /** Type 0: price of a month (or of one period's month); types with SKUs may leave it out. */
  price: moneyInput.optional(),
  product_type: productType,
  pay_month: z
    .union([z.literal(1), z.literal(3), z.literal(12), z.literal('1'), z.literal('3'), z.literal('12')])
    .transform(Number)
    .default(1),
  favorable_price: z.union([z.literal(''), moneyInput]).nullish(),
  independent: flag.default(false),
  permanent: flag.default(false),
  need_address: flag.default(false),
  can_buy_hide: flag.default(false),
  purchase_limit_type: whole(0, 3).default(0),
  product_purchase_limit: purchaseLimit.nullish(),
  config: z
    .object({
      remark_name: text(30).default(''),
      remark_placeholder: text(60).default(''),
      remark_required: flag.default(false),
    })
    .nullish(),
  /** Higher stands first; left out, it stays as it is. */
  rank: rank.optional(),
  sku: z.array(skuInput).max(200).default([]),
});

export const planId = z.object({ plan_id: id });
export const editPlanRank = z.object({ plan_id: id, rank });
export const planQuery = z.object({ plan_id: id, min_position: minPosition });
export const plansQuery = z.object({
  user_id: id,
  page,
  per_page: perPage,
  min_position: minPosition,
  with_hidden: flag.default(false),
});
/** Exactly one of the two. */
export const editSkuStock = z
  .object({ sku_id: id, stock: stockInput.optional(), delta: whole(-10_000_000, 10_000_000).optional() })
  .refine((input) => (input.stock === undefined) !== (input.delta === undefined), {
    message: 'required',
    path: ['stock'],
  });

const sku = z.object({
  sku_id: id,
  name: z.string(),
  price: money,
  pic: z.string(),
  /** Units left, `""` unlimited */
  stock: z.union([z.literal(''), z.number().int()]),
  product_purchase_limit: purchaseLimit.nullable(),
});

export const plan = z.object({
  plan_id: id,
  user_id: id,
  name: z.string(),
  desc: z.string(),
  pic: z.string(),
  price: money,
  /** Lowest price at which anything of it can be bought */
  floor_price: money,
  product_type: z.number().int(),
  status: z.number().int(),
  pay_month: z.number().int(),
  favorable_price: z.union([z.literal(''), money]),
  independent: z.boolean(),
  permanent: z.boolean(),
  need_address: z.boolean(),
  can_buy_hide: z.boolean(),
  purchase_limit_type: z.number().int(),
  product_purchase_limit: purchaseLimit.nullable(),
  config: z.object({ remark_name: z.string(), remark_placeholder: z.string(), remark_required: z.boolean() }),
  rank: z.number().int(),
  sku: z.array(sku),
  version: z.number().int(),
  update_time: z.number().int(),
  /** Units sold over all SKUs (orders for a sponsorship plan) */
  sold_count: z.number().int(),
});

export const planAnswer = z.object({ plan, as_of: asOf });
/** After a write: exact at once, and true through `position`. */
export const editedPlanAnswer = z.object({ plan, position: z.number().int() });
export const editedSkuAnswer = z.object({ sku, position: z.number().int() });

export type Plan = z.infer<typeof plan>;
export type Sku = z.infer<typeof sku>;
export type EditPlan = z.input<typeof editPlan>;
