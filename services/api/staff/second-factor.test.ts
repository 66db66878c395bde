import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyProfile } from '#services/contract/accounts/accounts.ts';
import { enterByToken } from '#services/contract/accounts/binding.ts';
import { getFactors, removeTotp } from '#services/contract/accounts/factors.ts';
import { getBooksAsOf } from '#services/contract/books/finance-overview.ts';
import { resolveDifference, reverseStatement } from '#services/contract/books/statements.ts';
import { settleMonth } from '#services/contract/income/calls.ts';
import { endNoticeBar } from '#services/contract/notices/notice-bars.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  approveRefundRequest,
  declineRefundRequest,
  refundByHand,
} from '#services/contract/refunds/calls.ts';
import { changeRecommended, changeRole } from '#services/contract/staff/admin.ts';
import { searchOrders } from '#services/contract/staff/support.ts';
import { approveBankReview } from '#services/contract/withdrawals/bank-reviews.ts';
import { approveWithdrawal, closePayoutDispute } from '#services/contract/withdrawals/finance-withdrawals.ts';
import type { StaffRole } from '#services/modules/accounts/roles.ts';
import { confirmingSignature, signedBy, withPasskey } from '../testing/passkeys.ts';
import { atOneTime, confirmedBy, nextCode, otherThan, pass, withTotp } from '../testing/second-factor.ts';
import { startServers } from '../testing/servers.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false, config: { secondFactor: true } }));
const servers = fixture(() => startServers(api));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** With a second factor. */
async function staff(role: StaffRole) {
  const user = await api.staff(role);
  return { user, ...(await withTotp(api, user)) };
}

describe('without a second factor', () => {
  test.each([
    ['finance', getBooksAsOf, {}],
    ['support', searchOrders, { account: 'someone@example.com', reason: '核实' }],
    ['admin', changeRole, { account: 'someone@example.com', role: 'support', granted: true, reason: '新人' }],
  ] as const)('%s can only set it up, then enters on both servers', async (role, call, input) => {
    const user = await api.staff(role);
    for (const n of [0, 1]) expect((await servers.call(n, call, input, user)).ec).toBe(40107);
    expect((await api.call(getMyProfile, {}, user)).ec).toBe(200);
    expect((await api.call(getFactors, {}, user)).ec).toBe(200);
    await withTotp(api, user);
    for (const n of [0, 1]) expect((await servers.call(n, call, input, user)).ec).not.toBe(40107);
  });

  test('a passkey is enough, and confirms', async () => {
    const user = await api.staff('finance');
    const { authenticator } = await withPasskey(api, user);
    for (const n of [0, 1]) expect((await servers.call(n, getBooksAsOf, {}, user)).ec).toBe(200);
    pass(api, 5 * MINUTE);
    const approve = (headers = {}) => api.call(approveWithdrawal, { id: 'none' }, user, headers);
    expect((await approve()).ec).toBe(40104);
    const signature = await confirmingSignature(api, user, authenticator);
    expect((await approve(signedBy(signature))).ec).toBe(40400);
  });

  test('nor after it was switched off', async () => {
    const { user, secret } = await staff('finance');
    await api.data(removeTotp, {}, user, confirmedBy(nextCode(api, secret)));
    for (const n of [0, 1]) expect((await servers.call(n, getBooksAsOf, {}, user)).ec).toBe(40107);
  });

  test('a person without a role needs none', async () => {
    expect((await api.call(getBooksAsOf, {}, await api.user())).ec).toBe(40300);
    expect((await api.call(getMyProfile, {}, await api.user())).ec).toBe(200);
  });
});

test('a session of staff ends after eight hours on both servers, also one that it opened', async () => {
  const { user } = await staff('finance');
  const fan = await api.user();
  pass(api, 7 * HOUR);
  const { auth_token: token } = await api.data(enterByToken, { atn: user.token });
  const opened = { ...user, token };
  atOneTime(servers);
  for (const n of [0, 1]) {
    for (const one of [user, opened]) expect((await servers.call(n, getBooksAsOf, {}, one)).ec).toBe(200);
  }
  pass(api, HOUR);
  atOneTime(servers);
  for (const n of [0, 1]) {
    for (const one of [user, opened]) expect((await servers.call(n, getBooksAsOf, {}, one)).ec).toBe(40101);
    expect((await servers.call(n, getMyProfile, {}, user)).ec).toBe(40101);
    expect((await servers.call(n, getMyProfile, {}, fan)).ec).toBe(200);
  }
});

