import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ChargeId, chargeIdOf, type OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { StripeSettings } from '#services/runtime/settings/stripe.ts';
import type { ChargeRequest } from '../provider.ts';
import { STRIPE_EVENTS } from './notice.ts';
import { openStripe } from './provider.ts';
import { signatureOf, stripeStandIn } from './testing/stand-in.ts';

const SECRET = 'whsec_present';
const clock = movableClock();
const database = fixture(() => createTestDatabase([new URL('../migrations/', import.meta.url)]));
const stripe = fixture(() => stripeStandIn(SECRET));
const settingsOf = (apiUrl: string): StripeSettings => ({
  secretKey: 'sk_test_secret',
  webhookSecrets: [SECRET, 'whsec_earlier'],
  methods: ['card', 'alipay', 'wechat_pay'],
  payouts: false,
  apiUrl,
});
const provider = () => openStripe({ pool: database.pool, clock, settings: settingsOf(stripe.url) });

beforeEach(() => {
  Object.assign(stripe.behavior, {
    silent: false,
    failing: false,
    refundStatus: 'succeeded',
    lostAnswers: 0,
  });
});

let orders = 0;
const TTL = 900_000;
type Request = ChargeRequest & { out_trade_no: OutTradeNo };
function request(change: Partial<Request> = {}): Request {
  orders += 1;
  const out_trade_no = `2${orders}` as OutTradeNo;
  const checkout = {
    method: 'strp' as const,
    subject: '月度会员',
    return_url: 'https://fanwatt.example/order/check',
  };
  const amount = fenOf(3000);
  const charge_id = chargeIdOf(out_trade_no, 1);
  return {
    charge_id,
    out_trade_no,
    amount,
    currency: 'CNY',
    expires_at: clock.now() + TTL,
    checkout,
    ...change,
  };
}

const sessionOf = (charge: ChargeId) => {
  const sessions = [...stripe.sessions.values()].filter(({ metadata }) => metadata.charge_id === charge);
  const last = sessions.at(-1);
  if (!last) throw new Error(`${charge} has no session`);
  return last;
};

async function paid() {
  const charge = request();
  await provider().createCharge(charge);
  return { ...charge, session: stripe.pay(sessionOf(charge.charge_id)) };
}

describe('a charge', () => {
  it('is one session of this amount, currency and method, also when it is asked for twice and at once', async () => {
    const charge = request();
    const pages = await Promise.all([1, 2, 3].map(() => provider().createCharge(charge)));
    const again = await provider().createCharge(charge);
    const sessions = [...stripe.sessions.values()].filter(
      ({ metadata }) => metadata.charge_id === charge.charge_id,
    );
    expect(sessions).toMatchObject([{ amount_total: 3000, currency: 'cny', payment_method_types: ['card'] }]);
    expect(new Set([again, ...pages].map(({ url }) => url))).toEqual(new Set([sessions[0]?.url]));
  });

  it('lives at least half an hour, as Stripe demands, and never longer than a day', async () => {
    for (const [ttl, least, most] of [
      [TTL, 1_800, 1_900],
      [7_200_000, 7_100, 7_200],
      [86_400_000, 80_000, 86_000],
    ] as const) {
      const charge = request({ expires_at: clock.now() + ttl });
      await provider().createCharge(charge);
      const left = sessionOf(charge.charge_id).expires_at - clock.now() / 1000;
      expect(left).toBeGreaterThan(least);
      expect(left).toBeLessThan(most);
    }
  });

  it('whose answer was lost is found again: no second session', async () => {
    const charge = request();
    stripe.behavior.lostAnswers = 2;
    await expect(provider().createCharge(charge)).rejects.toMatchObject({ name: 'ProviderUnavailable' });
    clock.setOffset(clock.offset + 60_000);
    await provider().createCharge(charge);
    const sessions = [...stripe.sessions.values()].filter(
      ({ metadata }) => metadata.charge_id === charge.charge_id,
    );
    expect(sessions).toHaveLength(1);
  });

  it('with another amount under its id is refused', async () => {
    const charge = request();
    await provider().createCharge(charge);
    const other = provider().createCharge({ ...charge, amount: fenOf(2999) });
    await expect(other).rejects.toMatchObject({ reason: 'charge_differs' });
  });

  it('changes its method once the earlier page is closed; one that was paid keeps it', async () => {
    const charge = request();
    const first = await provider().createCharge(charge);
    const { checkout } = charge;
    const instead = checkout && {
      ...charge,
      checkout: { ...checkout, instead: { method: 'wpy' as const, scene: 'desktop' as const } },
    };
    if (!instead) throw new Error('no checkout');
    const second = await provider().createCharge(instead);
    expect(second.url).not.toBe(first.url);
    expect(sessionOf(charge.charge_id).payment_method_types).toEqual(['wechat_pay']);
    expect(await provider().methodOf?.(charge.charge_id)).toBe('wpy');
    // A look at the order keeps the choice.
    expect((await provider().createCharge(charge)).url).toBe(second.url);
    stripe.pay(sessionOf(charge.charge_id));
    const again = {
      ...instead,
      checkout: { ...instead.checkout, instead: { method: 'apy' as const, scene: 'desktop' as const } },
    };
    expect((await provider().createCharge(again)).url).toBe(second.url);
  });

  it('is closed for good, repeatably; a paid or unknown one stays as it is', async () => {
    const charge = request();
    await provider().createCharge(charge);
    await provider().closeCharge?.(charge.charge_id);
    await provider().closeCharge?.(charge.charge_id);
    expect(await provider().lookUp(charge.charge_id)).toMatchObject({ status: 'closed' });
    const other = await paid();
    await provider().closeCharge?.(other.charge_id);
    expect(await provider().lookUp(other.charge_id)).toMatchObject({ status: 'paid', amount: 3000 });
    await provider().closeCharge?.('ch_none_1' as ChargeId);
    expect(await provider().lookUp('ch_none_1' as ChargeId)).toBeUndefined();
  });

  it('is refused in words without secrets while Stripe fails', async () => {
    stripe.behavior.failing = true;
    const error: unknown = await provider()
      .createCharge(request())
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'ProviderUnavailable', message: expect.stringContaining('Stripe') });
    expect(JSON.stringify(error) + String(error)).not.toContain('sk_test');
  });
});

