import type { WebhookBody } from '#services/api/open/webhook-bodies.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Deliveries, Delivery, Tried } from '#services/modules/open/deliveries.ts';
import type { WebhookKeys } from '#services/modules/open/webhook-keys.ts';
import type { SigningWebhook, Webhooks } from '#services/modules/open/webhooks.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { BODY_BYTES } from './batch.ts';
import { healthAfter, nextTry } from './retries.ts';
import { NO_ANSWER, type WebhookSender } from './sender.ts';

export interface CallParts {
  clock: Clock;
  webhooks: Pick<Webhooks, 'setHealth'>;
  deliveries: Pick<Deliveries, 'record'>;
  keys: Pick<WebhookKeys, 'current'>;
  sender: WebhookSender;
  outbox: Pick<Outbox, 'send'>;
}

const NOTHING = Buffer.alloc(0);

/** Messages of one event have one id, however often they are sent. */
const messageIdOf = ({ position, delivery_id }: Pick<Delivery, 'position' | 'delivery_id'>): string =>
  position > 0 ? `event-${position}` : `test-${delivery_id}`;

export async function tryCall(
  { clock, keys, sender }: CallParts,
  { url, secrets }: SigningWebhook,
  delivery: Delivery,
  body: WebhookBody,
): Promise<Tried> {
  const unsent = { delivery, due_at: null, status: NO_ANSWER, answer: NOTHING, ms: 0 };
  if (!Buffer.isBuffer(body)) return { ...unsent, failure: 'gone' };
  if (body.length > BODY_BYTES) return { ...unsent, failure: 'too_large' };
  const { key_id } = await keys.current();
  const needsOk = delivery.topic === 'order';
  const sent = await sender.send({ url, secrets, body, key_id, needsOk, id: messageIdOf(delivery) });
  const now = clock.now();
  const again = sent.failure !== '' && delivery.position > 0;
  const due_at = again ? nextTry(delivery.attempts, delivery.first_at ?? now, now) : null;
  return { delivery, due_at, ...sent };
}

/** Records the outcome of calls, and the health of their address; its owner gets a message when it is paused.
 * @returns whether the address can be called further: not all of the calls failed */
export async function recordCalls(
  { clock, webhooks, deliveries, outbox }: CallParts,
  webhook: SigningWebhook,
  tried: readonly Tried[],
): Promise<boolean> {
  const counted = tried.filter(
    ({ delivery, failure }) => delivery.position > 0 && failure !== 'gone' && failure !== 'too_large',
  );
  const health = counted.length > 0 ? healthAfter(webhook, counted, clock.now()) : webhook;
  if (counted.length > 0) {
    const { webhook_id, creator_id, failures, paused_at } = webhook;
    if (paused_at === null && health.paused_at !== null) {
      await outbox.send({
        to_user: creator_id,
        template: 'webhook_paused',
        values: { host: new URL(webhook.url).host },
        message_key: `webhook-paused ${webhook_id} ${health.failing_since}`,
      });
    }
    if (failures > 0 || health.failures > 0) await webhooks.setHealth(webhook_id, health);
  }
  await deliveries.record(tried);
  return health.failures === 0;
}
