import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyAccount } from '#services/contract/accounts/accounts.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { bindBank, changeBank, editWithdrawMethod } from '#services/contract/withdrawals/withdraw-methods.ts';
import { applyWithdraw, listMyWithdrawals } from '#services/contract/withdrawals/withdrawals.ts';
import { alwaysWritten } from '../testing/always-written.ts';
import { atOneTime, confirmedBy, mailedCode, nextCode, pass, withTotp } from '../testing/second-factor.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

const start = () => startTestApi({ projections: false, config: { secondFactor: true } });
const api = fixture(start);
const guarded = fixture(() => startServers(api));
const open = fixture(start);
const careless = fixture(async () => {
  // The control: a changed payee is not held.
  const hold = { table: 'accounts.withdraw_methods', column: 'held_until', value: '0' };
  await alwaysWritten(open.deps.pool, hold);
  return startServers(open);
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WANG = { type: 'apy', realname: '王小明', account: 'wang@example.com' } as const;
const LI = { type: 'apy', realname: '李小红', account: 'li@example.com' } as const;
const PAYPAL = { type: 'pp', realname: 'Wang', account: 'wang@example.com' } as const;

/** Confirms actions for five minutes. */
async function confirmed(on: TestApi, user: TestUser, form: typeof WANG | typeof LI | typeof PAYPAL) {
  await on.data(editWithdrawMethod, form, user, confirmedBy(await mailedCode(on, user)));
}

/** The refusal of a withdrawal of more than there is: it passed the payee. */
const NO_MONEY = 41008;
const withdraw = (on: TestApi, user: TestUser, withdraw_type: 1 | 2 = 1) =>
  on.call(applyWithdraw, { amount: '1.00', withdraw_type }, user);

test('a payee changes only with a code: to an own address, or of the second factor', async () => {
  const creator = await api.creator();
  const card = { number: '11010519491231002X', name: '王小明', mobile_number: '13800138000' };
  const bank = { ...card, bank_acct_no: '6222000012345678', bank_code: 'ICBC' };
  expect((await api.call(editWithdrawMethod, WANG, creator)).ec).toBe(40104);
  expect((await api.call(bindBank, bank, creator)).ec).toBe(40104);
  const { mobile_number: mobile, bank_acct_no: account_no, bank_code } = bank;
  expect((await api.call(changeBank, { mobile, account_no, bank_code }, creator)).ec).toBe(40104);
  await confirmed(api, creator, WANG);
  pass(api, 5 * MINUTE);
  const { secret } = await withTotp(api, creator);
  const mailed = await mailedCode(api, creator);
  pass(api, 5 * MINUTE);
  expect((await api.call(editWithdrawMethod, LI, creator, confirmedBy(mailed))).ec).toBe(40104);
  expect((await api.call(editWithdrawMethod, LI, creator, confirmedBy(nextCode(api, secret)))).ec).toBe(200);
});

test('the first payee is used at once; one that follows after 24 hours, and a message says so', async () => {
  const creator = await api.creator();
  await confirmed(api, creator, WANG);
  expect((await withdraw(api, creator)).ec).toBe(NO_MONEY);
  await confirmed(api, creator, PAYPAL);
  const held = await withdraw(api, creator, 2);
  expect([held.ec, held.data.errors?.[0]?.message]).toEqual([40000, expect.stringContaining('24')]);
  // The first one is not touched.
  expect((await withdraw(api, creator)).ec).toBe(NO_MONEY);
  const { account } = await api.data(getMyAccount, {}, creator);
  const { list } = await api.data(sandboxOutbox, { account: account.email });
  expect(list.some(({ text }) => text.includes('收款账户'))).toBe(true);
  await confirmed(api, creator, LI);
  expect((await withdraw(api, creator)).ec).toBe(40000);
  pass(api, 24 * HOUR - MINUTE);
  expect((await withdraw(api, creator)).ec).toBe(40000);
  pass(api, MINUTE);
  for (const type of [1, 2] as const) expect((await withdraw(api, creator, type)).ec).toBe(NO_MONEY);
});

/** Whether a withdrawal took the payee that was saved at the same time. */
async function tookNew(on: TestApi, servers: Servers): Promise<boolean> {
  const creator = await on.creator();
  await confirmed(on, creator, WANG);
  await on.deps.pool.query('UPDATE accounts.sessions SET confirmed_at = $2 WHERE user_id = $1', [
    creator.user_id,
    on.deps.clock.now(),
  ]);
  atOneTime(servers);
  const refs = new Set<string>();
  let isSaved = false;
  const saving = servers.call(0, editWithdrawMethod, LI, creator).finally(() => {
    isSaved = true;
  });
  // Withdrawals begin before, while and after it is saved.
  const beginning = [0, 1].map(async (n) => {
    for (let isLast = false; !isLast; ) {
      isLast = isSaved;
      const begun = await servers.deps(n).withdrawMethods.forWithdrawal(creator.user_id, 'apy');
      if (typeof begun === 'string') refs.add(begun);
    }
  });
  await Promise.all([saving, ...beginning]);
  const payees = await on.deps.withdrawMethods.read([...refs]);
  expect((await on.data(listMyWithdrawals, {}, creator)).list).toEqual([]);
  return [...payees.values()].some((payee) => payee.kind !== 'bank' && payee.account === LI.account);
}

test('a payee that changes while withdrawals begin on two servers is taken by none', async () => {
  for (let round = 0; round < 5; round += 1) expect(await tookNew(api, guarded)).toBe(false);
});

test('negative control: without the hold it is taken', async () => {
  expect(await tookNew(open, careless)).toBe(true);
});
