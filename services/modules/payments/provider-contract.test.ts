import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { ChargeId } from '#events/ids.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openAlipay } from './alipay/provider.ts';
import { alipayStandIn } from './alipay/testing/stand-in.ts';
import { askProvider } from './ask-provider.ts';
import type { PaymentProvider } from './provider.ts';
import { PLAIN_TRANSPORT } from './sandbox/cashier.ts';
import { writeNotice } from './sandbox/notice-body.ts';
import { openSandbox } from './sandbox/provider.ts';
import { signedHeaders } from './sandbox/signature.ts';
import { openStripe } from './stripe/provider.ts';
import { signatureOf, stripeStandIn } from './stripe/testing/stand-in.ts';
import { keepsTheContract, type NoticeChange } from './testing/provider-contract.ts';
import { openWechatPay } from './wechat/provider.ts';
import { wechatStandIn } from './wechat/testing/stand-in.ts';

const clock = movableClock();
const database = fixture(() => createTestDatabase([new URL('./migrations/', import.meta.url)]));
const OLD_MS = 26 * 3_600_000;
const SECRET = 'whsec_1';
const NOTICE_KEY = Buffer.alloc(32, 1);
const notifyUrl = 'https://fanwatt.example/api/pay/notify/any';

const alipay = fixture(alipayStandIn);
const wechat = fixture(wechatStandIn);
const stripe = fixture(() => stripeStandIn(SECRET));

/** A provider that is opened with its first use. */
const later = (open: () => PaymentProvider, name: string): PaymentProvider => {
  let opened: PaymentProvider | undefined;
  return new Proxy({ name } as PaymentProvider, {
    get(_, property) {
      opened ??= open();
      return Reflect.get(opened, property);
    },
  });
};
const numberOf = (charge_id: ChargeId): string => charge_id.slice(3);
const found = <One>(one: One | undefined): One => {
  if (one === undefined) throw new Error('the provider has no such thing');
  return one;
};
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);
const isLate = (change: NoticeChange | undefined): number => clock.now() - (change === 'late' ? OLD_MS : 0);

const sandbox = fixture(() => openSandbox({ pool: database.pool, clock, noticeKey: NOTICE_KEY }));
keepsTheContract('sandbox', {
  clock,
  method: 'apy',
  provider: later(() => sandbox, 'sandbox'),
  async pay(charge_id) {
    await sandbox.pay({ charge_id, outcome: 'success', transport: { ...PLAIN_TRANSPORT, lost: true } });
  },
  notice(charge_id, change) {
    if (change === 'currency' || change === 'account' || change === 'subject') return undefined;
    const body = writeNotice({
      notice_id: `n ${charge_id}`,
      copy: 1,
      charge_id,
      outcome: 'paid',
      amount: 3_000,
      occurred_at: clock.now(),
    });
    const key = change === 'forged' ? Buffer.alloc(32, 2) : NOTICE_KEY;
    return { body, headers: signedHeaders(key, body, isLate(change)) };
  },
  async refunded(charge_id) {
    const text = 'SELECT coalesce(sum(amount), 0)::int AS n FROM sandbox.refunds WHERE charge_id = $1';
    return (await database.pool.query<{ n: number }>(text, [charge_id])).rows[0]?.n ?? 0;
  },
});

const sessionOf = (charge_id: ChargeId) =>
  found([...stripe.sessions.values()].findLast(({ metadata }) => metadata.charge_id === charge_id));
const STRIPE_STATES = { sent: 'succeeded', pending: 'pending', failed: 'failed' } as const;
keepsTheContract('stripe', {
  clock,
  method: 'strp',
  provider: later(() => {
    const account = { secretKey: 'sk_test_1', webhookSecrets: [SECRET], payouts: false };
    const settings = { ...account, methods: ['card' as const] };
    return openStripe({ pool: database.pool, clock, settings: { ...settings, apiUrl: stripe.url } });
  }, 'stripe'),
  async pay(charge_id) {
    const session = sessionOf(charge_id);
    if (session.status !== 'open') throw new Error('not open');
    stripe.pay(session);
  },
  notice(charge_id, change) {
    if (change === 'account') return undefined;
    const session = { ...sessionOf(charge_id), ...(change === 'currency' && { currency: 'usd' }) };
    if (change === 'subject') session.metadata = {};
    const { body } = stripe.event('checkout.session.completed', session, clock.now());
    const secret = change === 'forged' ? 'whsec_other' : SECRET;
    return { body, headers: { 'stripe-signature': signatureOf(body, isLate(change), secret) } };
  },
  refunded: async (charge_id) =>
    sum(
      stripe.refunds.filter(({ metadata }) => metadata.charge_id === charge_id).map(({ amount }) => amount),
    ),
  faults: {
    loseAnswers: (count) => Object.assign(stripe.behavior, { lostAnswers: count }),
    fail: (failing) => Object.assign(stripe.behavior, { failing }),
    answer(charge_id, change) {
      const session = sessionOf(charge_id);
      const changes = {
        currency: { currency: 'usd' },
        account: { metadata: { ...session.metadata, charge_id: 'ch_1_1' } },
        subject: { metadata: {} },
        amount: { amount_total: null },
      };
      Object.assign(stripe.behavior, { sessionChange: change ? changes[change] : {} });
    },
    refundsAre: (status) => Object.assign(stripe.behavior, { refundStatus: STRIPE_STATES[status] }),
    settleRefunds: (charge_id, status) => {
      const made = stripe.refunds.find(({ metadata }) => metadata.charge_id === charge_id);
      Object.assign(found(made), { status: STRIPE_STATES[status] });
    },
  },
});

