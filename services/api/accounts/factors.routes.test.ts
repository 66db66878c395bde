import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import { enterByToken } from '#services/contract/accounts/binding.ts';
import {
  confirmTotp,
  getFactors,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  sendConfirmCode,
  setUpTotp,
} from '#services/contract/accounts/factors.ts';
import {
  changePassword,
  checkForgetCode,
  quickLogin,
  resetPassword,
  sendForgetCode,
  sendQlCode,
} from '#services/contract/accounts/passport.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { SessionEnded } from '#services/modules/accounts/end-access.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import {
  confirmedBy,
  mailedCode,
  nextCode,
  otherThan,
  pass,
  shownCode,
  withTotp,
} from '../testing/second-factor.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const MINUTE = 60_000;
const outboxOf = async (account: string) => (await api.data(sandboxOutbox, { account })).list;
const factorsOf = (user: TestUser) => api.data(getFactors, {}, user);

/** A person with codes on, and what they have noted down. */
async function protectedPerson() {
  const user = await leaver(api);
  return { user, ...(await withTotp(api, user)) };
}
/** The first step of a sign-in. */
async function halfOf({ account }: { account: string }): Promise<string> {
  const { ec, data } = await api.call(login, { account, password: PASSWORD });
  expect(ec).toBe(40106);
  expect(data).not.toHaveProperty('auth_token');
  return data.half_token ?? '';
}
const second = (half_token: string, code: string) => api.call(secondFactor, { half_token, code });

