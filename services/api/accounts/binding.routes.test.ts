import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyAccount, getMyProfile, login } from '#services/contract/accounts/accounts.ts';
import {
  bindAccount,
  changeAccountNo,
  checkChangeOldCode,
  enterByToken,
  sendBindCode,
  sendChangeNewCode,
  sendChangeOldCode,
} from '#services/contract/accounts/binding.ts';
import { sendConfirmCode } from '#services/contract/accounts/factors.ts';
import {
  checkForgetCode,
  quickLogin,
  register,
  sendQlCode,
  sendVerifyCode,
} from '#services/contract/accounts/passport.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { leaver, PASSWORD } from '../testing/leaving.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const MINUTE = 60_000;
const DAY = 86_400_000;
const pass = (ms: number) => api.deps.clock.setOffset(api.deps.clock.offset + ms);
let numbers = 0;
const newPhone = () => {
  numbers += 1;
  return `+861380000${String(1_000 + numbers)}`;
};
const phone = (account: string) => ({ account, account_type: 'phone' }) as const;
const outboxOf = async (account: string) => (await api.data(sandboxOutbox, { account })).list;
/** The newest code to an account. */
async function codeTo(account: string): Promise<string> {
  const found = (await outboxOf(account)).find(({ code }) => code !== '');
  if (!found) throw new Error(`no code to ${account}`);
  return found.code;
}
/** Without headers, which have the second of the answer. */
const answerOf = ({ ec, em, data }: { ec: number; em: string; data: unknown }) => ({ ec, em, data });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const own = async (user: TestUser) => (await api.data(getMyAccount, {}, user)).account;

async function bindPhone(user: TestUser, number = newPhone()): Promise<string> {
  await api.data(sendBindCode, phone(number), user);
  await api.data(bindAccount, { account: number, code: await codeTo(number) }, user);
  return number;
}
async function proofOf(user: TestUser & { account: string }): Promise<string> {
  await api.data(sendChangeOldCode, { account_type: 'email' }, user);
  const code = await codeTo(user.account);
  return (await api.data(checkChangeOldCode, { account_type: 'email', code }, user)).code_old_account;
}

describe('binding', () => {
  test('adds a phone that signs in, is shown only to its owner, and a message says so', async () => {
    const user = await leaver(api);
    expect((await own(user)).has_bind_phone).toBe(false);
    const number = await bindPhone(user);
    expect(await own(user)).toMatchObject({ phone: number, email: user.account, has_bind_phone: true });
    const { user: found } = await api.data(login, { account: number, password: PASSWORD });
    expect(found.user_id).toBe(user.user_id);
    const [told] = await outboxOf(user.account);
    expect(told?.text).toContain(`138****${number.slice(-4)}`);
    expect(told?.text).not.toContain(number);
  });

  test('a new phone confirms nothing for a day, while there is an older address', async () => {
    const user = await leaver(api);
    pass(MINUTE);
    await bindPhone(user);
    for (const sending of [sendConfirmCode, sendChangeOldCode]) {
      const refused = await api.call(sending, { account_type: 'phone' }, user);
      expect(refused).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account_type' }] } });
      expect(refused.em).toContain('24');
      expect((await api.call(sending, { account_type: 'email' }, user)).ec).toBe(200);
    }
    pass(DAY + MINUTE);
    for (const sending of [sendConfirmCode, sendChangeOldCode])
      expect((await api.call(sending, { account_type: 'phone' }, user)).ec).toBe(200);
  });

  test('a second one of a kind needs a proof of an own address: 401', async () => {
    const user = await leaver(api);
    await bindPhone(user);
    const number = newPhone();
    expect((await api.call(sendBindCode, phone(number), user)).ec).toBe(401);
    expect((await api.call(bindAccount, { account: number, code: '000000' }, user)).ec).toBe(401);
    const claimed = { ...phone(number), code_old_account: 'invented' };
    expect((await api.call(sendChangeNewCode, claimed, user)).ec).toBe(401);
    const change = { account: number, code: '000000', code_old_account: 'invented' };
    expect((await api.call(changeAccountNo, change, user)).ec).toBe(401);
    expect(await outboxOf(number)).toEqual([]);
  });

  test('a code is for its person and its number', async () => {
    const [user, other] = [await leaver(api), await leaver(api)];
    const [number, another] = [newPhone(), newPhone()];
    await api.data(sendBindCode, phone(number), user);
    await api.data(sendBindCode, phone(another), user);
    const code = await codeTo(number);
    for (const [account, as] of [
      [another, user],
      [number, other],
    ] as const) {
      const answer = await api.call(bindAccount, { account, code }, as);
      expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'code' }] } });
    }
    expect(await api.data(bindAccount, { account: number, code }, user)).toEqual({ auth_token: user.token });
  });

  test('a number of another account answers as a free one; its owner gets a notice, and no code', async () => {
    const [owner, stranger] = [await leaver(api), await leaver(api)];
    const [taken, free] = [await bindPhone(owner), newPhone()];
    const before = await outboxOf(taken);
    const sent = await api.call(sendBindCode, phone(taken), stranger);
    expect(answerOf(sent)).toEqual(answerOf(await api.call(sendBindCode, phone(free), stranger)));
    const [notice, ...rest] = await outboxOf(taken);
    expect(rest).toEqual(before);
    expect(notice).toMatchObject({ code: '' });
    const guess = (account: string) => api.call(bindAccount, { account, code: '123456' }, stranger);
    const wrong = otherThan(await codeTo(free));
    expect((await guess(taken)).em).toBe(
      (await api.call(bindAccount, { account: free, code: wrong }, stranger)).em,
    );
    expect((await own(owner)).phone).toBe(taken);
  });

  test('of two who prove one number the second is refused by field', async () => {
    const [first, second] = [await leaver(api), await leaver(api)];
    const number = newPhone();
    await api.data(sendBindCode, phone(number), first);
    const code = await codeTo(number);
    await api.data(sendBindCode, phone(number), second);
    const late = await codeTo(number);
    await api.data(bindAccount, { account: number, code }, first);
    const answer = await api.call(bindAccount, { account: number, code: late }, second);
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'account' }] } });
  });

  test('guesses at many numbers are those of one person', async () => {
    const user = await leaver(api);
    const codes: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      codes.push((await api.call(bindAccount, { account: newPhone(), code: '000000' }, user)).ec);
    }
    expect(codes.filter((ec) => ec === 40000)).toHaveLength(10);
    expect(codes.at(-1)).toBe(42900);
  });
});

