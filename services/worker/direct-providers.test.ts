import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chargeIdOf, type OutTradeNo, orderNumber, type UserId } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { whatNeedsAttention } from '#services/api/books/finance-attention.ts';
import { type Payer, payForOrder } from '#services/api/payments/order-payment.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { cancellation, order as orderOf } from '#services/commerce/testing/orders.ts';
import { checkOrder, getPayUrl } from '#services/contract/orders/orders.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { ProviderContradiction } from '#services/modules/payments/provider.ts';
import { logged, post } from '#services/modules/payments/testing/notices.ts';
import { listingUndecided, undecidedCharges } from '#services/modules/payments/undecided-charges.ts';
import { wechatStandIn } from '#services/modules/payments/wechat/testing/stand-in.ts';
import { timersOf } from './testing/refunds.ts';
import { openShop, PRICE, type Shop } from './testing/shop.ts';

const alipay = fixture(alipayStandIn);
const wechat = fixture(wechatStandIn);
const shop = fixture(() => openShop({ config: { alipay: alipay.settings, wechatPay: wechat.settings } }));
beforeAll(() => shop.processes());
beforeEach(() => {
  for (const { behavior } of [alipay, wechat])
    Object.assign(behavior, { silent: false, failing: false, tradeChange: {} });
});

const PAID = ['OrderPlaced', 'OrderPaid'];
const NOW = () => shop.clock.now();

async function pageOf(order: OutTradeNo, payer: Payer = {}) {
  const stream = orderStream(order);
  const state = await shop.api.deps.committer.read([stream], (states) => states.get(orderKind, stream));
  if (state.phase === 'none') throw new Error(`no order ${order}`);
  return payForOrder(shop.api.deps, state, payer);
}

async function placed(provider: string, py_type: string, ttl_seconds: number): Promise<OutTradeNo> {
  const fan = await shop.api.user();
  const out_trade_no = orderNumber(fan.user_id);
  const lines = [{ sku_id: await shop.sell(1), count: 1 }];
  const paying = { provider, py_type, ttl_seconds };
  const input = orderOf({ out_trade_no, user_id: fan.user_id, plan_id: shop.plan_id, lines, ...paying });
  expect(await shop.api.deps.committer.submit(input)).toMatchObject({ accepted: true });
  return out_trade_no;
}

const tradeAt = <Trade>(trades: ReadonlyMap<string, Trade>, order: OutTradeNo): Trade => {
  const trade = [...trades].findLast(([number]) => number.startsWith(`${order}_1`))?.[1];
  if (!trade) throw new Error(`no trade of ${order}`);
  return trade;
};

/** Each provider in the hands of its payer. `change` is of what it says: another amount, seller or currency. */
const PROVIDERS = {
  alipay: {
    py_type: 'apy',
    phone_type: 'apy_h5',
    async open(order: OutTradeNo) {
      alipay.open((await pageOf(order)).url);
    },
    pay: (order: OutTradeNo) => alipay.pay(tradeAt(alipay.trades, order)),
    isOpen: (order: OutTradeNo) => tradeAt(alipay.trades, order).trade_status === 'WAIT_BUYER_PAY',
    notice: (order: OutTradeNo, change: 'forged' | 'amount' | 'currency' | 'seller' | 'none' = 'none') => {
      const fields = {
        ...(change === 'amount' && { total_amount: '10.01' }),
        ...(change === 'currency' && { trans_currency: 'USD' }),
        ...(change === 'seller' && { app_id: '2021000000000009' }),
      };
      const paid = { ...tradeAt(alipay.trades, order), trade_status: 'TRADE_SUCCESS' as const };
      const key = change === 'forged' ? alipay.settings.privateKey : undefined;
      return alipay.notice(paid, NOW(), fields, key);
    },
    refunded: (order: OutTradeNo) =>
      alipay.refunds.filter((one) => one.out_trade_no.startsWith(order)).map((one) => one.refund_amount),
    amount: (fen: number) => (fen / 100).toFixed(2),
    behavior: () => alipay.behavior,
    acknowledged: 'success',
  },
  wechat: {
    py_type: 'wpy_qr',
    phone_type: 'wpy_h5',
    open: async (order: OutTradeNo) => void (await pageOf(order)),
    pay: (order: OutTradeNo) => wechat.pay(tradeAt(wechat.trades, order)),
    isOpen: (order: OutTradeNo) => tradeAt(wechat.trades, order).trade_state === 'NOTPAY',
    notice: (order: OutTradeNo, change: 'forged' | 'amount' | 'currency' | 'seller' | 'none' = 'none') => {
      const amount = { total: change === 'amount' ? PRICE + 1 : PRICE };
      const content = {
        amount: { ...amount, currency: change === 'currency' ? 'USD' : 'CNY' },
        ...(change === 'seller' && { mchid: '1900000009' }),
      };
      const key = change === 'forged' ? { key: wechat.foreignKey } : {};
      return wechat.notice(tradeAt(wechat.trades, order), NOW(), content, key);
    },
    refunded: (order: OutTradeNo) =>
      wechat.refunds.filter((one) => one.out_trade_no.startsWith(order)).map((one) => one.amount.refund),
    amount: (fen: number) => fen,
    behavior: () => wechat.behavior,
    acknowledged: '{"code":"SUCCESS","message":"成功"}',
  },
};

