import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { createApp, deleteApp, editApp, listApps, renewAppSecret } from '#services/contract/open/apps.ts';
import { listOpenCalls } from '#services/contract/open/developer.ts';
import { disconnectApp, getAuthorization, listConnectedApps } from '#services/contract/open/oauth.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { CALLBACK, oauthProgram } from '../../testing/oauth-calls.ts';
import { sent } from '../../testing/sent.ts';
import { startTestApi } from '../../testing/test-api.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock, projections: false }));
const owner = fixture(() => api.creator('Lin'));
const fan = fixture(() => api.user('Noor'));
const shop = fixture(() => oauthProgram(api, owner));
const phone = fixture(() => oauthProgram(api, owner, false));
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const PKCE = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };

/** The rows of grants: what refused calls leave as it is. */
const stored = async () =>
  (await api.deps.pool.query('SELECT * FROM accounts.oauth_grants ORDER BY grant_id')).rows;
async function writesNothing(work: () => Promise<void>): Promise<void> {
  const before = await stored();
  await work();
  expect(await stored()).toEqual(before);
}
const person = async (token: string) =>
  sent<{ user_id: string }>(api.app, {
    method: 'GET',
    url: '/api/oauth2/userinfo',
    headers: { authorization: `Bearer ${token}` },
  });

