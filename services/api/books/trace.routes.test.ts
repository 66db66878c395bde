import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { recordPayoutNotice, sendPayout } from '#services/commerce/withdrawals/payout.ts';
import { uploadStatement } from '#services/contract/books/statements.ts';
import { getTrace } from '#services/contract/books/trace.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { getSettlement } from '#services/contract/income/settlements.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { approveWithdrawal } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';
import { openSealer } from '#services/modules/audit/seal.ts';
import { sealNext } from '#services/modules/audit/seals.ts';
import { noticeLog } from '#services/modules/payments/notice-log.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { earner } from '../testing/earning.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm, unitsOf } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const shop = fixture(() => openShop(api, [forSale('红色', 100)]));
const finance = fixture(() => api.staff('finance'));

const traced = (query: InputOf<typeof getTrace>) => api.data(getTrace, query, finance);
async function order(query: Record<string, string | number>) {
  const { trace } = await traced(query);
  if (trace.kind !== 'order') throw new Error('that is no order');
  return trace;
}
async function withdrawal(query: Record<string, string | number>) {
  const { trace } = await traced(query);
  if (trace.kind !== 'withdrawal') throw new Error('that is no withdrawal');
  return trace;
}

/** Requests a withdrawal, has it approved and paid. */
async function paidWithdrawal(creator: TestUser, amount: string): Promise<string> {
  const { committer } = api.deps;
  const { data } = await api.call(applyWithdraw, { amount }, creator);
  const { order_id: withdrawal_id } = data;
  await api.projected();
  await api.call(approveWithdrawal, { id: withdrawal_id }, finance);
  const of = { user_id: creator.user_id, withdrawal_id };
  const sent = await committer.submit(sendPayout({ ...of, provider: 'sandbox' }));
  const payout_id = (sent.accepted && sent.result.payout_id) || '';
  const payoutNotice = { kind: 'succeeded', provider_reference: `bank-${amount}` } as const;
  await committer.submit(recordPayoutNotice({ ...of, payout_id, provider: 'sandbox', notice: payoutNotice }));
  await api.projected();
  return withdrawal_id;
}

const STATEMENT_HEAD = 'line_id,time,kind,reference,provider_reference,amount,fee,net,currency';

/** Has a statement of the sandbox provider read. */
async function readStatement(...lines: string[]): Promise<void> {
  const text = [STATEMENT_HEAD, ...lines].join('\n');
  expect((await api.call(uploadStatement, { text }, finance)).ec).toBe(200);
  await api.projected();
}