describe.each(Object.entries(PROVIDERS))('%s', (name, at) => {
  async function ordered(ttl_seconds = 900): Promise<OutTradeNo> {
    const order = await placed(name, at.py_type, ttl_seconds);
    await at.open(order);
    return order;
  }
  const send = ({ body, headers }: { body: Buffer; headers: Record<string, string> }, on: Shop = shop) =>
    fetch(`${on.url}/api/pay/notify/${name}`, { method: 'POST', headers, body: new Uint8Array(body) });
  async function paid(): Promise<OutTradeNo> {
    const order = await ordered();
    at.pay(order);
    expect((await send(at.notice(order))).status).toBe(200);
    await shop.becomes(order, PAID);
    return order;
  }

  it('pays an order once, though its notice comes often, at once, and to two servers', async () => {
    const order = await ordered();
    at.pay(order);
    const notice = at.notice(order);
    const other = await shop.api.another();
    const elsewhere = () =>
      other.app.inject({
        method: 'POST',
        url: `/api/pay/notify/${name}`,
        headers: notice.headers,
        payload: notice.body,
      });
    const [first, ...more] = await Promise.all([send(notice), send(notice), elsewhere(), elsewhere()]);
    expect(await first.text()).toBe(at.acknowledged);
    for (const one of more) expect('statusCode' in one ? one.statusCode : one.status).toBe(200);
    await shop.becomes(order, PAID);
    expect(await logged(shop, notice.body)).toMatchObject([{ verdict: 'accepted', copies: 4 }]);
    await other.app.close();
  });

  it('is not believed when its notice is forged, or of another seller, currency or order', async () => {
    const order = await ordered();
    const faults = {
      forged: 'signature_wrong',
      currency: 'other_currency',
      seller: 'other_account',
    } as const;
    for (const [change, reason] of Object.entries(faults)) {
      const { body, headers } = at.notice(order, change as keyof typeof faults);
      expect(await post(shop, body, headers, name)).toMatchObject({ status: 400, reason });
    }
    expect(await shop.history(order)).toEqual(['OrderPlaced']);
  });

  it('that says another amount pays nothing, and the money goes back', async () => {
    const order = await ordered();
    at.pay(order);
    const trade = tradeAt<object>(name === 'alipay' ? alipay.trades : wechat.trades, order);
    Object.assign(trade, { total: PRICE + 1, total_amount: '10.01' });
    expect((await send(at.notice(order, 'amount'))).status).toBe(200);
    await shop.becomes(order, ['OrderPlaced', 'LatePaymentReceived', 'LatePaymentReturned']);
    expect(at.refunded(order)).toEqual([at.amount(PRICE + 1)]);
  });

  it('whose notice gets lost is asked', async () => {
    const order = await ordered();
    at.pay(order);
    shop.advance(30);
    await shop.becomes(order, PAID);
  });

  it('whose answer is about another trade decides nothing: finance sees it until a whole one comes', async () => {
    const order = await ordered();
    at.pay(order);
    const undecided = async () =>
      (await undecidedCharges(shop.api.deps.pool)).map(({ charge_id }) => charge_id);
    Object.assign(at.behavior(), { tradeChange: { out_trade_no: 'other-shop-1' } });
    shop.advance(21);
    await expect.poll(undecided).toEqual([chargeIdOf(order, 1)]);
    const { list } = await whatNeedsAttention(shop.api.deps, {
      calendar: shop.api.deps.calendar,
      now: NOW(),
      until: undefined,
      most: 10,
      kind: 'payment_undecided',
    });
    expect(list).toMatchObject([{ ref: chargeIdOf(order, 1), count: 1 }]);
    expect(await shop.history(order)).toEqual(['OrderPlaced']);
    // The next planned question.
    Object.assign(at.behavior(), { tradeChange: {} });
    shop.advance(40);
    await shop.becomes(order, PAID);
    await expect.poll(undecided).toEqual([]);
    // Or its notice comes, while the answers are as wrong as before.
    const noted = await ordered();
    at.pay(noted);
    Object.assign(at.behavior(), { tradeChange: { out_trade_no: 'other-shop-1' } });
    shop.advance(21);
    await expect.poll(undecided).toEqual([chargeIdOf(noted, 1)]);
    expect((await send(at.notice(noted))).status).toBe(200);
    await shop.becomes(noted, PAID);
    expect(await undecided()).toEqual([]);
    Object.assign(at.behavior(), { tradeChange: {} });
  });

  it('whose notice is recorded while a contradictory look-up is under way is decided', async () => {
    const order = await ordered();
    at.pay(order);
    const { deps } = shop.api;
    const provider = deps.payments.provider(name);
    if (!provider) throw new Error(`no ${name}`);
    const answer = Promise.withResolvers<never>();
    const asking = listingUndecided({ ...provider, lookUp: () => answer.promise }, deps);
    const look = asking.lookUp(chargeIdOf(order, 1));
    expect((await send(at.notice(order))).status).toBe(200);
    answer.reject(new ProviderContradiction('about another trade'));
    await expect(look).rejects.toThrow(ProviderContradiction);
    expect(await undecidedCharges(deps.pool)).toEqual([]);
  });

  it('closes what an expired order opened; paid before, its money revives the order or goes back', async () => {
    const order = await ordered(10);
    shop.advance(10);
    await shop.becomes(order, ['OrderPlaced', 'OrderCancelled']);
    await expect.poll(() => at.isOpen(order)).toBe(false);
    const late = await ordered(10);
    at.pay(late);
    at.behavior().failing = true;
    shop.advance(10);
    await shop.becomes(late, ['OrderPlaced', 'OrderCancelled']);
    at.behavior().failing = false;
    await send(at.notice(late));
    await shop.becomes(late, ['OrderPlaced', 'OrderCancelled', 'OrderPaid']);
  });

  it('closes what a payer opens after the cancellation', async () => {
    const order = await placed(name, at.py_type, 900);
    const page = await pageOf(order);
    const fan = (await shop.events(order))[0]?.data as { user_id: UserId };
    await shop.api.deps.committer.submit(cancellation(order, fan.user_id));
    await shop.becomes(order, ['OrderPlaced', 'OrderCancelled']);
    // The fan has the page still open; Alipay knows the trade from now on, after the first attempt to close it.
    if (name === 'alipay') {
      const attempts = async () => {
        const { rows } = await shop.api.deps.pool.query<{ attempts: number }>(
          "SELECT attempts FROM runtime.timers WHERE process = 'charge-closings' AND key = $1",
          [order],
        );
        return rows[0]?.attempts;
      };
      await expect.poll(attempts).toBe(1);
      alipay.open(page.url);
    }
    shop.advance(40);
    await expect.poll(() => at.isOpen(order)).toBe(false);
    await expect.poll(() => timersOf(shop, order)).not.toContain('charge-closings');
    expect(() => at.pay(order)).toThrow('not open');
  });

  it('that does not work lets the order wait, without a page to pay at', async () => {
    const order = await placed(name, at.py_type, 900);
    at.behavior().failing = true;
    // An address that we sign ourselves needs nobody's answer.
    const [url, code] = ['', ''];
    if (name !== 'alipay') expect(await pageOf(order)).toMatchObject({ url, code });
    at.behavior().failing = false;
    const { pay } = await shop.api.data(checkOrder, { out_trade_no: order });
    expect(pay.url + pay.code).not.toBe('');
  });

  it('refunds once', async () => {
    const order = await paid();
    await shop.refund(order, 'a', 300);
    await shop.becomes(order, [...PAID, 'OrderRefunded', 'RefundSent']);
    expect(at.refunded(order)).toEqual([at.amount(300)]);
  });

  it('shows a code on a desktop and a page on a phone; the earlier one is closed', async () => {
    const order = await ordered();
    const first = await pageOf(order);
    const named = { out_trade_no: order };
    const { pay } = await shop.api.data(getPayUrl, { ...named, py_type: at.phone_type });
    expect(first.code).not.toBe('');
    expect(pay).toMatchObject({ py_type: at.phone_type, code: '', url: expect.stringMatching(/^https?:/) });
    expect(first.url).not.toBe(pay.url);
    const earlier: object | undefined = (name === 'alipay' ? alipay.trades : wechat.trades).get(`${order}_1`);
    expect(JSON.stringify(earlier)).toContain('CLOSED');
    // A look keeps the choice, and what is paid now is the order's.
    expect((await pageOf(order)).py_type).toBe(at.phone_type);
    await at.open(order);
    at.pay(order);
    expect(await shop.api.deps.payments.provider(name)?.lookUp(chargeIdOf(order, 1))).toMatchObject({
      status: 'paid',
    });
    await send(at.notice(order));
    await shop.becomes(order, PAID);
    expect(at.refunded(order)).toEqual([]);
    expect(await shop.api.call(getPayUrl, named)).toMatchObject({ ec: 40902 });
  });
});
