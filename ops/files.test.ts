import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { takeOverFiles } from '#services/modules/media/public/take-over.ts';
import { addOlderFile, addOlderRows } from '#services/modules/media/testing/older-pictures.ts';
import { metadataIn, photo } from '#services/modules/media/testing/photo.ts';
import { documentOf } from '#services/modules/withdrawals/identity-documents.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { workOnFiles } from './files.ts';

const api = fixture(() => startTestApi({ projections: false }));
const fan = fixture(() => api.user());

const env = () => ({
  DATABASE_URL: api.databaseUrl,
  DATA_DIR: api.deps.config.dataDir,
  FANWATT_SECRET_VAULT: secretsOf(api.databaseUrl).ring('vault')[0].key.toString('base64'),
});
async function run(...words: string[]) {
  const lines: string[] = [];
  const out = { print: (line: string) => void lines.push(line), progress: () => undefined };
  return { well: await workOnFiles(words, env(), out), lines };
}

const older = () => join(api.deps.config.dataDir, 'files');
const older40 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 40);
/** A file as older versions stored it. @returns its address */
async function stored(bytes: Buffer, user = fan.user_id): Promise<string> {
  const name = `${older40(bytes)}.jpg`;
  await addOlderRows(api.deps.pool, user, [name]);
  return addOlderFile(api.deps.config.dataDir, name, bytes);
}
const served = async (url: string) => {
  const { statusCode, rawPayload } = await api.app.inject({ url });
  return { status: statusCode, bytes: rawPayload };
};
const sizeOf = async (address: string) =>
  (
    await api.deps.pool.query('SELECT width, height, bytes::int FROM media.files WHERE object = $1', [
      address.slice(7),
    ])
  ).rows;

test('pictures of older versions are files after the update; each counts once, also when it is repeated', async () => {
  const { pool, media, config } = api.deps;
  const [one, two] = [await api.user(), await api.user()];
  const bytes = await photo(900, 500);
  const name = `${older40(bytes)}.jpg`;
  const address = await addOlderFile(config.dataDir, name, bytes);
  const step = (area: string, file: string) =>
    readFileSync(new URL(`../services/modules/${area}/migrations/${file}.sql`, import.meta.url), 'utf8');
  for (let time = 0; time < 2; time += 1) {
    await pool.query(step('accounts', '0010-pictures') + step('accounts', '0021-picture-sizes'));
    await pool.query(
      `INSERT INTO accounts.pictures (user_id, name, uploaded_at, width, height)
       VALUES ($1, $3, 7, 900, 500), ($2, $3, 8, NULL, NULL), ('gone', $3, 9, 1, 1)`,
      [one.user_id, two.user_id, name],
    );
    await pool.query(step('media', '0002-public-pictures'));
  }
  const rows = async () =>
    (
      await pool.query(
        `SELECT owner_id, type, state, width, bytes > 0 AS counted FROM media.files WHERE object = $1
          ORDER BY created_at`,
        [name],
      )
    ).rows;
  const file = { type: 'image/jpeg', state: 'ready' };
  expect(await rows()).toEqual([
    { ...file, owner_id: one.user_id, width: 900, counted: false },
    { ...file, owner_id: two.user_id, width: null, counted: false },
  ]);
  const field = { field: 'cover', address, as: 'cover' } as const;
  for (const { user_id } of [one, two])
    expect(await media.pictures.refusalOf(user_id, [field], [])).toBeNull();
  expect((await served(address)).bytes.equals(bytes)).toBe(true);
  await run('clean');
  const stored = (await served(address)).bytes;
  expect(await metadataIn(stored)).toEqual([]);
  expect((await rows()).map(({ counted }) => counted)).toEqual([true, true]);
  for (const { user_id } of [one, two]) expect(await media.uploads.usage(user_id)).toBe(stored.length);
});

