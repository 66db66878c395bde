import { z } from 'zod';
import { plan } from '#services/contract/catalog/plans.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  counted,
  id,
  orderHeaders,
  paged,
  paging,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { createOrderBody } from '#services/contract/orders/create-order.ts';
import { placedOrder } from '#services/contract/orders/orders.ts';

/** A code as typed or pasted. */
const code = text(60, 1);
const MAX_CODES = 5_000;
const MAX_USES = 10_000;

const madeCode = z.object({ redeem_id: id, code: z.string() });
const madeRedeem = z.object({
  batch_id: id,
  list: z.array(madeCode),
  position: z.number().int(),
});
export const makeRedeemCodes = endpoint('POST', '/api/creator/make-redeem', {
  access: 'creator',
  limit: 'upload',
  body: z.object({
    plan_id: id,
    /** The SKU that it gives; omitted or empty: any one of the plan. */
    sku_id: z.union([z.literal(''), id]).optional(),
    num: whole(1, MAX_CODES),
    /** Orders that each code pays for */
    uses: whole(1, MAX_USES).default(1),
    /** Unix seconds; redeemable before then. Omitted or 0: no expiry. */
    valid_until: whole(0, 4_102_444_800).optional(),
    /** Sponsorship plans: months; default: the plan's period */
    month: whole(1, 36).optional(),
    client_order_key: text(100, 1).optional(),
  }),
  headers: orderHeaders,
  answer: madeRedeem,
});

/** Uses over all codes */
const counts = z.object({
  total_count: z.number().int(),
  used_count: z.number().int(),
  /** Held by unpaid orders */
  pending_count: z.number().int(),
  /** Revoked and never held */
  revoked_count: z.number().int(),
  /** Expired before they were used, held or revoked */
  expired_count: z.number().int(),
});

const batch = z.object({
  batch_id: id,
  plan: z.object({ plan_id: id, name: z.string(), product_type: z.number().int() }),
  /** Empty: any SKU of the plan, or the plan has none */
  sku_id: z.union([z.literal(''), id]),
  sku_name: z.string(),
  month: z.number().int(),
  /** Codes in it, and uses of each */
  num: z.number().int(),
  uses: z.number().int(),
  valid_until: seconds.nullable(),
  create_time: seconds,
  redeem: counts,
});

const filter = {
  plan_id: z.union([z.literal(''), id]).default(''),
  sku_id: z.union([z.literal(''), id]).default(''),
};

const redeemHistoryAnswer = z.object({
  list: z.array(batch),
  has_more: z.boolean(),
  total_count: z.number().int(),
  /** Of all matches of the filter */
  redeem: counts,
  as_of: asOf,
});
export const listRedeemBatches = endpoint('GET', '/api/creator/redeem-history', {
  access: 'creator',
  query: paged(filter),
  answer: redeemHistoryAnswer,
  reads: ['redeem', 'catalog'],
});

const status = z.enum(['open', 'pending', 'used', 'revoked', 'expired']);
const listedCode = z.object({
  redeem_id: id,
  /** Empty when it can no longer be shown. */
  code: z.string(),
  uses: z.number().int(),
  used_count: z.number().int(),
  pending_count: z.number().int(),
  status,
});
export const listRedeemCodes = endpoint('GET', '/api/creator/redeem-codes', {
  access: 'creator',
  query: z.object({ batch_id: id, status: z.union([z.literal(''), status]).default(''), ...paging }),
  answer: z.object({
    list: z.array(listedCode),
    ...counted,
  }),
  reads: ['redeem'],
});

export const exportRedeemCodes = endpoint('GET', '/api/creator/export-redeem', {
  access: 'creator',
  limit: 'upload',
  query: z.object({
    batch_id: id,
    status: z.union([z.literal(''), status]).default(''),
    lang: z.enum(['zh-CN', 'en-US']).optional(),
  }),
});

export const revokeRedeemCodes = endpoint('POST', '/api/creator/revoke-redeem', {
  access: 'creator',
  /** A whole batch, or single codes by id. */
  body: z
    .object({
      batch_id: id.optional(),
      redeem_id: z
        .union([id.transform((one) => [one]), z.array(id).max(MAX_CODES)])
        .optional()
        .transform((ids) => ids ?? []),
    })
    .refine(({ batch_id, redeem_id }) => batch_id !== undefined || redeem_id.length > 0, {
      message: 'required',
      path: ['batch_id'],
    }),
  answer: z.object({
    /** Codes with revoked uses */
    num: z.number().int(),
    position: z.number().int(),
  }),
});

/** The contents of a code. */
const redeemOfferAnswer = z.object({
  redeem_id: id,
  plan,
  /** The SKU that it gives; empty: any one of the plan, or the plan has none. */
  sku_id: z.union([z.literal(''), id]),
  month: z.number().int(),
  valid_until: seconds.nullable(),
  status,
  creator: z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() }),
});
export const findRedeemOffer = endpoint('POST', '/api/user/redeem-info', {
  access: 'fan',
  limit: 'guess',
  body: z.object({ code }),
  answer: redeemOfferAnswer,
});
export const getRedeemOffer = endpoint('GET', '/api/user/redeem-offer', {
  access: 'guest',
  query: z.object({ redeem_id: id }),
  answer: redeemOfferAnswer,
});

export const useRedeemCode = endpoint('POST', '/api/user/use-redeem', {
  access: 'fan',
  limit: 'guess',
  /** An order paid by a code: the code determines the plan, the rest is like any order. */
  body: createOrderBody
    .omit({
      plan_id: true,
      py_type: true,
      total_amount: true,
      month: true,
      user_id: true,
      custom_price: true,
      redeem_code: true,
    })
    .extend({ code }),
  headers: orderHeaders,
  answer: placedOrder,
});

export type MadeRedeem = z.infer<typeof madeRedeem>;
export type RedeemHistory = z.infer<typeof redeemHistoryAnswer>;
export type RedeemBatch = z.infer<typeof batch>;
export type ListedRedeemCode = z.infer<typeof listedCode>;
export type RedeemOffer = z.infer<typeof redeemOfferAnswer>;