const ALIPAY_STATES = {
  sent: 'REFUND_SUCCESS',
  pending: 'REFUND_PROCESSING',
  failed: 'REFUND_FAIL',
} as const;
const alipayProvider = later(
  () => openAlipay({ pool: database.pool, clock, settings: alipay.settings, notifyUrl }),
  'alipay',
);
async function alipayTrade(charge_id: ChargeId) {
  const text = 'SELECT url FROM payments.charges WHERE charge_id = $1';
  const { rows } = await database.pool.query<{ url: string }>(text, [charge_id]);
  return alipay.open(found(rows[0]).url);
}
keepsTheContract('alipay', {
  clock,
  method: 'apy',
  provider: alipayProvider,
  async pay(charge_id) {
    alipay.pay(await alipayTrade(charge_id));
  },
  notice(charge_id, change) {
    const trade = found(alipay.trades.get(numberOf(charge_id)));
    const fields = {
      currency: { trans_currency: 'USD' },
      account: { seller_id: '2088000000000009' },
      subject: { out_trade_no: 'other-shop-1' },
    };
    const changed = change && change in fields ? fields[change as keyof typeof fields] : {};
    const key = change === 'forged' ? alipay.settings.privateKey : undefined;
    return alipay.notice(trade, isLate(change), changed, key);
  },
  refunded: async (charge_id) =>
    sum(
      alipay.refunds
        .filter(({ out_trade_no }) => out_trade_no === numberOf(charge_id))
        .map(({ refund_amount }) => Math.round(Number(refund_amount) * 100)),
    ),
  faults: {
    loseAnswers: (count) => Object.assign(alipay.behavior, { lostAnswers: count }),
    fail: (failing) => Object.assign(alipay.behavior, { failing }),
    forge: (forging) => Object.assign(alipay.behavior, { forging }),
    answer(_charge_id, change) {
      const changes = {
        currency: { trans_currency: 'USD' },
        account: { seller_id: '2088000000000009' },
        subject: { out_trade_no: 'other-shop-1' },
        amount: { total_amount: '' },
      };
      Object.assign(alipay.behavior, { tradeChange: change ? changes[change] : {} });
    },
    refundsAre: (status) => Object.assign(alipay.behavior, { refundStatus: ALIPAY_STATES[status] }),
    settleRefunds: (charge_id, status) => {
      const made = alipay.refunds.find(({ out_trade_no }) => out_trade_no === numberOf(charge_id));
      Object.assign(found(made), { refund_status: ALIPAY_STATES[status] });
    },
  },
});

const WECHAT_STATES = { sent: 'SUCCESS', pending: 'PROCESSING', failed: 'ABNORMAL' } as const;
keepsTheContract('wechat', {
  clock,
  method: 'wpy',
  provider: later(
    () => openWechatPay({ pool: database.pool, clock, settings: wechat.settings, notifyUrl }),
    'wechat',
  ),
  async pay(charge_id) {
    wechat.pay(found(wechat.trades.get(numberOf(charge_id))));
  },
  notice(charge_id, change) {
    const trade = found(wechat.trades.get(numberOf(charge_id)));
    const contents = {
      currency: { amount: { total: 3_000, currency: 'USD' } },
      account: { appid: 'wx0000000000000009' },
      subject: { out_trade_no: 'other-shop-1' },
    };
    const changed = change && change in contents ? contents[change as keyof typeof contents] : {};
    const key = change === 'forged' ? { key: wechat.foreignKey } : {};
    return wechat.notice(trade, isLate(change), changed, key);
  },
  refunded: async (charge_id) =>
    sum(
      wechat.refunds
        .filter(({ out_trade_no }) => out_trade_no === numberOf(charge_id))
        .map(({ amount }) => amount.refund),
    ),
  faults: {
    loseAnswers: (count) => Object.assign(wechat.behavior, { lostAnswers: count }),
    fail: (failing) => Object.assign(wechat.behavior, { failing }),
    forge: (forging) => Object.assign(wechat.behavior, { forging }),
    answer(_charge_id, change) {
      const changes = {
        currency: { amount: { total: 3_000, currency: 'USD' } },
        account: { mchid: '1900000009' },
        subject: { out_trade_no: 'other-shop-1' },
        amount: { amount: { currency: 'CNY' } },
      };
      Object.assign(wechat.behavior, { tradeChange: change ? changes[change] : {} });
    },
    refundsAre: (status) => Object.assign(wechat.behavior, { refundStatus: WECHAT_STATES[status] }),
    settleRefunds: (charge_id, status) => {
      const made = wechat.refunds.find(({ out_trade_no }) => out_trade_no === numberOf(charge_id));
      Object.assign(found(made), { status: WECHAT_STATES[status] });
    },
  },
});

it('a silent provider, and one that answers without end, are unavailable', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/endless') response.end('x'.repeat(300_000));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ['/silent', '/endless']) {
    await expect(askProvider('Any', `${url}${path}`, {}, 500)).rejects.toMatchObject({
      name: 'ProviderUnavailable',
    });
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
