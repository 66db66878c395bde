import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { openWithdrawMethods } from '#services/accounts/withdraw-methods.ts';
import { sendPayout, tellPayout } from '#services/commerce/payout.ts';
import { answers } from '../answer.ts';
import { judgedWithdrawal, payeeAnswer, withdrawalsAnswer } from '../contract/finance-withdrawals.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts';

let api: TestApi;
let creator: TestUser;
let [one, two]: TestUser[] = [];
beforeAll(async () => {
  api = await startTestApi();
  creator = await earner(api, 2_000_000);
  one = await api.staff('finance');
  two = await api.staff('finance');
});
afterAll(() => api?.close());

async function ask(amount: string): Promise<string> {
  const reply = await api.post<{ order_id: string }>('/api/my/apply-withdraw', { amount }, creator);
  expect(reply.ec).toBe(200);
  await api.projected();
  return reply.data.order_id;
}
const judge = (id: string, verb: string, body: object = {}, as = one) =>
  api.post<z.infer<typeof judgedWithdrawal>>(`/api/finance/withdrawals/${id}/${verb}`, body, as);
async function listed(
  query: Record<string, number> = {},
): Promise<z.infer<typeof withdrawalsAnswer>['list']> {
  await api.projected();
  const reply = await api.get('/api/finance/withdrawals', one, query);
  answers(withdrawalsAnswer)[200].parse(reply);
  return (reply.data as z.infer<typeof withdrawalsAnswer>).list;
}

describe('finance', () => {
  test('approves; over the threshold a second, different person has to', async () => {
    const small = await ask('10000.00');
    const approved = await judge(small, 'approve');
    answers(judgedWithdrawal)[200].parse(approved);
    expect(approved.data).toMatchObject({ order_id: small, status: 1, approved: true });
    const large = await ask('8799.99');
    expect((await judge(large, 'approve')).data.approved).toBe(true);
    expect((await judge('unknown', 'approve')).ec).toBe(40400);
  });

  test('rejects with a reason, and sees of each what it is', async () => {
    const rich = await earner(api, 3_000_000);
    const reply = await api.post<{ order_id: string }>(
      '/api/my/apply-withdraw',
      { amount: '10000.01' },
      rich,
    );
    const id = reply.data.order_id;
    await api.projected();
    expect((await judge(id, 'approve')).data.approved).toBe(false);
    expect((await judge(id, 'approve')).ec).toBe(40000);
    const [waiting] = (await listed({ status: 1 })).filter(({ order_id }) => order_id === id);
    expect(waiting).toMatchObject({
      ...{ user_id: rich.user_id, name: rich.name, pay_amount: '10000.01', needs_second: true, status: 1 },
      ...{ approvals: [{ user_id: one?.user_id }], unknown: false, disputed: false },
    });
    expect((await judge(id, 'reject')).ec).toBe(40000);
    expect((await judge(id, 'reject', { reason: '信息有误' }, two)).data.status).toBe(3);
    const [rejected] = (await listed({ status: 3 })).filter(({ order_id }) => order_id === id);
    expect(rejected).toMatchObject({ deal_error: '信息有误', can_atb: 0 });
    expect((await judge(id, 'approve', {}, two)).ec).toBe(40902);
    const back = await api.get('/api/my/balance', rich);
    expect(back.data).toMatchObject({ available: '28200.00', paying: '0.00' });
  });

  test('sees where the money goes only by a look that is recorded', async () => {
    const [{ order_id } = { order_id: '' }] = await listed();
    const url = `/api/finance/withdrawals/${order_id}/payee`;
    expect((await api.get(url, one)).ec).toBe(40000);
    const reply = await api.get(url, one, { reason: 'the bank asked' });
    answers(payeeAnswer)[200].parse(reply);
    expect(reply.data).toMatchObject({ payee: { kind: 'apy', account: 'wang@example.com' } });
    const { rows } = await api.deps.pool.query('SELECT staff_id, reason FROM accounts.staff_reads');
    expect(rows).toEqual([{ staff_id: one?.user_id, reason: 'the bank asked' }]);
  });
});

describe('a failed withdrawal', () => {
  test('is retried by finance, or switched to the bank card by its creator, not both', async () => {
    const { committer, pool, vault, clock } = api.deps;
    const poor = await earner(api, 10_000);
    const reply = await api.post<{ order_id: string }>('/api/my/apply-withdraw', { amount: '50.00' }, poor);
    const withdrawal_id = reply.data.order_id;
    await api.projected();
    const { user_id } = poor;
    await judge(withdrawal_id, 'approve');
    const fail = async () => {
      const sent = await committer.submit(sendPayout({ user_id, withdrawal_id, provider: 'sandbox' }));
      const payout_id = (sent.accepted && sent.result.payout_id) || '';
      const news = { kind: 'failed', status: 3, deal_error: 'limit_reached', can_atb: true } as const;
      await committer.submit(tellPayout({ user_id, withdrawal_id, payout_id, provider: 'sandbox', news }));
    };
    await fail();
    expect((await judge(withdrawal_id, 'retry')).data.status).toBe(8);
    await fail();
    const switching = () => api.post<{ order_id: string }>('/api/my/switch-withdraw-to-bank', {}, poor);
    expect((await switching()).ec).toBe(40000);
    const methods = openWithdrawMethods(pool, vault, clock);
    const card = { number: '11010519491231002X', name: '王小明', mobile_number: '13800138000' };
    const bank = {
      bank_acct_no: '6222000012345678',
      bank_code: 'ICBC',
      bank_branch_code: '',
      mobile_bank: '',
    };
    expect(await methods.draftBank(user_id, { ...card, ...bank })).toBeUndefined();
    expect(await methods.takeDraft(user_id, true)).toEqual({ status: 1 });
    const switched = await switching();
    expect(switched.ec).toBe(200);
    expect((await switching()).ec).toBe(40400);
    expect((await judge(withdrawal_id, 'retry')).ec).toBe(40902);
    const { data } = await api.get<{ list: object[] }>('/api/my/withdraw-history', poor);
    expect(data.list).toMatchObject([
      { order_id: switched.data.order_id, withdraw_type: 7, status: 1, pay_amount: '50.00' },
      { order_id: withdrawal_id, withdraw_type: 1, status: 3, can_atb: 0, deal_error: '超出收款限额' },
    ]);
  });
});
