import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getIncome } from '#services/contract/income/income.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { granted } from '../testing/sample-shop.ts';
import { forSale, openShop, unitsOf } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/**
 * The table of fees of docs/domain/README.md, as far as a total can be charged (from 1.00), and back again by refund.
 */
const api = fixture(startTestApi);

it.each([
  ['5.00', '0.05', '0.25', '4.70'],
  ['1.01', '0.01', '0.05', '0.95'],
  ['1.00', '0.01', '0.05', '0.94'],
  ['1234.56', '12.35', '61.73', '1160.48'],
])('of %s: payment fee %s, service fee %s, net %s', async (price, payment_fee, service_fee, net) => {
  const shop = await openShop(api, [forSale('Red', '', { price })]);
  const fan = await api.user();
  const calls = orderCalls(api, fan);
  const { out_trade_no, total_amount } = await granted(calls.create(unitsOf(shop, 1)));
  expect(total_amount).toBe(price);
  await calls.pay(out_trade_no, Number(price));
  const income = async () => {
    await api.projected();
    return (await granted(api.call(getIncome, {}, shop.creator))).list;
  };
  expect(await income()).toMatchObject([{ gross: price, payment_fee, service_fee, refunds: '0.00', net }]);
  // In two parts, each rounded; together they return exactly what was charged.
  await granted(api.call(refundOrder, { out_trade_no, amount: '0.33' }, shop.creator));
  await granted(api.call(refundOrder, { out_trade_no }, shop.creator));
  expect(await income()).toMatchObject([
    { gross: price, payment_fee: '0.00', service_fee: '0.00', refunds: price, net: '0.00' },
  ]);
});