describe('an application asks', () => {
  const ask = (input: object, as = fan) =>
    api.send(getAuthorization, { client_id: shop.client_id, redirect_uri: CALLBACK, ...input }, as);

  test('and the person sees its name, owner, host and scopes', async () => {
    const { data } = await ask({ response_type: 'code', scope: 'basic', state: 'x' });
    expect(data).toEqual({
      name: 'Reading room',
      owner: { name: 'Lin', avatar: '' },
      host: 'reader.example',
      scopes: ['basic'],
      refused: null,
    });
    expect((await ask({ scope: 'orders basic' })).data.scopes).toEqual(['basic']);
    expect((await ask({ scope: 'orders basic' }, owner)).data.scopes).toEqual(['basic', 'orders']);
    expect((await api.call(getAuthorization, { client_id: shop.client_id })).ec).toBe(40100);
  });

  test('and a creator of a moment ago can allow it orders, although the session is kept as a fan', async () => {
    const newcomer = await api.user();
    expect((await ask({ scope: 'orders' }, newcomer)).data.scopes).toEqual(['basic']);
    // No notification: another process has written it.
    await api.deps.pool.query('INSERT INTO accounts.creators (user_id, created_at) VALUES ($1, 0)', [
      newcomer.user_id,
    ]);
    expect((await ask({ scope: 'orders' }, newcomer)).data.scopes).toEqual(['basic', 'orders']);
  });

  test('with an address that was encoded twice', async () => {
    const redirect_uri = encodeURIComponent(CALLBACK);
    expect((await ask({ redirect_uri })).data.host).toBe('reader.example');
    const { data } = await shop.allow(fan, { redirect_uri, state: 'a b&c' });
    expect(data.redirect).toMatch(/^https:\/\/reader\.example\/back\?code=[\w.-]+&state=a\+b%26c$/);
  });

  test.each([
    ['another path', `${CALLBACK}/more`],
    ['another host', 'https://evil.example/back'],
    ['a host that begins the same', 'https://reader.example.evil.example/back'],
    ['credentials', 'https://reader.example@evil.example/back'],
    ['a query of its own', `${CALLBACK}?next=//evil.example`],
    ['another scheme', 'http://reader.example/back'],
    ['a program', 'javascript:alert(1)//'],
    ['nothing', ''],
  ])('and is refused with %s as address: nobody is sent there', async (_, redirect_uri) => {
    await writesNothing(async () => {
      for (const answer of [await ask({ redirect_uri }), await shop.allow(fan, { redirect_uri })]) {
        expect(answer.ec).toBe(40000);
        expect(answer.data.errors?.[0]?.field).toBe('redirect_uri');
        expect(JSON.stringify(answer.data)).not.toContain('evil');
      }
    });
  });

  test('of any page of a host that is registered whole', async () => {
    const { client_id } = await oauthProgram(api, owner, true, ['https://site.example']);
    const answers = (uris: readonly string[]) =>
      Promise.all(uris.map(async (redirect_uri) => (await ask({ client_id, redirect_uri })).ec));
    expect(await answers(['https://site.example', 'https://site.example/a?b=1'])).toEqual([200, 200]);
    const others = ['http://site.example/', 'https://a.site.example/', 'https://site.example:8443/'];
    const odd = ['https://me@site.example/', 'https://site.example/#a', 'https://site.example\\a'];
    expect(new Set(await answers([...others, ...odd]))).toEqual(new Set([40000]));
  });

  test('of a program on the person’s computer, at any port, and by a scheme of its own', async () => {
    const uris = ['http://127.0.0.1:8000/back', 'http://[::1]/back', 'com.example.app:/back'];
    const { client_id } = await oauthProgram(api, await api.creator(), true, uris);
    const answer = async (redirect_uri: string) => (await ask({ client_id, redirect_uri })).ec;
    for (const uri of [
      ...uris,
      'http://127.0.0.1:51004/back',
      'http://127.0.0.1/back',
      'http://[::1]:9/back',
    ])
      expect([uri, await answer(uri)]).toEqual([uri, 200]);
    for (const uri of [
      'http://127.0.0.1:8000/other',
      'https://127.0.0.1:8000/back',
      'http://127.0.0.2:8000/back',
      'http://localhost:8000/back',
      'com.example.app:/other',
      'com.example.other:/back',
      'javascript:/back',
    ])
      expect([uri, await answer(uri)]).toEqual([uri, 40000]);
    const { data } = await ask({ client_id, redirect_uri: 'com.example.app:/back' });
    expect(data.host).toBe('com.example.app:');
  });

  test('at an address that an older version registered in another form', async () => {
    const uri = 'https:reader.example/back';
    const { client_id } = await oauthProgram(api, owner, true);
    const { pool } = api.deps;
    await pool.query('UPDATE accounts.oauth_apps SET redirect_uris = $2 WHERE client_id = $1', [
      client_id,
      [uri, CALLBACK],
    ]);
    expect((await ask({ client_id, redirect_uri: uri })).data.errors?.[0]?.field).toBe('redirect_uri');
    expect((await ask({ client_id })).ec).toBe(200);
  });

  test('and does not exist', async () => {
    expect((await ask({ client_id: 'unknown' })).ec).toBe(40400);
    expect((await shop.allow(fan, { client_id: '' })).ec).toBe(40400);
  });

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'basic everything' }],
    ['invalid_request', { code_challenge: CHALLENGE }],
    ['invalid_request', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'short', code_challenge_method: 'S256' }],
  ])('%s goes back by its name, with the state', async (error, input) => {
    await writesNothing(async () => {
      const { data } = await ask({ ...input, state: 'the state' });
      expect(data.refused?.error).toBe(error);
      const back = new URL(data.refused?.redirect ?? '');
      expect(back.origin + back.pathname).toBe(CALLBACK);
      expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([error, 'the state']);
      expect((await shop.allow(fan, input)).ec).toBe(40000);
    });
  });

  test('without a secret: PKCE is required', async () => {
    const { data } = await ask({ client_id: phone.client_id });
    expect(data.refused?.error).toBe('invalid_request');
    expect((await phone.allow(fan)).ec).toBe(40000);
    const code = await phone.code(fan, PKCE);
    expect((await phone.exchange(code, { code_verifier: VERIFIER })).ec).toBe(200);
  });

  test('on a page that no other site can frame', async () => {
    const { headers } = await api.app.inject({
      method: 'GET',
      url: '/oauth2/authorize',
      headers: { accept: 'text/html' },
    });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toMatch(/DENY|SAMEORIGIN/);
  });

  test('but a foreign page cannot allow in the name of a person', async () => {
    const answer = await sent(api.app, {
      method: 'POST',
      url: '/api/oauth2/allow',
      payload: { client_id: shop.client_id },
      headers: { cookie: `auth_token=${fan.token}`, origin: 'https://evil.example' },
    });
    expect(answer.ec).toBe(40300);
  });
});

