import { byteBudget } from '#events/log/subscription/byte-budget.ts';
import { failsAgain } from '#events/log/subscription/failure.ts';
import type { WebhookBodies, WebhookBody } from '#services/api/open/webhook-bodies.ts';
import type { Deliveries, Delivery } from '#services/modules/open/deliveries.ts';
import type { SigningWebhook, Webhooks } from '#services/modules/open/webhooks.ts';
import type { Clock } from '#services/runtime/clock.ts';

export interface BatchParts {
  clock: Clock;
  webhooks: Pick<Webhooks, 'find'>;
  deliveries: Pick<Deliveries, 'due'>;
  bodies: WebhookBodies;
}

/** A larger body is not sent. */
export const BODY_BYTES = 131_072;
/** Of all bodies in memory. */
const MEMORY_BYTES = 32 * 1024 * 1024;

export const bodyMemory = () => byteBudget(MEMORY_BYTES);

/** Calls of an address that are ready to go out. */
export interface Batch {
  webhook: SigningWebhook;
  /** Without those whose read model is behind. */
  ready: readonly { delivery: Delivery; body: WebhookBody }[];
  /** Frees its memory. */
  free(): void;
}

interface Wanted {
  webhook_id: string;
  /** Calls at most. */
  width: number;
  /** Calls whose outcome is not recorded yet. */
  sent: readonly number[];
}

/** The next batch of an address; undefined if nothing is due. */
export async function prepareBatch(
  { clock, webhooks, deliveries, bodies }: BatchParts,
  memory: ReturnType<typeof bodyMemory>,
  { webhook_id, width, sent }: Wanted,
  onError: (error: unknown) => void,
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
