import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import type { AccountName } from '#services/modules/messages/account-name.ts';
import { hashPassword, openPasswords } from './passwords.ts';
import { SESSION_SECONDS } from './session.ts';
import { named, startTestAccounts } from './testing/test-accounts.ts';
import { RESEND_SECONDS } from './verify-codes.ts';

/** Where requests come from. */
const HERE = { address: '192.0.2.1' };

const people = fixture(startTestAccounts);

const passport = () => people.accounts.passport;
const newestMessage = async (account: AccountName) => (await people.outbox.list(account))[0];

const pass = (ms: number) => people.clock.setOffset(people.clock.offset + ms);
const userOf = async (account: AccountName) => (await people.accounts.members.byAccount(account))!;

const login = (account: AccountName, password: string, address = '192.0.2.1', device?: string) =>
  passport().login(account, password, { address, device, user_agent: '' });

async function registered(account: AccountName, password = 'correct horse'): Promise<string> {
  await passport().sendCode(account, 'register', 'zh-CN', HERE);
  const code = (await newestMessage(account))?.code ?? '';
  const done = await passport().register({
    ...HERE,
    account,
    code,
    password,
    name: 'Fan',
    language: 'zh-CN',
    user_agent: '',
  });
  if (done.refused) throw new Error(`registering was refused: ${done.refused}`);
  return done.session.sid;
}

describe('an account', () => {
  test('is one however it is typed, and cannot be registered twice', async () => {
    await registered(named('one@bücher.example'));
    for (const text of [
      'ONE＠bücher.example',
      'one@xn--bcher-kva.example',
      'o\u200Bne@bu\u0308cher.example',
    ]) {
      expect(await login(named(text), 'correct horse')).toHaveProperty('session');
    }
    await registered(named('13900139000'));
    for (const text of ['+86 139 0013 9000', '008613900139000', '１３９００１３９０００']) {
      expect(await login(named(text), 'correct horse')).toHaveProperty('session');
    }
    pass(RESEND_SECONDS * 1000);
    await passport().sendCode(named('0086139-0013-9000'), 'register', 'zh-CN', HERE);
    expect(await newestMessage({ kind: 'phone', text: '+8613900139000' })).toMatchObject({ code: '' });
  });

  test('of an older version stays its own, and gets its own messages', async () => {
    const { members } = people.accounts;
    const password_hash = await hashPassword('the older one');
    const older = { kind: 'phone', text: '008613700137000' } as const;
    const user = await members.add({ name: 'Older', account: older, password_hash });
    // Alone, each way to type the number finds it; beside a newer one, only its own does.
    expect(await members.byAccount(named('13700137000'))).toBe(user);
    expect(await members.add({ name: 'Newer', account: named('13700137000') })).toBeUndefined();
    expect(await members.stored(named('13700137000'))).toEqual(older);
    const both = { kind: 'email', text: 'b\u200Both@example.com' } as const;
    const first = await members.add({ name: 'First', account: both });
    const second = await members.add({ name: 'Second', account: named('both@example.com') });
    expect(second).toMatch(/./);
    expect(await members.byAccount(named('both@example.com'))).toBe(second);
    expect(await members.byAccount(named('b\u200Both@example.com'))).toBe(first);
    expect(await members.stored(named('b\u200Both@example.com'))).toEqual(both);
  });
});

describe('a password', () => {
  const [composed, decomposed] = ['caf\u00E9 cr\u00E8me', 'cafe\u0301 cre\u0300me'];
  test('is the same with composed and decomposed letters', async () => {
    const account = named('accents@example.com');
    await registered(account, decomposed);
    expect(await login(account, composed)).toHaveProperty('session');
    expect(await login(account, decomposed)).toHaveProperty('session');
    expect(await login(account, 'cafe creme')).toMatchObject({ refused: 'wrong_login' });
  });

  test('that an older version hashed as it was typed is still right', async () => {
    const account = named('old-accents@example.com');
    await registered(account);
    const older = await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    await openPasswords(people.database.pool, people.clock).set(await userOf(account), older);
    expect(await login(account, decomposed)).toHaveProperty('session');
    expect(await login(account, composed)).toHaveProperty('session');
  });
});

