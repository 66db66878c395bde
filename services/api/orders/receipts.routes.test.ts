import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { getReceipt } from '#services/contract/orders/receipts.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { forSale, openShop, savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';
import { waitingOrder } from '../testing/waiting-orders.ts';

const api = fixture(() => startTestApi({ projections: false }));
const shop = fixture(() => openShop(api, [forSale('红色', 100), forSale('Blue', 100, { price: '5.00' })]));
const fan = fixture(() => api.user('Anna 安娜'));
const calls = fixture(() => orderCalls(api, fan));

async function ordered(): Promise<string> {
  const sku = shop.skus.map(({ sku_id }, at) => ({ sku_id, count: at + 1 }));
  const { data } = await calls.create({ plan_id: shop.plan.plan_id, sku });
  return data.out_trade_no;
}
async function paid(): Promise<string> {
  const order = await ordered();
  await calls.pay(order, 20);
  return order;
}
const ask = (out_trade_no: string, as?: TestUser) => api.call(getReceipt, { out_trade_no }, as);
const file = (query: Record<string, string>, as?: TestUser) =>
  api.app.inject({
    method: 'GET',
    url: '/api/order/receipt.pdf',
    query,
    ...(as && { headers: { authorization: `Bearer ${as.token}` } }),
  });

describe('a receipt', () => {
  test('has payer, payee, amounts, times and log positions; the same for both', async () => {
    const order = await paid();
    const [own, sold] = [await ask(order, fan), await ask(order, shop.creator)];
    expect(own.ec).toBe(200);
    expect({ ...own.data, issued_at: 0 }).toEqual({ ...sold.data, issued_at: 0 });
    expect(own.data).toMatchObject({
      out_trade_no: order,
      buyer: { name: 'Anna 安娜' },
      seller: { user_id: shop.creator.user_id },
      lines: [
        { name: 'Scarf · 红色', count: 1, price: '10.00', amount: '10.00' },
        { name: 'Scarf · Blue', count: 2, price: '5.00', amount: '10.00' },
      ],
      show_amount: '20.00',
      discount: '0.00',
      total_amount: '20.00',
      kept_amount: '20.00',
    });
    const payment = (await calls.eventsOf(order)).find(({ type }) => type === 'OrderPaid');
    expect(own.data.position).toBe(payment?.position);
  });

  test('has the months with their discount, the refunds and the rest', async () => {
    await api.call(setDiscountOption, { status: 1 }, shop.creator);
    const plan = await savePlan(api, shop.creator, sponsorshipForm);
    const { data } = await calls.create({ plan_id: plan.plan_id, month: 12 });
    await calls.pay(data.out_trade_no, 324);
    await api.call(
      refundOrder,
      { out_trade_no: data.out_trade_no, amount: '24.00', reason: '谢谢' },
      shop.creator,
    );
    expect((await ask(data.out_trade_no, fan)).data).toMatchObject({
      lines: [{ name: 'Coffee', count: 12, unit: 'month', amount: '324.00' }],
      show_amount: '360.00',
      discount: '36.00',
      total_amount: '324.00',
      refunds: [{ amount: '24.00', reason: '谢谢', sent_at: null }],
      refunded_amount: '24.00',
      kept_amount: '300.00',
    });
  });

  test('adds up with shipping; a bundle is one line with its contents', async () => {
    const whose = { user_id: fan.user_id, creator_id: shop.creator.user_id };
    const { committer } = api.deps;
    const sent = (await ask(await waitingOrder(committer, whose), fan)).data;
    expect(sent).toMatchObject({ shipping_fee: '5.00', total_amount: '25.00', lines: [{ amount: '20.00' }] });
    const bundle = await waitingOrder(committer, whose, { bundle_count: 2, product_type: 2 });
    expect((await ask(bundle, fan)).data.lines).toMatchObject([
      { count: 2, unit: 'bundle', price: null, amount: '20.00', parts: [{ name: 'red', count: 2 }] },
    ]);
  });

  test('does not exist before payment, nor for imported orders', async () => {
    const order = await ordered();
    expect((await ask(order, fan)).ec).toBe(40902);
    expect((await file({ out_trade_no: order }, fan)).json().ec).toBe(40902);
    const whose = { user_id: fan.user_id, creator_id: shop.creator.user_id };
    const imported = await waitingOrder(api.deps.committer, whose, { provider: 'import' });
    expect((await ask(imported, fan)).ec).toBe(40902);
  });

  test('others do not see it', async () => {
    const order = await paid();
    for (const one of [await api.user(), await api.creator(), await api.staff('support')]) {
      expect((await ask(order, one)).ec).toBe(40400);
      expect((await file({ out_trade_no: order }, one)).json().ec).toBe(40400);
    }
    expect((await ask(order)).ec).toBe(40100);
    expect((await file({ out_trade_no: order })).json().ec).toBe(40100);
    expect((await ask('a b', fan)).ec).toBe(40000);
    expect((await file({ out_trade_no: order, locale_lang: 'fr' }, fan)).json().ec).toBe(40000);
  });
});

test('the file is a PDF, without caching', async () => {
  const order = await paid();
  const response = await file({ out_trade_no: order, locale_lang: 'en-US' }, fan);
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="receipt-${order}.pdf"`,
  });
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});