describe('a refund', () => {
  it('happens once per id, also a day later, when Stripe has forgotten its key', async () => {
    const { charge_id, out_trade_no } = await paid();
    const refund = { refund_id: `r-${charge_id}`, charge_id, out_trade_no, amount: fenOf(1000) };
    const first = await provider().refund(refund);
    expect(first).toMatchObject({ status: 'sent', provider_refund_id: expect.stringMatching(/^re_/) });
    expect(await provider().refund(refund)).toEqual(first);
    expect(stripe.refunds.filter(({ metadata }) => metadata.charge_id === charge_id)).toHaveLength(1);
    await expect(provider().refund({ ...refund, amount: fenOf(1) })).rejects.toMatchObject({
      reason: 'refund_differs',
    });
    const more = { ...refund, refund_id: 'more', amount: fenOf(2001) };
    await expect(provider().refund(more)).rejects.toMatchObject({ reason: 'more_than_paid' });
  });

  it('is pending until it is sent or has failed', async () => {
    const { charge_id, out_trade_no } = await paid();
    stripe.behavior.refundStatus = 'pending';
    const refund = { refund_id: 'p', charge_id, out_trade_no, amount: fenOf(3000) };
    expect(await provider().refund(refund)).toMatchObject({ status: 'pending' });
    const made = stripe.refunds.find(({ metadata }) => metadata.charge_id === charge_id);
    Object.assign(made ?? {}, { status: 'failed', failure_reason: 'declined' });
    expect(await provider().refund(refund)).toMatchObject({ status: 'failed', reason: 'declined' });
    expect(await provider().findRefund?.(refund)).toMatchObject({ status: 'failed' });
  });

  it('of an unpaid or unknown charge is refused', async () => {
    const open = request();
    await provider().createCharge(open);
    const { out_trade_no } = open;
    const of = (charge_id: ChargeId) => ({ refund_id: 'x', charge_id, out_trade_no, amount: fenOf(1) });
    await expect(provider().refund(of(open.charge_id))).rejects.toMatchObject({ reason: 'not_paid' });
    await expect(provider().refund(of('ch_none_1' as ChargeId))).rejects.toMatchObject({
      reason: 'charge_unknown',
    });
  });
});