describe('registering', () => {
  test('with the code from the message gives a session', async () => {
    const sid = await registered(named('first@example.com'));
    const session = await people.accounts.sessions.find(sid);
    expect(session).toMatchObject({ roles: [], is_creator: false });
    const addresses = await people.accounts.addressesOf(session!.user_id);
    expect(addresses).toEqual({ email: 'first@example.com', phone: '' });
  });

  test('with another code is refused', async () => {
    const account = named('wrong-code@example.com');
    await passport().sendCode(account, 'register', 'zh-CN', HERE);
    const done = await passport().register({
      ...HERE,
      account,
      code: '000000',
      password: 'long enough',
      name: 'x',
      language: 'zh-CN',
      user_agent: '',
    });
    // One in a million: then the code was right.
    expect(done.refused).toBe('wrong_code');
  });

  test('informs the owner of an existing account by message only', async () => {
    const account = named('taken@example.com');
    await registered(account);
    people.clock.setOffset(people.clock.offset + 181_000);
    const again = await passport().sendCode(account, 'register', 'en-US', HERE);
    expect(again).toEqual({ resend_after: 180 });
    expect(await newestMessage(account)).toMatchObject({ subject: 'You already have an account', code: '' });
  });
});

describe('signing in', () => {
  test('an unknown account and a wrong password have the same answer', async () => {
    const account = named('login@example.com');
    await registered(account);
    expect(await login(account, 'wrong password')).toEqual({ refused: 'wrong_login' });
    expect(await login(named('nobody@example.com'), 'any')).toEqual({ refused: 'wrong_login' });
    expect(await login(account, 'correct horse')).toHaveProperty('session');
  });

  const TOO_MANY = { refused: 'too_many' };
  test('is limited by account and address, for the right password too, until the window ends', async () => {
    const account = named('limited@example.com');
    await registered(account);
    for (let count = 0; count < 10; count += 1) await login(account, 'wrong');
    expect(await login(account, 'correct horse')).toMatchObject(TOO_MANY);
    expect(await login(named('other@example.com'), 'x')).toEqual({ refused: 'wrong_login' });
    pass(900_001);
    expect(await login(account, 'correct horse')).toHaveProperty('session');
  });

  test('a stranger locks out only the own address', async () => {
    const account = named('envied@example.com');
    await registered(account);
    for (let count = 0; count < 500; count += 1) await login(account, 'wrong', '198.51.100.7');
    expect(await login(account, 'correct horse', '198.51.100.7')).toMatchObject(TOO_MANY);
    expect(await login(account, 'correct horse')).toHaveProperty('session');
  });

  test('of guesses from many addresses at two servers 100 are checked; a known device signs in', async () => {
    const account = named('famous@example.com');
    await registered(account);
    const servers = [passport(), (await people.another()).accounts.passport];
    const tries = Array.from({ length: 180 }, (_, n) =>
      servers[n % 2]!.login(account, 'wrong', { address: `198.51.100.${n % 20}`, user_agent: '' }),
    );
    const checked = (await Promise.all(tries)).filter(({ refused }) => refused === 'wrong_login');
    expect(checked).toHaveLength(100);
    expect(await login(account, 'correct horse')).toMatchObject(TOO_MANY);
    const device = await people.accounts.knownDevices.issue(await userOf(account));
    expect(await login(account, 'correct horse', '198.51.100.1', device)).toHaveProperty('session');
    pass(900_001);
    expect(await login(account, 'correct horse')).toHaveProperty('session');
  });

  test('correct passwords fill no count', async () => {
    const account = named('busy@example.com');
    await registered(account);
    const { pool } = people.database;
    await pool.query('DELETE FROM accounts.attempts');
    for (const address of ['198.51.100.1', '198.51.100.2']) {
      expect(await login(account, 'correct horse', address)).toHaveProperty('session');
    }
    const { rows } = await pool.query('SELECT DISTINCT count, day_count FROM accounts.attempts');
    expect(rows).toEqual([{ count: 0, day_count: 0 }]);
  });

  test('a known device has ten attempts of its own', async () => {
    const account = named('known@example.com');
    await registered(account);
    const device = await people.accounts.knownDevices.issue(await userOf(account));
    const results: unknown[] = [];
    for (let count = 0; count < 11; count += 1) {
      results.push((await login(account, 'wrong', `198.51.100.${count}`, device)).refused);
    }
    expect(results).toEqual([...Array(10).fill('wrong_login'), 'too_many']);
    expect(await login(account, 'correct horse')).toHaveProperty('session');
  });

  test('a device is known only to its account, until the password changes, unaltered, for 360 days', async () => {
    const [account, other] = [named('first-known@example.com'), named('second-known@example.com')];
    await registered(account);
    await registered(other);
    const user = await userOf(account);
    const { knownDevices } = people.accounts;
    const passwords = openPasswords(people.database.pool, people.clock);
    const device = await knownDevices.issue(user);
    const [until, ...rest] = device.split('.');
    for (let count = 0; count < 10; count += 1) {
      await login(account, 'wrong');
      await login(other, 'wrong');
    }
    expect(await login(other, 'correct horse', undefined, device)).toMatchObject(TOO_MANY);
    const longer = [Number(until) + 1, ...rest].join('.');
    for (const forged of [longer, device.slice(0, -1), '', '..', 'x']) {
      expect(await login(account, 'correct horse', undefined, forged)).toMatchObject(TOO_MANY);
    }
    expect(await login(account, 'correct horse', undefined, device)).toHaveProperty('session');
    for (let count = 0; count < 10; count += 1) await login(account, 'wrong');
    pass(1);
    await passwords.set(user, await hashPassword('a new password'));
    expect(await login(account, 'a new password', undefined, device)).toMatchObject(TOO_MANY);
    const second = await knownDevices.issue(user);
    expect(await knownDevices.idOf(user, second)).toBeDefined();
    pass(SESSION_SECONDS * 1000);
    expect(await knownDevices.idOf(user, second)).toBeUndefined();
  });
});

