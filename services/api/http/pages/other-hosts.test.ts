import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(() =>
  startTestApi({
    projections: false,
    config: { publicUrl: 'https://fanwatt.example', redirectHosts: ['m.fanwatt.example', 'old.example'] },
  }),
);

const open = (host: string, url: string, headers: Record<string, string> = { accept: 'text/html' }) =>
  api.app.inject({ url, headers: { host, ...headers } });

test.each([
  ['m.fanwatt.example', '/feed?atn=TOKEN'],
  ['OLD.example:8080', '/p/1?from=x'],
  ['old.example', '//evil.example/x'],
])('a page at %s is at the public address', async (host, url) => {
  const answer = await open(host, url);
  expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://fanwatt.example${url}`]);
});

test('other hosts, calls and what is sent stay where they are', async () => {
  const answers = await Promise.all([
    open('fanwatt.example', '/feed'),
    open('other.example', '/feed'),
    open('old.example', '/api/init/config'),
    open('old.example', '/feed', { accept: 'application/json' }),
    api.app.inject({ method: 'POST', url: '/feed', headers: { host: 'old.example' } }),
  ]);
  for (const { statusCode } of answers) expect(statusCode).not.toBe(308);
});
