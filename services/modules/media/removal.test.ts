import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newFileId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { StorageAway } from '#services/runtime/storage-away.ts';
import { dueRemoval, removeDue } from './removal.ts';

const DAY_MS = 86_400_000;
const NOW = 100 * DAY_MS;
const api = fixture(() => startTestApi({ projections: false }));
const owner = fixture(() => api.user());

async function write(object: string): Promise<void> {
  async function* body(): AsyncGenerator<Buffer> {
    yield Buffer.from('abc');
  }
  await api.deps.media.store.write(object, body(), 3);
}

/** A file with its objects. */
async function stored(
  columns: Readonly<Record<string, unknown>>,
): Promise<{ file_id: string; objects: string[] }> {
  const file_id = newFileId();
  const [object, upload] = [`a${file_id}`, `b${file_id}`];
  const signed = columns.state === 'signed';
  const db = queriesOn(api.deps.pool);
  const row = {
    file_id,
    owner_id: owner.user_id,
    kind: 'picture',
    name: 'a',
    bytes: 3,
    created_at: NOW,
    upload,
  };
  await db
    .insertInto('media.files')
    .values({ ...row, state: 'ready', object: signed ? '' : object, ...columns })
    .execute();
  const variant = { file_id, variant: 'w720', object: `c${file_id}`, type: 'image/webp', bytes: 3 };
  if (!signed) await db.insertInto('media.variants').values(variant).execute();
  const objects = signed ? [`${upload}.1`] : [object, variant.object];
  for (const one of objects) await write(one);
  return { file_id, objects };
}
const exists = async (file_id: string): Promise<boolean> =>
  (await queriesOn(api.deps.pool).selectFrom('media.files').where('file_id', '=', file_id).execute()).length >
  0;
const sizes = (objects: readonly string[]) => Promise.all(objects.map(api.deps.media.store.size));

/** As after the time in which a late part can arrive. */
const later = () => sql`UPDATE media.garbage SET due_at = now()`.execute(queriesOn(api.deps.pool));

test('what expired or was unused for 7 days goes with all its objects, everything else stays', async () => {
  const gone = [
    await stored({ state: 'signed', expires_at: NOW }),
    await stored({ unused_since: NOW - 7 * DAY_MS }),
    await stored({ state: 'refused', created_at: NOW - 7 * DAY_MS }),
  ];
  const used = await stored({ unused_since: NOW - 8 * DAY_MS });
  await queriesOn(api.deps.pool)
    .insertInto('media.uses')
    .values({ file_id: used.file_id, used_by: 'post:a' })
    .execute();
  const stays = [
    used,
    await stored({ state: 'signed', expires_at: NOW + 1 }),
    await stored({ state: 'signed', expires_at: NOW, check_ends_at: new Date(Date.now() + 60_000) }),
    await stored({ unused_since: NOW - 7 * DAY_MS + 1 }),
    await stored({}),
    await stored({ state: 'refused' }),
  ];
  await removeDue(api.deps.media.removal, NOW);
  await later();
  await removeDue(api.deps.media.removal, NOW);
  for (const { file_id, objects } of gone) {
    expect([await exists(file_id), await sizes(objects)]).toEqual([false, objects.map(() => null)]);
  }
  for (const { file_id, objects } of stays) {
    expect([await exists(file_id), await sizes(objects)]).toEqual([true, objects.map(() => 3)]);
  }
});

test('objects remain noted until the store removes them', async () => {
  const { file_id, objects } = await stored({ unused_since: NOW - 9 * DAY_MS });
  const away = {
    remove: async () => {
      throw new StorageAway('away');
    },
  };
  const parts = { ...api.deps.media.removal, store: away };
  await expect(removeDue(parts, NOW)).rejects.toThrow(StorageAway);
  expect([await exists(file_id), await sizes(objects)]).toEqual([false, [3, 3]]);
  await removeDue(api.deps.media.removal, NOW);
  expect(await sizes(objects)).toEqual([null, null]);
});

test('it runs once a minute, and after the clock moved', async () => {
  let now = NOW;
  const act = dueRemoval({ ...api.deps.media.removal, clock: { now: () => now } });
  await act();
  const { file_id } = await stored({ unused_since: NOW - 9 * DAY_MS });
  now += 59_999;
  expect([await act(), await exists(file_id)]).toEqual([NOW + 60_000, true]);
  now += 1;
  await act();
  expect(await exists(file_id)).toBe(false);
});
