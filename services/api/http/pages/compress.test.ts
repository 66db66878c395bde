import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { compressAnswers } from './compress.ts';

const TEXT = JSON.stringify({ words: 'many words '.repeat(200) });
const app = fixture(async () => {
  const made = fastify();
  made.decorateRequest('session', null);
  made.addHook('onRequest', async (request) => {
    if (request.headers['x-session'])
      Object.assign(request, { session: { user_id: 'u', sid: 's', roles: [], is_creator: false } });
  });
  compressAnswers(made);
  made.get('/json', async (_, reply) => reply.type('application/json; charset=utf-8').send(TEXT));
  made.post('/json', async (_, reply) => reply.type('application/json; charset=utf-8').send(TEXT));
  made.get('/small', async () => ({ small: true }));
  made.get('/picture', async (_, reply) => reply.type('image/png').send(Buffer.alloc(5_000)));
  made.get('/stream', async (_, reply) => reply.type('text/csv').send(Readable.from([TEXT])));
  made.get('/tagged', async (_, reply) => reply.header('etag', '"one"').type('text/plain').send(TEXT));
  return made;
});

const encodingOf = async (
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'POST' = 'GET',
) => {
  const answer = await app.inject({ method, url, headers: { 'accept-encoding': 'gzip, br', ...headers } });
  return answer.headers['content-encoding'];
};

test('a long text is packed as the browser takes it, and is the same text', async () => {
  const get = (encoding?: string) =>
    app.inject({ url: '/json', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });
  const brotli = await get('gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(TEXT);
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length);
  const gzip = await get('br;q=0, gzip');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(TEXT);
  for (const none of [undefined, 'identity', 'deflate', 'br;q=0, gzip;q=0']) {
    const { headers, body } = await get(none);
    // Caches keep it apart from the packed one.
    expect([headers['content-encoding'], headers.vary, body]).toEqual([undefined, 'accept-encoding', TEXT]);
  }
});

test('short answers, pictures and streams are sent as they are', async () => {
  for (const url of ['/small', '/picture', '/stream']) expect(await encodingOf(url)).toBeUndefined();
});

test('an answer for a person is packed only where our own page asked for it', async () => {
  const session = { 'x-session': '1' };
  expect(await encodingOf('/json', session)).toBeUndefined();
  for (const site of ['cross-site', 'same-site', 'none'])
    expect(await encodingOf('/json', { ...session, 'sec-fetch-site': site })).toBeUndefined();
  expect(await encodingOf('/json', { ...session, 'sec-fetch-site': 'same-origin' })).toBe('br');
  expect(await encodingOf('/json', {}, 'POST')).toBeUndefined();
});

test('the tag of a packed answer is a weak one', async () => {
  const { headers } = await app.inject({ url: '/tagged', headers: { 'accept-encoding': 'br' } });
  expect(headers.etag).toBe('W/"one"');
  expect((await app.inject('/tagged')).headers.etag).toBe('"one"');
});
