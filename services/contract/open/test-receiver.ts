import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, list, nothing, outTradeNo, seconds } from '#services/contract/fields/fields.ts';
import { READING_SCOPES } from './scopes.ts';
import { WEBHOOK_TOPICS } from './topics.ts';

/** The answer of the receiver: success, HTTP 500, or none within the time limit. */
export const RECEIVER_ANSWERS = ['ok', 'error', 'slow'] as const;
export type ReceiverAnswer = (typeof RECEIVER_ANSWERS)[number];
/** Of the token and the webhook that the receiver is set up with. */
export const RECEIVER_WANTED = { scopes: READING_SCOPES, topics: WEBHOOK_TOPICS };
/** Topic of `/api/live`. */
export const RECEIVER_TOPIC = 'webhook_receiver';

const answer = z.enum(RECEIVER_ANSWERS);

const receivedCall = z.object({
  call_id: z.number().int(),
  time: seconds,
  /** Header `webhook-id`: the same for every try */
  message_id: z.string(),
  /** Number of this try, as far as tries are kept */
  attempt: z.number().int(),
  /** `data.type`; empty if the body has none */
  topic: z.string(),
  /** Of the order that it is about; empty without one */
  out_trade_no: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
  /** The signature of Standard Webhooks */
  standard: z.enum(['valid', 'invalid']),
  /** The RSA signature; only the order topic has one */
  rsa: z.enum(['valid', 'invalid', 'none']),
  answer,
});
export type ReceivedCall = z.infer<typeof receivedCall>;

/** Sandbox only: the creator's token, and the calls that the receiver inside the application got; newest first. */
export const getTestReceiver = endpoint('GET', '/api/sandbox/test-receiver', {
  access: 'creator',
  answer: list(receivedCall).extend({
    /** null: to be set up */
    token: z.object({ token_id: id, token: z.string() }).nullable(),
    webhook_id: id.nullable(),
    answer,
  }),
});
/** Sandbox only: creates a token and a webhook to the receiver, where they are missing. */
export const setUpTestReceiver = endpoint('POST', '/api/sandbox/set-up-receiver', {
  access: 'creator',
  answer: nothing,
});
/** Sandbox only: chooses what the receiver answers to this creator's webhook. */
export const setReceiverAnswer = endpoint('POST', '/api/sandbox/set-receiver-answer', {
  access: 'creator',
  body: z.object({ answer }),
  answer: nothing,
});
/** Sandbox only: forgets the received calls. */
export const clearTestReceiver = endpoint('POST', '/api/sandbox/clear-receiver', {
  access: 'creator',
  answer: nothing,
});
/** Sandbox only: a test fan buys a month of a plan, or sponsors 5.00, and pays. */
export const placeTestOrder = endpoint('POST', '/api/sandbox/test-order', {
  access: 'creator',
  answer: z.object({ out_trade_no: outTradeNo }),
});

/** Sandbox only: where the webhook of a creator is called. */
export const receiveWebhook = endpoint('POST', '/api/sandbox/webhook-receiver/:user_id/:key', {
  access: 'provider',
  params: z.object({ user_id: id, key: id }),
  answer: nothing,
  failures: [404, 500],
  summary: 'A program that receives webhooks, for tests',
});
