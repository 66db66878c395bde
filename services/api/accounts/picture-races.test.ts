import type { Pool, PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { openPictures } from '#services/modules/media/public/pictures.ts';
import { addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
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
