import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  getInitConfig,
  getMyProfile,
  login,
  myAccountAnswer,
  profileAnswer,
  session,
} from '#services/contract/accounts/accounts.ts';
import {
  changePassword,
  checkForgetCode,
  register as registerCall,
  resetPassword,
  sendForgetCode,
  sendVerifyCode,
  sendVerifyCodeAnswer,
} from '#services/contract/accounts/passport.ts';
import { envelope } from '#services/contract/fields/fields.ts';
import { outboxAnswer, sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const newestCode = async (account: string): Promise<string> => {
  const answer = await api.call(sandboxOutbox, { account });
  return envelope(outboxAnswer).parse(answer).data.list[0]?.code ?? '';
};

async function register(account: string, password = 'correct horse') {
  const answer = await api.call(sendVerifyCode, { account, account_type: 'email' });
  expect(envelope(sendVerifyCodeAnswer).parse(answer).data.resend_after).toBe(180);
  const code = await newestCode(account);
  return api.call(registerCall, { account, code, password, name: '小明' });
}

describe('the way in', () => {
  test('code from the outbox, register, own profile and account', async () => {
    const answer = await register('way-in@example.com');
    const { auth_token, user } = envelope(session).parse(answer).data;
    expect(user).toMatchObject({ name: '小明', creator: null });
    const cookie = answer.cookies.find(({ name }) => name === 'auth_token');
    expect(cookie).toMatchObject({ value: auth_token, httpOnly: true, sameSite: 'Lax', maxAge: 31_104_000 });

    const headers = { authorization: `Bearer ${auth_token}` };
    const own = await sent(api.app, { method: 'GET', url: '/api/my/profile', headers });
    expect(envelope(profileAnswer).parse(own).data.roles).toEqual([]);
    const account = await sent(api.app, { method: 'GET', url: '/api/my/account', headers });
    expect(envelope(myAccountAnswer).parse(account).data.account).toMatchObject({
      email: 'way-in@example.com',
      has_bind_phone: false,
    });
  });

  test('the message is in the caller’s language', async () => {
    await api.call(sendVerifyCode, { account: 'en@example.com', account_type: 'email' }, undefined, {
      'locale-lang': 'en-US',
    });
    const { data } = await api.call(sandboxOutbox, { account: 'EN@example.com' });
    expect(data.list[0]?.subject).toBe('Your verification code');
  });

  test('a second code within 180 seconds is 42900 with the seconds left', async () => {
    const body = { account: 'twice@example.com', account_type: 'email' };
    await api.send(sendVerifyCode, body);
    const again = await api.send(sendVerifyCode, body);
    expect(again).toMatchObject({ status: 200, ec: 42900, data: { retry_after: expect.any(Number) } });
  });

  test('an invalid account, one of the wrong type, or one in use is refused by field', async () => {
    const ask = (account: string, account_type: string) =>
      api.send(sendVerifyCode, { account, account_type });
    for (const answer of [await ask('not an account', 'email'), await ask('a@example.com', 'phone')]) {
      expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
    }
    await register('taken@example.com');
    const taken = await api.call(registerCall, {
      account: 'taken@example.com',
      code: '123456',
      password: 'long enough',
      name: 'x',
    });
    expect(taken).toMatchObject({ ec: 40000, data: { errors: [{ field: 'code' }] } });
  });

  test.each([
    ['short', 'short'],
    ['long', 'x'.repeat(129)],
  ])('a %s password is refused', async (_, password) => {
    const answer = await api.call(registerCall, {
      account: 'pw@example.com',
      code: '123456',
      password,
      name: 'x',
    });
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'password' }] } });
  });
});