describe('a forgotten password', () => {
  test('is reset with a token that works once, and ends every session', async () => {
    const account = named('forgot@example.com');
    const session = await registered(account);
    await passport().sendCode(account, 'forgot', 'en-US', HERE);
    const code = (await newestMessage(account))?.code ?? '';
    const checked = await passport().checkForgetCode(account, code, HERE);
    const token = 'token' in checked ? checked.token : '';
    expect(await passport().resetPassword(token, 'a new password')).toMatchObject({ passkeys: 0 });
    expect(await passport().resetPassword(token, 'and again')).toBeUndefined();
    expect(await people.accounts.sessions.find(session)).toBeUndefined();
    expect(await login(account, 'correct horse')).toEqual({ refused: 'wrong_login' });
    expect(await login(account, 'a new password')).toHaveProperty('session');
    expect((await newestMessage(account))?.subject).toBe('密码已修改');
  });

  describe('has several tokens, and', () => {
    async function tokensOf(account: AccountName): Promise<string[]> {
      const tokens: string[] = [];
      for (const _ of ['first', 'second']) {
        await passport().sendCode(account, 'forgot', 'en-US', HERE);
        const code = (await newestMessage(account))?.code ?? '';
        const checked = await passport().checkForgetCode(account, code, HERE);
        tokens.push('token' in checked ? checked.token : '');
        pass(RESEND_SECONDS * 1000);
      }
      return tokens;
    }

    test('a reset ends the others', async () => {
      const account = named('two-tokens@example.com');
      await registered(account);
      const [first = '', second = ''] = await tokensOf(account);
      expect(await passport().resetPassword(first, 'a new password')).toMatchObject({ passkeys: 0 });
      expect(await passport().resetPassword(second, 'a third password')).toBeUndefined();
      expect(await login(account, 'a new password')).toHaveProperty('session');
    });

    test('a change of the password ends all', async () => {
      const account = named('changed-then-reset@example.com');
      const session = await registered(account);
      const [first = ''] = await tokensOf(account);
      const passwords = { old_password: 'correct horse', new_password: 'a new password' };
      expect(await passport().changePassword(await userOf(account), session, passwords)).toEqual({});
      expect(await passport().resetPassword(first, 'a third password')).toBeUndefined();
      expect(await login(account, 'a new password')).toHaveProperty('session');
    });

    test('of two that come at once on two servers, one succeeds', async () => {
      const account = named('tokens-at-once@example.com');
      await registered(account);
      const servers = [passport(), (await people.another()).accounts.passport];
      for (let round = 0; round < 5; round += 1) {
        const resets = (await tokensOf(account)).map((token, n) =>
          servers[n]!.resetPassword(token, `password ${round} ${n}`),
        );
        expect((await Promise.all(resets)).filter((user) => user !== undefined)).toHaveLength(1);
      }
    });
  });

  test('sends nothing to an address without an account, with the same answer', async () => {
    const account = named('stranger@example.com');
    expect(await passport().sendCode(account, 'forgot', 'zh-CN', HERE)).toEqual({ resend_after: 180 });
    expect(await people.outbox.list(account)).toEqual([]);
    expect(await passport().checkForgetCode(account, '123456', HERE)).toEqual({ refused: 'wrong_code' });
  });
});

