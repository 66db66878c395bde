import { beforeEach, describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { ChargeRequest, PayScene } from '../provider.ts';
import { openAlipay } from './provider.ts';
import { alipayStandIn } from './testing/stand-in.ts';

const clock = movableClock();
const database = fixture(() => createTestDatabase([new URL('../migrations/', import.meta.url)]));
const alipay = fixture(alipayStandIn);
const provider = fixture(() =>
  openAlipay({
    pool: database.pool,
    clock,
    settings: alipay.settings,
    notifyUrl: 'https://fanwatt.example/n',
  }),
);
beforeEach(() => {
  const usual = { closesNothing: false, refundError: '', refundStatus: 'REFUND_SUCCESS' };
  Object.assign(alipay.behavior, { ...usual, tradeChange: {} });
});

let orders = 0;
function request(scene?: PayScene): ChargeRequest & { out_trade_no: OutTradeNo } {
  orders += 1;
  const out_trade_no = `2${String(orders).padStart(26, '0')}` as OutTradeNo;
  const checkout = {
    method: 'apy' as const,
    subject: 'Tea',
    return_url: 'https://fanwatt.example/order/check',
  };
  const instead = scene && { method: 'apy' as const, scene };
  const expires_at = clock.now() + 900_000;
  const charge_id = chargeIdOf(out_trade_no, 1);
  return {
    charge_id,
    out_trade_no,
    amount: fenOf(3_000),
    currency: 'CNY',
    expires_at,
    checkout: { ...checkout, instead },
  };
}
async function paid() {
  const charge = request();
  alipay.pay(alipay.open((await provider.createCharge(charge)).url));
  return charge;
}
const refund = ({ charge_id, out_trade_no }: ReturnType<typeof request>) =>
  provider.refund({ refund_id: `${out_trade_no}_a`, charge_id, out_trade_no, amount: fenOf(700) });

describe('a change in the cashier', () => {
  const chosen = (charge: ChargeRequest, scene: PayScene): ChargeRequest => {
    const { checkout } = charge;
    if (!checkout) throw new Error('nobody pays');
    return { ...charge, checkout: { ...checkout, instead: { method: 'apy', scene } } };
  };
  const tradesOf = ({ out_trade_no }: ReturnType<typeof request>) =>
    [...alipay.trades.values()].filter((trade) => trade.out_trade_no.startsWith(out_trade_no));

  it('opens no second trade while the first one was not found to be closed', async () => {
    const charge = request();
    const first = alipay.open((await provider.createCharge(charge)).url);
    alipay.behavior.closesNothing = true;
    const { url } = await provider.createCharge(chosen(charge, 'phone'));
    expect(alipay.open(url)).toBe(first);
    alipay.pay(first);
    expect(tradesOf(charge)).toHaveLength(1);
    expect(await provider.lookUp(charge.charge_id)).toMatchObject({ status: 'paid', amount: 3_000 });
  });

  it('of a page that nobody opened keeps its number, which is paid once', async () => {
    const charge = request();
    const { url: before } = await provider.createCharge(charge);
    const { url } = await provider.createCharge(chosen(charge, 'phone'));
    alipay.pay(alipay.open(url));
    expect(() => alipay.pay(alipay.open(before))).toThrow('not open');
    expect(tradesOf(charge)).toHaveLength(1);
  });
});

describe('a payer with a wallet of another currency', () => {
  const abroad = { trans_currency: 'CNY', settle_currency: 'CNY', pay_currency: 'HKD', pay_amount: '32.10' };
  const noticeOf = ({ out_trade_no }: ReturnType<typeof request>, change: Record<string, string>) => {
    const trade = [...alipay.trades.values()].find((one) => one.out_trade_no.startsWith(out_trade_no));
    if (!trade) throw new Error('not opened');
    const { body, headers } = alipay.notice(trade, clock.now(), change);
    return provider.verifyNotice(body, headers, clock.now());
  };

  it('pays in ours: the notice and the answer count, and it is refunded', async () => {
    const charge = await paid();
    expect(noticeOf(charge, abroad)).toMatchObject({ genuine: true, notice: { amount: 3_000 } });
    alipay.behavior.tradeChange = abroad;
    expect(await provider.lookUp(charge.charge_id)).toMatchObject({ status: 'paid', amount: 3_000 });
    expect(await refund(charge)).toMatchObject({ status: 'sent' });
  });

  it('does not make up for another currency of the trade, or of what we get', async () => {
    const charge = await paid();
    for (const change of [{ trans_currency: 'HKD' }, { settle_currency: 'HKD' }]) {
      expect(noticeOf(charge, { ...abroad, ...change })).toEqual({ genuine: false, fault: 'other_currency' });
      alipay.behavior.tradeChange = { ...abroad, ...change };
      await expect(provider.lookUp(charge.charge_id)).rejects.toMatchObject({
        name: 'ProviderContradiction',
      });
    }
  });
});

describe('a refund', () => {
  it('of a trade that is finished has failed: finance pays it in another way', async () => {
    const charge = await paid();
    alipay.behavior.refundError = 'ACQ.TRADE_HAS_FINISHED';
    expect(await refund(charge)).toMatchObject({ status: 'failed', reason: 'ACQ.TRADE_HAS_FINISHED' });
  });

  it('without a state is unconfirmed, and requested again under the same number', async () => {
    const charge = await paid();
    alipay.behavior.refundStatus = '';
    for (const _ of [1, 2])
      expect(await refund(charge)).toMatchObject({ status: 'pending', unconfirmed: true });
    const made = alipay.refunds.filter(({ out_trade_no }) => out_trade_no.startsWith(charge.out_trade_no));
    expect(made).toHaveLength(1);
    Object.assign(made[0] ?? {}, { refund_status: 'REFUND_SUCCESS' });
    expect(await refund(charge)).toMatchObject({ status: 'sent' });
  });

  it('that waits for our balance stays undecided', async () => {
    const charge = await paid();
    alipay.behavior.refundError = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';
    await expect(refund(charge)).rejects.toMatchObject({ name: 'ProviderUnavailable' });
  });
});
