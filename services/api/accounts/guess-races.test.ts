import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { useRedeemCode } from '#services/contract/redeem/calls.ts';
import { type Attempts, nothingReserved } from '#services/modules/accounts/attempts.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { type Answer, type Servers, startServers } from '../testing/servers.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const servers = fixture(() => startServers(api));
const careless = fixture(() => {
  const { accounts } = api.deps;
  return startServers(api, true, { accounts: { ...accounts, attempts: looksFirst(accounts.attempts) } });
});
const plan = fixture(async () =>
  savePlan(api, await api.creator(), { ...sponsorshipForm, invite_code: 'SPRING' }),
);

/** The guard is removed: checks the limit first and counts after the result. */
const looksFirst = (attempts: Attempts): Attempts => ({
  ...attempts,
  async reserve(subject, limit, count = 1) {
    const looked = await attempts.reserve(subject, limit, count);
    if (looked.wait > 0) return looked;
    await looked.giveBack();
    return {
      ...nothingReserved,
      async giveBack(unused = count) {
        if (unused < count) await attempts.reserve(subject, limit, count - unused);
      },
    };
  },
});

const GUESSES = 400;
const JUDGED = 20;
type Guess = (at: Servers, n: number, as: TestUser) => Promise<Answer<unknown>>;

const guesses: readonly [string, number, Guess][] = [
  [
    'invite codes while ordering',
    40000,
    (at, n, as) => at.call(n, createOrder, { plan_id: plan.plan_id, invite_code: `wrong ${n}` }, as),
  ],
  [
    'invite codes while asking for the price',
    40000,
    (at, n, as) => at.call(n, prepareOrder, { plan_id: plan.plan_id, invite_code: `wrong ${n}` }, as),
  ],
  ['redeem codes', 41007, (at, n, as) => at.call(n, prepareOrder, { redeem_code: `wrong ${n}` }, as)],
  [
    'redeem codes while redeeming',
    41007,
    (at, n, as) => at.call(n, useRedeemCode, { code: `wrong ${n}` }, as),
  ],
];

const volley = async (at: Servers, guess: Guess, as: TestUser) =>
  (await Promise.all(Array.from({ length: GUESSES }, (_, n) => guess(at, n, as)))).map(({ ec }) => ec);
const count = (codes: readonly number[], wanted: number): number =>
  codes.filter((code) => code === wanted).length;

describe.each(guesses)('%s, 400 concurrently by one account on two servers', (_, wrong, guess) => {
  test('20 are judged', async () => {
    const codes = await volley(servers, guess, await api.user());
    expect(count(codes, wrong)).toBe(JUDGED);
    expect(count(codes, 42900)).toBe(GUESSES - JUDGED);
  });
});

test.each(guesses.slice(0, 2))('negative control: looking first judges more of %s', async (...row) => {
  const [, wrong, guess] = row;
  expect(count(await volley(careless, guess, await api.user()), wrong)).toBeGreaterThan(JUDGED);
});

test('correct codes do not count, also several concurrently', async () => {
  const fan = await api.user();
  for (let round = 0; round < 6; round += 1) {
    const calls = Array.from({ length: 10 }, (_, n) =>
      servers.call(n, prepareOrder, { plan_id: plan.plan_id, invite_code: 'SPRING' }, fan),
    );
    expect((await Promise.all(calls)).map(({ ec }) => ec)).toEqual(Array(10).fill(200));
  }
});

test('passwords: of 60 concurrent guesses on two servers ten are checked', async () => {
  const account = accountName('guessed@example.com');
  if (!account) throw new Error('not an account');
  const password_hash = await hashPassword('the right one');
  await api.deps.accounts.members.add({ name: 'Fan', account, password_hash });
  const nobody = await api.user();
  const tries = Array.from({ length: 60 }, (_, n) =>
    servers.call(n, login, { account: account.text, password: `wrong one ${n}` }, nobody),
  );
  const codes = (await Promise.all(tries)).map(({ ec }) => ec);
  expect(count(codes, 40000)).toBe(10);
  expect(count(codes, 42900)).toBe(50);
});

test('verify codes: of 60 concurrent guesses on two servers ten are checked, five against the code', async () => {
  const account = 'coded@example.com';
  await api.call(sendVerifyCode, { account, account_type: 'email', scene: 'register' });
  const nobody = await api.user();
  const body = { account, password: 'long enough', name: 'Fan' };
  const tries = Array.from({ length: 60 }, (_, n) =>
    servers.call(n, register, { ...body, code: String(n).padStart(6, '0') }, nobody),
  );
  const codes = (await Promise.all(tries)).map(({ ec }) => ec);
  expect(count(codes, 42900)).toBe(50);
});
