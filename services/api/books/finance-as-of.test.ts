import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { getWithdrawal, listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi } from '../testing/test-api.ts';

/** Log positions after each step of one withdrawal's life. */
const after: Record<'requested' | 'approved' | 'failed' | 'retried', number> = {
  requested: 0,
  approved: 0,
  failed: 0,
  retried: 0,
};
let order_id: string;

const api = fixture(startTestApi);
const creator = fixture(() => earner(api, 2_000_000));
const one = fixture(() => api.staff('finance'));
const two = fixture(() => api.staff('finance'));
beforeAll(async () => {
  const { log, committer } = api.deps;
  const requested = await api.call(applyWithdraw, { amount: '12000.00' }, creator);
  order_id = requested.data.order_id;
  await api.projected();
  after.requested = await log.head();
  const url = `/api/finance/withdrawals/${order_id}`;
  await api.post(`${url}/approve`, { reason: '已致电核实' }, one);
  await api.post(`${url}/approve`, {}, two);
  after.approved = await log.head();
  const of = { user_id: creator.user_id, withdrawal_id: order_id, provider: 'sandbox' };
  const sent = await committer.submit(sendPayout(of));
  const payout_id = (sent.accepted && sent.result.payout_id) || '';
  const notice = { kind: 'failed', status: 3, deal_error: 'limit_reached', can_atb: true } as const;
  await committer.submit(recordPayoutNotice({ ...of, payout_id, notice }));
  after.failed = await log.head();
  expect(await api.post(`${url}/retry`, { reason: '银行已恢复' }, two)).toMatchObject({ ec: 200 });
  after.retried = await log.head();
  await api.projected();
});

const listed = (query: InputOf<typeof listWithdrawals>) => api.data(listWithdrawals, query, one);

test('a withdrawal is listed in its state at any position, and not before its request', async () => {
  const statusAt = async (as_of: number) => (await listed({ as_of })).list.map(({ status }) => status);
  expect(await statusAt(after.requested - 1)).toEqual([]);
  expect(await statusAt(after.requested)).toEqual([1]);
  expect(await statusAt(after.failed)).toEqual([3]);
  expect(await statusAt(after.retried)).toEqual([8]);
  const [then] = (await listed({ as_of: after.approved, status: '1' })).list;
  expect(then).toMatchObject({ order_id, approvals: [{ user_id: one?.user_id }, { user_id: two?.user_id }] });
  expect((await listed({ as_of: after.approved, status: 'failed' })).list).toEqual([]);
  expect((await listed({ as_of: after.failed, status: 'failed' })).list).toMatchObject([
    { order_id, deal_error: '超出收款限额', can_atb: 1 },
  ]);
  expect(await listed({ as_of: after.failed })).toMatchObject({ as_of: { position: after.failed } });
});

test('the list is filtered by creator and method, and has its total', async () => {
  const other = await earner(api, 10_000);
  await api.call(applyWithdraw, { amount: '50.00' }, other);
  await api.projected();
  expect(await listed({})).toMatchObject({ total_count: 2, total_amount: '12050.00' });
  expect(await listed({ user_id: other.user_id })).toMatchObject({ total_count: 1, total_amount: '50.00' });
  expect(await listed({ withdraw_type: '1' })).toMatchObject({ total_count: 2 });
  expect(await listed({ withdraw_type: '7' })).toMatchObject({ total_count: 0, total_amount: '0.00' });
});

test('its story has who did what, when and why; as of a position only the events up to it', async () => {
  const url = `/api/finance/withdrawals/${order_id}`;
  const { story } = await api.data(getWithdrawal, { id: order_id }, one);
  expect(story.map(({ what, by, user_id, note }) => [what, by, user_id, note])).toEqual([
    ['requested', 'creator', creator.user_id, ''],
    ['approved_first', 'staff', one?.user_id, '已致电核实'],
    ['approved', 'staff', two?.user_id, ''],
    ['sent', 'process', '', ''],
    ['failed', 'provider', '', '超出收款限额'],
    ['retried', 'staff', two?.user_id, '银行已恢复'],
  ]);
  const then = await api.get(url, one, { as_of: after.requested });
  expect(then.data).toMatchObject({ withdrawal: { status: 1 }, story: [{ what: 'requested' }] });
  expect(await api.get(url, one, { as_of: after.requested - 1 })).toMatchObject({ ec: 40400 });
});
