import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import type { StoredObject } from '#services/modules/media/media-store.ts';
import { openPictures } from '#services/modules/media/public/pictures.ts';
import { addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { pictures } from '../testing/pictures.ts';
import { goesWrong } from '../testing/race.ts';
import { type Answer, type Servers, startServers } from '../testing/servers.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const guarded = fixture(() => startServers(api));
const careless = fixture(() => {
  const { media, pool, clock } = api.deps;
  const unlocked = openPictures({ pool: withoutLocks(pool), clock, store: media.store });
  return startServers(api, true, { media: { ...media, pictures: unlocked } });
});

/** The same database without the guard: a person's account is read but not locked. */
const withoutLocks = (pool: Pool): Pool =>
  new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name);
      return async () => unlocked(await target.connect());
    },
  });

const unlocked = (client: PoolClient): PoolClient =>
  new Proxy(client, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== 'function') return own;
      if (name !== 'query') return own.bind(target);
      return (query: unknown, values?: unknown) =>
        own.call(target, typeof query === 'string' ? query.replace(' FOR NO KEY UPDATE', '') : query, values);
    },
  });

/** A user with one upload left sends two pictures, one to each server. @returns answers and count */
async function lastPlace(servers: Servers): Promise<{ codes: number[]; counted: number }> {
  const { user_id, token } = await api.user();
  const others = Array.from({ length: QUOTAS.pictures - 1 }, (_, at) => `old-${at}.png`);
  await addOlderRows(api.deps.pool, user_id, others);
  const answers = await Promise.all(
    [pictures.png, pictures.jpg].map(async (bytes, n) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)]), 'picture');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${servers.origin(n)}/api/upload/common-pic`, {
        method: 'POST',
        headers,
        body,
      });
      return (await answer.json()) as Answer<unknown>;
    }),
  );
  const { rowCount } = await api.deps.pool.query('SELECT FROM media.files WHERE owner_id = $1', [user_id]);
  return { codes: answers.map(({ ec }) => ec).sort(), counted: rowCount ?? 0 };
}

test('the last free place for a picture is given once, also by two servers', async () => {
  for (let round = 0; round < 10; round += 1) {
    expect(await lastPlace(guarded)).toEqual({ codes: [200, 40902], counted: QUOTAS.pictures });
  }
});

test('negative control: without a lock on the account both pictures are accepted', async () => {
  expect(await goesWrong(async () => (await lastPlace(careless)).counted > QUOTAS.pictures)).toBe(true);
});

test('a store that answers slowly leaves transactions to others', async () => {
  const { pool, clock } = api.deps;
  const answer = Promise.withResolvers<StoredObject>();
  let begun = 0;
  const write = () => {
    begun += 1;
    return answer.promise;
  };
  const slow = openPictures({ pool, clock, store: { write } });
  const people = await Promise.all(Array.from({ length: 8 }, () => api.user()));
  const picture = { bytes: pictures.png, extension: 'png', width: 1, height: 1 } as const;
  const stored = people.map(({ user_id }) => slow.add(user_id, picture, 1_000_000));
  await expect.poll(() => begun).toBeGreaterThan(1);
  const other = inTransaction(pool, async (client) => (await client.query('SELECT 1')).rowCount);
  expect(await Promise.race([other, setTimeout(3_000, 'waits')])).toBe(1);
  answer.resolve({ bytes: pictures.png.length, sha256: null });
  expect((await Promise.all(stored)).every((one) => 'url' in one)).toBe(true);
});
