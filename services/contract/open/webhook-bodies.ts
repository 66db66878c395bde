import { z } from 'zod';
import { id, money, outTradeNo, seconds } from '#services/contract/fields/fields.ts';
import { openOrder, openPost } from './answers.ts';
import type { WebhookTopic } from './topics.ts';

const order = { order: openOrder };
const fan = { user_id: id, user_private_id: z.string() };

const membership = z
  .object({
    ...fan,
    plan_id: id,
    plan_name: z.string().optional(),
    /** The order that began, extended or took it back */
    out_trade_no: outTradeNo.optional(),
    begin_time: seconds.optional(),
    /** 2114352000: never */
    expire_time: seconds,
    /** expired, refunded, or handed_over to another account of the person */
    reason: z.string().optional(),
  })
  .meta({ id: 'WebhookMembership', description: 'A membership after the change.' });

const ticket = { ticket_id: id, out_trade_no: outTradeNo, ...fan, plan_id: id, sku_id: id };
/** A ticket with what happened to it. */
const ticketWith = (change: z.ZodRawShape) => z.object({ ticket: z.object({ ...ticket, ...change }) });

/** What each topic's `data` has beside `type`, `time` and `position`. */
const SUBJECTS = {
  'order.refunded': z.object({
    ...order,
    refund: z.object({ refund_id: z.string(), amount: money, reason: z.string(), by: z.string() }),
  }),
  'order.shipped': z.object({
    ...order,
    shipment: z.object({ company_id: z.string(), express_no: z.string() }),
  }),
  'membership.started': z.object({ membership }),
  'membership.extended': z.object({ membership }),
  'membership.expired': z.object({ membership }),
  'goal.reached': z.object({
    goal: z.object({
      goal_id: id,
      type: z.number().int(),
      period: z.string(),
      begin_time: seconds.optional(),
      end_time: seconds.optional(),
      target: z.unknown().describe('Persons as a number, for a goal of sponsors; else yuan as text'),
      value: z.unknown().describe('As the target'),
    }),
  }),
  'post.published': z.object({ post: openPost }),
  'ticket.used': ticketWith({ used_time: seconds, device: z.string() }),
  'ticket.check_in_undone': ticketWith({ undone_time: seconds, device: z.string() }),
  'ticket.holder_changed': ticketWith({
    changed_time: seconds,
    changes: z.number().int().describe('How often its holder or its account was changed'),
  }),
  settlement: z.object({
    settlement: z.object({
      month: z.string().describe('`YYYY-MM`'),
      orders: z.number().int(),
      gross: money,
      payment_fee: money,
      service_fee: money,
      affiliate_fee: money,
      refunds: money,
      commissions: money,
      net: money,
      available_time: seconds,
    }),
  }),
  withdrawal: z.object({
    withdrawal: z.object({
      order_id: z.string(),
      change: z.string(),
      amount: money,
      status: z.number().int(),
    }),
  }),
} as const satisfies Record<Exclude<WebhookTopic, 'order'>, z.ZodObject>;

const sign = z.string().describe('RSA-SHA256 of out_trade_no + user_id + plan_id + total_amount, base64');
const sent = { ec: z.literal(200), em: z.string() };

const bodyOf = (topic: Exclude<WebhookTopic, 'order'>): z.ZodObject => {
  const position = z.number().int().describe('Of the event in the log');
  const data = { ...SUBJECTS[topic].shape, type: z.literal(topic), time: seconds, position };
  return z.object({ ...sent, data: z.object(data) });
};

/** The body of a webhook. */
export const webhookBody = (topic: WebhookTopic): z.ZodObject =>
  topic === 'order'
    ? z.object({ ...sent, data: z.object({ type: z.literal('order'), ...order, sign }), sign })
    : bodyOf(topic);
