import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  type AttemptLimit,
  CODES_SENT,
  INVITE_ATTEMPTS,
  inventedSubject,
  LOGIN_ATTEMPTS,
} from './attempts.ts';
import { hashPassword } from './passwords.ts';
import { named, startTestAccounts } from './testing/test-accounts.ts';

/** Where requests come from. */
const HERE = { address: '192.0.2.1' };

const here = fixture(startTestAccounts);
const there = fixture(async () => (await here.another()).accounts.attempts);

const MINUTE = 60_000;
const pass = (ms: number) => here.clock.setOffset(here.clock.offset + ms);
const attempts = () => here.accounts.attempts;
const waitFor = async (subject: string, limit: AttemptLimit, count?: number) =>
  (await attempts().reserve(Buffer.from(subject), limit, count)).wait;

test('of many concurrent reservations in two processes, exactly the limit passes', async () => {
  const subject = Buffer.from('many');
  const tries = Array.from({ length: 100 }, (_, n) =>
    (n % 2 ? there : attempts()).reserve(subject, INVITE_ATTEMPTS),
  );
  const waits = (await Promise.all(tries)).map(({ wait }) => wait);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(20);
  expect(Math.max(...waits)).toBe(900);
  // Refused attempts are not counted: the next window has the normal length.
  pass(15 * MINUTE);
  expect(await waitFor('many', INVITE_ATTEMPTS)).toBe(0);
});

test('a returned attempt is not counted', async () => {
  for (let n = 0; n < 100; n += 1) {
    const one = await attempts().reserve(Buffer.from('right'), LOGIN_ATTEMPTS);
    expect(one.wait).toBe(0);
    await one.giveBack();
  }
});

test('several guesses of one call count one by one, and only the wrong ones stay', async () => {
  const subject = Buffer.from('several');
  const first = await attempts().reserve(subject, INVITE_ATTEMPTS, 15);
  expect(await waitFor('several', INVITE_ATTEMPTS, 6)).toBeGreaterThan(0);
  await first.giveBack(10);
  expect(await waitFor('several', INVITE_ATTEMPTS, 15)).toBe(0);
  expect(await waitFor('several', INVITE_ATTEMPTS)).toBeGreaterThan(0);
});

test('a call with more guesses than the limit passes only as the first', async () => {
  expect(await waitFor('cart', INVITE_ATTEMPTS, 50)).toBe(0);
  expect(await waitFor('cart', INVITE_ATTEMPTS)).toBeGreaterThan(0);
  expect(await waitFor('later', INVITE_ATTEMPTS)).toBe(0);
  expect(await waitFor('later', INVITE_ATTEMPTS, 50)).toBeGreaterThan(0);
});

test('a patient guesser has 50 guesses a day', async () => {
  let made = 0;
  let wait = 0;
  for (let quarter = 0; quarter < 95; quarter += 1) {
    for (let n = 0; n < 10; n += 1) {
      wait = await waitFor('patient', LOGIN_ATTEMPTS);
      if (wait === 0) made += 1;
    }
    pass(15 * MINUTE);
  }
  expect(made).toBe(50);
  expect(wait).toBeGreaterThan(15 * 60);
  pass(15 * MINUTE);
  expect(await waitFor('patient', LOGIN_ATTEMPTS)).toBe(0);
});

test('an address is sent 20 codes a day, over all scenes, and guesses at codes 50 times', async () => {
  const { passport } = here.accounts;
  const account = named('flooded@example.com');
  await here.accounts.members.add({ name: 'F', account });
  let [sent, guessed] = [0, 0];
  for (let n = 0; n < 200; n += 1) {
    for (const scene of ['login', 'forgot'] as const) {
      const answer = await passport.sendCode(account, scene, 'en-US', HERE);
      if (!answer.refused) sent += 1;
    }
    const guess = {
      ...HERE,
      account,
      code: '000000',
      password: 'long enough',
      name: 'x',
      language: 'en-US' as const,
      user_agent: '',
    };
    if ((await passport.register(guess)).refused === 'wrong_code') guessed += 1;
    if ((await passport.checkForgetCode(account, '000000', HERE)).refused === 'wrong_code') guessed += 1;
    pass(4 * MINUTE);
  }
  expect(sent).toBe(CODES_SENT.most);
  expect(guessed).toBe(LOGIN_ATTEMPTS.perDay);
  expect(await passport.sendCode(account, 'login', 'en-US', HERE)).toMatchObject({ refused: 'too_many' });
  pass(24 * 60 * MINUTE);
  expect(await passport.sendCode(account, 'login', 'en-US', HERE)).toEqual({ resend_after: 180 });
});

