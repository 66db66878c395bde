import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, truncate } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { storeFile } from '#services/modules/media/testing/stored-file.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { startProgram } from '#services/worker/testing/program.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const owner = fixture(() => api.creator());
const reader = fixture(() => api.user());
const other = fixture(() => api.user());

const parts = () => ({ pool: api.deps.pool, store: api.deps.media.store });
const BYTES = randomBytes(1000);
let file_id = '';
beforeAll(async () => {
  ({ file_id } = await storeFile(parts(), {
    owner: owner.user_id,
    bytes: BYTES,
    type: 'video/mp4',
    kind: 'video',
  }));
});

const addressOf = (file = file_id, variant = 'original', of: string = reader.user_id): string =>
  api.deps.media.addresses.of(
    { reader: of, used_by: 'post:p1', file_id: file, variant },
    api.deps.clock.now(),
  );

interface Ask {
  as?: TestUser | null;
  headers?: Readonly<Record<string, string>>;
  method?: 'GET' | 'HEAD';
}
const fetched = (url: string, { as = reader, headers = {}, method = 'GET' }: Ask = {}) =>
  api.app.inject({
    method,
    url,
    headers: { 'locale-lang': 'en-US', ...(as && { authorization: `Bearer ${as.token}` }), ...headers },
  });

test('a reader gets the file, with headers that keep it private and harmless', async () => {
  const { statusCode, headers, rawPayload } = await fetched(addressOf());
  expect([statusCode, rawPayload.equals(BYTES)]).toEqual([200, true]);
  expect(headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    etag: `"${createHash('sha256').update(BYTES).digest('hex')}"`,
  });
  expect(headers['cache-control']).toMatch(/^private, max-age=(6\d|[7-9]\d|1[01]\d|120)$/);
  expect(headers['content-disposition']).toBeUndefined();
});

test.each([
  ['bytes=0-99', 206, [0, 99], 'bytes 0-99/1000'],
  ['bytes=-100', 206, [900, 999], 'bytes 900-999/1000'],
  ['bytes=990-', 206, [990, 999], 'bytes 990-999/1000'],
  ['bytes=0-1,5-6', 200, [0, 999], undefined],
] as const)('%s', async (range, status, [start, end], contentRange) => {
  const { statusCode, headers, rawPayload } = await fetched(addressOf(), { headers: { range } });
  expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([
    status,
    contentRange,
    String(end - start + 1),
  ]);
  expect(rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true);
});

test('a range behind the end is refused with the size', async () => {
  const { statusCode, headers, json } = await fetched(addressOf(), { headers: { range: 'bytes=1000-' } });
  expect([statusCode, headers['content-range']]).toEqual([416, 'bytes */1000']);
  expect(json()).toMatchObject({ ec: 40000 });
});

test('HEAD tells the size, of a range too, and sends nothing', async () => {
  const whole = await fetched(addressOf(), { method: 'HEAD' });
  expect([whole.statusCode, whole.headers['content-length'], whole.rawPayload.length]).toEqual([
    200,
    '1000',
    0,
  ]);
  const part = await fetched(addressOf(), { method: 'HEAD', headers: { range: 'bytes=0-9' } });
  expect([part.statusCode, part.headers['content-length'], part.rawPayload.length]).toEqual([206, '10', 0]);
});

