import { beforeAll, expect, test } from 'vitest';
import { newFileId, type UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { openMediaFiles } from './files.ts';
import type { MediaKind, MediaState } from './media-files.ts';

const api = fixture(() => startTestApi({ projections: false }));
const files = fixture(async () => openMediaFiles(api.deps));
const people = fixture(() => Promise.all([api.user(), api.user()]));

/** A file as a row. @returns its id */
async function stored(owner: UserId, kind: MediaKind, state: MediaState, shown = false): Promise<string> {
  const file_id = newFileId();
  const row = { file_id, owner_id: owner, kind, state, name: 'a', bytes: 9, created_at: 0, unused_since: 1 };
  await queriesOn(api.deps.pool)
    .insertInto('media.files')
    .values({ ...row, public: shown })
    .execute();
  return file_id;
}
const unusedSince = async (file_id: string) =>
  (
    await queriesOn(api.deps.pool)
      .selectFrom('media.files')
      .where('file_id', '=', file_id)
      .select('unused_since')
      .executeTakeFirst()
  )?.unused_since;

let me: UserId;
let other: UserId;
beforeAll(() => {
  [me, other] = [people[0].user_id, people[1].user_id];
});

test('a form can show own uploaded files of its kind, nothing else', async () => {
  const own = await stored(me, 'picture', 'arrived');
  const field = (file_id: string, name: string) => ({ field: name, file_id, kind: 'picture' as const });
  expect(await files.refusalOf(me, [field(own, 'pics.0')])).toBeNull();
  const wrong = [
    await stored(me, 'picture', 'signed'),
    await stored(me, 'picture', 'refused'),
    await stored(me, 'video', 'ready'),
    await stored(other, 'picture', 'ready'),
    await stored(me, 'picture', 'ready', true),
    'no such file',
    '',
  ];
  const fields = [field(own, 'pics.0'), ...wrong.map((id, n) => field(id, `pics.${n + 1}`))];
  expect(await files.refusalOf(me, fields)).toEqual({
    code: 'bad_input',
    errors: wrong.map((_, n) => ({ field: `pics.${n + 1}`, message: { key: 'unknown' } })),
  });
  expect([...(await files.byIds([own, ...wrong])).keys()].sort()).toEqual([own, ...wrong.slice(0, 4)].sort());
});

test('a file is unused from the moment on at which nothing shows it', async () => {
  const [one, two] = [await stored(me, 'audio', 'ready'), await stored(me, 'audio', 'ready')];
  await files.setUses('post:a', [one, two, one, 'gone']);
  await files.setUses('post:b', [two]);
  expect([await unusedSince(one), await unusedSince(two)]).toEqual([null, null]);
  await files.setUses('post:a', []);
  expect(await unusedSince(one)).toBeGreaterThan(1);
  expect(await unusedSince(two)).toBeNull();
  await files.setUses('post:b', [one]);
  expect(await unusedSince(one)).toBeNull();
  expect(await unusedSince(two)).toBeGreaterThan(1);
});
