import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { getTrialBalance } from '#services/contract/books/books.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { getTrace } from '#services/contract/books/trace.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { listStaffActions } from '#services/contract/staff/staff-actions.ts';
import {
  approveWithdrawal,
  closePayoutDispute,
  getWithdrawal,
  listWithdrawals,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import {
  applyWithdraw,
  getBalance,
  listMyWithdrawals,
  listPostings,
  switchWithdrawToBank,
} from '#services/contract/withdrawals/withdrawals.ts';
import { openWithdrawMethods } from '#services/modules/withdrawals/withdraw-methods.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => earner(api, 2_000_000));
const one = fixture(() => api.staff('finance'));
const two = fixture(() => api.staff('finance'));

async function ask(amount: string): Promise<string> {
  const reply = await api.call(applyWithdraw, { amount }, creator);
  expect(reply.ec).toBe(200);
  await api.projected();
  return reply.data.order_id;
}
const reviews = { approve: approveWithdrawal, reject: rejectWithdrawal, retry: retryWithdrawal };
const review = (id: string, verb: keyof typeof reviews, body: object = {}, as = one) =>
  api.send(reviews[verb], { id, ...body }, as);
async function listed(query: InputOf<typeof listWithdrawals> = {}) {
  await api.projected();
  return (await api.data(listWithdrawals, query, one)).list;
}

describe('finance', () => {
  test('approves; over the threshold a second, different person has to', async () => {
    const small = await ask('10000.00');
    const approved = await review(small, 'approve');
    expect(approved.data).toMatchObject({ order_id: small, status: 1, approved: true });
    // With the first one it is over the threshold.
    const more = await ask('8799.99');
    expect(await listed({ status: '1' })).toMatchObject([
      { order_id: small, needs_second: false },
      { order_id: more, needs_second: true },
    ]);
    expect((await review(more, 'approve')).data.approved).toBe(false);
    expect((await review(more, 'approve', {}, two)).data.approved).toBe(true);
    expect((await review('unknown', 'approve')).ec).toBe(40400);
  });

  test('rejects with a reason, and sees the state of each', async () => {
    const rich = await earner(api, 3_000_000);
    const reply = await api.call(applyWithdraw, { amount: '10000.01' }, rich);
    const id = reply.data.order_id;
    await api.projected();
    expect((await review(id, 'approve')).data.approved).toBe(false);
    expect((await review(id, 'approve')).ec).toBe(40000);
    const [waiting] = (await listed({ status: '1' })).filter(({ order_id }) => order_id === id);
    expect(waiting).toMatchObject({
      user_id: rich.user_id,
      name: rich.name,
      pay_amount: '10000.01',
      needs_second: true,
      status: 1,
      approvals: [{ user_id: one?.user_id }],
      unknown: false,
      disputed: false,
    });
    expect((await review(id, 'reject')).ec).toBe(40000);
    expect((await review(id, 'reject', { reason: '信息有误' }, two)).data.status).toBe(3);
    const [rejected] = (await listed({ status: '3' })).filter(({ order_id }) => order_id === id);
    expect(rejected).toMatchObject({ deal_error: '信息有误', can_atb: 0, status_text: '已驳回' });
    const actions = await api.data(listStaffActions, { area: 'withdrawals', per_page: 2 }, one);
    expect(actions.list).toMatchObject([
      { action: 'WithdrawalRejected', subject: id, amount: '10000.01', reason: '信息有误' },
      { action: 'WithdrawalApproved', subject: id, amount: '10000.01' },
    ]);
    expect((await review(id, 'approve', {}, two)).ec).toBe(40902);
    const back = await api.call(getBalance, {}, rich);
    expect(back.data).toMatchObject({ available: '28200.00', paying: '0.00' });
  });

  test('searches by number, and by name, page or id of the creator', async () => {
    const [rich, other] = [await earner(api, 10_000), await earner(api, 10_000)];
    const ids: string[] = [];
    for (const who of [rich, other, rich]) {
      ids.push((await api.data(applyWithdraw, { amount: '10.00' }, who)).order_id);
    }
    const [first = '', ofOther = '', second = ''] = ids;
    const search = async (search_q: string, more: InputOf<typeof listWithdrawals> = {}) =>
      (await listed({ search_q, ...more })).map(({ order_id }) => order_id);
    expect(await search(first)).toEqual([first]);
    expect(await search(` ${first.slice(0, 12)} `)).toEqual([first]);
    expect(await search(first.slice(0, 5))).toEqual([]);
    expect(await search(rich.name.slice(1))).toEqual([second, first]);
    expect(await search(other.url_slug.toUpperCase())).toEqual([ofOther]);
    expect(await search(rich.user_id)).toEqual([second, first]);
    expect(await search('%')).toEqual([]);
    expect(await search(rich.user_id, { user_id: other.user_id })).toEqual([]);
    const requested = (await api.data(getWithdrawal, { id: second }, one)).story[0]?.position ?? 0;
    expect(await search(rich.url_slug, { as_of: String(requested - 1) })).toEqual([first]);
    const answer = await api.data(listWithdrawals, { search_q: rich.name, per_page: 1 }, one);
    expect(answer).toMatchObject({ total_count: 2, total_amount: '20.00', has_more: true });
  });

  test('sees the payee only by a recorded access', async () => {
    const [{ order_id } = { order_id: '' }] = await listed();
    const url = `/api/finance/withdrawals/${order_id}/payee`;
    expect((await api.get(url, one)).ec).toBe(40000);
    const reply = await api.get(url, one, { reason: 'the bank asked' });
    expect(reply.data).toMatchObject({ payee: { kind: 'apy', account: 'wang@example.com' } });
    const { rows } = await api.deps.pool.query('SELECT staff_id, reason FROM accounts.staff_reads');
    expect(rows).toEqual([{ staff_id: one?.user_id, reason: 'the bank asked' }]);
  });
});

describe('a failed withdrawal', () => {
  test('is retried by finance, or switched to the bank card by its creator, not both', async () => {
    const { committer, pool, vault, clock } = api.deps;
    const poor = await earner(api, 10_000);
    const reply = await api.call(applyWithdraw, { amount: '50.00' }, poor);
    const withdrawal_id = reply.data.order_id;
    await api.projected();
    const { user_id } = poor;
    await review(withdrawal_id, 'approve');
    const fail = async () => {
      const sent = await committer.submit(sendPayout({ user_id, withdrawal_id, provider: 'sandbox' }));
      const payout_id = (sent.accepted && sent.result.payout_id) || '';
      const notice = { kind: 'failed', status: 3, deal_error: 'limit_reached', can_atb: true } as const;
      await committer.submit(
        recordPayoutNotice({ user_id, withdrawal_id, payout_id, provider: 'sandbox', notice }),
      );
    };
    await fail();
    expect((await review(withdrawal_id, 'retry')).data.status).toBe(8);
    await fail();
    const switching = () => api.call(switchWithdrawToBank, {}, poor);
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
    const { vault_ref = '' } = (await methods.draftOf(user_id)) ?? {};
    expect(await methods.takeDraft(user_id, vault_ref, true)).toEqual({ status: 1 });
    const switched = await switching();
    expect(switched.ec).toBe(200);
    expect((await switching()).ec).toBe(40400);
    expect((await review(withdrawal_id, 'retry')).ec).toBe(40902);
    const { data } = await api.call(listMyWithdrawals, {}, poor);
    expect(data.list).toMatchObject([
      { order_id: switched.data.order_id, withdraw_type: 7, status: 1, pay_amount: '50.00' },
      { order_id: withdrawal_id, withdraw_type: 1, status: 3, can_atb: 0, deal_error: '超出收款限额' },
    ]);
  });
});

describe('a disputed payout', () => {
  const close = (id: string, body: object, as = one) => api.send(closePayoutDispute, { id, ...body }, as);
  const balanceOf = async (user: TestUser) => {
    await api.projected();
    return (await api.call(getBalance, {}, user)).data;
  };

  /** This part of the income was sent, and the provider gives two contradicting answers. */
  async function disputed(user: TestUser, amount: string, first: 'succeeded' | 'failed'): Promise<string> {
    const { committer } = api.deps;
    const reply = await api.call(applyWithdraw, { amount }, user);
    const withdrawal_id = reply.data.order_id;
    const of = { user_id: user.user_id, withdrawal_id, provider: 'sandbox' };
    await api.projected();
    for (const by of [one, two]) await review(withdrawal_id, 'approve', {}, by);
    const sent = await committer.submit(sendPayout(of));
    const payout_id = (sent.accepted && sent.result.payout_id) || '';
    const notices = {
      succeeded: { kind: 'succeeded', provider_reference: 'po_9' },
      failed: { kind: 'failed', status: 3, deal_error: 'limit_reached', can_atb: true },
    } as const;
    for (const which of [first, first === 'failed' ? 'succeeded' : 'failed'] as const) {
      await committer.submit(recordPayoutNotice({ ...of, payout_id, notice: notices[which] }));
    }
    await api.projected();
    return withdrawal_id;
  }

  test('that arrived after all is charged once, and its creator sees it completed', async () => {
    const poor = await earner(api, 10_000);
    const id = await disputed(poor, '50.00', 'failed');
    expect(await balanceOf(poor)).toMatchObject({
      available: '44.00',
      on_hold: '50.00',
      hold_reason: 'payout_disputed',
      owed: '0.00',
      holds: [{ reason: 'payout_disputed', amount: '50.00', order_id: id, payout_id: `${id}-1` }],
    });
    const [shown] = (await listed()).filter(({ order_id }) => order_id === id);
    expect(shown).toMatchObject({
      disputed: true,
      disputes: [
        {
          number: 1,
          said: 'succeeded',
          detail: 'po_9',
          held: '50.00',
          counts_as_paid: false,
          before: { said: 'failed', detail: '超出收款限额' },
          judged: null,
          closed: null,
        },
      ],
    });
    expect((await close(id, { number: 1, outcome: 'reached', reason: ' ' })).ec).toBe(40000);
    expect((await close(id, { number: 2, outcome: 'reached', reason: 'r' })).ec).toBe(40400);
    expect((await close('unknown', { number: 1, outcome: 'reached', reason: 'r' })).ec).toBe(40400);
    const finding = { number: 1, outcome: 'reached', reason: '银行回单' };
    const closed = await close(id, finding);
    expect(closed.data).toMatchObject({ order_id: id, status: 2, closed: true });
    expect((await close(id, finding, two)).data).toMatchObject({ status: 2, closed: true });
    expect((await close(id, { ...finding, outcome: 'not_reached' }, two)).ec).toBe(40902);
    expect(await balanceOf(poor)).toMatchObject({ available: '44.00', on_hold: '0.00', holds: [] });
    const [after] = (await listed()).filter(({ order_id }) => order_id === id);
    expect(after).toMatchObject({
      status: 2,
      disputed: false,
      deal_error: '',
      can_atb: 0,
      disputes: [{ held: '0.00', closed: { name: one?.name, outcome: 'reached', reason: '银行回单' } }],
    });
    const { data } = await api.call(listMyWithdrawals, {}, poor);
    expect(data.list).toMatchObject([{ order_id: id, status: 2, status_text: '已打款' }]);
    const postings = await api.call(listPostings, { account: 'available' }, poor);
    expect(postings.data.list[0]).toMatchObject({
      kind: 'payout_confirmed',
      amount: '-50.00',
      balance: '44.00',
    });
    const detail = await api.call(getWithdrawal, { id }, one);
    expect(detail.data.story.at(-1)).toMatchObject({ what: 'closed_reached', by: 'staff', note: '银行回单' });
    const trace = await api.call(getTrace, { withdrawal: id }, one);
    expect(trace).toMatchObject({ ec: 200, data: { trace: { status: 2, paid: { payout_id: `${id}-1` } } } });
  });

  test('that came back is available again, with its cause', async () => {
    const poor = await earner(api, 10_000);
    const id = await disputed(poor, '50.00', 'succeeded');
    expect(await balanceOf(poor)).toMatchObject({ available: '44.00', on_hold: '0.00' });
    const closed = await close(id, { number: 1, outcome: 'not_reached', reason: 'bounced' });
    expect(closed.data).toMatchObject({ status: 3, closed: true });
    expect(await balanceOf(poor)).toMatchObject({ available: '94.00' });
    const { data } = await api.call(listMyWithdrawals, {}, poor);
    expect(data.list).toMatchObject([{ order_id: id, status: 3, deal_error: '超出收款限额', can_atb: 1 }]);
    const books = await api.call(getTrialBalance, {}, one);
    expect(books.data).toMatchObject({ total: '0.00' });
  });

  test('above the threshold needs two different people, and leaves the list when the second agrees', async () => {
    const rich = await earner(api, 3_000_000);
    const id = await disputed(rich, '10000.01', 'failed');
    const attention = async () => {
      await api.projected();
      const { data } = await api.call(getFinanceOverview, {}, one);
      return data.attention.list.filter(({ ref }) => ref === id).map(({ kind }) => kind);
    };
    expect(await attention()).toEqual(['disputed']);
    const finding = { number: 1, outcome: 'reached', reason: 'seen' };
    expect((await close(id, finding)).data).toMatchObject({ status: 3, closed: false });
    expect((await close(id, finding)).ec).toBe(40000);
    expect(await attention()).toEqual(['disputed']);
    expect((await close(id, finding, two)).data).toMatchObject({ status: 2, closed: true });
    expect(await attention()).toEqual([]);
  });

  test('nobody closes a dispute of their own withdrawal', async () => {
    const both = await earner(api, 10_000);
    const id = await disputed(both, '50.00', 'failed');
    const finding = { number: 1, outcome: 'reached', reason: 'mine' };
    expect((await close(id, finding, both)).ec).toBe(40300);
  });
});

test('an approved withdrawal that is not sent for a day is in the list of finance', async () => {
  const { clock, committer } = api.deps;
  const poor = await earner(api, 10_000);
  const { user_id } = poor;
  const withdrawal_id = (await api.data(applyWithdraw, { amount: '50.00' }, poor)).order_id;
  await api.projected();
  expect((await review(withdrawal_id, 'approve')).data.approved).toBe(true);
  const unsent = async (as_of?: string) => {
    const desk = await api.staff('finance');
    await api.projected();
    const { attention } = await api.data(getFinanceOverview, { kind: 'unsent', as_of }, desk);
    const { list } = await api.data(listWithdrawals, { attention: 'unsent', as_of }, desk);
    const listed = list.map(({ order_id }) => order_id);
    expect(attention.list.map(({ ref }) => ref)).toEqual(listed);
    return listed.includes(withdrawal_id);
  };
  expect(await unsent()).toBe(false);
  clock.setOffset(clock.offset + DAY_MS + 2_000);
  expect(await unsent()).toBe(true);
  // An entry at this time: the books as of a position have the time of their last one.
  const { position } = await api.data(applyWithdraw, { amount: '10.00' }, poor);
  await committer.submit(sendPayout({ user_id, withdrawal_id, provider: 'sandbox' }));
  expect(await unsent()).toBe(false);
  expect(await unsent(String(position))).toBe(true);
});
