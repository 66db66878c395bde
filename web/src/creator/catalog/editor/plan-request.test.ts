import { describe, expect, test } from 'vitest';
import { editPlan } from '#services/contract/catalog/edit-plan.ts';
import { planErrors } from './plan-errors.ts';
import { previewOf } from './plan-preview.ts';
import { planRequestOf, quoteRequestOf } from './plan-request.ts';
import { newPlanValues, newRound, newSku, type PlanValues } from './plan-values.ts';
import { planValuesOf } from './saved-plan.ts';

/** The key itself, so that the test reads which sentence was chosen. */
const t = ((key: string) => key) as unknown as Parameters<typeof planErrors>[1]; // only ever called with a key

const sponsorship = { ...newPlanValues(0), name: 'Coffee', price: '30' };
const goods = {
  ...newPlanValues(1),
  name: 'Print',
  sku: [{ ...newSku(), name: 'A4', price: '12.50', stock: 3 }],
};
const part = { ...newSku(), sku_id: 'goods1', plan_name: 'Print', name: 'A4', price: '12.50' };
const bundle = { ...newPlanValues(2), name: 'Set', price: '20', sku: [part] };
const NOON = 1_777_608_000;
const round = { ...newRound(), begin_time: NOON };
const concert = {
  ...newPlanValues(4),
  name: 'Concert',
  ticket_round_list: [round],
  sku: [{ ...newSku(), name: 'Seat', price: '80', ticket_round_id: round.key }],
};

const facts = {
  quote: undefined,
  user_id: 'me',
  sold_count: 0,
  left: () => undefined,
  now: 1_000_000,
};
const errorsOf = (values: PlanValues) => planErrors(values, t);

test('a filled form of every kind is a request that the contract accepts', () => {
  for (const values of [sponsorship, goods, bundle, concert]) expect(errorsOf(values)).toEqual({});
  expect(editPlan.parse(planRequestOf(goods)).sku[0]).toMatchObject({ name: 'A4', price: '12.50', stock: 3 });
});

describe('prices', () => {
  test('below the minimum are refused at their place', () => {
    expect(errorsOf({ ...sponsorship, price: '4.99' })).toEqual({ price: 'error.range' });
    const cheap = { ...goods, sku: [{ ...newSku(), name: 'A4', price: '0.50' }] };
    expect(errorsOf(cheap)).toEqual({ 'sku.0.price': 'error.range' });
    expect(errorsOf({ ...bundle, price: '0.99' })).toEqual({ price: 'error.range' });
  });

  test('goods need a SKU, a sponsorship plan needs a price', () => {
    expect(errorsOf({ ...goods, sku: [] })).toEqual({ sku: 'error.noSku' });
    expect(errorsOf({ ...sponsorship, price: '' })).toEqual({ price: 'error.money' });
  });

  test('the favourable price must not exceed the price of its months', () => {
    const yearly = { ...sponsorship, pay_month: 12 as const, favorable_price: '400' };
    expect(errorsOf(yearly)).toEqual({ favorable_price: 'error.favorable' });
    expect(errorsOf({ ...yearly, favorable_price: '300' })).toEqual({});
  });

  test('a reduced price is lower than the plain one, of the plan or of a model', () => {
    const vip = { ...sponsorship, has_vip: true, vip_plan: 'members', vip_price_discount: '' as const };
    expect(errorsOf({ ...vip, vip_price: '30' })).toEqual({ vip_price: 'catalog-selling:error.notBelow' });
    expect(errorsOf({ ...vip, vip_price: '4' })).toEqual({ vip_price: 'error.minPrice' });
    expect(errorsOf({ ...vip, vip_price: '' })).toEqual({ vip_price: 'error.required' });
    expect(errorsOf({ ...vip, vip_price: '20', vip_plan: '' })).toEqual({
      vip_plan: 'catalog-selling:error.choosePlan',
    });
    const limited = {
      ...goods,
      has_time_limit_price: true,
      time_limit_end: NOON,
      sku: [{ ...newSku(), name: 'A4', price: '12.50', time_limit_price: '12.50' }],
    };
    expect(errorsOf(limited)).toEqual({ 'sku.0.time_limit_price': 'catalog-selling:error.notBelow' });
  });
});

test('an end before the begin is refused at the end', () => {
  const early = NOON;
  const late = NOON + 86_400;
  const timed = { ...sponsorship, is_timed: true, timing_on: late, timing_off: early };
  expect(errorsOf(timed)).toEqual({ timing_off: 'catalog-selling:error.endsFirst' });
  const limited = { ...sponsorship, has_time_limit_price: true, time_limit_begin: late };
  expect(errorsOf({ ...limited, time_limit_end: early })).toEqual({
    time_limit_end: 'catalog-selling:error.endsFirst',
  });
  expect(errorsOf(limited)).toEqual({ time_limit_end: 'error.required' });
});

