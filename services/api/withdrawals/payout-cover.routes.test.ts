import { expect, test } from 'vitest';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import {
  approveWithdrawal,
  getWithdrawal,
  listWithdrawals,
  rejectWithdrawal,
  retryWithdrawal,
} from '#services/contract/withdrawals/finance-withdrawals.ts';
import {
  applyWithdraw,
  getBalance,
  switchWithdrawToBank,
} from '#services/contract/withdrawals/withdrawals.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { earner } from '../testing/earning.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const one = fixture(() => api.staff('finance'));
const two = fixture(() => api.staff('finance'));

type Earner = Awaited<ReturnType<typeof earner>>;

async function ask(creator: TestUser, amount: string): Promise<string> {
  const { order_id } = await api.data(applyWithdraw, { amount }, creator);
  await api.projected();
  return order_id;
}

const detail = async (id: string, as_of?: string) =>
  (await api.data(getWithdrawal, { id, as_of }, one)).withdrawal;

/** The whole sale, or a part of it. */
async function refund(creator: Earner, amount?: string): Promise<void> {
  const { out_trade_no } = creator;
  await api.data(refundOrder, { out_trade_no, amount, reason: 'torn' }, creator);
  await api.projected();
}

/** The provider finds that the account does not exist. */
async function fails(creator: TestUser, withdrawal_id: string): Promise<void> {
  const of = { user_id: creator.user_id, withdrawal_id, provider: 'sandbox' };
  const { committer } = api.deps;
  const sent = await committer.submit(sendPayout(of));
  const payout_id = (sent.accepted && sent.result.payout_id) || '';
  const notice = { kind: 'failed', status: 3, deal_error: 'account_unknown', can_atb: true } as const;
  await committer.submit(recordPayoutNotice({ ...of, payout_id, notice }));
  await api.projected();
}

test('a refund after the request: finance sees what is pending, held and owed, and cannot approve', async () => {
  const creator = await earner(api, 10_000);
  const id = await ask(creator, '94.00');
  const before = { available: '0.00', pending: '0.00', on_hold: '0.00', owed: '0.00', missing: '0.00' };
  expect((await detail(id)).cover).toEqual(before);
  const position = await api.deps.log.head();
  await refund(creator);
  const after = { available: '0.00', pending: '-94.00', on_hold: '94.00', owed: '94.00', missing: '94.00' };
  expect((await detail(id)).cover).toEqual(after);
  const { list } = await api.data(listWithdrawals, { user_id: creator.user_id }, one);
  expect(list.map(({ cover }) => cover)).toEqual([after]);
  // As of the moment before the refund, nothing was missing.
  expect((await detail(id, String(position))).cover).toEqual(before);

  const refused = await api.call(approveWithdrawal, { id, reason: '' }, one, { 'locale-lang': 'zh-CN' });
  expect(refused).toMatchObject({
    ec: 41008,
    em: '创作者的余额不足以支付这笔提现：打款后可提现 ¥0.00，待结算 −¥94.00，争议暂扣 ¥0.00，还差 ¥94.00',
  });
  const english = await api.call(approveWithdrawal, { id, reason: '' }, two, { 'locale-lang': 'en-US' });
  expect(english.em).toBe(
    'The creator’s balance does not cover this withdrawal. After it: ¥0.00 available, −¥94.00 pending, ¥0.00 on hold for disputes. ¥94.00 is missing',
  );
  expect((await api.call(rejectWithdrawal, { id, reason: 'refunded' }, one)).data.status).toBe(3);
  const types = (await api.deps.log.readStream(balanceStream(creator.user_id))).map(({ type }) => type);
  expect(types.slice(1)).toEqual(['WithdrawalRequested', 'RefundCharged', 'WithdrawalRejected']);
  await api.projected();
  const balance = await api.data(getBalance, {}, creator);
  expect(balance).toMatchObject({ available: '0.00', pending: '-94.00', on_hold: '94.00' });
});

test('a refund after a failure: it is neither retried nor switched to the card', async () => {
  const creator = await earner(api, 10_000);
  const id = await ask(creator, '94.00');
  expect((await api.call(approveWithdrawal, { id }, one)).data.approved).toBe(true);
  await fails(creator, id);
  expect((await detail(id)).cover).toMatchObject({ available: '94.00', missing: '0.00' });
  await refund(creator, '10.00');
  const short = { available: '94.00', pending: '-9.40', on_hold: '9.40', owed: '0.00', missing: '9.40' };
  expect((await detail(id)).cover).toEqual(short);
  expect(await api.call(retryWithdrawal, { id }, one)).toMatchObject({
    ec: 41008,
    em: expect.stringContaining('¥9.40'),
  });
  const { withdrawMethods } = api.deps;
  await withdrawMethods.draftBank(creator.user_id, SAMPLE_CARD);
  const { vault_ref = '' } = (await withdrawMethods.draftOf(creator.user_id)) ?? {};
  await withdrawMethods.takeDraft(creator.user_id, vault_ref, true);
  expect((await api.call(switchWithdrawToBank, { order_id: id }, creator)).ec).toBe(41008);
});

test('a retry beside another withdrawal that the same person approved needs a second person', async () => {
  const creator = await earner(api, 3_000_000);
  const first = await ask(creator, '9999.00');
  expect((await api.call(approveWithdrawal, { id: first }, one)).data.approved).toBe(true);
  await fails(creator, first);
  const second = await ask(creator, '9999.00');
  expect((await api.call(approveWithdrawal, { id: second }, one)).data.approved).toBe(true);
  await api.projected();
  expect(await detail(first)).toMatchObject({ needs_second: true, cover: { missing: '0.00' } });
  const alone = await api.call(retryWithdrawal, { id: first }, one);
  expect(alone).toMatchObject({ ec: 40000, data: { errors: [{ field: 'by' }] } });
  expect((await api.call(retryWithdrawal, { id: first }, two)).data.status).toBe(8);
  expect((await detail(first)).approvals.map(({ user_id }) => user_id)).toEqual([one.user_id, two.user_id]);
});

test('without a provider of payouts a withdrawal is not approved, and can still be rejected', async () => {
  const { config } = api.deps;
  const [waiting, failed] = [await earner(api, 10_000), await earner(api, 10_000)];
  const [id, second] = [await ask(waiting, '94.00'), await ask(failed, '94.00')];
  await api.data(approveWithdrawal, { id: second }, one);
  await fails(failed, second);
  Object.assign(config, { sandbox: false });
  try {
    for (const call of [approveWithdrawal, retryWithdrawal]) {
      const { ec, em } = await api.call(call, { id: call === approveWithdrawal ? id : second }, one, {
        'locale-lang': 'en-US',
      });
      expect([ec, em]).toEqual([40902, expect.stringContaining('Payouts are not set up')]);
    }
    expect((await api.call(rejectWithdrawal, { id, reason: 'no payouts yet' }, one)).ec).toBe(200);
  } finally {
    Object.assign(config, { sandbox: true });
  }
  expect((await api.data(getBalance, {}, waiting)).available).toBe('94.00');
});