describe('npm run files -- clean', () => {
  test('cleans each stored picture once, at its address', async () => {
    const { vault, config, pool } = api.deps;
    onTestFinished(async () => {
      await pool.query("DELETE FROM accounts.vault WHERE kind = 'document'");
    });
    const whole = await photo(400, 300);
    const place = await stored(whole);
    const cut = await stored(whole.subarray(0, whole.length - 400));
    const junk = await stored(Buffer.concat([whole.subarray(0, 24), Buffer.alloc(5_000)]));
    const drawing = await addOlderFile(config.dataDir, `${'d'.repeat(40)}.svg`, Buffer.from('<svg/>'));
    const known = `${'e'.repeat(40)}.png`;
    await addOlderFile(config.dataDir, known, Buffer.from('clean before'));
    await pool.query('INSERT INTO accounts.clean_pictures (name) VALUES ($1)', [known]);
    await addOlderRows(pool, fan.user_id, [known]);
    const draft = join(older(), `${place.slice(7)}.0a1b2c3d`);
    writeFileSync(draft, whole);
    utimesSync(draft, 0, 0);
    const document = { identity_no: '11010519491231002X', side: 'FRONT', extension: 'jpg' };
    const [ref, strange] = await Promise.all(
      [whole, whole.subarray(0, 24)].map((bytes) =>
        vault.put(fan.user_id, 'document', JSON.stringify({ ...document, data: bytes.toString('base64') })),
      ),
    );

    const { well, lines } = await run('clean');
    expect(well).toBe(true);
    const aside = join(config.dataDir, 'not-pictures');
    expect(lines.sort()).toEqual(
      [
        `${cut.slice(7)}: damaged; what can be decoded stays`,
        `${junk.slice(7)}: no picture; moved to ${aside}`,
        `identity picture ${strange}: no picture; it stays, for its review`,
        '2 clean pictures moved to the store',
        '3 pictures cleaned; all stored pictures are clean',
      ].sort(),
    );
    for (const address of [place, cut]) {
      const { status, bytes } = await served(address);
      expect([status, await metadataIn(bytes)]).toEqual([200, []]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
      expect(await sizeOf(address)).toEqual([{ width: 300, height: 400, bytes: bytes.length }]);
    }
    expect((await served(junk)).status).toBe(404);
    expect([await sizeOf(junk), readdirSync(aside)]).toEqual([[], [junk.slice(7)]]);
    expect((await served(drawing)).bytes.toString()).toBe('<svg/>');
    expect((await served(`/files/${known}`)).bytes.toString()).toBe('clean before');
    expect(readdirSync(older())).toEqual([]);
    const texts = await vault.read([ref ?? '', strange ?? '']);
    const clean = documentOf(texts.get(ref ?? '') ?? '');
    expect(clean).toMatchObject({ ...document, decoded: true });
    expect(await metadataIn(Buffer.from(clean.data, 'base64'))).toEqual([]);
    expect(documentOf(texts.get(strange ?? '') ?? '').data).toBe(whole.toString('base64', 0, 24));

    const before = await Promise.all([place, cut].map(served));
    const again = await run('clean');
    expect(again.lines.at(-1)).toBe('0 pictures cleaned; all stored pictures are clean');
    expect(again.lines.join()).not.toContain('moved to the store');
    expect(await Promise.all([place, cut].map(served))).toEqual(before);

    // Restored from an old backup. One is served from there, and what was decoded before is decoded again.
    await addOlderFile(config.dataDir, place.slice(7), whole);
    await pool.query('INSERT INTO accounts.clean_pictures (name) VALUES ($1)', [place.slice(7)]);
    expect((await served(place)).bytes.equals(whole)).toBe(true);
    expect((await run('clean', '--again')).lines.at(-1)).toBe(
      '2 pictures cleaned; all stored pictures are clean',
    );
    expect(await metadataIn((await served(place)).bytes)).toEqual([]);
  });

  test('continues where it was killed', { timeout: 60_000 }, async () => {
    const addresses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => stored(await photo(1_600 + 2 * n, 1_200))),
    );
    const states = () =>
      Promise.all(
        addresses.map(async (address) => (await metadataIn((await served(address)).bytes)).length > 0),
      );
    const start = (): ChildProcess =>
      spawn(process.execPath, ['ops/files.ts', 'clean'], {
        env: { ...process.env, ...env() },
        stdio: 'ignore',
      });
    const killed = start();
    const done = async () => addresses.length - readdirSync(older()).length;
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(2), { timeout: 30_000, interval: 10 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const half = await states();
    expect(new Set(half)).toEqual(new Set([true, false]));
    const [code] = await once(start(), 'exit');
    expect([code, new Set(await states()), await done()]).toEqual([0, new Set([false]), 30]);
    const { rows } = await api.deps.pool.query<{ object: string }>(
      'SELECT object FROM media.files WHERE bytes > 0 AND object = any($1)',
      [addresses.map((address) => address.slice(7))],
    );
    expect(rows).toHaveLength(30);
  });

  test('writes no file of an account that is deleted meanwhile', async () => {
    const leaving = await api.user();
    const address = await stored(await photo(2_000, 1_500), leaving.user_id);
    const found: string[] = [];
    let deleted: Promise<unknown> | undefined;
    // The deletion comes between the decoding and the transaction that writes.
    const pool: typeof api.deps.pool = Object.create(api.deps.pool, {
      query: { value: api.deps.pool.query.bind(api.deps.pool) },
      connect: {
        async value() {
          await deleted;
          return api.deps.pool.connect();
        },
      },
    });
    const { dataDir } = api.deps.config;
    const { store } = api.deps.media;
    await takeOverFiles(
      { pool, store, dataDir, aside: join(dataDir, 'not-pictures') },
      {
        onProgress() {
          deleted ??= api.deps.pool
            .query('DELETE FROM media.files WHERE owner_id = $1', [leaving.user_id])
            .then(() => store.remove(address.slice(7)));
        },
        onFinding: (name) => void found.push(name),
      },
    );
    await deleted;
    expect(found).toEqual([]);
    expect((await served(address)).status).toBe(404);
  });

  test('a picture that is uploaded now needs no cleaning', async () => {
    const bytes = await sharp(await photo(400, 300))
      .jpeg()
      .toBuffer();
    const picture = { bytes, extension: 'jpg', width: 400, height: 300 } as const;
    const stored = await api.deps.media.pictures.add(fan.user_id, picture, QUOTAS.media_bytes);
    expect((await run('clean')).lines).toEqual(['0 pictures cleaned; all stored pictures are clean']);
    expect((await served('url' in stored ? stored.url : '')).bytes.equals(bytes)).toBe(true);
  });

  test.each([[[]], [['tidy']], [['clean', '--all']], [['clean', '--again', 'x']]])(
    'is not %j',
    async (words) => {
      await expect(run(...words)).rejects.toThrow('use: npm run files');
    },
  );
});
