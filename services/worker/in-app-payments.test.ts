import { describe, expect, test } from 'vitest';
import { type OutTradeNo, orderNumber } from '#events/ids.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { payForOrder } from '#services/api/payments/order-payment.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { order as orderOf } from '#services/commerce/testing/orders.ts';
import { getPayUrl } from '#services/contract/orders/orders.ts';
import { wechatStandIn } from '#services/modules/payments/wechat/testing/stand-in.ts';
import { openShop, type Shop } from './testing/shop.ts';

const wechat = fixture(wechatStandIn);
const IN_APP = ['wpy_js', 'bf_wpy_js', 'wpy_mini'];

async function placed(shop: Shop, py_type: string): Promise<OutTradeNo> {
  const fan = await shop.api.user();
  const out_trade_no = orderNumber(fan.user_id);
  const lines = [{ sku_id: await shop.sell(null), count: 1 }];
  const whose = { out_trade_no, user_id: fan.user_id, plan_id: shop.plan_id };
  const input = orderOf({ ...whose, lines, provider: 'wechat', py_type, ttl_seconds: 900 });
  expect(await shop.api.deps.committer.submit(input)).toMatchObject({ accepted: true });
  return out_trade_no;
}

async function pageOf(shop: Shop, order: OutTradeNo) {
  const stream = orderStream(order);
  const state = await shop.api.deps.committer.read([stream], (states) => states.get(orderKind, stream));
  if (state.phase === 'none') throw new Error(`no order ${order}`);
  return payForOrder(shop.api.deps, state, { ip: '203.0.113.9', onPhone: true });
}

describe('a type of WeChat Pay inside of its app is paid', () => {
  const phone = fixture(() => openShop({ config: { wechatPay: wechat.settings } }));
  const codes = fixture(() =>
    openShop({ config: { wechatPay: { ...wechat.settings, products: ['native'] } } }),
  );

  test.each(IN_APP)('%s: at the page for phones, and the answer says so', async (py_type) => {
    const order = await placed(phone, py_type);
    const page = { py_type: 'wpy_h5', url: expect.stringMatching(/^https?:/), code: '' };
    expect(await pageOf(phone, order)).toMatchObject(page);
    expect(await pageOf(phone, order)).toMatchObject(page);
  });

  test('also when the payer changes to it in the cashier', async () => {
    const order = await placed(phone, 'wpy');
    const chosen = { out_trade_no: order, py_type: 'wpy_mini' };
    expect((await phone.api.data(getPayUrl, chosen)).pay).toMatchObject({ py_type: 'wpy_h5', code: '' });
  });

  test('by the code, where the account has no page for phones', async () => {
    const order = await placed(codes, 'wpy_js');
    expect(await pageOf(codes, order)).toMatchObject({
      py_type: 'wpy_h5',
      url: '',
      code: expect.stringMatching(/./),
    });
  });
});
