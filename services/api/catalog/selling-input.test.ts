import { describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addCartEntry } from '#services/contract/cart/calls.ts';
import type { EditPlan } from '#services/contract/catalog/edit-plan.ts';
import { savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import { createOrder, prepareOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { cartCalls, granted, openSampleShop, skuId } from '../testing/sample-shop.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

/** Invalid input of bundles, codes and dates; other invalid input is tested with its subject. */
const api = fixture(() => startTestApi({ projections: false }));
const fair = fixture(() => openSampleShop(api));
const fan = fixture(() => api.user());

const fieldsOf = ({ data }: { data: { errors?: { field: string }[] } }) =>
  data.errors?.map(({ field }) => field);

describe('a choice of two out of four', () => {
  const card = (name: string, count = 1) => ({ sku_id: skuId(fair.set, name), count });
  const foreign = () => ({ sku_id: skuId(fair.scarf, 'Red'), count: 1 });

  it.each<[string, () => object[], string]>([
    ['nothing', () => [], 'sku'],
    ['too few', () => [card('Ace')], 'sku'],
    ['too many', () => [card('Ace'), card('King'), card('Queen')], 'sku'],
    ['one twice in one line', () => [card('Ace', 2)], 'sku'],
    ['one twice in two lines', () => [card('Ace'), card('Ace')], 'sku'],
    ['one that is another plan’s', () => [card('Ace'), foreign()], 'sku.1.sku_id'],
    ['one that is nobody’s', () => [card('Ace'), { sku_id: 'f'.repeat(32), count: 1 }], 'sku.1.sku_id'],
    ['less than one', () => [card('Ace'), card('King', 0)], 'sku.1.count'],
  ])('with %s is refused by field, in every way of buying', async (_, chosen, field) => {
    const body = { plan_id: fair.set.plan_id, sku: chosen() };
    const before = await api.deps.log.head();
    const calls = [
      () => api.call(prepareOrder, body, fan),
      () => api.call(createOrder, body, fan),
      () => api.call(addCartEntry, body, fan),
    ];
    for (const call of calls) {
      const answer = await call();
      expect([answer.ec, fieldsOf(answer)]).toEqual([40000, [field]]);
    }
    expect(await api.deps.log.head()).toBe(before);
    expect(await cartCalls(api, fan).entries()).toEqual([]);
  });

  it.each([0, -1, 1.5, 1_001])('of %d bundles is refused by field', async (bundle_count) => {
    const body = { plan_id: fair.set.plan_id, sku: [card('Ace'), card('King')], bundle_count };
    expect(fieldsOf(await api.call(createOrder, body, fan))).toEqual(['bundle_count']);
  });
});

describe('a code', () => {
  it('of another creator gives nothing of this one’s, and stays good', async () => {
    const other = await api.creator();
    const plan = await savePlan(api, other, { name: 'Key', product_type: 1, sku: [forSale('Key', 5)] });
    const sku_id = plan.sku[0]?.sku_id ?? '';
    const made = await granted(redeemCalls(api, other).make({ plan_id: plan.plan_id, sku_id, num: 1 }));
    const redeem_code = made.list[0]?.code ?? '';
    const wanted = { plan_id: fair.scarf.plan_id, sku: [{ sku_id: skuId(fair.scarf, 'Red'), count: 1 }] };
    const calls = orderCalls(api, fan);
    for (const body of [wanted, { plan_id: fair.set.plan_id }]) {
      expect((await calls.create({ ...body, redeem_code })).ec).toBe(41007);
    }
    expect((await redeemCalls(api, fair.creator).make({ plan_id: plan.plan_id, sku_id, num: 1 })).ec).toBe(
      40400,
    );
    expect((await calls.create({ redeem_code })).ec).toBe(200);
    expect((await calls.create({ redeem_code })).ec).toBe(41003);
  });
});

describe('an end before the beginning', () => {
  const soon = () => Math.floor(api.deps.clock.now() / 1000) + 3600;
  const goods = (more: Partial<EditPlan>): EditPlan => ({
    name: 'Scarf',
    product_type: 1,
    sku: [forSale('Red', 5)],
    ...more,
  });

  it.each<[string, () => Partial<EditPlan>]>([
    ['timing_off', () => ({ timing_on: soon(), timing_off: soon() - 1 })],
    ['timing_off', () => ({ timing_on: soon(), timing_off: soon() })],
    ['timing_sell_off', () => ({ timing_sell_on: soon(), timing_sell_off: soon() - 1 })],
    [
      'time_limit_end',
      () => ({
        has_time_limit_price: 1,
        time_limit_price: '5.00',
        time_limit_begin: soon(),
        time_limit_end: soon() - 1,
      }),
    ],
  ])('%s is refused by field (%#)', async (field, more) => {
    const answer = await api.call(savePlanCall, goods(more()), fair.creator);
    expect([answer.ec, fieldsOf(answer)]).toEqual([40000, [field]]);
    const english = await api.call(savePlanCall, goods(more()), fair.creator, { 'locale-lang': 'en-US' });
    expect(english.data.errors?.[0]?.message).toBe('Must be later than the start');
  });

  it('codes that would end before they are made are refused', async () => {
    const body = { plan_id: fair.scarf.plan_id, sku_id: skuId(fair.scarf, 'Red'), num: 1 };
    const answer = await redeemCalls(api, fair.creator).make({ ...body, valid_until: soon() - 7200 });
    expect([answer.ec, fieldsOf(answer)]).toEqual([40000, ['valid_until']]);
  });
});
