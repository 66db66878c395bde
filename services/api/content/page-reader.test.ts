import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickest } from '#events/testing/quickest.ts';
import { pageReader } from './page-reader.ts';

const PUBLIC = '127.0.0.1';
const PRIVATE = '127.0.0.2';
let server: Server;
let port: number;
let visits: string[] = [];
let answer: RequestListener;
const html =
  (text: string, headers = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(text);
const moved =
  (location: string): RequestListener =>
  (request, response) =>
    request.url === '/'
      ? void response.writeHead(302, { location }).end()
      : html('<title>There</title>')(request, response);

beforeAll(async () => {
  server = createServer((request, response) => {
    visits.push(`${request.headers.host}${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const only = { isAllowed: (address: string) => address === PUBLIC, timeoutMs: 400 };
const reader = pageReader(only);
afterAll(() => reader.close());
const at = (host: string, path = '/') => `http://${host}:${port}${path}`;
const read = (url = at(PUBLIC)) => {
  visits = [];
  return reader.read(url);
};

test('a card has the title and description that a page has for cards, else its own, in one line', async () => {
  answer = html('<head><title>One &amp;\n two\u202E</title><meta name=description content=" Own ">');
  expect(await read()).toEqual({ title: 'One & two', description: 'Own' });
  answer = html(
    `<title>a</title><meta property="og:title" content="&lt;b&gt;Card"><meta property="og:description" content="${'x'.repeat(900)}">`,
  );
  expect(await read()).toEqual({ title: '<b>Card', description: 'x'.repeat(500) });
  const gbk = Buffer.from([0xd6, 0xd0, 0xce, 0xc4]);
  answer = (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(Buffer.concat([Buffer.from('<meta charset="gbk"><title>'), gbk, Buffer.from('</title>')]));
  expect(await read()).toMatchObject({ title: '中文' });
});

test('other kinds, statuses, packed and endless pages have no card; reading ends after 256 KiB and in time', async () => {
  for (const [status, type, encoding] of [
    [404, 'text/html'],
    [200, 'image/png'],
    [200, 'application/json'],
    [200, 'text/html', 'gzip'],
  ] as const) {
    answer = (_, response) =>
      void response
        .writeHead(status, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) })
        .end('<title>a</title>');
    expect(await read()).toBe(null);
  }
  answer = html('<p>no title');
  expect(await read()).toBe(null);
  let sent = 0;
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Endless</title>');
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384;
    };
    response.on('drain', more);
    more();
  };
  expect(await read()).toEqual({ title: 'Endless', description: '' });
  expect(sent).toBeLessThan(16_777_216);
  answer = () => undefined;
  const measure = async () => {
    const began = performance.now();
    expect(await read()).toBe(null);
    return performance.now() - began;
  };
  expect(await quickest(2_000, measure)).toBeLessThan(2_000);
});

describe('the server connects to public addresses only', () => {
  test('in an address, after a redirect, by a name, and by a name that changes', async () => {
    answer = html('<title>Private</title>');
    for (const url of [
      at(PRIVATE),
      at('2130706434'),
      at('localhost.'),
      at('[::1]'),
      'http://169.254.169.254/latest/meta-data',
      `http://user:secret@${PUBLIC}:${port}/`,
      'http://127.0.0.1:6379/',
      'ftp://127.0.0.1/',
      'javascript:alert(1)',
      'x',
    ])
      expect([url, await read(url), visits]).toEqual([url, null, []]);
    for (const place of [at(PRIVATE, '/there'), 'file:///etc/passwd', `//${PRIVATE}:${port}/there`]) {
      answer = moved(place);
      expect([place, await read(), visits.length]).toEqual([place, null, 1]);
    }
    answer = moved('/there');
    expect(await read()).toMatchObject({ title: 'There' });
    answer = (_, response) => void response.writeHead(302, { location: '/' }).end();
    expect([await read(), visits.length]).toEqual([null, 4]);

    const found = [PUBLIC, PRIVATE];
    const rebinding = pageReader({
      ...only,
      resolve: (_name, _options, done) => done(null, [{ address: found.shift() ?? PRIVATE, family: 4 }]),
    });
    answer = html('<title>Name</title>', { connection: 'close' });
    visits = [];
    expect(await rebinding.read(at('rebinding.test'))).toMatchObject({ title: 'Name' });
    expect([await rebinding.read(at('rebinding.test')), visits.length]).toEqual([null, 1]);
    await rebinding.close();
  });
});
