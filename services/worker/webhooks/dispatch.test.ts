import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { movableClock } from '#services/runtime/clock.ts';
import { dispatchWebhooks, type WebhookDelivery } from './dispatch.ts';

afterEach(() => void vi.useRealTimers());

test('a call that becomes due while its address is read does not wait for the next tick', async () => {
  // No tick comes; only what was nudged happens.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let reads = 0;
  let looks = 0;
  const parts = {
    clock: movableClock(),
    webhooks: {
      find: async () => ({ paused_at: null, rests_until: 0, failures: 0 }),
      replaying: async () => undefined,
    },
    deliveries: {
      async dueAddresses(without: readonly string[]) {
        looks += 1;
        return without.length === 0 && reads < 2 ? ['one'] : [];
      },
      async due() {
        reads += 1;
        if (reads === 1) {
          dispatching.refresh();
          while (looks < 2) await setImmediate();
        }
        return [];
      },
    },
  };
  const dispatching = dispatchWebhooks(parts as unknown as WebhookDelivery, {
    onFired: () => undefined,
    onError: expect.unreachable,
  });
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
  expect(reads).toBe(2);
  await dispatching.stop();
});