describe('bundles', () => {
  test('send goods by id only, and own parts completely', () => {
    const own = { ...newSku(), name: 'Card', price: '3', stock: 9 };
    const request = planRequestOf({ ...bundle, bundle_stock: 5, sku: [part, own] });
    expect(request.sku).toMatchObject([{ sku_id: 'goods1' }, { name: 'Card', price: '3', stock: 9 }]);
    expect(request.sku?.[0]).not.toHaveProperty('price');
    expect(request.bundle_stock).toBe(5);
    expect(planRequestOf({ ...bundle, plan_id: 'saved' })).not.toHaveProperty('bundle_stock');
  });

  test('limit each part separately, goods and own parts', () => {
    const limit = { purchase_limit_count: 2, purchase_limit_days: -1 };
    const parts = [
      { ...part, product_purchase_limit: limit },
      { ...newSku(), name: 'Card', price: '3', product_purchase_limit: limit },
    ];
    const request = planRequestOf({ ...bundle, purchase_limit_type: 1, sku: parts });
    expect(request).toMatchObject({
      purchase_limit_type: 1,
      sku: [{ product_purchase_limit: limit }, { product_purchase_limit: limit }],
    });
    const none = {
      ...part,
      product_purchase_limit: { purchase_limit_count: '' as const, purchase_limit_days: -1 },
    };
    expect(errorsOf({ ...bundle, purchase_limit_type: 1, sku: [none] })).toHaveProperty([
      'sku.0.product_purchase_limit.purchase_limit_count',
    ]);
  });

  test('require as many as exist, or more if repeats are allowed', () => {
    const choose = { ...bundle, product_type: 3 as const, bundle_sku_select_count: 2 };
    expect(errorsOf(choose)).toEqual({ bundle_sku_select_count: 'catalog-selling:error.selectCount' });
    expect(errorsOf({ ...choose, bundle_sku_can_repeat: true })).toEqual({});
    expect(errorsOf({ ...bundle, sku: [] })).toMatchObject({ sku: 'catalog-selling:error.noPart' });
  });
});

describe('tickets', () => {
  test('send their round’s id, or its time without an id', () => {
    expect(planRequestOf(concert).sku?.[0]).toMatchObject({
      ticket_round_begin_time: NOON,
    });
    const saved = { ...concert, ticket_round_list: [{ ...round, id: 'r1' }] };
    expect(planRequestOf(saved).sku?.[0]).toMatchObject({ ticket_round_id: 'r1' });
  });

  test('rounds have times, and each kind of ticket one round', () => {
    const again = { ...newRound(), begin_time: round.begin_time };
    expect(errorsOf({ ...concert, ticket_round_list: [round, again] })).toEqual({
      'ticket_round_list.1.begin_time': 'catalog-selling:error.roundTwice',
    });
    expect(errorsOf({ ...concert, ticket_round_list: [round, newRound()] })).toMatchObject({
      'ticket_round_list.1.begin_time': 'error.required',
    });
    const other = { ...newRound(), begin_time: NOON + 86_400 };
    const nowhere = [{ ...newSku(), name: 'Seat', price: '80' }];
    expect(errorsOf({ ...concert, ticket_round_list: [round, other], sku: nowhere })).toEqual({
      'sku.0.ticket_round_id': 'catalog-selling:error.chooseRound',
    });
  });
});

test('active replies need a text', () => {
  expect(errorsOf({ ...sponsorship, reply_switch: true })).toEqual({ reply_content: 'error.required' });
  const silent = [{ ...newSku(), name: 'A4', price: '12.50', reply_switch: true }];
  expect(errorsOf({ ...goods, sku: silent })).toEqual({ 'sku.0.reply_content': 'error.required' });
});

test('an invite code is sent when it is new or removed, not when unchanged', () => {
  expect(planRequestOf(sponsorship).invite_code).toBe('');
  const invited = { ...sponsorship, needs_code: true };
  expect(planRequestOf(invited)).not.toHaveProperty('invite_code');
  expect(planRequestOf({ ...invited, invite_code: ' friends ' }).invite_code).toBe('friends');
});

test('permanent forces independent, and the stock of a saved SKU is never sent', () => {
  expect(planRequestOf({ ...sponsorship, permanent: true }).independent).toBe(true);
  const saved = { ...goods, sku: [{ ...newSku(), sku_id: 'sku1', name: 'A4', price: '12.50', stock: 3 }] };
  expect(planRequestOf(saved).sku?.[0]).not.toHaveProperty('stock');
});

test('a plan shown in the form and sent back is the same plan', () => {
  expect(planValuesOf(previewOf(goods, facts))).toMatchObject({
    name: 'Print',
    product_type: 1,
    sku: [{ price: '12.50', stock: 3 }],
  });
  expect(planValuesOf(previewOf(bundle, facts))).toMatchObject({
    product_type: 2,
    sku: [{ plan_name: 'Print' }],
  });
});

test('a quote has only complete amounts, and a limited time only with its end', () => {
  expect(quoteRequestOf({ ...goods, sku: [newSku()] }).sku).toEqual([{ time_limit_price: '' }]);
  const limited = { ...sponsorship, has_time_limit_price: true, time_limit_price_discount: 0.5 };
  expect(quoteRequestOf(limited).has_time_limit_price).toBe(false);
  const ends = { ...limited, time_limit_end: NOON };
  expect(quoteRequestOf(ends)).toMatchObject({ price: '30', time_limit_price_discount: 0.5 });
});

test('the preview has the prices of the server', () => {
  const prices = { show_price: '10.00', show_price_after_adjust: '8.00', floor_price: '8.00' };
  const quote = { ...prices, total_price: '12.50', has_time_limit_price: true, sku: [] };
  expect(previewOf(bundle, { ...facts, quote })).toMatchObject({
    ...prices,
    bundle_all_sku_price: '12.50',
    bundle_sku_count: 1,
  });
});
