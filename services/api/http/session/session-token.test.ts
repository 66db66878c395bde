import { createHmac, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';
import { buildApp } from '../../app.ts';
import { sent } from '../../testing/sent.ts';
import { startTestApi, type TestApi } from '../../testing/test-api.ts';
import { keyIdOf } from './session-token.ts';

const api = fixture(() => startTestApi({ projections: false }));
const fan = fixture(() => api.user());
const opened = fixture(() => api.deps.accounts.sessions.open(fan.user_id));
const key = fixture(() => api.deps.sessionKeys[0]!);

type App = TestApi['app'];

const ask = async (token: string, app: App = api.app): Promise<number> =>
  (
    await sent(app, {
      method: 'GET',
      url: '/api/my/profile',
      headers: { authorization: `Bearer ${token}` },
    })
  ).ec;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

interface Forged {
  header?: object;
  claims?: object;
  signature?: (input: string) => Buffer;
}

/** A valid token, except for the given fields. */
function forged({ header, claims, signature }: Forged = {}): string {
  const input = [
    encoded({ alg: 'EdDSA', typ: 'JWT', kid: keyIdOf(key), ...header }),
    encoded({
      sub: fan.user_id,
      sid: opened.sid,
      aud: 'session',
      iat: Math.floor(opened.opened_at / 1000),
      exp: Math.floor(opened.expires_at / 1000),
      ...claims,
    }),
  ].join('.');
  const made = signature?.(input) ?? sign(null, Buffer.from(input), key.private);
  return `${input}.${made.toString('base64url')}`;
}

/** A token's payload in place of another's. */
function altered(): string {
  const [header, , signature] = forged().split('.');
  const [, payload] = forged({ claims: { sub: 'another' } }).split('.');
  return [header, payload, signature].join('.');
}

const noSignature = () => Buffer.alloc(0);
const byPublicKey = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest();
const another = signingKey(secretsOf('another').ring('session-signing')[0].key);

test('a token is accepted, as it is issued and as another program would write it', async () => {
  expect(await ask(api.app.sessionTokens.issue(opened))).toBe(200);
  expect(await ask(forged())).toBe(200);
});

describe('40100', () => {
  const bad: readonly [string, () => string][] = [
    ['issued before tokens were signed', () => 'hV0wq1Zr0C3J2tHn5yJm6mZ8e2uB7cVfQ1sYpXkLdNo'],
    ['without a signature', () => forged({ signature: noSignature })],
    ['of alg none', () => forged({ header: { alg: 'none' }, signature: noSignature })],
    ['of alg none with a signature', () => forged({ header: { alg: 'none' } })],
    [
      'of HS256 with the public key',
      () => forged({ header: { alg: 'HS256' }, signature: byPublicKey(key.pem) }),
    ],
    [
      'of HS256 with the public key’s bytes',
      () => forged({ header: { alg: 'HS256' }, signature: byPublicKey(Buffer.from(key.x, 'base64url')) }),
    ],
    ['of an unknown key', () => forged({ header: { kid: keyIdOf(another) } })],
    ['of a key named like a method', () => forged({ header: { kid: 'constructor' } })],
    ['without a key id', () => forged({ header: { kid: undefined } })],
    [
      'of another signer',
      () => forged({ signature: (input) => sign(null, Buffer.from(input), another.private) }),
    ],
    ['that has expired', () => forged({ claims: { exp: Math.floor(api.deps.clock.now() / 1000) } })],
    ['without an end', () => forged({ claims: { exp: undefined } })],
    ['for other calls', () => forged({ claims: { aud: 'oauth2' } })],
    ['for nothing', () => forged({ claims: { aud: undefined } })],
    ['without a session', () => forged({ claims: { sid: undefined } })],
    ['whose session is no text', () => forged({ claims: { sid: { $ne: '' } } })],
    ['without a user', () => forged({ claims: { sub: undefined } })],
    ['with an altered payload', altered],
  ];

  test.each(bad)('a token %s', async (_, token) => {
    // Twice: verified tokens are cached.
    expect(await ask(token())).toBe(40100);
    expect(await ask(token())).toBe(40100);
  });
});

test('a good token of a session that has ended is 40101', async () => {
  const ended = await api.deps.accounts.sessions.open(fan.user_id);
  const token = api.app.sessionTokens.issue(ended);
  expect(await ask(token)).toBe(200);
  await api.deps.accounts.sessions.revoke(fan.user_id, ended.sid);
  expect(await ask(token)).toBe(40101);
});

test('two keys: the newest signs, tokens of the previous one are accepted until they expire', async () => {
  const before = api.app.sessionTokens.issue(opened);
  const newest = signingKey(secretsOf('newest').ring('session-signing')[0].key);
  const rotated = await buildApp({ ...api.deps, sessionKeys: [newest, key] });
  const after = rotated.sessionTokens.issue(opened);
  expect(JSON.parse(Buffer.from(after.split('.')[0]!, 'base64url').toString()).kid).toBe(keyIdOf(newest));
  expect([await ask(before, rotated), await ask(after, rotated)]).toEqual([200, 200]);
  // A server that does not have the new key yet, and one without the former.
  expect(await ask(after)).toBe(40100);
  const later = await buildApp({ ...api.deps, sessionKeys: [newest] });
  expect([await ask(before, later), await ask(after, later)]).toEqual([40100, 200]);
  const { clock } = api.deps;
  clock.setOffset(clock.offset + opened.expires_at - clock.now());
  expect([await ask(before, rotated), await ask(after, rotated)]).toEqual([40100, 40100]);
  await rotated.close();
  await later.close();
});
