import { expect, test } from 'vitest';
import { asOutTradeNo, chargeIdOf, type OutTradeNo, providerRefundId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { accountStream, balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { CLOSING_MS, requestClosing } from '#services/commerce/accounts/request-closing.ts';
import { recordDispute } from '#services/commerce/refunds/dispute.ts';
import { refundByHand } from '#services/commerce/refunds/refund-by-hand.ts';
import { refundFailed } from '#services/commerce/refunds/refund-failed.ts';
import { refundSent } from '#services/commerce/refunds/refund-sent.ts';
import { returnLatePayment } from '#services/commerce/refunds/return-late-payment.ts';
import { payment, refund } from '#services/commerce/testing/orders.ts';
import { NOTHING_PENDING, THRESHOLD } from '#services/commerce/testing/payout-steps.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { requestWithdrawal } from '#services/commerce/withdrawals/request-withdrawal.ts';
import { reviewWithdrawal } from '#services/commerce/withdrawals/review-withdrawal.ts';
import { checkCancellation, submitCancellation } from '#services/contract/accounts/cancellation.ts';
import { deleteAccount, getDeletion } from '#services/contract/accounts/deletion.ts';
import { editAffiliate } from '#services/contract/affiliates/calls.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { closeCase, declineCase, openCase, passOnCase, writeInCase } from '#services/contract/cases/cases.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { declineRefundRequest } from '#services/contract/refunds/calls.ts';
import { openClosing } from '#services/modules/accounts/deletion/closing.ts';
import { openShop } from '#services/worker/testing/shop.ts';
import { leaver, leavingCreator, PASSWORD } from '../testing/leaving.ts';
import { orderCalls } from '../testing/order-calls.ts';
import type { TestUser } from '../testing/test-api.ts';
import { given } from '../testing/waiting-orders.ts';

const shop = fixture(() => openShop({ projections: true }));
const creator = fixture(() => leavingCreator(shop.api));
const fan = fixture(() => leaver(shop.api));
const finance = fixture(() => shop.api.staff('finance'));
const calls = fixture(() => orderCalls(shop.api, fan));

const PRICE = 500;
const buy = async (more: object = {}): Promise<OutTradeNo> =>
  asOutTradeNo(await calls.buy({ user_id: creator.user_id, custom_price: '5.00', ...more }));
/** What keeps the account, without its income. */
async function keeps(user: TestUser): Promise<string[]> {
  await shop.api.projected();
  const { open } = await shop.api.data(checkCancellation, {}, user);
  return open.filter(({ kind }) => kind !== 'money').map(({ kind, count }) => `${count} ${kind}`);
}
const submit = async (command: Parameters<typeof shop.api.deps.committer.submit>[0] | undefined) => {
  if (!command) throw new Error('not our charge');
  expect(await shop.api.deps.committer.submit(command)).toMatchObject({ accepted: true });
};
const dispute = (out_trade_no: OutTradeNo, status: 'open' | 'won' | 'lost') =>
  submit(
    recordDispute({
      charge_id: chargeIdOf(out_trade_no, 1),
      dispute_id: `du_${out_trade_no}`,
      status,
      amount: fenOf(PRICE),
      reason: 'fraudulent',
      provider: 'stripe',
    }),
  );
const named = (out_trade_no: OutTradeNo) => ({
  out_trade_no,
  refund_id: 'r',
  provider_refund_id: 're_1',
});
const refunded = (out_trade_no: OutTradeNo) =>
  submit(refund({ out_trade_no, by: { kind: 'creator', user_id: creator.user_id }, refund_id: 'r' }));

test('a request of a fan keeps the seller until it is decided, and the fan until it is over', async () => {
  const out_trade_no = await buy();
  const ask = { out_trade_no, kind: 'refund', topic: 'damaged' } as const;
  const of = { out_trade_no, case_id: (await shop.api.data(openCase, ask, fan)).case_id };
  const both = async () => [await keeps(creator), await keeps(fan)];
  expect(await both()).toEqual([['1 claims'], ['1 cases']]);
  await shop.api.data(writeInCase, { ...of, text: 'A picture, please' }, creator);
  expect(await both()).toEqual([['1 claims'], ['1 cases']]);
  // The fan has seven days to pass it on, whatever is written meanwhile.
  await shop.api.data(declineCase, { ...of, text: 'No.' }, creator);
  expect(await both()).toEqual([['1 claims'], ['1 cases']]);
  shop.advance(CLOSING_MS / 1_000 - 60);
  await shop.api.data(writeInCase, { ...of, text: 'Why not?' }, fan);
  expect(await both()).toEqual([['1 claims'], ['1 cases']]);
  shop.advance(61);
  expect(await both()).toEqual([[], ['1 cases']]);
  await shop.api.data(passOnCase, of, fan);
  expect(await both()).toEqual([['1 claims'], ['1 cases']]);
  // Where it is decided from the log alone, too.
  const { open } = await shop.api.data(getDeletion, {}, fan);
  expect(open).toEqual([{ kind: 'cases', count: 1 }]);
  expect((await shop.api.call(deleteAccount, { password: PASSWORD }, fan)).ec).toBe(40902);
  await shop.api.data(closeCase, of, fan);
  expect(await both()).toEqual([[], []]);
});

test.each(['won', 'lost'] as const)(
  'a dispute keeps the seller and the partner until it is %s, never the payer',
  async (outcome) => {
    const partner = await leavingCreator(shop.api);
    const code = { code: `claims-${outcome}`, partner: partner.user_id, rate: 50 };
    await shop.api.data(editAffiliate, code, creator);
    const out_trade_no = await buy({ affiliate_code: code.code });
    const all = async () => [await keeps(creator), await keeps(partner), await keeps(fan)];
    expect(await all()).toEqual([[], [], []]);
    await dispute(out_trade_no, 'open');
    expect(await all()).toEqual([['1 claims'], ['1 claims'], []]);
    await dispute(out_trade_no, outcome);
    expect(await all()).toEqual([[], [], []]);
  },
);

test('a refund that waits for a second person keeps the seller', async () => {
  shop.api.deps.config.payoutSecondApproval = fenOf(100);
  const out_trade_no = await buy();
  const body = { out_trade_no, amount: '5.00', reason: 'late' };
  const { waits } = await shop.api.data(refundOrder, body, finance);
  expect([waits, await keeps(creator), await keeps(fan)]).toEqual([true, ['1 claims'], []]);
  const { rows } = await shop.api.deps.pool.query<{ refund_id: string }>(
    "SELECT refund_id FROM rm.refund_steps WHERE out_trade_no = $1 AND step = 'request'",
    [out_trade_no],
  );
  const request = { out_trade_no, refund_id: rows[0]?.refund_id ?? '', reason: 'no proof' };
  await shop.api.data(declineRefundRequest, request, finance);
  expect(await keeps(creator)).toEqual([]);
});

test('money that is on its way back keeps the payer until it has arrived, by the provider or by finance', async () => {
  const by = finance.user_id;
  const first = await buy();
  await refunded(first);
  expect([await keeps(fan), await keeps(creator)]).toEqual([['1 refunds'], []]);
  await submit(refundSent(named(first)));
  expect(await keeps(fan)).toEqual([]);
  // It comes back after a week.
  const reference = providerRefundId(first, 'r');
  const failure = { out_trade_no: first, reference, provider_refund_id: 're_1' };
  await submit(refundFailed({ ...failure, reason: 'closed card', provider: 'stripe' }));
  expect(await keeps(fan)).toEqual(['1 refunds']);
  await submit(
    refundByHand({ out_trade_no: first, refund_id: 'r', by, reason: 'paid by bank', provider_refund_id: '' }),
  );
  expect(await keeps(fan)).toEqual([]);

  const second = await buy();
  await refunded(second);
  const again = {
    out_trade_no: second,
    reference: providerRefundId(second, 'r'),
    provider_refund_id: 're_2',
  };
  await submit(refundFailed({ ...again, reason: 'closed card', provider: 'stripe' }));
  expect(await keeps(fan)).toEqual(['1 refunds']);
  await submit(
    refundByHand({
      out_trade_no: second,
      refund_id: 'r',
      by,
      reason: 'paid by bank',
      provider_refund_id: '',
    }),
  );
  expect(await keeps(fan)).toEqual([]);

  // A second payment of a paid order.
  await submit(payment(PRICE, second, 2));
  expect((await shop.api.data(getDeletion, {}, fan)).open).toEqual([{ kind: 'refunds', count: 1 }]);
  const charge_id = chargeIdOf(second, 2);
  await submit(returnLatePayment({ out_trade_no: second, charge_id, provider_refund_id: 're_3' }));
  expect(await keeps(fan)).toEqual([]);
});

test.each([
  ['alipay', 28],
  ['stripe', 11],
  ['sandbox', 0],
] as const)(
  'a withdrawal by %s keeps the seller for two days after the last check for a return: %i days',
  async (provider, days) => {
    const { committer, clock } = shop.api.deps;
    const seller = await leavingCreator(shop.api);
    const { user_id } = seller;
    const [amount, withdrawal_id] = [fenOf(700), `w-${provider}`];
    const settled = { user_id, month: '2026-04', net: amount, available_at: clock.now() - 1 };
    const stream = balanceStream(user_id);
    await given(committer, [
      { stream, creator_id: user_id, event: { type: 'IncomeSettled', data: settled } },
    ]);
    const of = { user_id, withdrawal_id };
    const asked = { withdraw_type: 1, method_ref: 'm', instead_of: null, smallest: fenOf(1) };
    await submit(requestWithdrawal({ ...of, ...asked, amount, pending: NOTHING_PENDING }));
    const decision = { kind: 'approve', second_above: THRESHOLD, pending: NOTHING_PENDING } as const;
    await submit(reviewWithdrawal({ ...of, by: finance.user_id, decision }));
    await submit(sendPayout({ ...of, provider }));
    const notice = { kind: 'succeeded', provider_reference: 'po_1' } as const;
    await submit(recordPayoutNotice({ ...of, provider, payout_id: `${withdrawal_id}-1`, notice }));
    // Closed seven days after the request.
    const waits = Math.max(0, days - 7);
    if (waits > 0) {
      expect(await keeps(seller)).toEqual(['1 returns']);
      shop.advance(waits * 86_400 - 60);
      expect(await keeps(seller)).toEqual(['1 returns']);
      shop.advance(61);
    }
    expect(await keeps(seller)).toEqual([]);
  },
);

interface Claim {
  out_trade_no: OutTradeNo;
  seller: TestUser;
  payer: TestUser;
}

/** Each makes the claim, and returns what ends it. */
const CLAIMS = {
  async dispute({ out_trade_no }: Claim) {
    await dispute(out_trade_no, 'open');
    return () => dispute(out_trade_no, 'lost');
  },
  /** The fan can pass it on now. */
  async 'declined request'({ out_trade_no, seller, payer }: Claim) {
    const ask = { out_trade_no, kind: 'help', topic: 'other' } as const;
    const of = { out_trade_no, case_id: (await shop.api.data(openCase, ask, payer)).case_id };
    await shop.api.data(declineCase, { ...of, text: 'No.' }, seller);
    return () => shop.api.data(closeCase, of, payer);
  },
};

test.each(['dispute', 'declined request'] as const)(
  'a %s in the seven days after the request rejects it; ended, the account is closed',
  async (kind) => {
    const [seller, payer] = [await leavingCreator(shop.api), await shop.api.user()];
    const out_trade_no = asOutTradeNo(
      await orderCalls(shop.api, payer).buy({ user_id: seller.user_id, custom_price: '5.00' }),
    );
    await submit(refund({ out_trade_no, by: { kind: 'creator', user_id: seller.user_id }, refund_id: 'r' }));
    await shop.api.projected();
    const body = { account: seller.account, password: PASSWORD, reason: 'unused', content: '' } as const;
    const request = () => shop.api.call(submitCancellation, body, seller);
    const status = async () => (await shop.api.data(checkCancellation, {}, seller)).status;
    expect((await request()).ec).toBe(200);
    shop.processes();
    shop.advance(CLOSING_MS / 1_000 - 86_400);
    const end = await CLAIMS[kind]({ out_trade_no, seller, payer });
    await shop.api.projected();
    shop.advance(86_401);
    await expect.poll(status, { timeout: 20_000 }).toBe(3);
    expect([await keeps(seller), (await request()).ec]).toEqual([['1 claims'], 40902]);

    await end();
    await shop.api.projected();
    expect((await request()).ec).toBe(200);
    shop.advance(CLOSING_MS / 1_000 + 1);
    const events = () => shop.api.deps.log.readStream(accountStream(seller.user_id));
    await expect
      .poll(async () => (await events()).map(({ type }) => type), { timeout: 20_000 })
      .toContain('AccountClosed');
    expect(shop.failures.filter(({ name }) => name === 'closing-requests')).toEqual([]);
  },
);

test('a request that the read models do not have yet is waited for, then rejects the closing', async () => {
  const { deps } = shop.api;
  const [seller, payer] = [await leavingCreator(shop.api), await shop.api.user()];
  const out_trade_no = asOutTradeNo(
    await orderCalls(shop.api, payer).buy({ user_id: seller.user_id, custom_price: '5.00' }),
  );
  await submit(refund({ out_trade_no, by: { kind: 'creator', user_id: seller.user_id }, refund_id: 'r' }));
  await submit(requestClosing({ user_id: seller.user_id, reason_ref: null }));
  await shop.api.projected();
  const closing = openClosing({ ...deps, team: deps.accounts.team });
  let seen: number | undefined;
  // Holds the projection, as a slow one.
  const held = await deps.pool.connect();
  try {
    await held.query("BEGIN; SELECT FROM rm.checkpoints WHERE name = 'cases' FOR UPDATE");
    const ask = { out_trade_no, kind: 'help', topic: 'other' } as const;
    await shop.api.data(openCase, ask, payer);
    shop.advance(CLOSING_MS / 1_000 + 1);
    const head = await deps.log.head();
    const waits = await closing.finish(seller.user_id);
    seen = waits?.data?.head;
    expect(seen).toBeGreaterThanOrEqual(head);
    expect(waits?.again_at).toBeGreaterThan(deps.clock.now());
    expect((await closing.requestOf(seller.user_id))?.status).toBe('pending');
  } finally {
    await held.query('ROLLBACK');
    held.release();
  }
  await shop.api.projected();
  expect(await closing.finish(seller.user_id, seen)).toBeUndefined();
  expect((await closing.requestOf(seller.user_id))?.status).toBe('rejected');
});

test('a refund that comes back after its payer left waits for finance, and nobody gets a message', async () => {
  const [gone, stays] = [await leaver(shop.api), await leaver(shop.api)];
  /** Refunded and sent; the payer may leave before it fails. */
  async function failed(payer: TestUser, leaves: boolean): Promise<OutTradeNo> {
    const body = { user_id: creator.user_id, custom_price: '5.00' };
    const out_trade_no = asOutTradeNo(await orderCalls(shop.api, payer).buy(body));
    await refunded(out_trade_no);
    await submit(refundSent(named(out_trade_no)));
    if (leaves) expect((await shop.api.call(deleteAccount, { password: PASSWORD }, payer)).ec).toBe(200);
    const failure = { ...named(out_trade_no), reference: providerRefundId(out_trade_no, 'r') };
    await submit(refundFailed({ ...failure, reason: 'closed card', provider: 'stripe' }));
    return out_trade_no;
  }
  const order = await failed(gone, true);
  await failed(stays, false);
  await shop.api.projected();
  const { attention } = await shop.api.data(getFinanceOverview, {}, finance);
  expect(attention.list).toContainEqual(
    expect.objectContaining({ kind: 'refund_failed', ref: order, amount: '5.00' }),
  );
  const toldTo = async () => {
    const { rows } = await shop.api.deps.pool.query<{ to_user: string }>(
      "SELECT to_user FROM runtime.outbox WHERE template = 'refund_failed'",
    );
    return rows.map(({ to_user }) => to_user);
  };
  await expect.poll(toldTo).toContain(stays.user_id);
  expect(await toldTo()).not.toContain(gone.user_id);
});