describe('a change', () => {
  test('replaces the number, signs other devices out, and the old one is free', async () => {
    const user = await leaver(api);
    const old = await bindPhone(user);
    const elsewhere = await api.data(login, { account: user.account, password: PASSWORD });
    const [code_old_account, number] = [await proofOf(user), newPhone()];
    await api.data(sendChangeNewCode, { ...phone(number), code_old_account }, user);
    const change = { account: number, code: await codeTo(number), code_old_account };
    expect(await api.data(changeAccountNo, change, user)).toEqual({ auth_token: user.token });
    expect((await own(user)).phone).toBe(number);
    expect((await api.call(getMyProfile, {}, { ...user, token: elsewhere.auth_token })).ec).toBe(40101);
    expect((await api.call(login, { account: old, password: PASSWORD })).ec).toBe(40000);
    // The proof was for one change.
    expect((await api.call(changeAccountNo, change, user)).ec).toBe(401);
    expect(await bindPhone(await leaver(api), old)).toBe(old);
  });

  test('ends half sign-ins, whose first step was a code to the old address', async () => {
    const user = await leaver(api);
    const halves = 'SELECT FROM accounts.half_sessions WHERE user_id = $1';
    const row = [Buffer.from('half'), user.user_id, api.deps.clock.now() + MINUTE];
    const insert = 'INSERT INTO accounts.half_sessions (token_hash, user_id, expires_at) VALUES ($1, $2, $3)';
    await api.deps.pool.query(insert, row);
    const [code_old_account, number] = [await proofOf(user), newPhone()];
    await api.data(sendChangeNewCode, { ...phone(number), code_old_account }, user);
    const change = { account: number, code: await codeTo(number), code_old_account };
    await api.data(changeAccountNo, change, user);
    expect((await api.deps.pool.query(halves, [user.user_id])).rowCount).toBe(0);
  });

  test('of the email address is announced at the old one', async () => {
    const user = await leaver(api);
    const code_old_account = await proofOf(user);
    const account = `new-${user.account}`;
    await api.data(sendChangeNewCode, { account, account_type: 'email', code_old_account }, user);
    await api.data(changeAccountNo, { account, code: await codeTo(account), code_old_account }, user);
    expect((await own(user)).email).toBe(account);
    expect((await outboxOf(user.account))[0]?.text).toContain('n***@example.com');
  });

  test('needs the proof within ten minutes, and one of an address that is still the person’s', async () => {
    const user = await leaver(api);
    const late = await proofOf(user);
    pass(10 * MINUTE);
    const number = newPhone();
    expect((await api.call(sendChangeNewCode, { ...phone(number), code_old_account: late }, user)).ec).toBe(
      401,
    );
    const proof = await proofOf(user);
    const other = await leaver(api);
    const stolen = { ...phone(number), code_old_account: proof };
    expect((await api.call(sendChangeNewCode, stolen, other)).ec).toBe(401);
  });

  test('to the present address is refused by field; of a missing one with 40102', async () => {
    const user = await leaver(api);
    const code_old_account = await proofOf(user);
    const same = { account: user.account, account_type: 'email', code_old_account } as const;
    expect(await api.call(sendChangeNewCode, same, user)).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'account' }] },
    });
    expect((await api.call(sendChangeOldCode, { account_type: 'phone' }, user)).ec).toBe(40102);
  });
});

