import { setTimeout as sleep } from 'node:timers/promises';
import { byteBudget } from '#events/log/subscription/byte-budget.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import type { WebhookBodies, WebhookBody } from '#services/api/open/webhook-bodies.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Deliveries, Delivery, Tried } from '#services/modules/open/deliveries.ts';
import type { WebhookKeys } from '#services/modules/open/webhook-keys.ts';
import type { SigningWebhook, Webhooks } from '#services/modules/open/webhooks.ts';
import type { MovableClock } from '#services/runtime/clock.ts';
import type { Firing, OwnRows } from '../process.ts';
import { ticker } from '../ticker.ts';
import { lanesFor } from './lanes.ts';
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

/** Calls of one address at the same time. */
const WIDEST = 16;
/** A larger body is not sent. */
export const BODY_BYTES = 131_072;
/** Of all bodies in memory. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Interval between two checks of a read model that is behind. */
const LOOK_AGAIN_MS = 50;
const NOTHING = Buffer.alloc(0);

/** Messages of one event have one id, however often they are sent. */
const messageIdOf = ({ position, delivery_id }: Pick<Delivery, 'position' | 'delivery_id'>): string =>
  position > 0 ? `event-${position}` : `test-${delivery_id}`;

/** Calls of an address that are ready to go out. */
interface Batch {
  webhook: SigningWebhook;
  /** Without those whose read model is behind. */
  ready: readonly { delivery: Delivery; body: WebhookBody }[];
  /** Frees its memory. */
  free(): void;
}

/**
 * Makes the calls that are due, at least once each. Every address has a lane: a slow one holds only itself. Calls of
 * one subject are made in order; others do not wait for them.
 */
export function dispatchWebhooks(
  parts: WebhookDelivery,
  { onFired, onError }: Parameters<OwnRows['act']>[0],
): Firing {
  const { clock, webhooks, deliveries, bodies, keys, sender, outbox } = parts;
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

  /** @returns whether the address can be called further: not all of the calls failed */
  async function record(webhook: SigningWebhook, tried: readonly Tried[]): Promise<boolean> {
    const now = clock.now();
    const counted = tried.filter(
      ({ delivery, failure }) => delivery.position > 0 && failure !== 'gone' && failure !== 'too_large',
    );
    const health = counted.length > 0 ? healthAfter(webhook, counted, now) : webhook;
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
    onFired(tried.length);
    return health.failures === 0;
  }

  /** The next batch of an address; undefined if nothing is due. @param sent calls whose outcome is not recorded yet */
  async function prepare(
    webhook_id: string,
    width: number,
    sent: readonly number[],
  ): Promise<Batch | undefined> {
    const webhook = await webhooks.find(webhook_id);
    if (!webhook) return undefined;
    const rests = webhook.paused_at !== null || webhook.rests_until > clock.now();
    const due = await deliveries.due(webhook_id, rests, webhook.failures > 0 ? 1 : width, sent);
    if (due.length === 0) return undefined;
    const free = await memory.take(due.length * BODY_BYTES);
    try {
      const written = await bodies.of(webhook.creator_id, due).catch((error: unknown) => {
        if (due.length > 1 || !failsAgain(error)) throw error;
        onError(error);
        return new Map<number, WebhookBody>();
      });
      const ready = due
        .map((delivery) => ({ delivery, body: written.get(delivery.delivery_id) ?? 'gone' }))
        .filter(({ body }) => body !== 'behind');
      free(ready.reduce((sum, { body }) => sum + body.length, 0));
      return { webhook, ready, free };
    } catch (error) {
      free();
      throw error;
    }
  }

  async function run(webhook_id: string): Promise<void> {
    let width = 1;
    let ahead: Promise<Batch | undefined> | undefined;
    try {
      while (!stopping.signal.aborted) {
        const before = looks;
        const fresh = ahead === undefined;
        const batch = await (ahead ?? prepare(webhook_id, width, []));
        ahead = undefined;
        if (batch === undefined) {
          // A call that was due only after the batch was read was left out by such a look, until the next.
          if (fresh && looks === before) return;
          continue;
        }
        const { webhook, ready, free } = batch;
        try {
          if (ready.length === 0) {
            await sleep(LOOK_AGAIN_MS, undefined, { signal: stopping.signal });
            continue;
          }
          width = lanes.isSlow(webhook_id) ? 1 : Math.min(width * 2, WIDEST);
          // The next batch is read and written while this one is sent.
          if (webhook.failures === 0 && width > 1) {
            const sent = ready.map(({ delivery }) => delivery.delivery_id);
            ahead = prepare(webhook_id, width, sent);
            ahead.catch(() => undefined);
          }
          const calls = ready.map(({ delivery, body }) => tryOnce(webhook, delivery, body));
          const healthy = await record(webhook, await lanes.timed(webhook_id, Promise.all(calls)));
          if (lanes.isSlow(webhook_id)) return;
          if (!healthy) {
            (await ahead)?.free();
            ahead = undefined;
          }
        } finally {
          free();
        }
      }
    } finally {
      await ahead?.then(
        (batch) => batch?.free(),
        () => undefined,
      );
    }
  }

  const lanes = lanesFor({
    run,
    onError(error) {
      if (!stopping.signal.aborted) onError(error);
    },
    onRoom: () => ticking.nudge(),
  });

  const ticking = ticker({
    clock,
    onError,
    async act() {
      const replayed = await replayPage(parts);
      looks += 1;
      await lanes.open(deliveries.dueAddresses);
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
      await lanes.ended();
    },
  };
}
