import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getInitConfig, getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import {
  confirmTotp,
  getFactors,
  removeFactors,
  removeTotp,
  renewRecoveryCodes,
  secondFactor,
  setUpTotp,
} from '#services/contract/accounts/factors.ts';
import { exportOwnData } from '#services/contract/accounts/own-data.ts';
import {
  addPasskey,
  passkeyForConfirm,
  removePasskey,
  renamePasskey,
  setUpPasskey,
} from '#services/contract/accounts/passkeys.ts';
import { checkForgetCode, resetPassword, sendForgetCode } from '#services/contract/accounts/passport.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { SessionEnded } from '#services/modules/accounts/end-access.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { operatorSettings } from '#services/runtime/settings/operator.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { challengeFor, confirmingSignature, enterBy, signedBy, withPasskey } from '../testing/passkeys.ts';
import { confirmedBy, mailedCode, nextCode, pass, shownCode } from '../testing/second-factor.ts';
import { type SoftAuthenticator, softAuthenticator, type Wrong } from '../testing/soft-authenticator.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => {
  const operator = operatorSettings({ HELP_URL: 'mailto:help@fanwatt.example' });
  return startTestApi({ projections: false, config: { operator } });
});

const MINUTE = 60_000;
const factorsOf = (user: TestUser) => api.data(getFactors, {}, user);
const outboxOf = async (account: string) => (await api.data(sandboxOutbox, { account })).list;

async function owner() {
  const user = await leaver(api);
  return { user, ...(await withPasskey(api, user)) };
}
/** The header of a call that the passkey confirms. */
const signature = async (user: TestUser, authenticator: SoftAuthenticator, wrong?: Wrong) =>
  signedBy(await confirmingSignature(api, user, authenticator, wrong));

/** Signs in with the passkey alone. */
async function enter(authenticator: SoftAuthenticator, wrong?: Wrong) {
  const { data, cookie } = await challengeFor(api);
  return enterBy(api, { credential: authenticator.sign(data, wrong) }, cookie);
}
const messageOf = ({ data }: Awaited<ReturnType<typeof enterBy>>) => data.errors?.[0]?.message ?? '';

describe('after somebody else was in the account', () => {
  test('a reset by mail names what stays; one call of its owner removes all, and locks nobody out', async () => {
    const { user, authenticator } = await owner();
    const { account } = user;
    await withPasskey(api, user, await signature(user, authenticator));
    const strangers = softAuthenticator();
    const made = strangers.create(await api.data(setUpPasskey, {}, user));
    await api.data(addPasskey, { name: 'stranger', credential: made }, user);
    await api.data(sendForgetCode, { account, account_type: 'email' });
    const code = (await outboxOf(account)).find((message) => message.code !== '')?.code ?? '';
    const { token } = await api.data(checkForgetCode, { account, code });
    const kept = await api.data(resetPassword, { token, password: 'another password' });
    expect(kept).toEqual({ passkey_num: 3, totp: false });
    const [message] = await outboxOf(account);
    expect(message?.text).toMatch(/3 个/);
    expect(message?.text).toContain('http://localhost/setting/security');
    // Its owner cannot sign in with a stranger's factor alone.
    expect(message?.text).toContain('请联系客服。\nhelp@fanwatt.example\n');

    // The stranger still gets in, and the owner does.
    const entered = await enter(authenticator);
    const again = { ...user, token: entered.data.auth_token ?? '' };
    const theirs = await enter(strangers);
    expect((await api.call(removeFactors, {}, again)).ec).toBe(40104);
    await api.data(removeFactors, {}, again, await signature(again, authenticator));
    expect(await factorsOf(again)).toEqual({
      totp: false,
      totp_since: 0,
      recovery_code_num: 0,
      passkeys: [],
    });
    expect((await api.call(getMyProfile, {}, { ...user, token: theirs.data.auth_token ?? '' })).ec).toBe(
      40101,
    );
    for (const passkey of [authenticator, strangers]) expect((await enter(passkey)).ec).toBe(40000);
    expect((await outboxOf(account))[0]?.text).toContain('全部通行密钥');
    expect((await api.call(login, { account, password: 'another password' })).ec).toBe(200);
    expect((await api.call(removeFactors, {}, again, confirmedBy(await mailedCode(api, again)))).ec).toBe(
      40902,
    );
  });

  test('a reset of an account without factors names none', async () => {
    const { account } = await leaver(api);
    await api.data(sendForgetCode, { account, account_type: 'email' });
    const [message] = await outboxOf(account);
    const { token } = await api.data(checkForgetCode, { account, code: message?.code ?? '' });
    expect(await api.data(resetPassword, { token, password: 'another password' })).toEqual({
      passkey_num: 0,
      totp: false,
    });
    expect((await outboxOf(account))[0]?.text).not.toContain('通行密钥');
  });
});