test('a copy that is still right is not sent again', async () => {
  const { headers } = await fetched(addressOf());
  const again = await fetched(addressOf(), { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  const range = 'bytes=0-9';
  const same = await fetched(addressOf(), { headers: { range, 'if-range': String(headers.etag) } });
  const changed = await fetched(addressOf(), { headers: { range, 'if-range': '"other"' } });
  expect([same.statusCode, changed.statusCode]).toEqual([206, 200]);
});

describe('an address is refused with a sentence', () => {
  test.each([
    ['of another reader', () => fetched(addressOf(), { as: other }), /another account/],
    ['without a session', () => fetched(addressOf(), { as: null }), /another account/],
    [
      'whose reader is changed',
      () => fetched(addressOf().replace(reader.user_id, other.user_id), { as: other }),
      /not valid/,
    ],
    [
      'whose reader is taken out',
      () => fetched(addressOf().replace(reader.user_id, ''), { as: null }),
      /not valid/,
    ],
    ['whose variant is changed', () => fetched(addressOf().replace('/original', '/w1440')), /not valid/],
    ['whose use is changed', () => fetched(addressOf().replace('p1', 'p2')), /not valid/],
    ['that is kept alive', () => fetched(addressOf().replace(/e=\d+/, 'e=9999999999')), /not valid/],
    ['without a signature', () => fetched(addressOf().replace(/&s=.*/, '')), /not valid/],
    ['without a query', () => fetched(`/media/${file_id}/original`), /not valid/],
    ['with a parameter twice', () => fetched(`${addressOf()}&s=x`), /not valid/],
    [
      'guessed',
      () => fetched(`/media/${'0'.repeat(32)}/original?e=9999999999&u=&p=&s=${'A'.repeat(22)}`),
      /not valid/,
    ],
  ])('%s', async (_, ask, sentence) => {
    const { statusCode, headers, json } = await ask();
    expect([statusCode, headers['cache-control']]).toEqual([403, 'no-store']);
    expect(json()).toMatchObject({ ec: 41011, em: expect.stringMatching(sentence) });
  });

  test('after two minutes', async () => {
    const { media, clock } = api.deps;
    const binding = { reader: reader.user_id, used_by: 'post:p1', file_id, variant: 'original' };
    const { statusCode, json } = await fetched(media.addresses.of(binding, clock.now() - 120_000));
    expect([statusCode, json().ec, json().em]).toEqual([403, 41011, expect.stringMatching(/expired/)]);
  });
});

test('files that are not checked, are refused, are public, or do not exist are not found', async () => {
  const { pool } = api.deps;
  const set = (values: { state?: string; public?: boolean }) =>
    queriesOn(pool).updateTable('media.files').where('file_id', '=', file_id).set(values).execute();
  const status = async (address = addressOf()) => (await fetched(address)).statusCode;
  for (const state of ['signed', 'arrived', 'refused']) {
    await set({ state });
    expect([state, await status()]).toEqual([state, 404]);
  }
  await set({ state: 'ready', public: true });
  expect(await status()).toBe(404);
  await set({ public: false });
  expect(await status()).toBe(200);
  expect(await status(addressOf(file_id, 'w720'))).toBe(404);
  expect(await status(addressOf('no-such-file'))).toBe(404);
});

test('an object that is gone is not found', async () => {
  const { file_id: gone, object } = await storeFile(parts(), { owner: owner.user_id, bytes: BYTES });
  await api.deps.media.store.remove(object);
  const { statusCode, json } = await fetched(addressOf(gone));
  expect([statusCode, json().ec]).toEqual([404, 40400]);
});

test.each([
  ['attachment', 'application/pdf', 'plan.pdf'],
  ['attachment', 'image/png', 'plan.png'],
  ['picture', 'image/svg+xml', 'plan.svg'],
  ['video', 'text/html', 'plan.html'],
] as const)('%s of type %s is only downloaded', async (kind, type, name) => {
  const stored = await storeFile(parts(), {
    owner: owner.user_id,
    bytes: BYTES,
    kind,
    type,
    name: `画 \u202e"${name}`,
  });
  const { headers } = await fetched(addressOf(stored.file_id));
  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="_ _${name}"; filename*=UTF-8''%E7%94%BB%20%22${name}`,
    'x-content-type-options': 'nosniff',
  });
});

test('a store outside serves the bytes itself, under the same headers', async () => {
  const signGet = vi
    .spyOn(api.deps.media.store, 'signGet')
    .mockResolvedValue('https://store.example/x?signed');
  onTestFinished(() => signGet.mockRestore());
  const { statusCode, headers } = await fetched(addressOf(), { headers: { range: 'bytes=0-9' } });
  expect([statusCode, headers.location, headers['cache-control']]).toEqual([
    302,
    'https://store.example/x?signed',
    'no-store',
  ]);
  expect(signGet).toHaveBeenLastCalledWith(expect.any(String), { type: 'video/mp4' });
  const page = {
    owner: owner.user_id,
    bytes: BYTES,
    kind: 'attachment',
    type: 'text/html',
    name: 'a.html',
  } as const;
  await fetched(addressOf((await storeFile(parts(), page)).file_id));
  expect(signGet).toHaveBeenLastCalledWith(expect.any(String), {
    type: 'application/octet-stream',
    disposition: `attachment; filename="a.html"; filename*=UTF-8''a.html`,
  });
  expect((await fetched(addressOf(), { method: 'HEAD' })).headers['content-length']).toBe('1000');
  expect((await fetched(addressOf(), { as: other })).statusCode).toBe(403);
});

test('a list of a film’s parts has addresses for the same reader', async () => {
  const list = '#EXTM3U\n#EXT-X-MAP:URI="film720.mp4",BYTERANGE="4@0"\nfilm720.mp4\n';
  const kind = { kind: 'video', type: 'video/mp4', state: 'ready' } as const;
  const film = await storeFile(parts(), { owner: owner.user_id, bytes: BYTES, ...kind });
  const lists = await storeFile(parts(), { owner: owner.user_id, bytes: Buffer.from(list) });
  const row = { file_id: film.file_id, bytes: list.length, width: 1280, height: 720 };
  const rows = [
    { ...row, variant: 'hls720', object: lists.object, type: 'application/vnd.apple.mpegurl' },
    { ...row, variant: 'film720', object: film.object, type: 'video/mp4', bytes: BYTES.length },
  ];
  await queriesOn(api.deps.pool).insertInto('media.variants').values(rows).execute();
  const { statusCode, headers, body } = await fetched(addressOf(film.file_id, 'hls720'));
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/vnd.apple.mpegurl']);
  const address = addressOf(film.file_id, 'film720');
  expect(body).toBe(list.replaceAll('film720.mp4', address));
  expect((await fetched(address)).rawPayload.equals(BYTES)).toBe(true);
  expect((await fetched(address, { as: other })).statusCode).toBe(403);
  expect((await fetched(addressOf(film.file_id, 'hls720'), { as: other })).statusCode).toBe(403);
});

describe('a picture with the reader’s mark', () => {
  const marked = fixture(async () => {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#888' } })
      .webp()
      .toBuffer();
    const stored = await storeFile(parts(), {
      owner: owner.user_id,
      bytes,
      type: 'image/webp',
      state: 'ready',
    });
    const { file_id: file, object } = stored;
    const variant = { file_id: file, variant: 'w1440', object, type: 'image/webp', bytes: bytes.length };
    await queriesOn(api.deps.pool).insertInto('media.variants').values(variant).execute();
    return { file };
  });
  const copyFor = (user: TestUser, range?: string) =>
    fetched(addressOf(marked.file, 'mark1440', user.user_id), { as: user, headers: range ? { range } : {} });

  test('differs for each reader, and is the same for one', async () => {
    const [mine, again, theirs] = [await copyFor(reader), await copyFor(reader), await copyFor(other)];
    expect([mine.statusCode, mine.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(mine.rawPayload.equals(again.rawPayload)).toBe(true);
    expect(mine.rawPayload.equals(theirs.rawPayload)).toBe(false);
    expect(mine.headers.etag).not.toBe(theirs.headers.etag);
    expect((await sharp(mine.rawPayload).stats()).channels[0]?.stdev).toBeGreaterThan(1);
    const part = await copyFor(reader, 'bytes=0-9');
    expect([part.statusCode, part.rawPayload.equals(mine.rawPayload.subarray(0, 10))]).toEqual([206, true]);
  });
});

test('a video of 4 GB needs little memory', async () => {
  const size = 4 * 1024 ** 3;
  const stored = await storeFile(parts(), {
    owner: owner.user_id,
    bytes: BYTES,
    kind: 'video',
    type: 'video/mp4',
  });
  const path = join(api.deps.config.dataDir, 'media', stored.object.slice(0, 2), stored.object);
  await truncate(path, size);
  const row = queriesOn(api.deps.pool).updateTable('media.files').where('file_id', '=', stored.file_id);
  await row.set({ bytes: size }).execute();
  const end = await open(path, 'r+');
  await end.write(Buffer.from('the end'), 0, 7, size - 7);
  await end.close();
  const program = await startProgram('api', api);
  onTestFinished(() => program.kill());
  const ask = async (range: string) => {
    const headers = { authorization: `Bearer ${reader.token}`, range };
    const options = { port: program.ready.port, path: addressOf(stored.file_id), headers };
    const [answer] = await once(get(options), 'response');
    return answer;
  };
  const last = await ask('bytes=-7');
  expect([last.statusCode, last.headers['content-range']]).toEqual([
    206,
    `bytes ${size - 7}-${size - 1}/${size}`,
  ]);
  expect(await text(last)).toBe('the end');
  const megabytes = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1]) / 1024;
  const before = megabytes();
  let most = before;
  let read = 0;
  // A player leaves in the middle, as it does for each jump.
  for await (const piece of await ask('bytes=0-')) {
    const passed = Math.floor(read / 1e8);
    read += piece.length;
    if (Math.floor(read / 1e8) > passed) most = Math.max(most, megabytes());
    if (read > 6e8) break;
  }
  expect(most - before).toBeLessThan(20);
}, 120_000);