describe('a sign-in by code', () => {
  test('opens a session once; an unknown account gets the same answer, and no message', async () => {
    const user = await leaver(api);
    const number = await bindPhone(user);
    const unknown = newPhone();
    const [existing, missingOne] = [
      await api.call(sendQlCode, phone(number)),
      await api.call(sendQlCode, phone(unknown)),
    ];
    expect(answerOf(existing)).toEqual(answerOf(missingOne));
    expect(await outboxOf(unknown)).toEqual([]);
    const code = await codeTo(number);
    const done = await api.data(quickLogin, { account: number, code });
    expect((await api.data(getMyProfile, {}, { ...user, token: done.auth_token })).user.user_id).toBe(
      user.user_id,
    );
    const again = await api.call(quickLogin, { account: number, code });
    const missing = await api.call(quickLogin, { account: unknown, code });
    expect([again.ec, again.em]).toEqual([missing.ec, missing.em]);
  });

  test('strangers’ requests and guesses do not keep the owner out of a known browser', async () => {
    const user = await leaver(api);
    const signIn = await api.app.inject({
      method: 'POST',
      url: '/api/passport/login',
      payload: { account: user.account, password: PASSWORD },
    });
    const cookie = signIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const known = { cookie, origin: 'http://localhost', host: 'localhost' };
    const to = { account: user.account, account_type: 'email' } as const;
    await api.data(sendQlCode, to);
    for (let n = 0; n < 12; n += 1) await api.call(quickLogin, { account: user.account, code: '000000' });
    expect((await api.call(quickLogin, { account: user.account, code: '000000' })).ec).toBe(42900);
    expect((await api.call(sendQlCode, to)).ec).toBe(42900);
    expect((await api.call(sendQlCode, to, undefined, known)).ec).toBe(200);
    const code = await codeTo(user.account);
    expect((await api.call(quickLogin, { account: user.account, code }, undefined, known)).ec).toBe(200);
  });
});

test('codes guessed at many accounts, in every way and at two servers, are 30 in a quarter of an hour', async () => {
  const fresh = await startTestApi({ projections: false });
  const other = await fresh.another();
  const person = { password: 'long enough', name: 'Other' };
  const guesses = [
    (account: string) => ({ url: quickLogin.path, payload: { account, code: '000000' } }),
    (account: string) => ({ url: checkForgetCode.path, payload: { account, code: '000000' } }),
    (account: string) => ({ url: register.path, payload: { account, code: '000000', ...person } }),
  ];
  const codes = new Map<string, number[]>();
  for (let n = 0; n < 45; n += 1) {
    const { url, payload } = guesses[n % guesses.length]!(`someone${n}@example.com`);
    const { app } = n % 2 === 0 ? fresh : other;
    const { ec } = await sent(app, { method: 'POST', url, payload });
    codes.set(url, [...(codes.get(url) ?? []), ec]);
  }
  const ten = [...Array<number>(10).fill(40000), ...Array<number>(5).fill(42900)];
  expect([...codes.values()]).toEqual([ten, ten, ten]);
  await fresh.close();
});

test('a token in an address opens a session of its owner; a foreign one none', async () => {
  const user = await leaver(api);
  const { auth_token, user: found } = await api.data(enterByToken, { atn: user.token });
  expect(found.user_id).toBe(user.user_id);
  expect(auth_token).not.toBe(user.token);
  expect((await api.call(enterByToken, { atn: `${user.token}x` })).ec).toBe(40101);
  // The session has just ended, and this server has not heard of it.
  await api.deps.pool.query('DELETE FROM accounts.sessions WHERE user_id = $1', [user.user_id]);
  expect((await api.call(enterByToken, { atn: user.token })).ec).toBe(40101);
});

test('registering twice with a bound number sends the owner a notice', async () => {
  const number = await bindPhone(await leaver(api));
  await api.data(sendVerifyCode, { ...phone(number), scene: 'register' });
  expect((await outboxOf(number))[0]).toMatchObject({ code: '' });
  const guess = { account: number, code: '000000', password: 'long enough', name: 'Other' };
  expect((await api.call(register, guess)).ec).toBe(40000);
});