describe('signing in and out', () => {
  test('unknown account and wrong password have equal answers', async () => {
    await register('known@example.com');
    const wrong = await api.call(login, { account: 'known@example.com', password: 'not that one' });
    const unknown = await api.call(login, { account: 'un@example.com', password: 'not that one' });
    expect(wrong).toMatchObject({ ec: 40000, em: '账号或密码不正确' });
    expect({ ...wrong, headers: {} }).toEqual({ ...unknown, headers: {} });
  });

  test.each(['GET', 'POST'] as const)('%s logout ends the session and clears the cookie', async (method) => {
    const fan = await api.user();
    const headers = { authorization: `Bearer ${fan.token}`, 'locale-lang': 'zh-CN' };
    const answer = await sent(api.app, { method, url: '/api/passport/logout', headers });
    expect(answer.ec).toBe(200);
    expect(answer.cookies[0]).toMatchObject({ name: 'auth_token', value: '' });
    expect((await api.call(getMyProfile, {}, fan)).ec).toBe(40101);
  });

  test('a known browser signs in where others cannot, also after a changed and a reset password', async () => {
    const account = 'known-browser@example.com';
    const cookieOf = (cookies: readonly { name: string; value: string }[]) =>
      cookies.find(({ name }) => name === 'known_device');
    const attempt = async (password: string, known?: { value: string }) => {
      const headers = known && { cookie: `known_device=${known.value}` };
      return (await api.call(login, { account, password }, undefined, headers)).ec;
    };
    const registered = await register(account);
    const first = cookieOf(registered.cookies);
    expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/passport' });
    for (let n = 0; n < 10; n += 1) await attempt('not that one');
    expect(await attempt('correct horse')).toBe(42900);
    expect(await attempt('correct horse', first)).toBe(200);
    const headers = { authorization: `Bearer ${registered.data.auth_token}` };
    const body = { old_password: 'correct horse', new_password: 'a second one' };
    const changed = await api.call(changePassword, body, undefined, headers);
    expect(await attempt('a second one', first)).toBe(42900);
    expect(await attempt('a second one', cookieOf(changed.cookies))).toBe(200);
    await api.call(sendForgetCode, { account, account_type: 'email' });
    const checked = await api.call(checkForgetCode, { account, code: await newestCode(account) });
    const reset = await api.call(resetPassword, { token: checked.data.token, password: 'a third one' });
    expect(await attempt('a third one')).toBe(42900);
    expect(await attempt('a third one', cookieOf(reset.cookies))).toBe(200);
  });

  test('many tries on one account are 42900', async () => {
    const body = { account: 'guessed@example.com', password: 'not that one' };
    const codes: number[] = [];
    for (let count = 0; count < 11; count += 1) codes.push((await api.call(login, body)).ec);
    expect(codes).toEqual([...Array(10).fill(40000), 42900]);
  });
});

test('a forgotten password: code, token, new password, old sessions ended', async () => {
  const account = 'forgetful@example.com';
  const { data } = await register(account);
  await api.call(sendForgetCode, { account, account_type: 'email' });
  const checked = await api.call(checkForgetCode, { account, code: await newestCode(account) });
  const body = { token: checked.data.token, password: 'a new password' };
  expect((await api.call(resetPassword, body)).ec).toBe(200);
  expect((await api.call(resetPassword, body)).ec).toBe(40000);
  const headers = { authorization: `Bearer ${data.auth_token}` };
  expect((await sent(api.app, { method: 'GET', url: '/api/my/profile', headers })).ec).toBe(40101);
  expect((await api.call(login, { account, password: 'a new password' })).ec).toBe(200);
});

test('with limits on, many calls from one address are 429 in the envelope, and the rest of the API is not', async () => {
  const limited = await startTestApi({ projections: false, config: { rateLimits: true } });
  const answers = [];
  for (let count = 0; count < 25; count += 1) {
    answers.push(await limited.call(login, { account: `a${count}@example.com`, password: 'whatever' }));
  }
  expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
  expect(answers[24]).toMatchObject({ status: 429, ec: 42900 });
  expect((await limited.call(getInitConfig, {})).status).toBe(200);
  await limited.close();
});

test('in production the cookie travels over TLS only', async () => {
  const strict = await startTestApi({ projections: false, config: { production: true, sandbox: false } });
  const account = accountName('tls@example.com');
  const password_hash = await hashPassword('long enough');
  await strict.deps.accounts.members.add({ name: 'Fan', password_hash, ...(account && { account }) });
  const answer = await strict.call(login, { account: 'tls@example.com', password: 'long enough' });
  expect(answer.cookies[0]).toMatchObject({ name: 'auth_token', secure: true, httpOnly: true });
  expect(answer.headers['strict-transport-security']).toContain('max-age');
  await strict.close();
});