test('codes for bank cards: 20 a day to a person over all phones, and 20 to a phone over all persons', async () => {
  const users = await Promise.all(
    [1, 2].map((n) => here.accounts.members.add({ name: 'C', account: named(`bank${n}@example.com`) })),
  );
  const [one, two] = users;
  if (!one || !two) throw new Error('the account is taken');
  const send = (user: typeof one, phone: number) =>
    here.bankCodes.send(user, `138000${String(phone).padStart(5, '0')}`, 'zh-CN');
  let sent = 0;
  for (let phone = 0; phone < 25; phone += 1) if ((await send(one, phone)).sent) sent += 1;
  expect(sent).toBe(20);
  sent = 0;
  for (let n = 0; n < 25; n += 1) {
    if ((await send(two, 99)).sent) sent += 1;
    pass(MINUTE);
  }
  expect(sent).toBe(20);
});

describe('names that nobody has', () => {
  const sha256 = (...parts: readonly (string | Buffer)[]): string => {
    const digest = createHash('sha256');
    for (const part of parts) digest.update(part);
    return digest.digest('hex');
  };
  /** All subjects that invented names can have. */
  const shared = new Set(
    Array.from({ length: 65_536 }, (_, n) => inventedSubject(Buffer.from([n >> 8, n & 255]))).flatMap(
      (one) => [
        one.toString('hex'),
        ...['codes sent', 'codes guessed'].map((what) => sha256(`${what}\0`, one)),
      ],
    ),
  );
  const stored = async (table: string, column: string): Promise<string[]> => {
    const { rows } = await here.database.pool.query(`SELECT encode(${column}, 'hex') AS name FROM ${table}`);
    return rows.map(({ name }) => name);
  };

  const attempted = async (name: string): Promise<(string | undefined)[]> => {
    const { passport } = here.accounts;
    const account = named(`${name}@example.com`);
    const source = { address: '192.0.2.1', user_agent: '' };
    const answers: (string | undefined)[] = [];
    for (let n = 0; n < 12; n += 1) {
      answers.push((await passport.login(account, 'wrong', source)).refused);
      answers.push((await passport.sendCode(account, 'forgot', 'en-US', HERE)).refused);
      answers.push((await passport.checkForgetCode(account, '000000', HERE)).refused);
    }
    return answers;
  };

  test('share a bounded number of counts, under the limits of real names', async () => {
    const { database, accounts } = here;
    await database.pool.query('DELETE FROM accounts.attempts');
    await database.pool.query('DELETE FROM accounts.verify_codes');
    // The count of an address over all accounts has no name as its key.
    await accounts.passport.checkForgetCode(named('anybody@example.com'), '000000', HERE);
    const [ofAddress, ...more] = (await stored('accounts.attempts', 'subject')).filter(
      (one) => !shared.has(one),
    );
    expect(more).toEqual([]);
    await database.pool.query(`DELETE FROM accounts.attempts WHERE encode(subject, 'hex') <> $1`, [
      ofAddress,
    ]);
    const subjects = async () =>
      (await stored('accounts.attempts', 'subject')).filter((one) => one !== ofAddress);
    const real = { name: 'Fan', account: named('real@example.com'), password_hash: await hashPassword('x') };
    const invented = await attempted('invented');
    for (const subject of await subjects()) expect(shared.has(subject)).toBe(true);
    for (const subject of await stored('accounts.verify_codes', 'account_index')) {
      expect(shared.has(subject)).toBe(true);
    }
    expect(await subjects()).toHaveLength(4);
    await accounts.members.add(real);
    expect(await attempted('real')).toEqual(invented);
    // Negative control: a real name has subjects of its own.
    expect((await subjects()).filter((one) => !shared.has(one))).toHaveLength(4);
  });
});
