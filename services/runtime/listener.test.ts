import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { createListener } from './listener.ts';

const database = fixture(createTestDatabase);
const listener = fixture(() => createListener(database.url));

const notify = (channel: string, payload: string) =>
  database.pool.query('SELECT pg_notify($1, $2)', [channel, payload]);

test('passes each payload to all subscribers, and to none after its end', async () => {
  const [one, other] = [vi.fn(), vi.fn()];
  const stop = await listener.on('channel_a', one);
  await listener.on('channel_a', other);
  await notify('channel_a', 'first');
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith('first'), 45_000);
  expect(one).toHaveBeenCalledWith('first');
  stop();
  await notify('channel_a', 'second');
  await vi.waitFor(() => expect(other).toHaveBeenCalledWith('second'), 45_000);
  expect(one).toHaveBeenCalledTimes(1);
});

test('reconnects automatically, reports possibly missed payloads, and receives again', async () => {
  const [onPayload, missed] = [vi.fn(), vi.fn()];
  await listener.on('channel_b', onPayload, missed);
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(missed).toHaveBeenCalledTimes(1), 45_000);
  await notify('channel_b', 'after');
  await vi.waitFor(() => expect(onPayload).toHaveBeenCalledWith('after'), 45_000);
});

test('a subscription made while the connection is lost does not make a second connection', async () => {
  const [old, late] = [vi.fn(), vi.fn()];
  await listener.on('channel_c', old);
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  // While it is lost, or just before: whenever it comes, one connection serves all in the end.
  await listener.on('channel_d', late).catch(() => undefined);
  await vi.waitFor(async () => {
    await notify('channel_d', 'new');
    expect(late).toHaveBeenCalled();
  }, 45_000);
  old.mockClear();
  await notify('channel_c', 'once');
  await vi.waitFor(() => expect(old).toHaveBeenCalledWith('once'), 45_000);
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS connections FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  expect(rows).toEqual([{ connections: 1 }]);
  expect(old).toHaveBeenCalledTimes(1);
});

test('a channel is a plain word', async () => {
  await expect(listener.on('x; DROP TABLE y', vi.fn())).rejects.toThrow('not a channel name');
});

test('keeps its connection when this process was held up, and the answer is there already', async () => {
  const own = createListener(database.url);
  const missed = vi.fn();
  await own.on('channel_e', vi.fn(), missed);
  // The first question to the server is under way.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_500);
  const held = performance.now();
  await vi.waitFor(() => expect(own.heardUntil()).toBeGreaterThan(held), 45_000);
  expect(missed).not.toHaveBeenCalled();
  await own.close();
});
