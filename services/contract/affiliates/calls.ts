import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  counted,
  id,
  line,
  money,
  outTradeNo,
  paged,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';

/** Letters, digits, `-` and `_`; compared without regard to case. */
export const affiliateCode = z.string().regex(/^[0-9A-Za-z_-]{4,32}$/);
const MAX_PLANS = 100;

/** Whole percent of an order's total. */
const rate = whole(1, 50);
/** 1: active; 0: paused */
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

const affiliatesQuery = paged({});
/** Newest first, without deleted ones. */
const affiliates = z.object({ list: z.array(affiliate), ...counted });
export const listAffiliates = endpoint('GET', '/api/creator/list-affiliate', {
  access: 'creator',
  query: affiliatesQuery,
  answer: affiliates,
  reads: ['affiliates'],
});

const affiliateOrder = z.object({
  out_trade_no: outTradeNo,
  /** Empty for a custom amount */
  plan_name: z.string(),
  total_amount: money,
  /** The partner's share, less refunds */
  commission: money,
  refunded: money,
  paid_at: seconds,
});
export const getAffiliate = endpoint('GET', '/api/creator/affiliate-detail', {
  access: 'creator',
  query: z.object({ affiliate_id: id, ...paged({}).shape }),
  /** A code with its paid orders, newest first. */
  answer: z.object({ affiliate, list: z.array(affiliateOrder), ...counted }),
  reads: ['affiliates'],
});

export const generateAffiliateCode = endpoint('GET', '/api/creator/generate-affiliate-code', {
  access: 'creator',
  answer: z.object({ code: z.string() }),
});

/**
 * With `affiliate_id` it changes an existing code; code text and partner stay and can be omitted. Without, it creates
 * one and both are required.
 */
export const editAffiliateBody = z
  .object({
    affiliate_id: id.optional(),
    code: affiliateCode.optional(),
    /** Address of their page (`url_slug`), or their user_id */
    partner: text(64, 1).optional(),
    rate,
    plan_ids: z.array(id).max(MAX_PLANS).default([]),
    status: status.default(1),
    note: line(100).default(''),
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
/** Codes whose partner is the caller, newest first, without their buyers. */
const myAffiliatesAnswer = z.object({ list: z.array(myAffiliate), ...counted });
export const listMyAffiliates = endpoint('GET', '/api/my/affiliates', {
  access: 'creator',
  query: affiliatesQuery,
  answer: myAffiliatesAnswer,
  reads: ['affiliates'],
});

/** The commission of an order's code; for the creator only. */
export const orderAffiliate = z.object({
  code: z.string(),
  /** Whole percent at the time of the order */
  rate: z.number().int(),
  partner_name: z.string(),
  /** The partner's share, less refunds; `"0.00"` while unpaid */
  commission: money,
});

export type Affiliate = z.infer<typeof affiliate>;
export type Affiliates = z.infer<typeof affiliates>;
export type AffiliateOrder = z.infer<typeof affiliateOrder>;
export type EditAffiliate = z.input<typeof editAffiliateBody>;
export type MyAffiliate = z.infer<typeof myAffiliate>;
export type MyAffiliates = z.infer<typeof myAffiliatesAnswer>;
