import { describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openStripe } from './provider.ts';
import { hasStripeMock, NO_STRIPE_MOCK, startStripeMock } from './testing/mock.ts';

describe('stripe-mock', () => {
  const database = fixture(() => createTestDatabase([new URL('../migrations/', import.meta.url)]));

  it('takes every request of a charge, its closing, its look-up, its dispute and its refunds', {
    timeout: 90_000,
  }, async ({ skip, onTestFinished }) => {
    skip(!hasStripeMock, NO_STRIPE_MOCK);
    const { apiUrl, ready, close } = await startStripeMock();
    onTestFinished(close);
    await ready();
    const clock = movableClock();
    const methods = ['card' as const, 'alipay' as const, 'wechat_pay' as const];
    const account = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'] };
    const settings = { ...account, methods, payouts: true, apiUrl };
    const stripe = openStripe({ pool: database.pool, clock, settings });
    for (const [nth, method] of stripe.methods.entries()) {
      const out_trade_no = `29${nth}` as OutTradeNo;
      const charge_id = chargeIdOf(out_trade_no, 1);
      const checkout = { method, subject: '月度会员', return_url: 'https://fanwatt.example/order/check' };
      const amount = fenOf(3_000);
      const expires_at = clock.now() + 900_000;
      const charge = { charge_id, out_trade_no, amount, currency: 'CNY' as const, expires_at, checkout };
      expect((await stripe.createCharge(charge)).url).toMatch(/^https:\/\/checkout\.stripe\.com\//);
      expect(await stripe.lookUp(charge_id)).toMatchObject({ status: 'open' });
      await stripe.closeCharge?.(charge_id);
      expect(await stripe.findRefund?.({ refund_id: 'r', charge_id, out_trade_no })).toBeUndefined();
      await expect(stripe.refund({ refund_id: 'r', charge_id, out_trade_no, amount })).rejects.toMatchObject({
        reason: 'not_paid',
      });
    }
    expect(await stripe.chargeOf?.('pi_1')).toBeUndefined();
  });
});
