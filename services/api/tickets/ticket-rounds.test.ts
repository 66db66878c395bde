import { expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getPlan } from '#services/contract/catalog/plans.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { useRedeemCode } from '#services/contract/redeem/calls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { cartCalls, granted, holdersOf } from '../testing/sample-shop.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const HOUR = 3600;
const BEGUN = '该场次已开始，停止售票';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator());
const fan = fixture(() => api.user());

const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const pass = (seconds: number): void => api.deps.clock.setOffset(api.deps.clock.offset + seconds * 1000);

/** A matinee in an hour and an evening in three. */
async function openShow() {
  const [matinee, evening] = [now() + HOUR, now() + 3 * HOUR];
  const plan = await savePlan(api, creator, {
    name: 'Concert',
    product_type: 4,
    ticket_round_list: [{ begin_time: matinee }, { begin_time: evening }],
    sku: [
      forSale('Matinee', 5, { ticket_round_begin_time: matinee }),
      forSale('Evening', 5, { ticket_round_begin_time: evening }),
    ],
  });
  const [early, late] = plan.sku.map(({ sku_id }) => sku_id) as [string, string];
  return { plan, early, late };
}
const one = (sku_id: string) => [{ sku_id, count: 1 }];
const detail = async (plan_id: string) => (await granted(api.call(getPlan, { plan_id }, fan))).plan;

it('sells tickets to a round until the moment it begins, in every way of buying', async () => {
  const { plan, early, late } = await openShow();
  const { plan_id } = plan;
  const orders = orderCalls(api, fan);
  const cart = cartCalls(api, fan);
  const { data: made } = await redeemCalls(api, creator).make({ plan_id, sku_id: early, num: 1 });
  const code = made.list[0]?.code ?? '';
  expect((await cart.add({ plan_id, sku: one(early) })).ec).toBe(200);
  const before = await orders.create({ plan_id, sku: one(early), tickets: holdersOf(1) });
  expect(before.ec).toBe(200);
  const late_payer = await orders.create({ plan_id, sku: one(early), tickets: holdersOf(1) });
  await api.projected();
  expect((await detail(plan_id)).ticket_round_list.map(({ is_over }) => is_over)).toEqual([false, false]);

  pass(HOUR);
  const refusal = { ec: 40000, em: BEGUN };
  const wrong = { errors: [{ field: 'sku.1.sku_id', message: BEGUN }] };
  const both = [...one(late), ...one(early)];
  expect(await api.call(prepareOrder, { plan_id, sku: both }, fan)).toMatchObject({
    ...refusal,
    data: wrong,
  });
  expect(await orders.create({ plan_id, sku: both })).toMatchObject({ ...refusal, data: wrong });
  expect(await cart.add({ plan_id, sku: one(early) })).toMatchObject(refusal);
  expect((await cart.entries())[0]?.refusal).toMatchObject(refusal);
  expect(await cart.order()).toMatchObject({ ec: 40000 });
  expect(await api.call(useRedeemCode, { code }, fan)).toMatchObject(refusal);

  const shown = await detail(plan_id);
  expect(shown).toMatchObject({ can_buy: true });
  expect(shown.ticket_round_list.map(({ is_over }) => is_over)).toEqual([true, false]);
  expect(shown.sku.map(({ ticket_round_is_over }) => ticket_round_is_over)).toEqual([true, false]);
  expect((await orders.create({ plan_id, sku: one(late), tickets: holdersOf(1) })).ec).toBe(200);

  // An order placed in time can be paid; an expired order does not revive after the round's start.
  await orders.cancel(late_payer.data.out_trade_no);
  await orders.pay(before.data.out_trade_no, 10);
  await orders.pay(late_payer.data.out_trade_no, 10);
  expect(await orders.typesOf(before.data.out_trade_no)).toEqual(['OrderPlaced', 'OrderPaid']);
  expect(await orders.typesOf(late_payer.data.out_trade_no)).toEqual([
    'OrderPlaced',
    'OrderCancelled',
    'LatePaymentReceived',
  ]);

  pass(2 * HOUR);
  expect(await detail(plan_id)).toMatchObject({ can_buy: false, buy_refusal: 'ended' });
});

it('sells on when the round is put off', async () => {
  const { plan, early, late } = await openShow();
  pass(HOUR);
  expect(
    (await orderCalls(api, fan).create({ plan_id: plan.plan_id, sku: one(early), tickets: holdersOf(1) })).ec,
  ).toBe(40000);
  const first = plan.ticket_round_list[0]!;
  const second = plan.ticket_round_list[1]!;
  await savePlan(api, creator, {
    plan_id: plan.plan_id,
    name: 'Concert',
    product_type: 4,
    ticket_round_list: [
      { id: first.id, begin_time: now() + HOUR },
      { id: second.id, begin_time: second.begin_time },
    ],
    sku: [
      { sku_id: early, name: 'Matinee', price: '10.00', ticket_round_id: first.id },
      { sku_id: late, name: 'Evening', price: '10.00', ticket_round_id: second.id },
    ],
  });
  expect(
    (await orderCalls(api, fan).create({ plan_id: plan.plan_id, sku: one(early), tickets: holdersOf(1) })).ec,
  ).toBe(200);
});
