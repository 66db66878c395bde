import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { completeUpload, signUpload } from '#services/contract/media/media.ts';
import { openMedia } from '#services/modules/media/open-media.ts';
import { photo } from '#services/modules/media/testing/photo.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { goesWrong } from '../testing/race.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi } from '../testing/test-api.ts';
import { put, sendFile } from '../testing/uploading.ts';
import { withoutLocks } from '../testing/without-locks.ts';

const api = fixture(() => startTestApi({ projections: false }));
/** Checks of pictures. */
let checks = 0;

/** The same uploads over a pool; each check takes a moment. */
function mediaOn(pool: typeof api.deps.pool) {
  const { clock, config, pictureCleaner } = api.deps;
  const secrets = secretsOf(api.databaseUrl);
  const cleaner: typeof pictureCleaner = {
    async clean(bytes, cleaning) {
      checks += 1;
      return pictureCleaner.clean(bytes, cleaning);
    },
  };
  return { media: openMedia({ pool, clock, config, secrets, cleaner }) };
}
const guarded = fixture(() => startServers(api, true, mediaOn(api.deps.pool)));
const careless = fixture(() => startServers(api, true, mediaOn(withoutLocks(api.deps.pool))));

describe('the last bytes of the quota, signed on two servers', () => {
  /** @returns how many of four uploads are signed: there is room for one */
  async function signed(servers: Servers): Promise<number> {
    const person = await api.creator();
    const row = { file_id: `old-${person.user_id}`, owner_id: person.user_id, kind: 'video', state: 'ready' };
    await queriesOn(api.deps.pool)
      .insertInto('media.files')
      .values({ ...row, name: 'a', created_at: 0, bytes: QUOTAS.media_bytes - 1_000 })
      .execute();
    const sign = (n: number) => servers.call(n, signUpload, { kind: 'attachment', bytes: 900 }, person);
    const answers = await Promise.all([0, 1, 2, 3].map(sign));
    for (const { ec } of answers) expect([200, 40902]).toContain(ec);
    return answers.filter(({ ec }) => ec === 200).length;
  }

  it('are given once', async () => {
    for (let round = 0; round < 10; round += 1) expect(await signed(guarded)).toBe(1);
  });

  it('negative control: without the lock of the person they are given twice', async () => {
    expect(await goesWrong(async () => (await signed(careless)) > 1)).toBe(true);
  });
});

describe('one file completed by two servers', () => {
  /** @returns how often its bytes are checked */
  async function completed(servers: Servers): Promise<number> {
    const person = await api.user();
    const file_id = await sendFile(api, person, 'picture', await photo(200, 100));
    const before = checks;
    const answers = await Promise.all(
      [0, 1, 0, 1].map((n) => servers.call(n, completeUpload, { file_id }, person)),
    );
    if (checks > before + 1) return checks - before;
    expect(answers.map(({ ec }) => ec)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    const db = queriesOn(api.deps.pool);
    const jobs = db.selectFrom('media.jobs').where('file_id', '=', file_id).select('file_id');
    expect(await jobs.execute()).toHaveLength(1);
    const { object } = await db
      .selectFrom('media.files')
      .where('file_id', '=', file_id)
      .select('object')
      .executeTakeFirstOrThrow();
    expect(await api.deps.media.store.size(object)).toBe(answers[0]?.data.bytes);
    return checks - before;
  }

  it('is checked once, with one answer', async () => {
    for (let round = 0; round < 8; round += 1) expect(await completed(guarded)).toBe(1);
  });

  it('negative control: without the lock of the file it is checked twice', async () => {
    expect(await goesWrong(async () => (await completed(careless)) > 1)).toBe(true);
  });
});

describe('parts of one person that arrive at the same time', () => {
  /** @returns the most that are written at once */
  async function atOnce(open: () => ReturnType<typeof mediaOn>): Promise<number> {
    const person = await api.creator();
    let running = 0;
    let most = 0;
    const sign = { kind: 'attachment', bytes: 5 } as const;
    const uploads = await Promise.all(Array.from({ length: 10 }, () => api.data(signUpload, sign, person)));
    const answers = await Promise.all(
      uploads.map(async ({ file_id, puts }) => {
        const { media } = open();
        async function* body(): AsyncGenerator<Buffer> {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 200));
          yield Buffer.from('12345');
          running -= 1;
        }
        const token = puts[0]?.headers['x-upload-token'] ?? '';
        return media.uploads.put(person.user_id, { file_id, part: 1, token, bytes: 5 }, body());
      }),
    );
    const full = answers.filter((answer) => answer?.code === 'too_many_puts').length;
    expect(answers.filter((answer) => answer === null)).toHaveLength(10 - full);
    // The slots are free again.
    const [first] = uploads;
    if (first?.puts[0])
      expect((await put(api.app, first.puts[0], Buffer.from('12345'), person)).ec).toBe(200);
    return most;
  }

  it('are four', async () => {
    for (let round = 0; round < 3; round += 1) expect(await atOnce(() => mediaOn(api.deps.pool))).toBe(4);
  });

  it('negative control: without the lock of the person they are more', async () => {
    expect(await goesWrong(async () => (await atOnce(() => mediaOn(withoutLocks(api.deps.pool)))) > 4)).toBe(
      true,
    );
  });
});
