/** Topics of webhooks. `order` is a paid order. */
export const WEBHOOK_TOPICS = [
  'order',
  'order.refunded',
  'order.shipped',
  'membership.started',
  'membership.extended',
  'membership.expired',
  'goal.reached',
  'post.published',
  'ticket.used',
  'ticket.check_in_undone',
  'ticket.holder_changed',
  'settlement',
  'withdrawal',
] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/** Why a call failed; empty if it succeeded or was not made yet. */
export const WEBHOOK_FAILURES = [
  '',
  'no_connection',
  'no_answer',
  'blocked_address',
  'redirect',
  'http_status',
  'not_ok',
  'too_large',
  'gone',
] as const;
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];