const reason = '已核对付款记录';
const guarded = [
  ['finance', approveWithdrawal, { id: 'none' }],
  ['finance', closePayoutDispute, { id: 'none', number: 1, outcome: 'reached', reason }],
  ['finance', approveBankReview, { id: 'none' }],
  ['finance', approveRefundRequest, { out_trade_no: 'none', amount: '1.00' }],
  ['finance', refundByHand, { out_trade_no: 'none', amount: '1.00', reason }],
  ['finance', refundOrder, { out_trade_no: 'none', amount: '1.00', reason }],
  ['admin', changeRole, { user_id: 'none', role: 'support', granted: true, reason }],
  ['admin', changeRecommended, { account: 'nobody@example.com', recommended: false, reason }],
  ['admin', endNoticeBar, { bar_id: 'none', reason }],
  ['finance', settleMonth, { month: '2020-01', reason }],
  ['finance', reverseStatement, { id: 'none', reason }],
  ['finance', resolveDifference, { id: 'none', reason }],
  ['finance', declineRefundRequest, { out_trade_no: 'none', refund_id: 'none', reason }],
] as const;

/** Calls of staff without a fresh code, each with its reason. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  '/api/finance/refund-preview': 'writes nothing',
  '/api/finance/audit/verify': 'reads the log again',
  '/api/admin/retry-message': 'the message of a decision that was confirmed',
  '/api/admin/dismiss-message': 'the same',
  '/api/admin/set-user-remark': 'a note for staff alone',
  '/api/support/resend': 'to the buyer alone, three times a day',
  '/api/support/case-message': 'a message of a thread',
  '/api/support/close-case': 'a fan opens another',
};

test('every other write by staff needs one', () => {
  const isStaff = (rule: unknown) => ['admin', 'finance', 'support'].includes(String(rule));
  const open = api.app.listedRoutes.filter(
    ({ method, config }) =>
      method === 'POST' && [config?.access ?? []].flat().every(isStaff) && config?.confirm === undefined,
  );
  expect(open.map(({ url }) => url).sort()).toEqual(Object.keys(UNCONFIRMED).sort());
});

describe('a fresh code', () => {
  test.each(guarded)('%s: $path', async (role, call, input) => {
    const { user, secret } = await staff(role);
    pass(api, 5 * MINUTE);
    const key = { 'idempotency-key': `key ${api.deps.clock.now()}` };
    const send = (headers = {}) => api.send(call, input, user, { ...key, ...headers });
    expect((await send()).ec).toBe(40104);
    const code = nextCode(api, secret);
    expect((await send(confirmedBy(otherThan(code)))).ec).toBe(40104);
    expect((await send(confirmedBy(code))).ec).not.toBe(40104);
    pass(api, 4 * MINUTE);
    expect((await send()).ec).not.toBe(40104);
    pass(api, MINUTE);
    expect((await send()).ec).toBe(40104);
    // The same code does not confirm again.
    expect((await send(confirmedBy(code))).ec).toBe(40104);
  });

  test('confirms on the other server, too, and not for another session', async () => {
    const { user, secret } = await staff('finance');
    const session = await api.deps.accounts.sessions.open(user.user_id);
    const other: TestUser = { ...user, token: api.app.sessionTokens.issue(session) };
    pass(api, 5 * MINUTE);
    const code = nextCode(api, secret);
    atOneTime(servers);
    const ask = (n: number, as: TestUser) => servers.call(n, approveWithdrawal, { id: 'none' }, as);
    for (const n of [0, 1]) expect((await ask(n, user)).ec).toBe(40104);
    const headers = { authorization: `Bearer ${user.token}`, ...confirmedBy(code) };
    expect(await servers.callWith(0, approveWithdrawal, { id: 'none' }, headers)).toMatchObject({
      ec: 40400,
    });
    expect((await ask(1, user)).ec).toBe(40400);
    for (const n of [0, 1]) expect((await ask(n, other)).ec).toBe(40104);
  });

  test('ten wrong codes over both servers lock the confirmation, not the session', async () => {
    const { user, secret } = await staff('finance');
    pass(api, 5 * MINUTE);
    const right = nextCode(api, secret);
    atOneTime(servers);
    const guess = async (n: number, code: string): Promise<number> => {
      const headers = { authorization: `Bearer ${user.token}`, ...confirmedBy(code) };
      return (await servers.callWith(n, approveWithdrawal, { id: 'none' }, headers)).ec;
    };
    const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n, `AAAAA-000${n}`)));
    expect(tries.filter((ec) => ec === 40104)).toHaveLength(10);
    expect(tries.filter((ec) => ec === 42900)).toHaveLength(20);
    expect(await guess(1, right)).toBe(42900);
    expect((await servers.call(1, getBooksAsOf, {}, user)).ec).toBe(200);
  });
});

test('where the setting is off, staff works without', async () => {
  const sandbox = await startTestApi({ projections: false });
  try {
    const user = await sandbox.staff('finance');
    expect((await sandbox.call(getBooksAsOf, {}, user)).ec).toBe(200);
    expect((await sandbox.call(approveWithdrawal, { id: 'none' }, user)).ec).toBe(40400);
  } finally {
    await sandbox.close();
  }
});
