import { createHash } from 'node:crypto';
import { WEBHOOK_FAILURES } from '#services/contract/open/topics.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhooks,
  renewWebhookSecret,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  testOpenWebhook,
  testWebhook,
  updateOpenWebhook,
  type Webhook,
  type WebhookDelivery,
} from '#services/contract/open/webhooks.ts';
import type { AttemptLimit } from '#services/modules/accounts/attempts.ts';
import type { Delivery } from '#services/modules/open/deliveries.ts';
import { faultOfUrl } from '#services/modules/open/public-address.ts';
import type { Webhook as StoredWebhook } from '#services/modules/open/webhooks.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached } from '#services/runtime/refusal.ts';
import { rangeOf, tablePage } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { type ApiRefusal, invalid, notFound } from '../http/refusals.ts';
import { webhookBodies } from './webhook-bodies.ts';

/** Tests of one creator. */
const TESTS: AttemptLimit = { most: 10, windowMs: 60_000, perDay: 500 };

const secondsOf = (at: number): number => Math.floor(at / 1000);
const maybe = (at: number | null): number | null => (at === null ? null : secondsOf(at));

const webhookAnswer = (webhook: StoredWebhook): Webhook => ({
  webhook_id: webhook.webhook_id,
  url: webhook.url,
  topics: [...webhook.topics],
  create_time: secondsOf(webhook.created_at),
  failing_since: maybe(webhook.failing_since),
  pause_time: maybe(webhook.paused_at),
  replaying: webhook.replaying,
});

function stateOf({ due_at, delivered_at }: Delivery): WebhookDelivery['state'] {
  if (due_at !== null) return 'waiting';
  return delivered_at === null ? 'failed' : 'delivered';
}

const deliveryAnswer = (delivery: Delivery): WebhookDelivery => ({
  delivery_id: delivery.delivery_id,
  webhook_id: delivery.webhook_id,
  topic: delivery.topic,
  subject: delivery.subject,
  position: delivery.position,
  time: secondsOf(delivery.event_at),
  state: stateOf(delivery),
  attempts: delivery.attempts,
  due_time: maybe(delivery.due_at),
  status: delivery.status,
  failure: WEBHOOK_FAILURES.find((one) => one === delivery.failure) ?? 'no_connection',
  ms: delivery.ms,
});

/** Addresses of a creator's programs, the log of their calls, and the keys that sign them. */
export const webhookRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'open');
  const { config, accounts } = deps;
  const { addresses, deliveries, keys } = accounts.webhooks;
  const bodies = webhookBodies(deps, keys);
  const faultOf = (url: string): ApiRefusal | undefined => {
    const fault = faultOfUrl(url, config.webhookAllowPrivate);
    return fault && invalid('url', { key: fault });
  };
  const done = (found: boolean): Record<string, never> | ApiRefusal => (found ? {} : notFound);

  on(listWebhooks, async ({ caller: { user_id } }) => {
    const found = await addresses.list(user_id);
    return { list: found.map(webhookAnswer), has_more: false, total_count: found.length };
  });
  on(createWebhook, async ({ body: { url, topics }, caller: { user_id } }) => {
    const fault = faultOf(url);
    if (fault) return fault;
    const made = await addresses.create(user_id, url, [...new Set(topics)]);
    if (made === 'full') return quotaReached(QUOTAS.webhooks);
    return { ...webhookAnswer(made), secret: made.secret };
  });
  for (const endpoint of [editWebhook, updateOpenWebhook]) {
    on(
      endpoint,
      async ({ body: { webhook_id, url, topics }, caller: { user_id } }) =>
        faultOf(url) ?? done(await addresses.edit(user_id, webhook_id, url, [...new Set(topics)])),
    );
  }
  on(deleteWebhook, async ({ body: { webhook_id }, caller: { user_id } }) =>
    done(await addresses.remove(user_id, webhook_id)),
  );
  on(renewWebhookSecret, async ({ body: { webhook_id }, caller: { user_id } }) => {
    const secret = await addresses.renewSecret(user_id, webhook_id);
    return secret === undefined ? notFound : { secret };
  });
  on(resumeWebhook, async ({ body: { webhook_id }, caller: { user_id } }) =>
    done(await addresses.resume(user_id, webhook_id)),
  );
  for (const endpoint of [testWebhook, testOpenWebhook]) {
    on(endpoint, async ({ body: { webhook_id }, caller: { user_id } }) => {
      const own = await addresses.list(user_id);
      if (!own.some((one) => one.webhook_id === webhook_id)) return notFound;
      const subject = createHash('sha256').update(`webhook test ${user_id}`).digest();
      const { wait } = await accounts.attempts.reserve(subject, TESTS);
      if (wait > 0) return { code: 'too_many_requests', retry_after: wait } as ApiRefusal;
      // One that waits already is the same test.
      await deliveries.test(webhook_id);
      return done(true);
    });
  }

  on(listWebhookDeliveries, async ({ query, caller: { user_id } }) => {
    const found = await deliveries.page(user_id, query, rangeOf(query));
    return tablePage(query, found, found.list.map(deliveryAnswer));
  });
  on(getWebhookDelivery, async ({ query: { delivery_id }, caller: { user_id } }) => {
    const delivery = await deliveries.find(user_id, delivery_id);
    if (!delivery) return notFound;
    const body = (await bodies.of(user_id, [delivery])).get(delivery_id);
    const text = Buffer.isBuffer(body) ? body.toString('utf8') : '';
    return { ...deliveryAnswer(delivery), body: text, answer: delivery.answer };
  });
  on(replayWebhookDelivery, async ({ body: { delivery_id }, caller: { user_id } }) =>
    done(await deliveries.replay(user_id, delivery_id)),
  );
  on(replayWebhook, async ({ body: { webhook_id, after = 0, since = 0 }, caller: { user_id } }) => {
    const through = await deps.log.head();
    if (after > through) return invalid('after', { key: 'too_big', max: String(through) });
    if (since * 1000 > deps.clock.now()) return invalid('since', { key: 'in_future' });
    return done(await addresses.replay(user_id, webhook_id, { after, since: since * 1000, through }));
  });

  on(listWebhookKeys, async () => {
    const published = await keys.published();
    const list = published.map(({ key_id, pem, signs_from }) => ({
      key_id,
      public_key: pem,
      sign_time: secondsOf(signs_from),
    }));
    return { list, has_more: false, total_count: list.length };
  });
};