describe('an order', () => {
  it('names what made the price: of a member the member price, of a code the code', async () => {
    const fan = await api.user('Bea');
    const { creator } = shop;
    const members = await savePlan(api, creator, { ...sponsorshipForm, name: 'Members' });
    const goods = await savePlan(api, creator, {
      name: 'Mug',
      product_type: 1,
      sku: [forSale('Blue', 9)],
      vip_plan: members.plan_id,
      vip_price: '6.00',
    });
    const calls = orderCalls(api, fan);
    const rulesOf = async (body: object, total_amount: string) => {
      const out_trade_no = await calls.buy({ ...body, total_amount });
      await api.projected();
      const { rules, discount } = await order({ out_trade_no });
      return [rules, discount];
    };
    const mug = unitsOf({ plan: goods, skus: goods.sku }, 1);
    expect(await rulesOf(mug, '10.00')).toEqual([['plain'], '0.00']);
    await calls.buy({ plan_id: members.plan_id, month: 1, total_amount: '30.00' });
    expect(await rulesOf(mug, '6.00')).toEqual([['member'], '4.00']);

    const codes = redeemCalls(api, creator);
    const { data: made } = await codes.make({ plan_id: goods.plan_id, sku_id: goods.sku[0]!.sku_id, num: 1 });
    const { data: used } = await codes.use({ code: made.list[0]!.code }, fan);
    await api.projected();
    expect(await order({ out_trade_no: used.out_trade_no })).toMatchObject({ rules: ['redeem'] });
  });

  it('is traced from price to postings, each with its position, and the notices of the money', async () => {
    const fan = await api.user('Anna');
    const calls = orderCalls(api, fan);
    const { out_trade_no } = (await calls.create(unitsOf(shop, 2))).data;
    await calls.pay(out_trade_no, 20);
    await api.call(refundOrder, { out_trade_no, amount: '5.00', reason: '谢谢' }, shop.creator);
    const charge_id = (await order({ out_trade_no })).charges[0]!.charge_id;
    const notice = {
      provider: 'sandbox',
      notice_id: 'n1',
      charge_id,
      verdict: 'accepted',
      reason: '',
    } as const;
    await noticeLog(api.deps.pool).write({ ...notice, rawBody: Buffer.from('{}'), received_at: 1 });

    const { trace, as_of } = await traced({ out_trade_no });
    expect(as_of.position).toBe(await api.deps.log.head());
    expect(trace).toMatchObject({
      kind: 'order',
      out_trade_no,
      status: 2,
      imported: false,
      provider: 'sandbox',
      rules: ['plain'],
      fan: { user_id: fan.user_id, name: 'Anna' },
      creator: { user_id: shop.creator.user_id },
      priced: [{ name: 'Scarf · 红色', count: 2, price: '10.00', amount: '20.00' }],
      show_amount: '20.00',
      discount: '0.00',
      shipping_fee: '0.00',
      total_amount: '20.00',
      charges: [{ charge_id, notices: [{ notice_id: 'n1', verdict: 'accepted', copies: 1 }] }],
      months: [],
    });
    const { steps, entries, lines } = await order({ out_trade_no });
    expect(steps.map(({ type, actor_name, seal }) => [type, actor_name, seal])).toEqual([
      ['OrderPlaced', 'Anna', null],
      ['OrderPaid', '', null],
      ['OrderRefunded', shop.creator.name, null],
    ]);
    expect(entries.map(({ kind, position }) => [kind, position])).toEqual([
      ['order', steps[1]?.position],
      ['refund', steps[2]?.position],
    ]);
    expect(entries[0]?.postings).toContainEqual(
      expect.objectContaining({ account: 'assets:psp:sandbox', debit: '20.00' }),
    );
    expect(lines.map(({ kind, net, settlement }) => [kind, net, settlement])).toEqual([
      ['order', '18.80', null],
      ['refund', '-4.70', null],
    ]);
    // The provider's statement has the payment with its fee.
    const before = await api.deps.log.head();
    const time = new Date(api.deps.clock.now()).toISOString();
    await readStatement(`txn_1,${time},charge,${charge_id},ch_x,20.00,0.12,19.88,CNY`);
    expect((await order({ out_trade_no })).statement).toMatchObject([
      {
        line_id: 'txn_1',
        kind: 'charge',
        reference: charge_id,
        amount: '20.00',
        fee: '0.12',
        state: 'matched',
      },
    ]);
    expect((await order({ out_trade_no, as_of: before })).statement).toEqual([]);
    // As of its payment nothing had been refunded.
    const then = await order({ out_trade_no, as_of: steps[1]?.position ?? 0 });
    expect(then.steps).toHaveLength(2);
    expect(then.entries).toHaveLength(1);
  });

  it('leads to the settlement that covers it, and to the withdrawals that may have carried it', async () => {
    const creator = await earner(api, 10_000);
    const { out_trade_no } = creator;
    const first = await paidWithdrawal(creator, '60.00');
    const { data } = await api.call(applyWithdraw, { amount: '4.00' }, creator);
    await api.projected();
    const { pool, log, clock } = api.deps;
    const sealer = openSealer(secretsOf(api.databaseUrl).ring('log-sealing'));
    await sealNext(pool, sealer, clock, await log.head());

    const trace = await order({ out_trade_no });
    const seal = { number: 1 };
    expect(trace.steps.every((step) => step.seal?.number === 1)).toBe(true);
    const settled = await api.call(getSettlement, { month: '2026-01', user_id: creator.user_id }, finance);
    const { sha256, position } = settled.data.settlement;
    expect(trace.lines).toMatchObject([{ month: '2026-01', settlement: { sha256, position, seal } }]);
    expect(trace.months).toMatchObject([
      {
        month: '2026-01',
        net: '94.00',
        left: '30.00',
        more: 0,
        carried: [
          { kind: 'withdrawal', ref: first, amount: '60.00', paid: { provider_reference: 'bank-60.00' } },
          { kind: 'withdrawal', ref: data.order_id, amount: '4.00', paid: null },
        ],
      },
    ]);

    const back = await withdrawal({ withdrawal: first });
    expect(back).toMatchObject({
      order_id: first,
      creator: { user_id: creator.user_id },
      pay_amount: '60.00',
      status: 2,
      paid: { payout_id: `${first}-1`, provider_reference: 'bank-60.00' },
      from: [{ month: '2026-01', amount: '60.00', net: '94.00', sha256, position, seal }],
    });
    expect(back.steps.map(({ type, actor_name }) => [type, actor_name])).toEqual([
      ['WithdrawalRequested', creator.name],
      ['WithdrawalApproved', finance.name],
      ['PayoutSent', ''],
      ['PayoutSucceeded', ''],
    ]);
    expect(back.entries.map(({ kind }) => kind)).toEqual(['withdrawal', 'payout']);

    // Before it was settled, nothing of that.
    const before = await order({ out_trade_no, as_of: position - 1 });
    expect([before.lines[0]?.settlement, before.months]).toEqual([null, []]);
    const requested = back.steps[0]?.position ?? 0;
    expect(await withdrawal({ withdrawal: first, as_of: requested })).toMatchObject({
      status: 1,
      paid: null,
      from: [{ amount: '60.00' }],
    });
  });
});

it('needs exactly one of both, and answers not found for unknown ones', async () => {
  const ask = async (query: Record<string, string | number>) => (await api.call(getTrace, query, finance)).ec;
  expect(await ask({})).toBe(40000);
  expect(await ask({ out_trade_no: 'a', withdrawal: 'b' })).toBe(40000);
  expect(await ask({ out_trade_no: 'nothing' })).toBe(40400);
  expect(await ask({ withdrawal: 'nothing' })).toBe(40400);
  expect(await ask({ out_trade_no: 'nothing', as_of: 'then' })).toBe(40000);
});
