import { setTimeout as sleep } from 'node:timers/promises';
import { byteBudget } from '#events/log/subscription/byte-budget.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import type { Deliveries, Delivery, Tried } from '#services/accounts/open/deliveries.ts';
import type { WebhookKeys } from '#services/accounts/open/webhook-keys.ts';
import type { SigningWebhook, Webhooks } from '#services/accounts/open/webhooks.ts';
import type { WebhookBodies, WebhookBody } from '#services/api/open/webhook-bodies.ts';
import type { Outbox } from '#services/messages/outbox.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Firing, OwnRows } from '../process.ts';
import { ticker } from '../ticker.ts';
import { type ReplayParts, replayPage } from './replays.ts';
import { healthAfter, nextTry } from './retries.ts';
import { NO_ANSWER, type WebhookSender } from './sender.ts';

export interface WebhookDelivery extends ReplayParts {
  clock: MovableClock;
  webhooks: Pick<Webhooks, 'find' | 'setHealth'> & ReplayParts['webhooks'];
  deliveries: Pick<Deliveries, 'dueAddresses' | 'due' | 'record'> & ReplayParts['deliveries'];
  bodies: WebhookBodies;
  keys: Pick<WebhookKeys, 'current'>;
  sender: WebhookSender;
  outbox: Pick<Outbox, 'send'>;
}

/** Addresses that are called at the same time, and calls of one address. */
const MOST_LANES = 64;
const WIDEST = 16;
/** A larger body is not sent. */
export const BODY_BYTES = 131_072;
/** Of all bodies in memory. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** An address that takes longer gets one call at a time. */
const SLOW_MS = 1_000;
/** Between two looks at a read model that is behind. */
const LOOK_AGAIN_MS = 50;
const NOTHING = Buffer.alloc(0);

/** Messages of one event have one id, however often they are sent. */
const messageIdOf = ({ position, delivery_id }: Pick<Delivery, 'position' | 'delivery_id'>): string =>
  position > 0 ? `event-${position}` : `test-${delivery_id}`;

/**
 * Makes the calls that are due, at least once each. Every address has a lane: a slow one holds only itself. Calls of
 * one subject are made in order; others do not wait for them.
 */
export function dispatchWebhooks(
  parts: WebhookDelivery,
  { onFired, onError }: Parameters<OwnRows['act']>[0],
): Firing {
  const { clock, webhooks, deliveries, bodies, keys, sender, outbox } = parts;
  const lanes = new Map<string, Promise<void>>();
  const memory = byteBudget(MEMORY_BYTES);
  const stopping = new AbortController();
  /** Looks for addresses with something due; they leave out those that have a lane. */
  let looks = 0;

  async function tryOnce(webhook: SigningWebhook, delivery: Delivery, body: WebhookBody): Promise<Tried> {
    const unsent = { delivery, due_at: null, status: NO_ANSWER, answer: NOTHING, ms: 0 };
    if (!Buffer.isBuffer(body)) return { ...unsent, failure: 'gone' };
    if (body.length > BODY_BYTES) return { ...unsent, failure: 'too_large' };
    const { url, secrets } = webhook;
    const { key_id } = await keys.current();
    const needsOk = delivery.topic === 'order';
    const sent = await sender.send({ url, secrets, body, key_id, needsOk, id: messageIdOf(delivery) });
    const now = clock.now();
    const again = sent.failure !== '' && delivery.position > 0;
    const due_at = again ? nextTry(delivery.attempts, delivery.first_at ?? now, now) : null;
    return { delivery, due_at, ...sent };
  }

  async function record(webhook: SigningWebhook, tried: readonly Tried[]): Promise<void> {
    const now = clock.now();
    const counted = tried.filter(
      ({ delivery, failure }) => delivery.position > 0 && failure !== 'gone' && failure !== 'too_large',
    );
    if (counted.length > 0) {
      const health = healthAfter(webhook, counted, now);
      const { webhook_id, creator_id, failures, paused_at } = webhook;
      if (paused_at === null && health.paused_at !== null) {
        await outbox.send({
          ...{ to_user: creator_id, template: 'webhook_paused', values: { host: new URL(webhook.url).host } },
          message_key: `webhook-paused ${webhook_id} ${health.failing_since}`,
        });
      }
      if (failures > 0 || health.failures > 0) await webhooks.setHealth(webhook_id, health);
    }
    await deliveries.record(tried);
    onFired(tried.length);
  }

  /** One batch of an address. @returns how wide the next may be; 0: nothing is due; undefined: a read model is behind */
  async function batch(webhook_id: string, width: number): Promise<number | undefined> {
    const webhook = await webhooks.find(webhook_id);
    if (!webhook) return 0;
    const rests = webhook.paused_at !== null || webhook.rests_until > clock.now();
    const due = await deliveries.due(webhook_id, rests, webhook.failures > 0 ? 1 : width);
    if (due.length === 0) return 0;
    const free = await memory.take(due.length * BODY_BYTES);
    try {
      const written = await bodies.of(webhook.creator_id, due).catch((error: unknown) => {
        if (due.length > 1 || !failsAgain(error)) throw error;
        onError(error);
        return new Map<number, WebhookBody>();
      });
      const bodyOf = ({ delivery_id }: Delivery): WebhookBody => written.get(delivery_id) ?? 'gone';
      const ready = due.filter((delivery) => bodyOf(delivery) !== 'behind');
      if (ready.length === 0) return undefined;
      const began = performance.now();
      const tried = await Promise.all(ready.map((delivery) => tryOnce(webhook, delivery, bodyOf(delivery))));
      await record(webhook, tried);
      return performance.now() - began > SLOW_MS ? 1 : Math.min(width * 2, WIDEST);
    } finally {
      free();
    }
  }

  async function run(webhook_id: string): Promise<void> {
    let width = 1;
    while (!stopping.signal.aborted) {
      const before = looks;
      const next = await batch(webhook_id, width);
      if (next === 0) {
        // A call that was due only after the batch was read was left out by such a look, until the next.
        if (looks === before) return;
      } else if (next === undefined) await sleep(LOOK_AGAIN_MS, undefined, { signal: stopping.signal });
      else width = next;
    }
  }

  const open = (webhook_id: string): void => {
    const lane = run(webhook_id)
      .catch((error) => {
        if (!stopping.signal.aborted) onError(error);
      })
      .finally(() => {
        lanes.delete(webhook_id);
        if (lanes.size === MOST_LANES - 1) ticking.nudge();
      });
    lanes.set(webhook_id, lane);
  };

  const ticking = ticker({
    clock,
    onError,
    async act() {
      const replayed = await replayPage(parts);
      const room = MOST_LANES - lanes.size;
      looks += 1;
      const due = room > 0 ? await deliveries.dueAddresses([...lanes.keys()], room) : [];
      for (const webhook_id of due) open(webhook_id);
      return replayed ? clock.now() : undefined;
    },
  });
  return {
    ...ticking,
    expect: ticking.nudge,
    refresh: ticking.nudge,
    async stop() {
      await ticking.stop();
      stopping.abort();
      await Promise.all(lanes.values());
    },
  };
}
