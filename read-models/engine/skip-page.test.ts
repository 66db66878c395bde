import { expect, test } from 'vitest';
import { CheckpointMoved } from '#events/log/subscription/subscribe.ts';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';
import { testNotifications } from '../testing/notifications.ts';
import { type Generation, generationsOf } from './generations.ts';
import type { Batch } from './projection.ts';
import { pageSkipper } from './skip-page.ts';
import { readModels } from './wait.ts';

const database = fixture(readModelDatabase);

const live = async (name: string): Promise<Generation> => {
  const [generation] = await generationsOf(database.pool, name, 'live');
  if (!generation) throw new Error('not installed');
  return generation;
};
const nothing = (after: number, through: number): Batch => ({ after, through, true_at: through, events: [] });

test('moves every checkpoint that is at the expected position, and notifies waiting readers', async () => {
  const notifications = await testNotifications(database.url);
  const models = await readModels(database.pool, notifications, 20_000);
  try {
    const skipPage = pageSkipper(database.pool);
    const [stock, orders, sponsors] = [await live('stock'), await live('orders'), await live('sponsors')];
    const waiting = [models.waitFor('stock', 7), models.waitFor('orders', 9)];
    const [moved, other, late] = await Promise.allSettled([
      skipPage(stock, nothing(0, 7)),
      skipPage(orders, nothing(0, 9)),
      skipPage({ ...sponsors, position: 3 }, nothing(3, 7)),
    ]);
    expect(moved).toEqual({ status: 'fulfilled', value: { ...stock, position: 7 } });
    expect(other).toEqual({ status: 'fulfilled', value: { ...orders, position: 9 } });
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(CheckpointMoved) });
    expect(await Promise.all(waiting)).toEqual([true, true]);
    expect((await live('sponsors')).position).toBe(0);
    // A repeated move with the old position changes nothing.
    await expect(skipPage(stock, nothing(0, 7))).rejects.toThrow(CheckpointMoved);
  } finally {
    models.close();
    await notifications.close();
  }
});
