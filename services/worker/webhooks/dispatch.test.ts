import { expect, onTestFinished, test, vi } from 'vitest';
import type { Delivery } from '#services/modules/open/deliveries.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { BODY_BYTES } from './batch.ts';
import { dispatchWebhooks, type WebhookDelivery } from './dispatch.ts';

const MAX_BYTES = 32 * 1024 * 1024;
const ADDRESSES = 100;
const CALLS = 47;

/** Addresses with many calls that are due, all with the largest body; their receivers answer after some turns. */
function world() {
  const left = new Map(Array.from({ length: ADDRESSES }, (_, n) => [`address ${n}`, CALLS]));
  const now = { bytes: 0, most: 0, sent: 0 };
  const due = async (webhook_id: string, _rests: boolean, width: number): Promise<Delivery[]> => {
    const count = Math.min(width, left.get(webhook_id) ?? 0);
    left.set(webhook_id, (left.get(webhook_id) ?? 0) - count);
    return Array.from({ length: count }, (_, n) => {
      return {
        delivery_id: n,
        webhook_id,
        position: 1,
        topic: 'settlement',
        attempts: 0,
      } as unknown as Delivery;
    });
  };
  const webhook = { url: 'https://example.com/', secrets: [], failures: 0, paused_at: null, rests_until: 0 };
  const delivery = {
    clock: movableClock(),
    webhooks: {
      find: async (webhook_id: string) => ({ webhook_id, ...webhook }),
      replaying: async () => undefined,
    },
    deliveries: {
      due,
      dueAddresses: async (without: readonly string[], room: number) =>
        [...left].flatMap(([id, count]) => (count > 0 && !without.includes(id) ? [id] : [])).slice(0, room),
      async record(tried: readonly unknown[]) {
        now.bytes -= tried.length * BODY_BYTES;
        now.sent += tried.length;
      },
    },
    bodies: {
      async of(_: string, calls: readonly Delivery[]) {
        now.bytes += calls.length * BODY_BYTES;
        now.most = Math.max(now.most, now.bytes);
        const body = Buffer.alloc(BODY_BYTES);
        return new Map(calls.map(({ delivery_id }) => [delivery_id, body]));
      },
    },
    keys: { current: async () => ({ key_id: '1' }) },
    sender: {
      async send() {
        for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
        return { status: 200, failure: '', answer: Buffer.alloc(0), ms: 1 };
      },
    },
  } as unknown as WebhookDelivery; // as far as deliveries without failures or replays use it
  return { delivery, now };
}

test('bodies of many addresses take 32 MiB at most, and all are sent', async () => {
  const { delivery, now } = world();
  const done = Promise.withResolvers<void>();
  const failures: unknown[] = [];
  const firing = dispatchWebhooks(delivery, {
    onFired: () => now.sent === ADDRESSES * CALLS && done.resolve(),
    onError: (error) => failures.push(error),
  });
  await done.promise;
  await firing.stop();
  expect(failures).toEqual([]);
  expect([now.sent, now.bytes]).toEqual([ADDRESSES * CALLS, 0]);
  expect(now.most).toBeLessThanOrEqual(MAX_BYTES);
  // The bound was reached: without it, 64 lanes of 16 calls would take 128 MiB.
  expect(now.most).toBeGreaterThan(MAX_BYTES - 16 * BODY_BYTES);
});

test('a call that becomes due while its address is read does not wait for the next tick', async () => {
  // No tick comes; only what was nudged happens.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { delivery } = world();
  let reads = 0;
  let looks = 0;
  const deliveries = {
    async dueAddresses(without: readonly string[]) {
      looks += 1;
      return without.length === 0 && reads < 2 ? ['one'] : [];
    },
    async due() {
      reads += 1;
      if (reads > 1) return [];
      firing.refresh();
      while (looks < 2) await new Promise(setImmediate);
      return [];
    },
  } as unknown as WebhookDelivery['deliveries']; // nothing is sent
  const firing = dispatchWebhooks(
    { ...delivery, deliveries },
    { onFired: () => undefined, onError: expect.unreachable },
  );
  for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
  expect(reads).toBe(2);
  await firing.stop();
});

test('addresses that never answer leave their lanes to one that does', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stuck = Array.from({ length: 200 }, (_, n) => `stuck ${n}`);
  const waiting = new Set([...stuck, 'quick']);
  const answers: (() => void)[] = [];
  let answered = 0;
  const { delivery } = world();
  const parts = {
    ...delivery,
    webhooks: {
      ...delivery.webhooks,
      find: async (webhook_id: string) => ({
        webhook_id,
        url: webhook_id,
        failures: 0,
        paused_at: null,
        rests_until: 0,
      }),
    },
    deliveries: {
      record: async () => undefined,
      due: async (webhook_id: string) =>
        waiting.delete(webhook_id) ? [{ delivery_id: 1, webhook_id, position: 1, attempts: 0 }] : [],
      dueAddresses: async (without: readonly string[], most: number, among?: readonly string[]) =>
        [...waiting]
          .filter((id) => !without.includes(id) && (among === undefined || among.includes(id)))
          .slice(0, most),
    },
    sender: {
      async send({ url }: { url: string }) {
        if (url === 'quick') answered += 1;
        else await new Promise<void>((answer) => answers.push(answer));
        return { status: 200, failure: '', answer: Buffer.alloc(0), ms: 1 };
      },
    },
  } as unknown as WebhookDelivery; // as far as single deliveries use it
  const firing = dispatchWebhooks(parts, { onFired: () => undefined, onError: expect.unreachable });
  const settled = async () => {
    for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
  };
  await settled();
  expect([answers.length, answered]).toEqual([64, 0]);
  for (let seconds = 0; seconds < 3; seconds += 1) {
    vi.advanceTimersByTime(1_000);
    await settled();
  }
  expect([answers.length, answered]).toEqual([200, 1]);
  for (const answer of answers) answer();
  await firing.stop();
});
