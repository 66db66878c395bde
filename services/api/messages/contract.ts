import { z } from 'zod';
import { list, nothing, page, perPage, seconds, whole } from '../http/contract/fields.ts';
import { endpoint } from '../http/endpoint.ts';

const message_id = whole(1, Number.MAX_SAFE_INTEGER);

const template = z.enum([
  'verify_code',
  'account_exists',
  'password_changed',
  'team_invited',
  'order_refunded',
  'late_payment_returned',
  'withdrawal_paid',
  'withdrawal_failed',
  'withdrawal_rejected',
  'weekly_summary',
  'membership_ending',
  'membership_ended',
  'webhook_paused',
  'membership_renews',
  'membership_renewed',
  'renewal_failed',
  'renewal_ended',
  'bank_card_approved',
  'bank_card_rejected',
  'replies_ran_out',
  'replies_arrived',
]);

const undelivered = z.object({
  message_id,
  /** The kind of message, without text and recipient */
  template,
  create_time: seconds,
  failed_time: seconds,
  attempts: z.number().int(),
  /** `SMTP 550`, `ECONNREFUSED`, `EXPIRED` … */
  failure: z.string(),
  /** Codes are not listed: their recipients request another. */
  can_retry: z.boolean(),
});
/** Newest first, until they are retried or dismissed. */
const undeliveredAnswer = list(undelivered);
export const listUndeliveredMessages = endpoint('GET', '/api/admin/undelivered-messages', {
  access: 'admin',
  query: z.object({ page, per_page: perPage }),
  answer: undeliveredAnswer,
});

const settle = { access: 'admin', body: z.object({ message_id }), answer: nothing } as const;
export const retryMessage = endpoint('POST', '/api/admin/retry-message', settle);
export const dismissMessage = endpoint('POST', '/api/admin/dismiss-message', settle);

export type UndeliveredMessages = z.infer<typeof undeliveredAnswer>;