describe('adding', () => {
  test('takes a fresh code; the first one ends other sessions, and brings recovery codes', async () => {
    const user = await leaver(api);
    const other = await api.deps.accounts.sessions.open(user.user_id);
    expect((await api.call(setUpPasskey, {}, user)).ec).toBe(40104);
    const { recovery_codes } = await withPasskey(api, user);
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await api.deps.accounts.sessions.find(other.sid)).toBeUndefined();
    const { passkeys, totp, recovery_code_num } = await factorsOf(user);
    expect([totp, recovery_code_num]).toEqual([false, 10]);
    expect(passkeys).toEqual([
      {
        passkey_id: expect.any(String),
        name: '我的手机',
        synced: false,
        create_time: expect.any(Number),
        last_use_time: 0,
      },
    ]);
    expect((await outboxOf(user.account))[0]?.text).toContain('通行密钥');
  });

  test('a further one is confirmed by the first; sessions stay, and there are no new codes', async () => {
    const { user, authenticator } = await owner();
    pass(api, 5 * MINUTE);
    const other = await api.deps.accounts.sessions.open(user.user_id);
    const { recovery_codes } = await withPasskey(api, user, await signature(user, authenticator));
    expect(recovery_codes).toEqual([]);
    expect(await api.deps.accounts.sessions.find(other.sid)).toBeDefined();
    expect((await factorsOf(user)).passkeys).toHaveLength(2);
  });

  test('without a name it has the name of the browser', async () => {
    const user = await leaver(api);
    const headers = confirmedBy(await mailedCode(api, user));
    const credential = softAuthenticator().create(await api.data(setUpPasskey, {}, user, headers));
    const agent = { 'user-agent': 'Mozilla/5.0 (iPhone) Version/17.0 Mobile Safari/604.1' };
    await api.data(addPasskey, { name: ' ', credential }, user, agent);
    expect((await factorsOf(user)).passkeys[0]?.name).toBe('Safari · iPhone');
  });

  test('names only what the browser needs, nothing that identifies the person elsewhere', async () => {
    const { user } = await owner();
    const { rp, user: named, excludeCredentials } = await api.data(setUpPasskey, {}, user);
    expect(rp).toEqual({ id: 'localhost', name: 'Fanwatt' });
    expect(named.id).not.toContain(user.user_id);
    expect(named).toMatchObject({ name: user.account, displayName: user.name });
    expect(excludeCredentials).toHaveLength(1);
    expect((await api.data(getInitConfig, {})).passkey_origin).toBe('http://localhost');
  });

  test('ten, and not one more, also when the last ones come together', async () => {
    const { user } = await owner();
    const made = [];
    for (let n = 0; n < 12; n += 1) {
      made.push(softAuthenticator().create(await api.data(setUpPasskey, {}, user)));
    }
    const answers = await Promise.all(
      made.map((credential) => api.call(addPasskey, { name: '多', credential }, user)),
    );
    expect(answers.filter(({ ec }) => ec === 200)).toHaveLength(9);
    expect(answers.filter(({ ec }) => ec === 40902)).toHaveLength(3);
    expect((await factorsOf(user)).passkeys).toHaveLength(10);
    expect((await api.call(setUpPasskey, {}, user)).ec).toBe(40902);
  });

  test('a statement about the authenticator is not read: it could name addresses to load', async () => {
    const { user } = await owner();
    const options = await api.data(setUpPasskey, {}, user);
    const attestation = new Map([['x5c', 'not a certificate']]);
    const credential = softAuthenticator().create(options, { format: 'apple', attestation });
    expect((await api.call(addPasskey, { name: '', credential }, user)).ec).toBe(200);
  });

  const wrongs: readonly [string, Wrong][] = [
    ['of another origin', { origin: 'https://localhost.example' }],
    ['of another port', { origin: 'http://localhost:8080' }],
    ['for another site', { rpId: 'example.com' }],
    ['a signature to sign in', { type: 'webauthn.get' }],
    ['without its person', { verified: false }],
    ['an invented challenge', { challenge: 'AAAA' }],
  ];
  test.each(wrongs)('refused: %s', async (_, wrong) => {
    const { user } = await owner();
    const credential = softAuthenticator().create(await api.data(setUpPasskey, {}, user), wrong);
    expect((await api.call(addPasskey, { name: '', credential }, user)).ec).toBe(40000);
    expect((await factorsOf(user)).passkeys).toHaveLength(1);
  });

  test('refused: a challenge of another session, person or purpose, an old one, and one that was used', async () => {
    const { user, authenticator } = await owner();
    const session = await api.deps.accounts.sessions.open(user.user_id);
    const there = { ...user, token: api.app.sessionTokens.issue(session) };
    const other = await owner();
    const add = async (challenge: string, as: TestUser) => {
      const credential = softAuthenticator().create({ challenge, user: { id: 'AAAA' } });
      return (await api.call(addPasskey, { name: '', credential }, as)).ec;
    };
    const challenge = async () => (await api.data(setUpPasskey, {}, user)).challenge;
    expect(await add(await challenge(), there)).toBe(40000);
    expect(await add(await challenge(), other.user)).toBe(40000);
    expect(await add((await api.data(passkeyForConfirm, {}, user)).challenge, user)).toBe(40000);
    expect(await add((await challengeFor(api)).data.challenge, user)).toBe(40000);
    const used = await challenge();
    expect(await add(used, user)).toBe(200);
    expect(await add(used, user)).toBe(40000);
    const old = await challenge();
    pass(api, 5 * MINUTE);
    expect(await add(old, user)).toBe(40000);
    expect((await enter(authenticator)).ec).toBe(200);
  });

  test('refused: the id of a passkey that exists, also of another person', async () => {
    const { user, authenticator } = await owner();
    const other = await owner();
    for (const as of [user, other.user]) {
      const credential = authenticator.create(await api.data(setUpPasskey, {}, as));
      expect((await api.call(addPasskey, { name: '', credential }, as)).ec).toBe(40000);
    }
    const { rows } = await api.deps.pool.query(
      `SELECT FROM accounts.vault WHERE kind = 'passkey' AND user_id = ANY ($1)`,
      [[user.user_id, other.user.user_id]],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('renaming', () => {
  const nameOf = async (user: TestUser) => (await factorsOf(user)).passkeys[0]?.name;

  test('gives another name, and nothing else: it signs in, and nobody gets a message', async () => {
    const { user, authenticator } = await owner();
    pass(api, 5 * MINUTE);
    const [{ passkeys }, messages] = [await factorsOf(user), await outboxOf(user.account)];
    const passkey_id = passkeys[0]?.passkey_id ?? '';
    await api.data(renamePasskey, { passkey_id, name: '工作\n手机' }, user);
    expect((await factorsOf(user)).passkeys).toEqual([{ ...passkeys[0], name: '工作 手机' }]);
    expect(await outboxOf(user.account)).toEqual(messages);
    expect((await enter(authenticator)).ec).toBe(200);
  });

  test('refused: another person’s passkey, one that was removed, no name, a name of 41', async () => {
    const [{ user }, other] = [await owner(), await owner()];
    const passkey_id = (await factorsOf(user)).passkeys[0]?.passkey_id ?? '';
    const rename = async (as: TestUser, name: string) =>
      (await api.call(renamePasskey, { passkey_id, name }, as)).ec;
    expect(await rename(other.user, '偷来的')).toBe(40400);
    for (const name of ['', ' ', '\u200b', '长'.repeat(41)]) expect(await rename(user, name)).toBe(40000);
    expect(await nameOf(user)).toBe('我的手机');
    await api.data(removePasskey, { passkey_id }, user);
    expect(await rename(user, '已移除')).toBe(40400);
  });

  test('refused, as a removal is: a session that ended meanwhile, as by a new password', async () => {
    const { user } = await owner();
    const { passkeys, sessions } = api.deps.accounts;
    const passkey_id = (await factorsOf(user)).passkeys[0]?.passkey_id ?? '';
    const { sid } = await sessions.open(user.user_id);
    await sessions.revoke(user.user_id, sid);
    const rename = passkeys.rename(user.user_id, sid, { passkey_id, name: '新名称' });
    await expect(rename).rejects.toBeInstanceOf(SessionEnded);
    const remove = passkeys.remove(user.user_id, sid, passkey_id);
    await expect(remove).rejects.toBeInstanceOf(SessionEnded);
    expect(await nameOf(user)).toBe('我的手机');
  });
});

describe('input', () => {
  const long = 'A'.repeat(10_000);
  const good = () => softAuthenticator().create({ challenge: 'AAAA', user: { id: 'AAAA' } });
  const bad: readonly [string, (made: ReturnType<typeof good>) => object][] = [
    ['a long name', (credential) => ({ name: '长'.repeat(41), credential })],
    ['a long id', (credential) => ({ name: '', credential: { ...credential, id: long } })],
    ['no credential', () => ({ name: '' })],
    ['not base64url', (made) => ({ name: '', credential: { ...made, rawId: 'a+b=' } })],
    [
      'a long attestation',
      ({ response, ...made }) => ({
        name: '',
        credential: { ...made, response: { ...response, attestationObject: long } },
      }),
    ],
    [
      '10,000 ways to reach it',
      ({ response, ...made }) => ({
        name: '',
        credential: { ...made, response: { ...response, transports: Array(10_000).fill('usb') } },
      }),
    ],
    [
      'nested without end',
      ({ response, ...made }) => ({
        name: '',
        credential: {
          ...made,
          response: { ...response, attestationObject: Buffer.alloc(5_000, 0x81).toString('base64url') },
        },
      }),
    ],
  ];
  test.each(bad)('refused: %s', async (_, input) => {
    const { user } = await owner();
    const { challenge } = await api.data(setUpPasskey, {}, user);
    const made = softAuthenticator().create({ challenge, user: { id: 'AAAA' } });
    expect((await api.send(addPasskey, input(made), user)).ec).toBe(40000);
  });

  test('a header that is no signature confirms nothing', async () => {
    const { user, authenticator } = await owner();
    pass(api, 5 * MINUTE);
    const signed = await confirmingSignature(api, user, authenticator);
    const headers = [
      { 'x-confirm': 'passkey.' },
      { 'x-confirm': `passkey.${'A'.repeat(9_000)}` },
      signedBy({ ...signed, id: 'A'.repeat(2_000) }),
      signedBy([signed]),
    ];
    for (const header of headers) {
      expect((await api.call(renewRecoveryCodes, {}, user, header)).ec).toBe(40104);
    }
  });
});

describe('signing in with a passkey alone', () => {
  test('opens a session, and shows the last use', async () => {
    const { user, authenticator } = await owner();
    const { ec, data } = await enter(authenticator);
    expect([ec, data.user?.user_id]).toEqual([200, user.user_id]);
    const { passkeys } = await factorsOf({ ...user, token: data.auth_token ?? '' });
    expect(passkeys[0]?.last_use_time).toBeGreaterThan(0);
    // The challenge named no passkey.
    expect((await challengeFor(api)).data.allowCredentials).toEqual([]);
  });

  const wrongs: readonly [string, Wrong][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['its person is not verified', { verified: false }],
    ['a registration', { type: 'webauthn.create' }],
    ['an invented challenge', { challenge: Buffer.alloc(56).toString('base64url') }],
    ['another person’s handle', { userHandle: 'AAAA' }],
    ['shown inside of another site', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ];
  test.each(wrongs)('refused: %s', async (_, wrong) => {
    const { authenticator } = await owner();
    const answer = await enter(authenticator, wrong);
    expect([answer.ec, messageOf(answer)]).toEqual([40000, expect.stringContaining('验证未通过')]);
    expect((await enter(authenticator)).ec).toBe(200);
  });

  test('refused: the id of another passkey, a foreign signature, an unknown passkey', async () => {
    const one = await owner();
    const other = await owner();
    expect((await enter(one.authenticator, { id: other.authenticator.id })).ec).toBe(40000);
    const unknown = await enter(softAuthenticator(), { userHandle: 'AAAA' });
    expect(messageOf(unknown)).toContain('未在本站登记');
  });

  test('refused: a challenge that was used, is old, or went to another browser or purpose', async () => {
    const { user, authenticator } = await owner();
    const { data, cookie } = await challengeFor(api);
    const credential = authenticator.sign(data);
    const other = await challengeFor(api);
    expect((await enterBy(api, { credential }, other.cookie)).ec).toBe(40000);
    expect((await enterBy(api, { credential })).ec).toBe(40000);
    expect((await enterBy(api, { credential }, cookie)).ec).toBe(200);
    expect((await enterBy(api, { credential }, cookie)).ec).toBe(40000);
    const confirming = await confirmingSignature(api, user, authenticator);
    expect((await enterBy(api, { credential: confirming }, cookie)).ec).toBe(40000);
    const old = await challengeFor(api);
    pass(api, 5 * MINUTE);
    expect((await enterBy(api, { credential: authenticator.sign(old.data) }, old.cookie)).ec).toBe(40000);
  });

  test('a counter that went back is refused, and its owner gets one message a day', async () => {
    const { user, authenticator } = await owner();
    expect((await enter(authenticator, { counter: 7 })).ec).toBe(200);
    for (const counter of [6, 7, 0]) {
      const answer = await enter(authenticator, { counter });
      expect([answer.ec, messageOf(answer)]).toEqual([40000, expect.stringContaining('已被复制')]);
    }
    const warnings = async () =>
      (await outboxOf(user.account)).filter(({ text }) => text.includes('使用次数异常')).length;
    expect(await warnings()).toBe(1);
    // Without a genuine signature there is no message.
    const { authenticator: stranger } = await owner();
    await enter(stranger, { id: authenticator.id, counter: 3 });
    pass(api, 24 * 60 * MINUTE);
    await enter(stranger, { id: authenticator.id, counter: 3 });
    expect(await warnings()).toBe(1);
    await enter(authenticator, { counter: 3 });
    expect(await warnings()).toBe(2);
    expect((await enter(authenticator, { counter: 8 })).ec).toBe(200);
  });

  test('an authenticator that does not count sends 0', async () => {
    const user = await leaver(api);
    const authenticator = softAuthenticator();
    const headers = confirmedBy(await mailedCode(api, user));
    const options = await api.data(setUpPasskey, {}, user, headers);
    const credential = authenticator.create(options, { counter: 0 });
    await api.data(addPasskey, { name: '', credential }, user);
    for (let n = 0; n < 2; n += 1) expect((await enter(authenticator, { counter: 0 })).ec).toBe(200);
  });

  test('a banned person does not sign in', async () => {
    const { user, authenticator } = await owner();
    await api.deps.pool.query('UPDATE accounts.users SET status = 4 WHERE id = $1', [user.user_id]);
    const { ec, data } = await enter(authenticator);
    expect([ec, data.errors?.[0]?.field]).toEqual([40000, 'account']);
    const { rows } = await api.deps.pool.query(
      'SELECT FROM accounts.sessions WHERE user_id = $1 AND created_at > $2',
      [user.user_id, api.deps.clock.now() - 1_000],
    );
    expect(rows).toEqual([]);
  });

  test('used challenges are forgotten when they have ended', async () => {
    const { authenticator } = await owner();
    await enter(authenticator);
    const left = async () => (await api.deps.pool.query('SELECT FROM accounts.used_challenges')).rows.length;
    expect(await left()).toBeGreaterThan(0);
    pass(api, 5 * MINUTE);
    await forgetExpired(api.deps.pool, api.deps.clock.now());
    expect(await left()).toBe(0);
  });
});

describe('the second step', () => {
  const halfOf = async ({ account }: { account: string }) => {
    const { ec, data } = await api.call(login, { account, password: PASSWORD });
    expect(ec).toBe(40106);
    return data;
  };

  test('takes a passkey after the password, or a recovery code', async () => {
    const { user, authenticator, recovery_codes } = await owner();
    const { half_token = '', factors } = await halfOf(user);
    expect(factors).toEqual(['passkey']);
    const { data, cookie } = await challengeFor(api, half_token);
    expect(data.allowCredentials).toMatchObject([{ id: authenticator.id, transports: ['internal'] }]);
    const credential = authenticator.sign(data);
    expect((await enterBy(api, { credential, half_token }, cookie)).data.user?.user_id).toBe(user.user_id);
    expect((await enterBy(api, { credential: authenticator.sign(data), half_token }, cookie)).ec).toBe(40101);
    const again = await halfOf(user);
    const code = recovery_codes[0] ?? '';
    expect((await api.call(secondFactor, { half_token: again.half_token ?? '', code })).ec).toBe(200);
  });

  test('refused: another person’s passkey, a challenge without the token, and of another token', async () => {
    const { user, authenticator } = await owner();
    const other = await owner();
    const { half_token = '' } = await halfOf(user);
    const enterWith = async (challenge: { challenge: string }, by: SoftAuthenticator, cookie = '') =>
      (await enterBy(api, { credential: by.sign(challenge), half_token }, cookie)).ec;
    expect(await enterWith((await challengeFor(api, half_token)).data, other.authenticator)).toBe(40000);
    const alone = await challengeFor(api);
    expect(await enterWith(alone.data, authenticator, alone.cookie)).toBe(40000);
    const again = await halfOf(user);
    const others = await challengeFor(api, again.half_token);
    expect(await enterWith(others.data, authenticator)).toBe(40000);
    // Nor does it sign in alone.
    const own = await challengeFor(api, half_token);
    const credential = authenticator.sign(own.data);
    expect((await enterBy(api, { credential }, own.cookie)).ec).toBe(40000);
    expect((await challengeFor(api, 'invented')).ec).toBe(40101);
    expect(await enterWith(own.data, authenticator)).toBe(200);
  });
});

describe('confirming', () => {
  test('a signature confirms its session for five minutes, once', async () => {
    const { user, authenticator } = await owner();
    pass(api, 5 * MINUTE);
    const { data } = await enter(authenticator);
    const there = { ...user, token: data.auth_token ?? '' };
    const header = await signature(user, authenticator);
    expect((await api.call(renewRecoveryCodes, {}, there, header)).ec).toBe(40104);
    expect((await api.call(exportOwnData, {}, user)).ec).toBe(40104);
    await api.data(renewRecoveryCodes, {}, user, header);
    pass(api, 4 * MINUTE);
    await api.data(renewRecoveryCodes, {}, user);
    pass(api, MINUTE);
    expect((await api.call(renewRecoveryCodes, {}, user, header)).ec).toBe(40104);
  });

  test('refused: another person’s passkey, no verification, another purpose, another origin', async () => {
    const { user, authenticator } = await owner();
    const other = await owner();
    pass(api, 5 * MINUTE);
    const tries = [
      await signature(user, other.authenticator),
      await signature(user, authenticator, { verified: false }),
      await signature(user, authenticator, { origin: 'https://evil.example' }),
      signedBy(authenticator.sign((await challengeFor(api)).data)),
      await signature(other.user, authenticator),
    ];
    for (const header of tries) {
      const { ec, em } = await api.call(renewRecoveryCodes, {}, user, header);
      expect([ec, em]).toEqual([40104, expect.stringContaining('通行密钥')]);
    }
    expect((await api.call(renewRecoveryCodes, {}, user, await signature(user, authenticator))).ec).toBe(200);
  });

  test('a mailed code does not replace it', async () => {
    const { user } = await owner();
    pass(api, 5 * MINUTE);
    const header = confirmedBy(await mailedCode(api, user));
    expect((await api.call(renewRecoveryCodes, {}, user, header)).ec).toBe(40104);
  });
});

describe('removing', () => {
  test('takes a fresh confirmation; the last factor takes the recovery codes along', async () => {
    const { user, authenticator } = await owner();
    pass(api, 5 * MINUTE);
    const passkey_id = (await factorsOf(user)).passkeys[0]?.passkey_id ?? '';
    expect((await api.call(removePasskey, { passkey_id }, user)).ec).toBe(40104);
    const header = await signature(user, authenticator);
    const stranger = await owner();
    expect((await api.call(removePasskey, { passkey_id }, stranger.user)).ec).toBe(40400);
    const other = await api.deps.accounts.sessions.open(user.user_id);
    await api.data(removePasskey, { passkey_id }, user, header);
    expect(await api.deps.accounts.sessions.find(other.sid)).toBeUndefined();
    expect(await factorsOf(user)).toMatchObject({ passkeys: [], recovery_code_num: 0 });
    expect((await outboxOf(user.account))[0]?.text).toContain('移除了一个通行密钥');
    expect((await enter(authenticator)).ec).toBe(40000);
    await api.data(login, { account: user.account, password: PASSWORD });
  });

  test('codes of an authenticator and passkeys share the recovery codes', async () => {
    const { user, authenticator } = await owner();
    const { secret } = await api.data(setUpTotp, {}, user);
    await api.data(confirmTotp, { code: shownCode(api, secret) }, user);
    const { data } = await api.call(login, { account: user.account, password: PASSWORD });
    expect([...(data.factors ?? [])].sort()).toEqual(['passkey', 'totp']);
    pass(api, 5 * MINUTE);
    const passkey_id = (await factorsOf(user)).passkeys[0]?.passkey_id ?? '';
    await api.data(removePasskey, { passkey_id }, user, await signature(user, authenticator));
    expect(await factorsOf(user)).toMatchObject({ totp: true, passkeys: [], recovery_code_num: 10 });
    await withPasskey(api, user, confirmedBy(nextCode(api, secret)));
    await api.data(removeTotp, {}, user);
    expect(await factorsOf(user)).toMatchObject({ totp: false, recovery_code_num: 10 });
  });
});

test('own data has the names, and deletion leaves nothing', async () => {
  const { user, authenticator } = await owner();
  const headers = { authorization: `Bearer ${user.token}`, 'locale-lang': 'zh-CN' };
  const { body } = await api.app.inject({ url: exportOwnData.path, headers });
  expect(body).toContain('我的手机');
  expect(body).not.toContain(authenticator.id);
  await api.data(deleteAccount, { password: PASSWORD }, user);
  const { rows } = await api.deps.pool.query('SELECT FROM accounts.passkeys WHERE user_id = $1', [
    user.user_id,
  ]);
  expect(rows).toEqual([]);
  expect((await enter(authenticator)).ec).toBe(40000);
});

test('the table has no name in the clear', async () => {
  await owner();
  const { rows } = await api.deps.pool.query<{ row: string }>(
    `SELECT p::text AS row FROM accounts.passkeys p UNION ALL SELECT encode(sealed, 'escape') FROM accounts.vault`,
  );
  expect(rows.map(({ row }) => row).join('\n')).not.toContain('我的手机');
});

test('with 10,000 passkeys in the table one is found by its index', async () => {
  const { user, authenticator } = await owner();
  await api.deps.pool.query(
    `INSERT INTO accounts.passkeys (passkey_id, user_id, credential_id, public_key, counter, transports, synced,
                                    name_ref, created_at)
     SELECT 'many' || n, $1, 'many' || n, '', 0, '{}', false, 'none', 0 FROM generate_series(1, 10000) n`,
    [(await api.user()).user_id],
  );
  await api.deps.pool.query('ANALYZE accounts.passkeys');
  const { rows } = await api.deps.pool.query<{ 'QUERY PLAN': string }>(
    'EXPLAIN SELECT * FROM accounts.passkeys WHERE credential_id = $1',
    [authenticator.id],
  );
  expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('Index');
  expect((await enter(authenticator)).ec).toBe(200);
  expect((await api.call(getMyProfile, {}, user)).ec).toBe(200);
});
