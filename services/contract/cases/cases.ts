import { z } from 'zod';
import { CASE_KINDS, CASE_REASONS, CASE_SIDES } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  id,
  list,
  longText,
  minPosition,
  money,
  moneyInput,
  orderedPages,
  orderHeaders,
  outTradeNo,
  seconds,
  text,
  whole,
} from '#services/contract/fields/fields.ts';
import { shownFile } from '#services/contract/media/media.ts';
import { MAX_CASE_PICS } from './case-pictures.ts';

/** Characters of one message. */
export const MAX_CASE_TEXT = 1_000;
/** Own uploaded pictures. */
const pics = z.array(id).max(MAX_CASE_PICS).default([]);
const person = z.object({ user_id: id, name: z.string() });
const status = z.enum(['open', 'answered', 'declined', 'escalated', 'accepted', 'closed']);

const entry = z.object({
  what: z.enum([
    'opened',
    'message',
    'declined',
    'refund_requested',
    'refund_declined',
    'accepted',
    'passed_on',
    'closed',
  ]),
  by: z.enum(CASE_SIDES),
  /** Empty for staff */
  name: z.string(),
  text: z.string(),
  /** With addresses for the caller; those that are gone are left out. Lists of staff have none */
  pics: z.array(shownFile),
  /** Refunded, requested or declined with it */
  amount: money.nullable(),
  time: seconds,
});

const caseThread = z.object({
  case_id: id,
  out_trade_no: outTradeNo,
  plan_name: z.string(),
  fan: person,
  creator: person,
  status,
  kind: z.enum(CASE_KINDS),
  topic: z.enum(CASE_REASONS),
  /** The lines that it is about; empty: the whole order */
  sku: z.array(z.object({ sku_id: id, name: z.string(), count: z.number().int() })),
  create_time: seconds,
  /** Until then the creator decides, or staff once it was passed on */
  due_time: seconds,
  is_overdue: z.boolean(),
  /** What the named lines cost, or all that is left; at most what is left */
  suggested_amount: money,
  refundable_amount: money,
  /** A refund of staff that a second person has to approve; null: none */
  waiting_amount: money.nullable(),
  /** Of all cases of the order, oldest first */
  entries: z.array(entry),
  /** What the caller can do now */
  may: z.object({
    message: z.boolean(),
    accept: z.boolean(),
    decline: z.boolean(),
    pass_on: z.boolean(),
    close: z.boolean(),
  }),
});
const caseAnswer = z.object({
  /** null: there was none */
  case: caseThread.nullable(),
  may_open: z.boolean(),
});
const ofOrder = z.object({ out_trade_no: outTradeNo, min_position: minPosition });

/** The newest case of an order, for its fan and its creator. */
export const getCase = endpoint('GET', '/api/order/case', {
  access: 'fan',
  query: ofOrder,
  answer: caseAnswer,
  reads: ['cases'],
});

export const openCase = endpoint('POST', '/api/order/open-case', {
  access: 'fan',
  body: z.object({
    out_trade_no: outTradeNo,
    kind: z.enum(CASE_KINDS),
    topic: z.enum(CASE_REASONS),
    sku: z
      .array(z.object({ sku_id: id, count: whole(1, 10_000) }))
      .max(100)
      .default([]),
    text: longText(MAX_CASE_TEXT).default(''),
    pics,
  }),
  headers: orderHeaders,
  answer: z.object({ case_id: id, due_time: seconds, position: z.number().int() }),
});

const named = z.object({ out_trade_no: outTradeNo, case_id: id });
const moved = z.object({ case_id: id, status, position: z.number().int() });
const accepted = moved.extend({
  amount: money,
  /** A second person of finance has to approve the refund */
  waits: z.boolean(),
});

/** By the fan or the creator. */
export const writeInCase = endpoint('POST', '/api/order/case-message', {
  access: 'fan',
  body: named.extend({ text: longText(MAX_CASE_TEXT, 1), pics }),
  answer: moved,
});
export const closeCase = endpoint('POST', '/api/order/close-case', {
  access: 'fan',
  body: named,
  answer: moved,
});
/** To staff, after the creator declined it, or after the due time. */
export const passOnCase = endpoint('POST', '/api/order/pass-on-case', {
  access: 'fan',
  body: named,
  answer: moved,
});

const queue = orderedPages({});
export const listCreatorCases = endpoint('GET', '/api/creator/cases', {
  access: 'creator',
  query: orderedPages({ is_over: z.enum(['0', '1']).default('0') }),
  /** Those that are due first come first. */
  answer: list(caseThread),
  reads: ['cases'],
});
export const declineCase = endpoint('POST', '/api/creator/decline-case', {
  access: 'creator',
  body: named.extend({ text: longText(MAX_CASE_TEXT, 1) }),
  answer: moved,
});

/** Without an amount: the price of the units, or the rest. */
const refund = named.extend({
  amount: moneyInput.optional(),
  sku: z
    .array(z.object({ sku_id: id, count: whole(1, 10_000) }))
    .max(100)
    .default([]),
  ticket_ids: z.array(id).max(1_000).default([]),
});
export const acceptCase = endpoint('POST', '/api/creator/accept-case', {
  access: 'creator',
  body: refund.extend({ text: longText(MAX_CASE_TEXT).default('') }),
  answer: accepted,
});

/** Cases that fans passed on; those that wait longest come first. */
export const listStaffCases = endpoint('GET', '/api/support/cases', {
  access: ['support', 'finance'],
  query: queue,
  answer: list(caseThread),
  reads: ['cases'],
});
export const getStaffCase = endpoint('GET', '/api/support/case', {
  access: ['support', 'finance'],
  query: ofOrder,
  answer: z.object({
    case: caseThread,
    /** What the caller can still refund today; null: without a limit */
    left_today: money.nullable(),
  }),
  reads: ['cases'],
});
/** Both parties read the reason; it is stored permanently. */
const reasoned = named.extend({ reason: text(200, 1) });
export const writeInCaseAsStaff = endpoint('POST', '/api/support/case-message', {
  access: ['support', 'finance'],
  body: reasoned,
  answer: moved,
});
export const closeCaseAsStaff = endpoint('POST', '/api/support/close-case', {
  access: ['support', 'finance'],
  body: reasoned,
  answer: moved,
});
/** By support up to the limit of the day; a large refund by finance needs a second person. */
export const refundCase = endpoint('POST', '/api/support/refund-case', {
  access: ['support', 'finance'],
  confirm: 'staff',
  body: refund.extend({ reason: text(200, 1) }),
  answer: accepted,
});

export type CaseThread = z.infer<typeof caseThread>;
export type CaseEntry = z.infer<typeof entry>;
