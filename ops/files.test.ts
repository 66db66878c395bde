import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';
import { cleanFiles } from '#services/modules/media/clean-stored.ts';
import { metadataIn, photo } from '#services/modules/media/testing/photo.ts';
import { documentOf } from '#services/modules/withdrawals/identity-documents.ts';
import { openFileStore } from '#services/runtime/file-store.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { workOnFiles } from './files.ts';

const api = fixture(() => startTestApi({ projections: false }));
const fan = fixture(() => api.user());

const env = () => ({
  DATABASE_URL: api.databaseUrl,
  DATA_DIR: api.deps.config.dataDir,
  FANWATT_SECRET_VAULT: secretsOf(api.databaseUrl).secret('vault').toString('base64'),
});
async function run(...words: string[]) {
  const lines: string[] = [];
  const out = { print: (line: string) => void lines.push(line), progress: () => undefined };
  return { well: await workOnFiles(words, env(), out), lines };
}

const files = () => openFileStore(api.deps.config.dataDir);
/** A file as older versions stored it. @returns its address */
async function stored(bytes: Buffer, extension = 'jpg', user = fan.user_id): Promise<string> {
  const address = await files().put(bytes, extension);
  await api.deps.pool.query(
    `INSERT INTO accounts.pictures (user_id, name, uploaded_at, width, height) VALUES ($1, $2, 0, 400, 300)
     ON CONFLICT DO NOTHING`,
    [user, address.slice(7)],
  );
  return address;
}
const served = async (url: string) => {
  const { statusCode, rawPayload } = await api.app.inject({ url });
  return { status: statusCode, bytes: rawPayload };
};
const sizeOf = async (address: string) =>
  (
    await api.deps.pool.query('SELECT width, height FROM accounts.pictures WHERE name = $1', [
      address.slice(7),
    ])
  ).rows;

describe('npm run files -- clean', () => {
  test('cleans each stored picture once, at its address', async () => {
    const { vault, config, pool } = api.deps;
    const whole = await photo(400, 300);
    const place = await stored(whole);
    const cut = await stored(whole.subarray(0, whole.length - 400));
    const junk = await stored(Buffer.concat([whole.subarray(0, 24), Buffer.alloc(5_000)]));
    const drawing = await files().put(Buffer.from('<svg/>'), 'svg');
    const draft = join(files().folder, `${place.slice(7)}.0a1b2c3d`);
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
        '3 pictures cleaned; all stored pictures are clean',
      ].sort(),
    );
    for (const address of [place, cut]) {
      const { status, bytes } = await served(address);
      expect([status, await metadataIn(bytes)]).toEqual([200, []]);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
      expect(await sizeOf(address)).toEqual([{ width: 300, height: 400 }]);
    }
    expect((await served(junk)).status).toBe(404);
    expect([await sizeOf(junk), readdirSync(aside)]).toEqual([[], [junk.slice(7)]]);
    expect(existsSync(join(config.dataDir, drawing))).toBe(true);
    expect(existsSync(draft)).toBe(false);
    const texts = await vault.read([ref ?? '', strange ?? '']);
    const clean = documentOf(texts.get(ref ?? '') ?? '');
    expect(clean).toMatchObject({ ...document, decoded: true });
    expect(await metadataIn(Buffer.from(clean.data, 'base64'))).toEqual([]);
    expect(documentOf(texts.get(strange ?? '') ?? '').data).toBe(whole.toString('base64', 0, 24));

    const before = [place, cut].map((address) => readFileSync(join(config.dataDir, address)));
    const again = await run('clean');
    expect(again.lines.at(-1)).toBe('0 pictures cleaned; all stored pictures are clean');
    expect([place, cut].map((address) => readFileSync(join(config.dataDir, address)))).toEqual(before);

    // Restored from an old backup.
    writeFileSync(join(config.dataDir, place), whole);
    expect((await run('clean', '--again')).lines.at(-1)).toBe(
      '3 pictures cleaned; all stored pictures are clean',
    );
    expect(await metadataIn((await served(place)).bytes)).toEqual([]);
    await pool.query("DELETE FROM accounts.vault WHERE kind = 'document'");
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
    const done = async () =>
      (
        await api.deps.pool.query('SELECT FROM accounts.clean_pictures WHERE name = any($1)', [
          addresses.map((address) => address.slice(7)),
        ])
      ).rowCount ?? 0;
    await vi.waitFor(async () => expect(await done()).toBeGreaterThan(2), { timeout: 30_000, interval: 10 });
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const half = await states();
    expect(new Set(half)).toEqual(new Set([true, false]));
    const [code] = await once(start(), 'exit');
    expect([code, new Set(await states()), await done()]).toEqual([0, new Set([false]), 30]);
  });

  test('writes no file of an account that is deleted meanwhile', async () => {
    const leaving = await api.user();
    const address = await stored(await photo(2_000, 1_500), 'jpg', leaving.user_id);
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
    await cleanFiles(
      { pool, files: files(), aside: join(api.deps.config.dataDir, 'not-pictures') },
      {
        onProgress() {
          deleted ??= api.deps.pool
            .query('DELETE FROM accounts.pictures WHERE user_id = $1', [leaving.user_id])
            .then(() => files().remove(address.slice(7)));
        },
        onFinding: (name) => void found.push(name),
      },
    );
    await deleted;
    expect(found).toEqual([]);
    expect((await served(address)).status).toBe(404);
  });

  test('a picture that is uploaded now needs no cleaning', async () => {
    const { deps } = api;
    const picture = await sharp(await photo(400, 300))
      .jpeg()
      .toBuffer();
    const name = files().nameOf(picture, 'jpg');
    expect(await deps.accounts.pictures.take(fan.user_id, name, { width: 400, height: 300 })).toBeNull();
    await files().put(picture, 'jpg');
    expect((await run('clean')).lines).toEqual(['0 pictures cleaned; all stored pictures are clean']);
    expect((await served(`/files/${name}`)).bytes.equals(picture)).toBe(true);
  });

  test.each([[[]], [['tidy']], [['clean', '--all']], [['clean', '--again', 'x']]])(
    'is not %j',
    async (words) => {
      await expect(run(...words)).rejects.toThrow('use: npm run files');
    },
  );
});
