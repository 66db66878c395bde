import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import { type Deliveries, openDeliveries } from './deliveries.ts';
import { openReceivedCalls, type ReceivedCalls } from './received-calls.ts';
import { openWebhookKeys, type WebhookKeys } from './webhook-keys.ts';
import { openWebhooks, type Webhooks } from './webhooks.ts';

/** Addresses, calls and signing keys of webhooks. */
export interface WebhookStores {
  addresses: Webhooks;
  deliveries: Deliveries;
  keys: WebhookKeys;
  /** Of the sandbox's receiver. */
  received: ReceivedCalls;
}

/** @param master the keys of the vault */
export function openWebhookStores(pool: Pool, master: KeyRing, clock: Clock): WebhookStores {
  const key = derivedRing(master, 'webhooks');
  return {
    addresses: openWebhooks(pool, key, clock),
    deliveries: openDeliveries(pool, key, clock),
    keys: openWebhookKeys(pool, key, clock),
    received: openReceivedCalls(pool, key),
  };
}