describe('a notice', () => {
  const at = () => clock.now();
  const verify = (body: Uint8Array, headers: Record<string, string>) =>
    provider().verifyNotice(body, headers, at());
  const session = (change: object = {}) => ({
    id: 'cs_1',
    payment_status: 'paid',
    amount_total: 3000,
    currency: 'cny',
    metadata: { charge_id: 'ch_21_1' },
    ...change,
  });
  const checked = (type: string, object: object) => {
    const { body, headers } = stripe.event(type, object, at());
    return verify(body, headers);
  };

  it('is read only if Stripe signed these bytes lately, also with the secret before a change', () => {
    const { body, headers } = stripe.event('checkout.session.completed', session(), at());
    expect(verify(body, headers)).toMatchObject({
      genuine: true,
      notice: { kind: 'charge', charge_id: 'ch_21_1', outcome: 'paid', amount: 3000 },
    });
    const earlier = { 'stripe-signature': signatureOf(body, at(), 'whsec_earlier') };
    expect(verify(body, earlier)).toMatchObject({ genuine: true });
    const forged = { 'stripe-signature': signatureOf(body, at(), 'whsec_other') };
    expect(verify(body, forged)).toEqual({ genuine: false, fault: 'signature_wrong' });
    expect(verify(Buffer.concat([body, Buffer.from(' ')]), headers)).toMatchObject({
      fault: 'signature_wrong',
    });
    expect(verify(body, {})).toEqual({ genuine: false, fault: 'signature_missing' });
    expect(verify(body, { 'stripe-signature': 't=1,v1=zz' })).toMatchObject({ genuine: false });
    const old = { 'stripe-signature': signatureOf(body, at() - 600_000, SECRET) };
    expect(verify(body, old)).toEqual({ genuine: false, fault: 'stale' });
    const text = Buffer.from('no json');
    expect(verify(text, { 'stripe-signature': signatureOf(text, at(), SECRET) })).toMatchObject({
      fault: 'malformed',
    });
  });

  it('of another currency, without an amount, or about something else is not a payment', () => {
    const completed = 'checkout.session.completed';
    expect(checked(completed, session({ currency: 'usd' }))).toMatchObject({ fault: 'other_currency' });
    expect(checked(completed, session({ amount_total: null }))).toMatchObject({ fault: 'malformed' });
    const other = { genuine: true, notice: { kind: 'other' } };
    expect(checked(completed, session({ payment_status: 'unpaid' }))).toMatchObject(other);
    expect(checked(completed, session({ metadata: {} }))).toMatchObject(other);
    expect(checked('customer.created', { id: 'cus_1' })).toMatchObject(other);
    expect(checked('checkout.session.async_payment_failed', session())).toMatchObject({
      notice: { outcome: 'failed' },
    });
  });

  it('tells failed refunds and disputes', () => {
    const metadata = { refund_id: '21_a', charge_id: 'ch_21_1', out_trade_no: '21' };
    const refund = { id: 're_1', amount: 100, status: 'failed', failure_reason: 'declined', metadata };
    expect(checked('refund.failed', refund)).toMatchObject({
      notice: { kind: 'refund_failed', ...metadata, provider_refund_id: 're_1', reason: 'declined' },
    });
    expect(checked('refund.updated', { ...refund, status: 'succeeded' })).toMatchObject({
      notice: { kind: 'other' },
    });
    const dispute = {
      id: 'du_1',
      payment_intent: 'pi_1',
      amount: 3000,
      currency: 'cny',
      reason: 'fraudulent',
    };
    const states = {
      needs_response: 'open',
      under_review: 'open',
      lost: 'lost',
      won: 'won',
      warning_closed: 'won',
    };
    for (const [status, is] of Object.entries(states)) {
      expect(checked('charge.dispute.closed', { ...dispute, status })).toMatchObject({
        notice: { kind: 'dispute', payment: 'pi_1', dispute_id: 'du_1', status: is, amount: 3000 },
      });
    }
  });
});

it('needs the events that docs/operating.md names, and no others', () => {
  const page = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, list = ''] = /with exactly these events:([^.]*(?:\.[a-z_]+[^.]*)*?)\. Set/s.exec(page) ?? [];
  const named = [...list.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...STRIPE_EVENTS].toSorted());
});

it('finds our charge of a disputed payment', async () => {
  const { charge_id, session } = await paid();
  expect(await provider().chargeOf?.(session.payment_intent ?? '')).toBe(charge_id);
});
