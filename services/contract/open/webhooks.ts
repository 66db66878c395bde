import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, nothing, paged, seconds, text, whole } from '#services/contract/fields/fields.ts';
import { WEBHOOK_FAILURES, WEBHOOK_TOPICS } from './topics.ts';

const webhook_id = z.object({ webhook_id: id });
const target = z.object({
  /** http or https, a public host, no user and no password */
  url: text(2_000, 1),
  topics: z.array(z.enum(WEBHOOK_TOPICS)).min(1).max(WEBHOOK_TOPICS.length).default(['order']),
});

const webhook = webhook_id.extend({
  url: z.string(),
  topics: z.array(z.string()),
  create_time: seconds,
  /** Since when every call has failed; null: the last one succeeded */
  failing_since: seconds.nullable(),
  /** null: not paused */
  pause_time: seconds.nullable(),
  replaying: z.boolean(),
});

export const listWebhooks = endpoint('GET', '/api/creator/list-webhooks', {
  access: 'creator',
  answer: list(webhook),
});
export const createWebhook = endpoint('POST', '/api/creator/create-webhook', {
  access: 'creator',
  body: target,
  /** The secret is shown only here */
  answer: webhook.extend({ secret: z.string() }),
});
const edited = { access: 'creator', body: target.extend({ webhook_id: id }), answer: nothing } as const;
export const editWebhook = endpoint('POST', '/api/creator/edit-webhook', edited);
/** The same, under the name of the creator specification. */
export const updateOpenWebhook = endpoint('POST', '/api/creator/update-open-webhook', edited);
export const deleteWebhook = endpoint('POST', '/api/creator/delete-webhook', {
  access: 'creator',
  body: webhook_id,
  answer: nothing,
});
/** Calls are signed with the former secret, too, for one more day. */
export const renewWebhookSecret = endpoint('POST', '/api/creator/renew-webhook-secret', {
  access: 'creator',
  body: webhook_id,
  answer: z.object({ secret: z.string() }),
});
/** Ends a pause; calls that wait are made now. */
export const resumeWebhook = endpoint('POST', '/api/creator/resume-webhook', {
  access: 'creator',
  body: webhook_id,
  answer: nothing,
});
/** Sends the fixed test order, also to an address that is paused. It is tried once. */
const tested = { access: 'creator', body: webhook_id, answer: nothing } as const;
export const testWebhook = endpoint('POST', '/api/creator/test-webhook', tested);
/** The same, under the name of the creator specification. */
export const testOpenWebhook = endpoint('POST', '/api/creator/test-open-webhook', tested);

export const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const;

const delivery = z.object({
  delivery_id: z.number().int(),
  webhook_id: id,
  topic: z.string(),
  /** Its subject: the event's stream, as `order-…` */
  subject: z.string(),
  /** Log position of the event; 0 for a test */
  position: z.number().int(),
  /** Of the event */
  time: seconds,
  state: z.enum(WEBHOOK_STATES),
  attempts: z.number().int(),
  /** Of the next try; null: none */
  due_time: seconds.nullable(),
  /** HTTP status of the last answer; 0: none */
  status: z.number().int(),
  failure: z.enum(WEBHOOK_FAILURES),
  ms: z.number().int(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

/** Calls of the last 30 days, newest first; counted up to 10,000. */
export const listWebhookDeliveries = endpoint('GET', '/api/creator/list-webhook-deliveries', {
  access: 'creator',
  query: paged({ webhook_id: id.optional(), state: z.enum(WEBHOOK_STATES).optional() }),
  answer: list(delivery),
});
const delivery_id = whole(1, Number.MAX_SAFE_INTEGER);
/** The body is written again from present data, and is empty if its subject is gone. */
export const getWebhookDelivery = endpoint('GET', '/api/creator/webhook-delivery', {
  access: 'creator',
  query: z.object({ delivery_id }),
  answer: delivery.extend({ body: z.string(), answer: z.string().describe('The first 2 KiB') }),
});
/** Makes one call again. */
export const replayWebhookDelivery = endpoint('POST', '/api/creator/replay-webhook-delivery', {
  access: 'creator',
  body: z.object({ delivery_id }),
  answer: nothing,
});
/** Makes every call again since a log position or a time, also of events before the address existed. */
export const replayWebhook = endpoint('POST', '/api/creator/replay-webhook', {
  access: 'creator',
  body: webhook_id.extend({
    /** Events after this log position */
    after: whole(0, Number.MAX_SAFE_INTEGER).optional(),
    /** Events from this time on, Unix seconds; without both: everything */
    since: whole(0, 9_999_999_999).optional(),
  }),
  answer: nothing,
});

/** RSA keys that sign the order topic, newest first. A call names its key in the header `fanwatt-key-id`. */
export const listWebhookKeys = endpoint('GET', '/api/open/webhook-keys', {
  access: 'guest',
  answer: list(
    z.object({
      key_id: z.string(),
      public_key: z.string().describe('PEM, SPKI'),
      sign_time: seconds.describe('Signs from then on, until a newer key does'),
    }),
  ),
  summary: 'The keys that sign webhooks of orders',
});

export type Webhook = z.infer<typeof webhook>;
