import { DAY_MS, type Millis } from '#events/time.ts';
import type { Tried } from '#services/modules/open/deliveries.ts';
import type { SigningWebhook, WebhookHealth } from '#services/modules/open/webhooks.ts';
import { RETRY_PAUSES } from '#services/runtime/retry-pauses.ts';

/** A call is tried for this long, and an address that fails for this long is paused. */
const RETRIED_MS = 3 * DAY_MS;
/** After so many failures in a row an address rests between calls, longer each time. */
const FAILURES_BEFORE_REST = 10;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 300_000;

/** When to try again after a failed try; null when the last one was made. */
export function nextTry(attempts: number, first_at: Millis, now: Millis): Millis | null {
  const end = first_at + RETRIED_MS;
  return now >= end ? null : Math.min(now + (RETRY_PAUSES[attempts] ?? DAY_MS), end);
}

/** The health of an address after these calls. */
export function healthAfter(webhook: SigningWebhook, tried: readonly Tried[], now: Millis): WebhookHealth {
  const { paused_at, failing_since } = webhook;
  if (tried.some(({ failure }) => failure === '')) {
    return { failures: 0, failing_since: null, rests_until: 0, paused_at };
  }
  const failures = webhook.failures + tried.length;
  const since = failing_since ?? now;
  const doublings = failures - FAILURES_BEFORE_REST;
  const rest = Math.min(FIRST_REST_MS * 2 ** Math.min(doublings, 20), MAX_REST_MS);
  return {
    failures,
    failing_since: since,
    rests_until: doublings >= 0 ? now + rest : 0,
    paused_at: paused_at ?? (now - since >= RETRIED_MS ? now : null),
  };
}
