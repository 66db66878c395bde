import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openDiskStore } from './disk-store.ts';
import { MediaGone, MediaTooLong } from './media-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'media-'));
const store = openDiskStore(folder);
afterAll(() => rm(folder, { recursive: true }));

async function* pieces(bytes: Buffer, size = 1_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const files = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
    one.isFile() ? [one.name] : [],
  );
const whole = async (object: string): Promise<Buffer> => buffer(await store.read(object));

test('an object has the bytes that were written, whole or in a range', async () => {
  const bytes = randomBytes(10_000);
  expect(await store.write('aa1', pieces(bytes), 10_000)).toEqual({ bytes: 10_000, sha256: sha256(bytes) });
  expect(await store.size('aa1')).toBe(10_000);
  expect((await whole('aa1')).equals(bytes)).toBe(true);
  const range = await buffer(await store.read('aa1', { start: 9, end: 19 }));
  expect(range.equals(bytes.subarray(9, 20))).toBe(true);
});

test('one byte too many, or a body that breaks off, leaves what was there', async () => {
  const bytes = randomBytes(3_000);
  await store.write('bb1', pieces(bytes), 3_000);
  const before = files();
  await expect(store.write('bb1', pieces(randomBytes(3_001)), 3_000)).rejects.toThrow(MediaTooLong);
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1_000);
    throw new Error('reset');
  }
  await expect(store.write('bb2', broken(), 3_000)).rejects.toThrow('reset');
  expect([files(), (await whole('bb1')).equals(bytes)]).toEqual([before, true]);
});

test('parts are joined in their order', async () => {
  const bytes = randomBytes(5_500);
  const parts = [0, 1, 2].map((n) => bytes.subarray(n * 2_000, (n + 1) * 2_000));
  await Promise.all(parts.map((part, n) => store.write(`cc.${n}`, pieces(part), 2_000)));
  expect(await store.join('cc1', ['cc.0', 'cc.1', 'cc.2'])).toEqual({ bytes: 5_500, sha256: sha256(bytes) });
  expect((await whole('cc1')).equals(bytes)).toBe(true);
  const before = files();
  await expect(store.join('cc2', ['cc.0', 'cc.9'])).rejects.toThrow(MediaGone);
  expect(files()).toEqual(before);
});

test('what is not there, or has no name of an object, is neither read nor written', async () => {
  await expect(store.read('dd1')).rejects.toThrow(MediaGone);
  expect(await store.size('dd1')).toBeNull();
  await store.write('dd1', pieces(Buffer.alloc(1)), 1);
  await store.remove('dd1');
  await store.remove('dd1');
  expect(await store.size('dd1')).toBeNull();
  for (const name of ['', '..', '../keys/vault', '.a', 'a/b', 'a'.repeat(81)]) {
    await expect(store.write(name, pieces(Buffer.alloc(1)), 1)).rejects.toThrow('no name of an object');
    await expect(store.read(name)).rejects.toThrow('no name of an object');
  }
});