describe('setting up', () => {
  test('a mailed code, a secret, and its first code: other sessions end, a message says so', async () => {
    const user = await leaver(api);
    expect(await factorsOf(user)).toEqual({
      totp: false,
      totp_since: 0,
      recovery_code_num: 0,
      passkeys: [],
    });
    expect((await api.call(setUpTotp, {}, user)).ec).toBe(40104);
    const other = await api.deps.accounts.sessions.open(user.user_id);
    const code = await mailedCode(api, user);
    expect((await api.call(setUpTotp, {}, user, confirmedBy(otherThan(code)))).ec).toBe(40104);
    const { secret, address } = await api.data(setUpTotp, {}, user, confirmedBy(code));
    expect(address).toContain(`secret=${secret}`);
    expect(address).toContain(encodeURIComponent(user.account));
    // Nothing counts before the first code.
    expect((await factorsOf(user)).totp).toBe(false);
    await api.data(login, { account: user.account, password: PASSWORD });
    expect((await api.call(confirmTotp, { code: otherThan(shownCode(api, secret)) }, user)).ec).toBe(40000);
    const { recovery_codes } = await api.data(confirmTotp, { code: shownCode(api, secret) }, user);
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await factorsOf(user)).toMatchObject({ totp: true, recovery_code_num: 10 });
    expect(await api.deps.accounts.sessions.find(other.sid)).toBeUndefined();
    expect((await outboxOf(user.account))[0]?.text).toContain('两步验证');
    expect((await api.call(setUpTotp, {}, user)).ec).toBe(40902);
    expect((await api.call(confirmTotp, { code: '123456' }, user)).ec).toBe(40902);
  });

  test('the database has neither the secret nor a recovery code in the clear', async () => {
    const { secret, recovery_codes } = await protectedPerson();
    const { pool } = api.deps;
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS row FROM accounts.totp t UNION ALL SELECT c::text FROM accounts.recovery_codes c
        UNION ALL SELECT v.ref || encode(v.sealed, 'escape') FROM accounts.vault v`,
    );
    const all = rows.map(({ row }) => row).join('\n');
    for (const one of [secret, ...recovery_codes]) expect(all).not.toContain(one);
  });

  test('a code that confirms is of its person, and ends after ten minutes', async () => {
    const user = await leaver(api);
    const other = await leaver(api);
    const code = await mailedCode(api, user);
    expect((await api.call(setUpTotp, {}, other, confirmedBy(code))).ec).toBe(40104);
    pass(api, 10 * MINUTE);
    expect((await api.call(setUpTotp, {}, user, confirmedBy(code))).ec).toBe(40104);
    expect((await api.call(sendConfirmCode, { account_type: 'phone' }, user)).ec).toBe(40102);
  });

  test('a confirmation holds for five minutes, and for its session only', async () => {
    const user = await leaver(api);
    const { auth_token } = await api.data(login, { account: user.account, password: PASSWORD });
    const second = { ...user, token: auth_token };
    await api.data(setUpTotp, {}, user, confirmedBy(await mailedCode(api, user)));
    expect((await api.call(setUpTotp, {}, second)).ec).toBe(40104);
    pass(api, 4 * MINUTE);
    await api.data(setUpTotp, {}, user);
    pass(api, MINUTE);
    expect((await api.call(setUpTotp, {}, user)).ec).toBe(40104);
  });
});

describe('signing in', () => {
  test('takes a code after the password, and the half session opens nothing else', async () => {
    const { user, secret } = await protectedPerson();
    const half = await halfOf(user);
    expect((await api.call(getMyProfile, {}, { ...user, token: half })).ec).toBe(40100);
    expect((await api.call(enterByToken, { atn: half })).ec).toBe(40101);
    expect((await second(half, otherThan(shownCode(api, secret)))).ec).toBe(40000);
    const { data } = await second(half, nextCode(api, secret));
    expect(data.user.user_id).toBe(user.user_id);
    // The token is used up.
    expect((await second(half, nextCode(api, secret))).ec).toBe(40101);
  });

  test('takes a code after a mailed code, too', async () => {
    const { user, secret } = await protectedPerson();
    const { account } = user;
    await api.data(sendQlCode, { account, account_type: 'email' });
    const code = (await outboxOf(account)).find((message) => message.code !== '')?.code ?? '';
    const { ec, data } = await api.call(quickLogin, { account, code });
    expect(ec).toBe(40106);
    expect((await second(data.half_token ?? '', nextCode(api, secret))).ec).toBe(200);
  });

  test('no code is valid twice, nor an older one than the last', async () => {
    const { user, secret } = await protectedPerson();
    const older = nextCode(api, secret);
    const code = nextCode(api, secret);
    expect((await second(await halfOf(user), code)).ec).toBe(200);
    expect((await second(await halfOf(user), code)).ec).toBe(40000);
    expect((await second(await halfOf(user), older)).ec).toBe(40000);
  });

  test('each recovery code signs in once, in any writing; a message says how many are left', async () => {
    const { user, recovery_codes } = await protectedPerson();
    const [first = '', other = ''] = recovery_codes;
    expect((await second(await halfOf(user), first.toLowerCase().replace('-', ' '))).ec).toBe(200);
    expect((await outboxOf(user.account))[0]?.text).toContain('还剩 9 个');
    expect((await second(await halfOf(user), first)).ec).toBe(40000);
    expect((await second(await halfOf(user), other)).ec).toBe(200);
  });

  test('a half session ends after ten minutes, and with the password', async () => {
    const { user, secret } = await protectedPerson();
    const old = await halfOf(user);
    pass(api, 10 * MINUTE);
    expect((await second(old, nextCode(api, secret))).ec).toBe(40101);
    const half = await halfOf(user);
    await api.data(changePassword, { old_password: PASSWORD, new_password: 'another one' }, user);
    expect((await second(half, nextCode(api, secret))).ec).toBe(40101);
  });

  test('a password reset by mail does not get around it', async () => {
    const { user } = await protectedPerson();
    const { account } = user;
    await api.data(sendForgetCode, { account, account_type: 'email' });
    const code = (await outboxOf(account)).find((message) => message.code !== '')?.code ?? '';
    const { token } = await api.data(checkForgetCode, { account, code });
    await api.data(resetPassword, { token, password: PASSWORD });
    await halfOf(user);
  });
});

describe('guesses', () => {
  test('ten from one address, then a wait; the owner goes on in a session', async () => {
    const { user, secret } = await protectedPerson();
    const half = await halfOf(user);
    for (let n = 0; n < 10; n += 1) expect((await second(half, `AAAAA-000${n}0`)).ec).toBe(40000);
    const { ec, data } = await second(half, nextCode(api, secret));
    expect([ec, (data.retry_after ?? 0) > 0]).toEqual([42900, true]);
    await api.data(renewRecoveryCodes, {}, user, confirmedBy(nextCode(api, secret)));
  });

  test('ten in a session, then a wait that ends', async () => {
    const { user, secret } = await protectedPerson();
    const wrong = () => api.call(removeTotp, {}, user, confirmedBy('AAAAA-AAAAA'));
    pass(api, 5 * MINUTE);
    for (let n = 0; n < 10; n += 1) expect((await wrong()).ec).toBe(40104);
    expect((await api.call(removeTotp, {}, user, confirmedBy(nextCode(api, secret)))).ec).toBe(42900);
    pass(api, 15 * MINUTE);
    expect((await api.call(removeTotp, {}, user, confirmedBy(nextCode(api, secret)))).ec).toBe(200);
  });
});

describe('changes', () => {
  test('new recovery codes replace the old ones', async () => {
    const { user, secret, recovery_codes } = await protectedPerson();
    pass(api, 5 * MINUTE);
    expect((await api.call(renewRecoveryCodes, {}, user)).ec).toBe(40104);
    const renewed = await api.data(renewRecoveryCodes, {}, user, confirmedBy(nextCode(api, secret)));
    expect((await second(await halfOf(user), recovery_codes[0] ?? '')).ec).toBe(40000);
    expect((await second(await halfOf(user), renewed.recovery_codes[0] ?? '')).ec).toBe(200);
  });

  test('switched off with a code, never with a mailed one', async () => {
    const { user, secret } = await protectedPerson();
    const half = await halfOf(user);
    pass(api, 5 * MINUTE);
    const mailed = await mailedCode(api, user);
    expect((await api.call(removeTotp, {}, user, confirmedBy(mailed))).ec).toBe(40104);
    await api.data(removeTotp, {}, user, confirmedBy(nextCode(api, secret)));
    expect(await factorsOf(user)).toEqual({
      totp: false,
      totp_since: 0,
      recovery_code_num: 0,
      passkeys: [],
    });
    expect((await second(half, nextCode(api, secret))).ec).toBe(40101);
    await api.data(login, { account: user.account, password: PASSWORD });
    expect((await api.call(removeTotp, {}, user)).ec).toBe(40902);
    expect((await api.call(renewRecoveryCodes, {}, user)).ec).toBe(40902);
  });

  test('not by a session that ended meanwhile, as by a new password', async () => {
    const { user } = await protectedPerson();
    const { factors, sessions } = api.deps.accounts;
    const { sid } = await sessions.open(user.user_id);
    await sessions.revoke(user.user_id, sid);
    for (const change of [factors.removeTotp, factors.removeAll, factors.renewCodes])
      await expect(change(user.user_id, sid)).rejects.toBeInstanceOf(SessionEnded);
    expect(await factorsOf(user)).toMatchObject({ totp: true, recovery_code_num: 10 });
  });
});
