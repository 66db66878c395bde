import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { becomeCreator, goodsForm, newPerson, putOnSale, somebody } from '#ops/actors/people.ts';
import { checkOrder, createOrder, getPayUrl } from '#services/contract/orders/orders.ts';
import { goTo } from '../going.ts';
import { seen } from '../seen.ts';
import { onStage } from '../stage.ts';

const stage = onStage({ database: 'shared' });
const CODE = 'weixin://wxpay/bizpayurl?pr=abc';
const PAGE = 'https://wx.tenpay.com/h5?id=abc';

/** What a provider of real money answers; the sandbox has neither codes nor pages of others. */
const paid = (more: object) => ({
  provider: 'wechat',
  methods: ['wpy'],
  pay_status: 2,
  refusal: '',
  ...more,
});

test.each([
  ['zh-CN', 390],
  ['en-US', 1280],
] as const)(
  'a guest with the number pays by WeChat Pay: page on a phone, code on a desktop (%s)',
  async (language, width) => {
    const creator = await newPerson(stage.base(), somebody('Ida'));
    await becomeCreator(creator, { name: 'Ida', url_slug: `wechat${width}` });
    const plan = await putOnSale(
      creator,
      goodsForm('Postcards', { name: 'Spring', price: '12.50', stock: 19 }),
    );
    const fan = await newPerson(stage.base(), somebody('Bo'));
    const sku = [{ sku_id: plan.sku[0]?.sku_id ?? '', count: 1 }];
    const { out_trade_no } = await call(fan, createOrder, { plan_id: plan.plan_id, sku });

    const guest = await stage.visitor({ language, width });
    const { page, t } = guest;
    let shown = paid({ url: '', code: CODE, py_type: 'wpy_qr' });
    await page.route(`**${checkOrder.path}?*`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const json = { ...body, data: { ...body.data, pay: { ...body.data.pay, ...shown } } };
      // The page asks again and again, and may be left meanwhile.
      await route.fulfill({ json }).catch(() => undefined);
    });
    await page.route(`**${getPayUrl.path}?*`, async (route) => {
      shown = paid({ url: PAGE, code: '', py_type: 'wpy_h5' });
      const pay = { charge_id: 'ch_1', ...shown };
      const data = { out_trade_no, cart_order_no: '', url: PAGE, expires_at: 0, pay };
      await route.fulfill({ json: { ec: 200, em: '', data } });
    });
    await page.route('https://wx.tenpay.com/**', (route) => route.fulfill({ status: 204 }));
    await goTo(page, `/cashier?out_trade_no=${out_trade_no}`);

    const method = t('orders-checkout:pay.wpy');
    const button = page.getByRole('button', { name: method });
    const scan = page.getByText(t('orders-buying:cashier.scanWith', { method }));
    const [offered, other] = width > 1000 ? [scan, button] : [button, scan];
    await offered.waitFor();
    await seen(guest, `cashier-wechat-${width}`);
    expect(await other.isVisible()).toBe(false);
    if (offered === button) {
      const opened = page.waitForRequest(PAGE);
      await button.click();
      await opened;
    }

    // The creator is hidden meanwhile: nothing is left to pay with.
    shown = paid({ url: '', code: '', py_type: 'wpy_qr', refusal: 'not_on_sale' });
    await goTo(page, `/cashier?out_trade_no=${out_trade_no}`);
    await page.getByText(t('orders-buying:cashier.notOnSale')).waitFor();
    expect(await button.count()).toBe(0);
    expect(await page.getByRole('timer').count()).toBe(0);
    expect(await page.getByText(t('orders-buying:cashier.waiting')).count()).toBe(0);
    await seen(guest, `cashier-hidden-${width}`);

    // Staff took the method from the buyer's account: another one can be chosen.
    shown = paid({ url: '', code: '', py_type: 'wpy_qr', methods: ['apy'], refusal: 'not_granted' });
    await goTo(page, `/cashier?out_trade_no=${out_trade_no}`);
    await page.getByText(t('orders-buying:cashier.notGranted')).waitFor();
    await page.getByRole('timer').waitFor();
    await page.getByText(t('orders-buying:cashier.other')).waitFor();
    expect(await page.getByText(t('orders-buying:cashier.unavailable')).count()).toBe(0);
    await seen(guest, `cashier-not-granted-${width}`);
  },
);
