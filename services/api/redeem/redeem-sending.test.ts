import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { updateOrderAddress } from '#services/contract/delivery/express.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { granted, keepAddress, openSampleShop, skuId, XINJIANG } from '../testing/sample-shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const BEIJING = { ...XINJIANG, province: '110000', city: '110100', area: '110101' };
const NO_DELIVERY = '不支持配送到该地区';

const api = fixture(startTestApi);
const fair = fixture(() => openSampleShop(api));
const fan = fixture(() => api.user());

async function aCode(): Promise<string> {
  const { plan_id } = fair.scarf;
  const wanted = { plan_id, sku_id: skuId(fair.scarf, 'Red'), num: 1 };
  return (await granted(redeemCalls(api, fair.creator).make(wanted))).list[0]?.code ?? '';
}
const use = (body: object) => redeemCalls(api, fair.creator).use(body, fan);

it('ships an order by code to any province with delivery, for free', async () => {
  const address_id = await keepAddress(api, fan, XINJIANG);
  const prepared = await api.call(prepareOrder, { redeem_code: await aCode(), address_id }, fan);
  expect(prepared.data).toMatchObject({ shipping_fee: '0.00', total_amount: '0.00' });
  expect((await use({ code: await aCode(), address_id })).data).toMatchObject({ status: 2 });
});

it('refuses an address without delivery when the code is used, and leaves the code unused', async () => {
  const address_id = await keepAddress(api, fan, BEIJING);
  const code = await aCode();
  const refused = { ec: 40000, em: NO_DELIVERY, data: { errors: [{ field: 'province' }] } };
  expect(await api.call(prepareOrder, { redeem_code: code, address_id }, fan)).toMatchObject(refused);
  expect(await use({ code, address_id })).toMatchObject(refused);
  expect((await use({ code })).ec).toBe(200);
});

it('refuses it as well when the address comes after the order, which then takes another', async () => {
  const { out_trade_no } = await granted(use({ code: await aCode() }));
  const send = (form: object) => api.call(updateOrderAddress, { out_trade_no, ...form }, fan);
  expect(await send(BEIJING)).toMatchObject({ ec: 40000, em: NO_DELIVERY });
  expect((await send(XINJIANG)).ec).toBe(200);
  // No shipping was charged, and the refused request changed nothing.
  const { data } = await orderCalls(api, fan).check(out_trade_no);
  expect(data).toMatchObject({
    shipping_fee: '0.00',
    delivery: { has_address: true, may_set_address: true },
  });
});