describe('a code', () => {
  test('gives the person and the tokens, as older clients and RFC 6749 read them', async () => {
    const answer = await shop.exchange(await shop.code(fan));
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      user_id: fan.user_id,
      name: 'Noor',
      avatar: 'http://localhost/files/default/person.png',
      scope: 'basic',
    });
    expect(answer.data.user_private_id).toMatch(/^[0-9a-f]{32}$/);
    const { access_token, refresh_token } = answer.data;
    expect(answer).toMatchObject({ access_token, refresh_token, expires_in: 3600, token_type: 'Bearer' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect((await person(access_token)).data.user_id).toBe(fan.user_id);
    const again = await shop.exchange(await shop.code(fan));
    expect(again.data.user_private_id).toBe(answer.data.user_private_id);
    const foreign = await oauthProgram(api, await api.creator());
    const elsewhere = await foreign.exchange(await foreign.code(fan));
    expect(elsewhere.data.user_private_id).not.toBe(answer.data.user_private_id);
  });

  test.each(['form', 'json', 'query', 'basic'] as const)('comes as %s', async (way) => {
    const { ec, data } = await shop.exchange(await shop.code(fan), {}, way);
    expect([ec, data.user_id]).toEqual([200, fan.user_id]);
  });

  test('needs the address of the authorization; its query may be missing', async () => {
    const redirect_uri = 'https://reader.example/in?from=1';
    const code = await shop.code(fan, { redirect_uri });
    await writesNothing(async () => {
      for (const wrong of [CALLBACK, 'https://reader.example/in?from=2', '']) {
        expect(await shop.errorOf(code, { redirect_uri: wrong })).toEqual([400, 'invalid_grant']);
      }
    });
    expect((await shop.exchange(code, { redirect_uri: 'https://reader.example/in' })).ec).toBe(200);
  });

  test('needs the verifier of its challenge, also with a secret', async () => {
    const code = await shop.code(fan, PKCE);
    await writesNothing(async () => {
      for (const code_verifier of ['', 'w'.repeat(43), CHALLENGE]) {
        expect(await shop.errorOf(code, { code_verifier })).toEqual([400, 'invalid_grant']);
      }
    });
    expect((await shop.exchange(code, { code_verifier: VERIFIER })).ec).toBe(200);
    // A verifier without a challenge: the challenge was removed from the request.
    expect(await shop.errorOf(await shop.code(fan), { code_verifier: VERIFIER })).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  test('is valid for 300 s', async () => {
    const [early, late] = [await shop.code(fan), await shop.code(fan)];
    clock.setOffset(clock.offset + 299_000);
    expect((await shop.exchange(early)).ec).toBe(200);
    clock.setOffset(clock.offset + 1_000);
    await writesNothing(async () => expect(await shop.errorOf(late)).toEqual([400, 'invalid_grant']));
  });

  test('is valid once; a second use ends the tokens of the first', async () => {
    const code = await shop.code(fan);
    const { data } = await shop.exchange(code);
    expect((await person(data.access_token)).ec).toBe(200);
    expect(await shop.errorOf(code)).toEqual([400, 'invalid_grant']);
    expect((await person(data.access_token)).status).toBe(401);
    expect(await shop.errorOf(data.refresh_token, { grant_type: 'refresh_token' })).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  test('of one application is nothing for another', async () => {
    const other = await oauthProgram(api, owner);
    const code = await shop.code(fan);
    await writesNothing(async () => expect(await other.errorOf(code)).toEqual([400, 'invalid_grant']));
    expect((await shop.exchange(code)).ec).toBe(200);
  });

  test.each([
    ['invalid_client', 401, { client_secret: 'wrong' }],
    ['invalid_client', 401, { client_secret: '' }],
    ['invalid_client', 401, { client_id: 'unknown' }],
    ['unsupported_grant_type', 400, { grant_type: 'password' }],
    ['invalid_request', 400, { grant_type: '' }],
    ['invalid_request', 400, { code: '' }],
    ['invalid_request', 400, { code: 'a\0' }],
    ['invalid_request', 400, { client_id: 'a\0' }],
    ['invalid_grant', 400, { code: 'guessed' }],
  ] as const)('%s is HTTP %i', async (error, status, input) => {
    const code = await shop.code(fan);
    await writesNothing(async () => expect(await shop.errorOf(code, input)).toEqual([status, error]));
  });

  test('a program without a secret sends none', async () => {
    const code = await phone.code(fan, PKCE);
    const input = { client_secret: 'x', code_verifier: VERIFIER };
    expect(await phone.errorOf(code, input)).toEqual([401, 'invalid_client']);
  });
});

test('a call of an application has at most 16 KiB', async () => {
  const code = await shop.code(fan);
  expect(await shop.errorOf(code, { more: 'x'.repeat(20_000) })).toEqual([400, 'invalid_request']);
  expect((await shop.exchange(code, { more: 'x'.repeat(10_000) })).ec).toBe(200);
});

test.each(['access_token', 'revoke'])('%s refuses fields that have no text of their own', async (call) => {
  for (const client_id of [{ toString: 1 }, [{ toString: 1 }]]) {
    const request = { method: 'POST', url: `/api/oauth2/${call}`, payload: { client_id } } as const;
    expect((await sent(api.app, request)).status).toBe(401);
  }
});

describe('tokens', () => {
  const connect = async (scope = 'basic', as = fan) =>
    (await shop.exchange(await shop.code(as, { scope }))).data;
  const refresh = (token: string) => shop.exchange('', { grant_type: 'refresh_token', refresh_token: token });

  test('live 3,600 s, and are renewed for 90 days', async () => {
    const { access_token, refresh_token } = await connect();
    clock.setOffset(clock.offset + 3_599_000);
    expect((await person(access_token)).ec).toBe(200);
    clock.setOffset(clock.offset + 1_000);
    expect((await person(access_token)).status).toBe(401);
    const { data } = await refresh(refresh_token);
    expect((await person(data.access_token)).ec).toBe(200);
    clock.setOffset(clock.offset + 90 * DAY_MS);
    expect((await refresh(data.refresh_token)).status).toBe(400);
    await forgetExpired(api.deps.pool, clock.now());
    expect(await stored()).toEqual([]);
  });

  test('are replaced together; a used refresh token ends the whole family', async () => {
    const first = await connect();
    const second = (await refresh(first.refresh_token)).data;
    expect((await person(first.access_token)).status).toBe(401);
    const third = (await refresh(second.refresh_token)).data;
    expect((await person(third.access_token)).ec).toBe(200);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await person(third.access_token)).status).toBe(401);
    expect((await refresh(third.refresh_token)).status).toBe(400);
  });

  test('that are invented change nothing', async () => {
    const { access_token, refresh_token } = await connect();
    const invented = `${refresh_token.split('.')[0]}.${'x'.repeat(43)}`;
    await writesNothing(async () => {
      for (const token of [invented, access_token, '', 'x']) expect((await refresh(token)).status).toBe(400);
    });
    for (const token of [invented, refresh_token, '']) expect((await person(token)).status).toBe(401);
    expect((await refresh(refresh_token)).ec).toBe(200);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'end by their %s, for their application only',
    async (kind) => {
      const tokens = await connect();
      const other = await oauthProgram(api, owner);
      await writesNothing(async () => {
        expect((await other.revoke(tokens[kind])).ec).toBe(200);
        expect((await shop.revoke('unknown')).ec).toBe(200);
      });
      expect((await person(tokens.access_token)).ec).toBe(200);
      expect((await shop.revoke(tokens[kind])).ec).toBe(200);
      expect((await person(tokens.access_token)).status).toBe(401);
      expect((await refresh(tokens.refresh_token)).status).toBe(400);
    },
  );

  test('are listed as an application, which the person ends at once', async () => {
    const reader = await api.user();
    const { access_token } = await connect('basic', reader);
    await connect('basic', reader);
    await shop.code(reader);
    const { list } = (await api.call(listConnectedApps, {}, reader)).data;
    expect(list).toMatchObject([
      { client_id: shop.client_id, name: 'Reading room', owner: { name: 'Lin' }, scopes: ['basic'] },
    ]);
    const { client_id } = shop;
    expect((await api.call(disconnectApp, { client_id }, await api.user())).ec).toBe(40400);
    expect((await api.call(disconnectApp, { client_id }, reader)).ec).toBe(200);
    expect((await person(access_token)).status).toBe(401);
    expect((await api.call(listConnectedApps, {}, reader)).data.list).toEqual([]);
  });

  test('are twenty for one person and application; the oldest end', async () => {
    const reader = await api.user();
    const { access_token } = await connect('basic', reader);
    for (let n = 0; n < 20; n += 1) {
      clock.setOffset(clock.offset + 1);
      await shop.code(reader);
    }
    expect((await person(access_token)).status).toBe(401);
    expect((await stored()).filter(({ user_id }) => user_id === reader.user_id)).toHaveLength(20);
  });

  test('are stored as hashes, as the secret is', async () => {
    const code = await shop.code(fan);
    const { access_token, refresh_token } = (await shop.exchange(code)).data;
    const { sid } = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
    const secrets = [code, sid as string, refresh_token, shop.client_secret].map(
      (one) => one.split('.').at(-1) ?? '',
    );
    const { rows } = await api.deps.pool.query<{ text: string }>(
      'SELECT g::text AS text FROM accounts.oauth_grants g UNION ALL SELECT a::text FROM accounts.oauth_apps a',
    );
    for (const secret of secrets) expect(secret.length).toBe(43);
    expect(rows.filter(({ text }) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });

  test('are no sessions, and sessions are none of them', async () => {
    const { access_token } = await connect();
    expect((await api.get('/api/my/profile', { ...fan, token: access_token })).ec).toBe(40100);
    expect((await person(fan.token)).status).toBe(401);
  });

  test('for access are signed, and expire by their own time', async () => {
    const { access_token } = await connect();
    const [head = '', claims = '', signature = ''] = access_token.split('.');
    const { sid, aud, sub, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect([aud, sub, exp - iat]).toEqual(['oauth2', fan.user_id, 3_600]);
    const later = Buffer.from(JSON.stringify({ sid, aud, sub, iat, exp: exp + 1 })).toString('base64url');
    for (const token of [`${head}.${later}.${signature}`, sid as string]) {
      expect((await person(token)).status).toBe(401);
    }
    expect((await person(access_token)).ec).toBe(200);
  });

  test('of a banned person, and of the applications of a banned creator, are invalid', async () => {
    for (const banned of [await api.user(), await api.creator()]) {
      const program = await oauthProgram(api, banned.name.startsWith('creator') ? banned : owner);
      const { data } = await program.exchange(await program.code(banned));
      await api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [
        banned.user_id,
        USER_STATUS.banned,
      ]);
      expect((await person(data.access_token)).status).toBe(401);
    }
  });

  test('call the open API for their creator, within their scopes; the call log names the application', async () => {
    const creator = await api.creator();
    const { access_token } = await connect('orders', creator);
    const open = (name: string, params: object, headers = { authorization: `Bearer ${access_token}` }) =>
      sent<{ explain?: string }>(api.app, {
        method: 'POST',
        url: `/api/open/${name}`,
        headers,
        payload: { params: JSON.stringify(params) },
      });
    expect(await open('query-order', { page: 1 })).toMatchObject({ ec: 200, data: { list: [] } });
    expect((await open('query-plans', {})).ec).toBe(40300);
    expect((await open('query-order', {}, { authorization: `Bearer ${fan.token}` })).ec).toBe(400004);
    const { list } = (await api.call(listOpenCalls, {}, creator)).data;
    expect(list).toMatchObject([
      { ec: 40300 },
      { ec: 200, token_name: 'Reading room', token_id: shop.client_id },
    ]);
    await shop.revoke(access_token);
    expect((await open('query-order', {})).ec).toBe(400004);
  });
});

describe('applications', () => {
  const details = { name: 'Shop', redirect_uris: [CALLBACK] };

  test('are listed without their secret, changed and deleted by their creator only', async () => {
    const { data } = await api.call(createApp, details, owner);
    const { client_id } = data;
    const listed = (await api.call(listApps, {}, owner)).data;
    expect(listed.list[0]).toMatchObject({ client_id, has_secret: true, ...details });
    expect(JSON.stringify(listed)).not.toContain(data.client_secret);
    const other = await api.creator();
    const changed = { client_id, name: 'Shop 2', redirect_uris: ['http://localhost:3000/in'] };
    for (const [endpoint, input] of [
      [editApp, changed],
      [renewAppSecret, { client_id }],
      [deleteApp, { client_id }],
    ] as const) {
      expect((await api.send(endpoint, input, other)).ec).toBe(40400);
    }
    expect((await api.call(editApp, changed, owner)).ec).toBe(200);
    expect((await api.call(listApps, {}, owner)).data.list[0]).toMatchObject(changed);
    expect((await api.call(deleteApp, { client_id }, owner)).ec).toBe(200);
  });

  test('have a secret that is renewed; the former one is invalid at once', async () => {
    const program = await oauthProgram(api, owner);
    const { client_id } = program;
    const { client_secret } = await api.data(renewAppSecret, { client_id }, owner);
    const code = await program.code(fan);
    expect(await program.errorOf(code)).toEqual([401, 'invalid_client']);
    expect((await program.exchange(code, { client_secret })).ec).toBe(200);
    expect((await api.call(renewAppSecret, { client_id: phone.client_id }, owner)).ec).toBe(40400);
  });

  test('that are deleted end their tokens; an address that was removed is refused', async () => {
    const program = await oauthProgram(api, owner);
    const { data } = await program.exchange(await program.code(fan));
    const { client_id } = program;
    await api.call(editApp, { ...details, client_id, redirect_uris: ['https://other.example/'] }, owner);
    expect((await program.allow(fan)).ec).toBe(40000);
    await api.call(deleteApp, { client_id }, owner);
    expect((await person(data.access_token)).status).toBe(401);
  });

  test('are ten at most, also when created at once', async () => {
    const creator = await api.creator();
    const made = await Promise.all(Array.from({ length: 12 }, () => api.call(createApp, details, creator)));
    expect(made.filter(({ ec }) => ec === 200)).toHaveLength(10);
    expect(made.filter(({ ec }) => ec === 40902)).toHaveLength(2);
    expect((await api.call(createApp, details, fan)).ec).toBe(40300);
  });

  test.each([
    'http://reader.example/back',
    'https://user:word@reader.example/',
    'https://reader.example/#part',
    'javascript:alert(1)',
    'reader.example/back',
    'https:reader.example/back',
    'https:/reader.example/back',
    'https:///reader.example/back',
    'https:\\\\reader.example/back',
    'HTTPS://reader.example/back',
    'https://Reader.example/back',
    'https://reader.example:443/back',
    'https://reader.example/a/../back',
    'https://reader.example/b\u0001',
    'http:localhost/back',
    `https://reader.example/${'x'.repeat(500)}`,
    'https://reader.example/\\evil',
    '',
  ])('have no address %s', async (uri) => {
    const { ec, data } = await api.send(createApp, { ...details, redirect_uris: [uri] }, owner);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'redirect_uris.0']);
  });

  test('have a name and one to ten addresses', async () => {
    const refused = async (input: object) => (await api.send(createApp, { ...details, ...input }, owner)).ec;
    expect(await refused({ name: ' ' })).toBe(40000);
    expect(await refused({ name: 'x'.repeat(31) })).toBe(40000);
    expect(await refused({ redirect_uris: [] })).toBe(40000);
    expect(await refused({ redirect_uris: Array.from({ length: 11 }, (_, n) => `${CALLBACK}${n}`) })).toBe(
      40000,
    );
  });
});

test('HTTP Basic is decoded as a form before it is compared', async () => {
  const encode = (text: string) => text.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const revoke = (authorization: string) =>
    sent(api.app, {
      method: 'POST',
      url: '/api/oauth2/revoke',
      payload: { token: 'unknown' },
      headers: { authorization },
    });
  const { client_id, client_secret } = shop;
  for (const [id, secret, status] of [
    [client_id, client_secret, 200],
    [encode(client_id), encode(client_secret), 200],
    [client_id, `${client_secret}%`, 401],
    [client_id, encode(`${client_secret}x`), 401],
  ] as const) {
    expect((await revoke(basic(id, secret))).status).toBe(status);
  }
});

test('userinfo has sub at the top, and programs find every address by themselves', async () => {
  const { data } = await shop.exchange(await shop.code(fan));
  expect(await person(data.access_token)).toMatchObject({
    sub: fan.user_id,
    data: { user_id: fan.user_id },
  });
  const get = (url: string) => api.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
  const found = await get('/.well-known/oauth-authorization-server');
  expect(found.json()).toMatchObject({
    issuer: 'http://localhost',
    authorization_endpoint: 'http://localhost/oauth2/authorize',
    token_endpoint: 'http://localhost/api/oauth2/access_token',
    userinfo_endpoint: 'http://localhost/api/oauth2/userinfo',
    code_challenge_methods_supported: ['S256'],
  });
  for (const name of ['openid-configuration', 'security.txt'])
    expect((await get(`/.well-known/${name}`)).statusCode).toBe(404);
});
