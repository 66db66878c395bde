import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { list, newestPages, nothing, seconds, whole } from '#services/contract/fields/fields.ts';

const message_id = whole(1, Number.MAX_SAFE_INTEGER);

const template = z.enum([
  'verify_code',
  'account_exists',
  'closing_requested',
  'closing_rejected',
  'contact_taken',
  'contact_changed',
  'messenger_linked',
  'password_changed',
  'password_changed_factors_stay',
  'totp_on',
  'totp_off',
  'factors_removed',
  'all_factors_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'payee_changed',
  'account_deleted',
  'affiliate_ended',
  'team_invited',
  'team_removed',
  'certification_approved',
  'certification_rejected',
  'certification_revoked',
  'right_taken',
  'right_returned',
  'staff_role_changed',
  'order_refunded',
  'late_payment_returned',
  'case_answered',
  'case_waiting',
  'case_due',
  'case_due_staff',
  'refund_failed',
  'payment_disputed',
  'dispute_won',
  'dispute_lost',
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
  'order_paid',
  'tickets_issued',
  'order_handed_over',
  'order_received',
  'ticket_holder_changed',
  'parcel_sent',
  'event_moved',
  'event_withdrawn',
  'event_refunded',
  'new_sale',
  'daily_sales',
  'notice_digest',
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
  query: z.object(newestPages),
  answer: undeliveredAnswer,
});

/** The platform's messages to the caller, newest first, for 90 days. */
const ownMessage = z.object({
  message_id,
  template,
  subject: z.string(),
  text: z.string(),
  create_time: seconds,
  unread: z.boolean(),
});
export const listMyMessages = endpoint('GET', '/api/my/messages', {
  access: 'fan',
  query: z.object(newestPages),
  answer: list(ownMessage),
});
/** Marks the messages up to this one as read. */
export const readMyMessages = endpoint('POST', '/api/my/read-messages', {
  access: 'fan',
  body: z.object({ message_id }),
  answer: nothing,
});

/** Polled every 60 s (overview specification 7). */
const checkAnswer = z.object({
  /** Of the platform's messages, at most 100. */
  unread_message_num: z.number().int(),
  /** Posts of the own feed since it was last opened, at most 99. */
  unread_post_num: z.number().int(),
  /** A message newer than `local_new_msg_id`; without it, an unread one. */
  has_new_msg: z.boolean(),
  /** Of messages as above; of notices of comments and likes at most 100 together. */
  unread_count: z.object({ message: z.number().int(), comment: z.number().int(), like: z.number().int() }),
  /** Keys of the platform's notices that are shown now, joined by commas; empty: none */
  notice_bar_key: z.string(),
  ip_info: z.object({ is_abroad: z.boolean() }),
  now: seconds,
});
export const getMyCheck = endpoint('GET', '/api/my/check', {
  access: 'fan',
  query: z.object({ local_new_msg_id: whole(0, Number.MAX_SAFE_INTEGER).optional() }),
  answer: checkAnswer,
});

const settle = { access: 'admin', body: z.object({ message_id }), answer: nothing } as const;
export const retryMessage = endpoint('POST', '/api/admin/retry-message', settle);
export const dismissMessage = endpoint('POST', '/api/admin/dismiss-message', settle);

export type OwnMessage = z.infer<typeof ownMessage>;
export type UndeliveredMessages = z.infer<typeof undeliveredAnswer>;