describe('a new password ends the tokens of the open API and the authorizations of applications', () => {
  async function reset(account: AccountName): Promise<void> {
    await passport().sendCode(account, 'forgot', 'en-US', HERE);
    const code = (await newestMessage(account))?.code ?? '';
    const checked = await passport().checkForgetCode(account, code, HERE);
    await passport().resetPassword('token' in checked ? checked.token : '', 'a new password');
  }
  const change = async (_: AccountName, user_id: UserId, session: string): Promise<void> => {
    const changed = { old_password: 'correct horse', new_password: 'a new password' };
    expect(await passport().changePassword(user_id, session, changed)).toEqual({});
  };

  test.each([
    ['reset', reset],
    ['changed', change],
  ])('%s', async (way, replace) => {
    const account = named(`${way}@example.com`);
    const session = await registered(account);
    const { user_id } = (await people.accounts.sessions.find(session))!;
    const { openTokens, oauthApps, oauthGrants } = people.accounts;
    await openTokens.create(user_id, 'x', []);
    const redirect_uri = 'https://reader.example/back';
    const owner = await people.person();
    const made = await oauthApps.create(owner, { name: 'x', redirect_uris: [redirect_uri] }, true);
    const client_id = made === 'full' ? '' : made.app.client_id;
    const request = { client_id, scopes: ['basic'], redirect_uri, challenge: null };
    const connect = async (user: typeof owner) => {
      const code = (await oauthGrants.allow({ ...request, user_id: user })) ?? '';
      return (
        (await oauthGrants.exchange(code, { client_id, redirect_uri, verifier: '' }))?.access_token ?? ''
      );
    };
    const [own, other] = [await connect(user_id), await connect(owner)];
    expect(await openTokens.list(user_id)).toHaveLength(1);
    expect(await oauthGrants.find(own)).toMatchObject({ user_id });
    await replace(account, user_id, session);
    expect(await openTokens.secretsOf(user_id)).toMatchObject([{ revoked: true }]);
    expect(await oauthGrants.find(own)).toBeUndefined();
    expect(await oauthGrants.find(other)).toMatchObject({ user_id: owner });
  });
});

test('a session that has just ended makes neither a token of the open API nor an authorization', async () => {
  const session = await registered(named('ended@example.com'));
  const { user_id } = (await people.accounts.sessions.find(session))!;
  const { openTokens, oauthApps, oauthGrants, sessions } = people.accounts;
  const redirect_uri = 'https://reader.example/back';
  const made = await oauthApps.create(user_id, { name: 'x', redirect_uris: [redirect_uri] }, true);
  const client_id = made === 'full' ? '' : made.app.client_id;
  const request = { client_id, user_id, scopes: ['basic'], redirect_uri, challenge: null };
  expect(await oauthGrants.allow(request, session)).toBeTypeOf('string');
  expect(await openTokens.create(user_id, 'x', [], session)).toHaveProperty('secret');
  await sessions.revokeAll(user_id);
  expect(await oauthGrants.allow(request, session)).toBeUndefined();
  expect(await openTokens.create(user_id, 'y', [], session)).toBe('ended');
});

test('changing the password ends the other sessions and keeps this one', async () => {
  const account = named('change@example.com');
  const other = await registered(account);
  const signedIn = await login(account, 'correct horse');
  const mine = 'session' in signedIn ? signedIn.session.sid : '';
  const session = await people.accounts.sessions.find(mine);
  const change = (old_password: string) =>
    passport().changePassword(session!.user_id, mine, {
      old_password,
      new_password: 'changed it',
    });
  expect(await change('not it')).toEqual({ refused: 'wrong_password' });
  expect(await change('correct horse')).toEqual({});
  expect(await people.accounts.sessions.find(other)).toBeUndefined();
  expect(await people.accounts.sessions.find(mine)).toBeDefined();
});
