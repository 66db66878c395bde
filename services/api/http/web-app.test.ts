import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { inlineScriptHashes, pathForRouter, secureAnswers, serveWebApp } from './web-app.ts';

const BUILT = JSON.stringify({
  pages: {
    '/': { files: [], texts: [] },
    '/explore': { files: ['assets/e-1.js', 'assets/e-1.css'], texts: ['shell'] },
    '/leaflet': { files: [], texts: [] },
    '/overlay': { files: [], texts: [] },
    '/setting/overlay': { files: [], texts: [] },
    '/a/$slug': { files: [], texts: [] },
    '/a/$slug/plan': { files: [], texts: [] },
    '/album/$albumId': { files: ['assets/album-1.js'], texts: [] },
    '/album/new': { files: [], texts: [] },
  },
  texts: { 'en-US': { shell: 'assets/en-1.js' }, 'zh-CN': { shell: 'assets/zh-1.js' } },
});
const folder = temporaryFolder();
const app = fixture(async () => {
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(
    join(folder.path, 'index.html'),
    '<html><head></head><script>theme()</script><script type="module" src="/assets/a-1.js"></script></html>',
  );
  writeFileSync(join(folder.path, 'pages.json'), BUILT);
  writeFileSync(join(folder.path, 'assets', 'a-1.js'), 'plain');
  writeFileSync(join(folder.path, 'assets', 'a-1.js.br'), 'brotli');
  const made = fastify({ rewriteUrl: pathForRouter });
  await made.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'self'"], frameAncestors: ["'none'"] },
    },
  });
  await serveWebApp(made, folder.path, { publicUrl: 'https://fanwatt.example' });
  return made;
});

const json = { accept: 'application/json' };
const html = { accept: 'text/html,application/xhtml+xml' };

test.each(['/', '/explore', '/explore/', '/a/somebody/plan', '/@somebody', '/@somebody/plan'])(
  '%s gives the page, revalidated each time',
  async (url) => {
    const response = await app.inject({ method: 'GET', url, headers: html });
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<html>');
    expect(response.headers['cache-control']).toBe('no-cache');
  },
);

test.each(['/unknown', '/a', '/a/', '/a/somebody/plan/more', '/explore/more', '/@some.body'])(
  '%s is no page: the page with 404',
  async (url) => {
    const response = await app.inject({ method: 'GET', url, headers: html });
    expect([response.statusCode, response.body.includes('<html>')]).toEqual([404, true]);
  },
);

test.each(['*/*', 'text/html', 'image/png,text/html;q=0.9', undefined])(
  'who accepts %s gets the page',
  async (accept) => {
    for (const [url, status] of [
      ['/explore', 200],
      ['/nowhere', 404],
    ] as const) {
      const headers = accept === undefined ? {} : { accept };
      const answer = await app.inject({ method: 'GET', url, headers });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        status,
        'text/html; charset=utf-8',
      ]);
    }
  },
);

test('a page names the files that it needs, with the texts of the browser’s language', async () => {
  const filesOf = async (url: string, language: string) => {
    const headers = { ...html, 'accept-language': language };
    const { body } = await app.inject({ method: 'GET', url, headers });
    return [...body.matchAll(/<link rel="(\w+)" crossorigin href="([^"]*)">/g)].map(([, rel, href]) => [
      rel,
      href,
    ]);
  };
  const files = [
    ['modulepreload', '/assets/e-1.js'],
    ['stylesheet', '/assets/e-1.css'],
  ];
  expect(await filesOf('/explore', 'en-GB,zh;q=0.5')).toEqual([
    ...files,
    ['modulepreload', '/assets/en-1.js'],
  ]);
  expect(await filesOf('/explore', 'zh-TW')).toEqual([...files, ['modulepreload', '/assets/zh-1.js']]);
  expect(await filesOf('/album/new', 'zh')).toEqual([]);
  expect(await filesOf('/album/12', 'zh')).toEqual([['modulepreload', '/assets/album-1.js']]);
});

test('an address that does not decode is a page that does not exist; programs get a refusal', async () => {
  for (const url of ['/item/%E0%A4%A', '/%', '/a/%ff?tab=1']) {
    const response = await app.inject({ method: 'GET', url, headers: html });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(response.body).toContain('<html>');
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
    const program = await app.inject({ method: 'GET', url, headers: json });
    expect(program.headers['content-type']).toMatch('application/json');
  }
  const api = await app.inject({ method: 'GET', url: '/api/plan/%E0%A4%A', headers: html });
  expect(api.headers['content-type']).toMatch('application/json');
});

test.each([
  ['/leaflet?slug=a', 'frame-ancestors *', undefined],
  ['/overlay', 'frame-ancestors *', undefined],
  ['/setting/overlay', "frame-ancestors 'none'", 'SAMEORIGIN'],
  ['/explore', "frame-ancestors 'none'", 'SAMEORIGIN'],
])('%s says who may show it in a frame', async (url, policy, frame) => {
  const { headers } = await app.inject({ method: 'GET', url, headers: html });
  expect(headers['content-security-policy']).toBe(`default-src 'self';${policy}`);
  expect(headers['x-frame-options']).toBe(frame);
});

test('with a store outside, pages send files to it and read them from it', async () => {
  const made = fastify();
  await secureAnswers(made, { folder: folder.path, production: false, store: 'https://s3.example.com' });
  made.get('/', async () => '');
  const { headers } = await made.inject('/');
  const policy = String(headers['content-security-policy']).split(';');
  const naming = policy.filter((one) => one.endsWith(' https://s3.example.com'));
  expect(naming.map((one) => one.split(' ')[0])).toEqual(['img-src', 'media-src', 'connect-src']);
  await made.close();
});

test('assets are cached permanently, and compressed for clients that accept it', async () => {
  const packed = await app.inject({
    method: 'GET',
    url: '/assets/a-1.js',
    headers: { 'accept-encoding': 'br, gzip' },
  });
  expect(packed.body).toBe('brotli');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await app.inject({ method: 'GET', url: '/assets/a-1.js' })).body).toBe('plain');
});

test.each(['/assets/gone-1.js', '/files/gone.png'])('%s is missing: 404, not the page', async (url) => {
  const response = await app.inject({ method: 'GET', url, headers: html });
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ ec: 40400 });
});

test.each(['/', '/explore', '/assets/a-1.js'])(
  'the head of %s is the same without what follows',
  async (url) => {
    const whole = await app.inject({ method: 'GET', url, headers: html });
    const head = await app.inject({ method: 'HEAD', url, headers: html });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    for (const name of ['content-type', 'content-length', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  },
);

test('a browser’s request inside the API, and a program’s request anywhere, gets the envelope', async () => {
  const inside = await app.inject({ method: 'GET', url: '/api/unknown', headers: html });
  const program = await app.inject({ method: 'GET', url: '/unknown', headers: json });
  const writer = await app.inject({ method: 'POST', url: '/unknown', headers: html });
  for (const response of [inside, program, writer]) expect(response.json()).toMatchObject({ ec: 40400 });
  expect([program.statusCode, writer.statusCode]).toEqual([404, 404]);
});

test('inline scripts of the page are allowed by hash, others are not', () => {
  expect(inlineScriptHashes(folder.path)).toEqual(["'sha256-Rfr3GgHZFiXm+TmNr+li+0sZ4J9FGllo8jsXcJF5XZ8='"]);
  expect(inlineScriptHashes('/nowhere')).toEqual([]);
});
