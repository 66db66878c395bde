import { z } from 'zod';
import {
  asOf,
  id,
  minPosition,
  money,
  outTradeNo,
  page,
  perPage,
  seconds,
  text,
  whole,
} from '../http/contract/fields.ts';
import { endpoint } from '../http/endpoint.ts';

/** Letters, digits, `-` and `_`; compared without regard to case. */
export const affiliateCode = z.string().regex(/^[0-9A-Za-z_-]{4,32}$/);
const MOST_PLANS = 100;

/** Whole percent of an order's total. */
const rate = whole(1, 50);
/** 1: orders may carry it; 0: paused */
const status = whole(0, 1);
const person = z.object({ user_id: id, name: z.string(), avatar: z.string(), url_slug: z.string() });

const named = {
  affiliate_id: id,
  /** As its creator wrote it */
  code: z.string(),
  status: z.number().int(),
  rate: z.number().int(),
  /** Empty: everything that the creator sells */
  plans: z.array(z.object({ plan_id: id, name: z.string() })),
  create_time: seconds,
  /** Paid orders with it, including refunded ones */
  orders: z.number().int(),
  /** The partner's earnings, less refunds */
  commission: money,
  url: z
    .string()
    .describe('Path with the code: of the item if the code applies to a single one, otherwise of the seller'),
};

const affiliate = z.object({
  ...named,
  partner: person,
  note: z.string(),
  /** The total of those orders, before refunds */
  gross: money,
});

const paged = { page, per_page: perPage, min_position: minPosition };
const counted = { has_more: z.boolean(), total_count: z.number().int(), as_of: asOf };

const affiliatesQuery = z.object(paged);
/** Newest first; closed ones are left out. */
const affiliates = z.object({ list: z.array(affiliate), ...counted });
export const listAffiliates = endpoint('GET', '/api/creator/list-affiliate', {
  access: 'creator',
  query: affiliatesQuery,
  answer: affiliates,
  reads: ['affiliates'],
});

const affiliateOrder = z.object({
  out_trade_no: outTradeNo,
  /** Empty for an amount of the fan's choice */
  plan_name: z.string(),
  total_amount: money,
  /** The partner's part of the amount not refunded */
  commission: money,
  refunded: money,
  paid_at: seconds,
});
/** A code with the paid orders that carry it, newest first. */
const affiliateDetailAnswer = z.object({ affiliate, list: z.array(affiliateOrder), ...counted });
export const getAffiliate = endpoint('GET', '/api/creator/affiliate-detail', {
  access: 'creator',
  query: z.object({ affiliate_id: id, ...paged }),
  answer: affiliateDetailAnswer,
  reads: ['affiliates'],
});

export const generateAffiliateCode = endpoint('GET', '/api/creator/generate-affiliate-code', {
  access: 'creator',
  answer: z.object({ code: z.string() }),
});

/**
 * With `affiliate_id` an existing one is changed: code and partner stay, and may be left out. Without, one is opened
 * and both are needed.
 */
export const editAffiliateBody = z
  .object({
    affiliate_id: id.optional(),
    code: affiliateCode.optional(),
    /** Address of their page (`url_slug`), or their user_id */
    partner: text(64, 1).optional(),
    rate,
    plan_ids: z.array(id).max(MOST_PLANS).default([]),
    status: status.default(1),
    note: text(100).default(''),
  })
  .refine(({ affiliate_id, code }) => affiliate_id !== undefined || code !== undefined, {
    message: 'required',
    path: ['code'],
  })
  .refine(({ affiliate_id, partner }) => affiliate_id !== undefined || partner !== undefined, {
    message: 'required',
    path: ['partner'],
  });
export const editAffiliate = endpoint('POST', '/api/creator/edit-affiliate', {
  access: 'creator',
  body: editAffiliateBody,
  answer: z.object({ affiliate, position: z.number().int() }),
});

export const deleteAffiliate = endpoint('POST', '/api/creator/delete-affiliate', {
  access: 'creator',
  body: z.object({ affiliate_id: id }),
  answer: z.object({ position: z.number().int() }),
});

const myAffiliate = z.object({ ...named, creator: person });
/** Codes that name the caller as partner, newest first; nothing of who ordered by them. */
const myAffiliatesAnswer = z.object({ list: z.array(myAffiliate), ...counted });
export const listMyAffiliates = endpoint('GET', '/api/my/affiliates', {
  access: 'creator',
  query: affiliatesQuery,
  answer: myAffiliatesAnswer,
  reads: ['affiliates'],
});

/** What an order's code brings its partner; told to the creator alone. */
export const orderAffiliate = z.object({
  code: z.string(),
  /** Whole percent at the time of the order */
  rate: z.number().int(),
  partner_name: z.string(),
  /** The partner's part of the amount not refunded; `"0.00"` while unpaid */
  commission: money,
});

export type Affiliate = z.infer<typeof affiliate>;
export type Affiliates = z.infer<typeof affiliates>;
export type AffiliateDetail = z.infer<typeof affiliateDetailAnswer>;
export type AffiliateOrder = z.infer<typeof affiliateOrder>;
export type EditAffiliate = z.input<typeof editAffiliateBody>;
export type MyAffiliate = z.infer<typeof myAffiliate>;
export type MyAffiliates = z.infer<typeof myAffiliatesAnswer>;
