import { describe, expect, it } from 'vitest';
import type { PlanOffer } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import { setSellingTerms } from '../prices/set-selling-terms.ts';
import { stockKind } from '../stock/stock.ts';
import { added, planEdit, present } from '../testing/plans.ts';
import {
  BLUE,
  CREATOR,
  form,
  given,
  goods,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sku,
  sponsorship,
} from '../testing/scenario.ts';
import { changePlanStatus } from './change-plan-status.ts';
import { editPlan } from './edit-plan.ts';
import type { SkuEdit } from './offer-form.ts';
import { offerSkus } from './offer-skus.ts';
import { planKind } from './plan.ts';
import { rankPlan } from './rank-plan.ts';

const scarf = onSale(goods, [
  [sku(RED), 10],
  [sku(BLUE), null],
]);

describe('creating a plan', () => {
  it('writes the plan, its SKUs and their stock', () => {
    const { accepts, memory } = given();
    const { types, result } = accepts(
      editPlan(planEdit(goods, [added(sku(RED), 10), added(sku(BLUE), null)])),
    );
    expect(types).toEqual(['PlanCreated', 'SkuOffered', 'StockSet', 'SkuOffered', 'StockSet']);
    expect(result).toEqual({ plan_id: PLAN, created: true, changed: true });
    expect(memory.stateOf(stockKind, stockStream(RED))).toEqual({
      plan_id: PLAN,
      stock: 10,
      held: 0,
      sold: 0,
    });
  });

  it('goods without their own price have the lowest of their SKUs', () => {
    const { accepts, memory } = given();
    const offer = { ...form(goods), price: null };
    accepts(
      editPlan({
        ...planEdit(goods, [
          added(sku(RED, { price: fenOf(900) }), 1),
          added(sku(BLUE, { price: fenOf(250) }), 1),
        ]),
        offer,
      }),
    );
    expect(memory.stateOf(planKind, planStream(PLAN))).toMatchObject({ offer: { price: 250 } });
  });

  it('normalizes fields: a permanent plan is independent, one month has no favourable price', () => {
    const { accepts, memory } = given();
    accepts(editPlan(planEdit({ ...sponsorship, permanent: true, favorable_price: fenOf(900) })));
    expect(memory.stateOf(planKind, planStream(PLAN))).toMatchObject({
      offer: { independent: true, favorable_price: null },
    });
  });

  it.each([
    [1, true],
    [3, false],
  ] as const)('with periods of %i months is sold one month at a time: %s', (pay_month, single_month) => {
    const { accepts, memory } = given();
    accepts(editPlan(planEdit({ ...sponsorship, pay_month, single_month: true })));
    expect(memory.stateOf(planKind, planStream(PLAN))).toMatchObject({ offer: { single_month } });
  });

  it('hidden from the start, when an import does it', () => {
    const { accepts, memory } = given();
    const input = planEdit(goods, [added(sku(RED, { price: fenOf(1) }), null)], {
      origin: 'import',
      initial_status: 3,
    });
    accepts(editPlan(input));
    expect(memory.stateOf(planKind, planStream(PLAN))).toMatchObject({ status: 3 });
    expect(accepts(editPlan(input)).events).toEqual([]);
  });

  const low = { key: 'below_minimum' };
  it.each([
    ['price', 'a sponsorship below 5.00', { ...sponsorship, price: fenOf(499) }, [], { ...low, min: '5.00' }],
    [
      'price',
      'goods below 1.00',
      { ...goods, price: fenOf(99) },
      [added(sku(RED), 1)],
      { ...low, min: '1.00' },
    ],
    [
      'sku.0.price',
      'a SKU below 1.00',
      goods,
      [added(sku(RED, { price: fenOf(99) }), 1)],
      { ...low, min: '1.00' },
    ],
    ['sku', 'goods without a SKU', goods, [], { key: 'required' }],
    ['sku', 'a sponsorship with SKUs', sponsorship, [added(sku(RED), 1)], { key: 'out_of_range' }],
    ['sku.1.sku_id', 'one SKU twice', goods, [added(sku(RED), 1), added(sku(RED), 1)], { key: 'repeated' }],
    ['sku.0.sku_id', 'a SKU it does not have', goods, [present(sku(RED))], { key: 'unknown' }],
    [
      'favorable_price',
      'a quarter dearer than its months',
      { ...sponsorship, pay_month: 3, favorable_price: fenOf(9001) },
      [],
      { key: 'out_of_range', max: '90.00' },
    ],
    [
      'favorable_price',
      'a quarter below 5.00',
      { ...sponsorship, pay_month: 3, favorable_price: fenOf(499) },
      [],
      { key: 'out_of_range', min: '5.00' },
    ],
    [
      'product_purchase_limit',
      'a limit without its count',
      { ...goods, purchase_limit_type: 2 },
      [added(sku(RED), 1)],
      { key: 'required' },
    ],
  ] as [string, string, PlanOffer, SkuEdit[], object][])(
    'names %s for %s',
    (field, _what, offer, skus, message) => {
      expect(given().refuses(editPlan(planEdit(offer, skus)))).toMatchObject({
        code: 'bad_input',
        errors: [{ field, message }],
      });
    },
  );

  it('of a sponsorship needs a price', () => {
    const offer = { ...form(sponsorship), price: null };
    expect(given().refuses(editPlan({ ...planEdit(sponsorship), offer }))).toMatchObject({
      errors: [{ field: 'price', message: { key: 'required' } }],
    });
  });
});

describe('revising a plan', () => {
  it('writes differences only; saved stock is not touched', () => {
    const { accepts } = given(scarf);
    expect(accepts(editPlan(planEdit(goods, [present(sku(RED)), present(sku(BLUE))]))).events).toEqual([]);
    const { types } = accepts(
      editPlan(
        planEdit({ ...goods, name: 'Shawl' }, [
          present(sku(RED, { price: fenOf(1200) })),
          present(sku(BLUE)),
        ]),
      ),
    );
    expect(types).toEqual(['PlanRevised', 'SkuOffered']);
  });

  it('adds new SKUs and withdraws those that are no longer named', () => {
    const green = 'sku-green' as SkuId;
    const { accepts, refuses } = given(scarf);
    const { events } = accepts(editPlan(planEdit(goods, [present(sku(RED)), added(sku(green), 4)])));
    expect(events).toMatchObject([
      { type: 'SkuOffered', data: { sku: { sku_id: green } } },
      { type: 'StockSet', data: { sku_id: green, stock: 4 } },
      { type: 'SkuWithdrawn', data: { sku_id: BLUE } },
    ]);
    const again = [present(sku(RED)), present(sku(green)), { ...present(sku(BLUE)), is_new: true }];
    expect(refuses(editPlan(planEdit(goods, again)))).toMatchObject({ errors: [{ field: 'sku.2.sku_id' }] });
  });

  it('keeps the rank when the form does not name it', () => {
    const { accepts } = given(onSale({ ...sponsorship, rank: 5 }));
    expect(
      accepts(editPlan({ ...planEdit(sponsorship), offer: { ...form(sponsorship), rank: null } })).events,
    ).toEqual([]);
  });

  it('never changes its product type', () => {
    expect(given(scarf).refuses(editPlan(planEdit(sponsorship)))).toMatchObject({
      errors: [{ field: 'product_type' }],
    });
  });

  it('of another creator, or that does not exist, is not found', () => {
    const mine = planEdit(goods, [present(sku(RED)), present(sku(BLUE))], { may_create: false });
    expect(given(scarf).refuses(editPlan({ ...mine, creator_id: STRANGER }))).toEqual({ code: 'not_found' });
    expect(given().refuses(editPlan({ ...mine, plan_id: 'none' as PlanId }))).toEqual({ code: 'not_found' });
  });

  it('that was deleted is refused', () => {
    const deleted = given(scarf, planStatus(2));
    expect(deleted.refuses(editPlan(planEdit(goods, [present(sku(RED))])))).toEqual({ code: 'plan_deleted' });
  });
});

describe('adding SKUs during an import', () => {
  const offer = (skus: SkuEdit[], creator_id = CREATOR) =>
    offerSkus({ creator_id, plan_id: PLAN, skus, origin: 'import' });
  const green = 'sku-green' as SkuId;

  it('leaves the others as they are, and does it once', () => {
    const { accepts } = given(scarf);
    expect(accepts(offer([added(sku(green, { price: fenOf(0) }), null)])).result).toEqual({ offered: 1 });
    expect(accepts(offer([added(sku(green, { price: fenOf(0) }), null)])).events).toEqual([]);
  });

  it('leaves withdrawn what the creator withdrew', () => {
    const { accepts } = given(scarf);
    accepts(editPlan(planEdit(goods, [present(sku(RED))])));
    expect(accepts(offer([added(sku(BLUE), null)])).result).toEqual({ offered: 0 });
  });

  it('is refused for another’s plan, a deleted one, and a sponsorship', () => {
    expect(given(scarf).refuses(offer([added(sku(green), null)], STRANGER))).toEqual({ code: 'not_found' });
    expect(given(scarf, planStatus(2)).refuses(offer([added(sku(green), null)]))).toEqual({
      code: 'plan_deleted',
    });
    expect(given(onSale(sponsorship)).refuses(offer([added(sku(green), null)]))).toMatchObject({
      code: 'bad_input',
    });
    const twice = offer([added(sku(green), null), added(sku(green), null)]);
    expect(given(scarf).refuses(twice)).toMatchObject({ errors: [{ field: 'sku.1.sku_id' }] });
  });
});

describe('a plan’s status and rank', () => {
  const change = (status: 1 | 2 | 3, creator_id = CREATOR) =>
    changePlanStatus({ creator_id, plan_id: PLAN, status });
  const rank = (value: number, creator_id = CREATOR) => rankPlan({ creator_id, plan_id: PLAN, rank: value });

  it('switches between visible and hidden; a repetition writes nothing', () => {
    const { accepts } = given(scarf);
    expect(accepts(change(3)).events).toMatchObject([{ type: 'PlanStatusChanged', data: { status: 3 } }]);
    expect(accepts(change(3)).events).toEqual([]);
    expect(accepts(change(1)).events).toHaveLength(1);
  });

  it('stays deleted', () => {
    const { accepts, refuses } = given(scarf);
    accepts(change(2));
    expect(accepts(change(2)).events).toEqual([]);
    expect(refuses(change(1))).toEqual({ code: 'plan_deleted' });
    expect(refuses(rank(1))).toEqual({ code: 'plan_deleted' });
  });

  it('of another’s plan is not found', () => {
    expect(given(scarf).refuses(change(3, STRANGER))).toEqual({ code: 'not_found' });
    expect(given(scarf).refuses(rank(1, STRANGER))).toEqual({ code: 'not_found' });
  });

  it('is ranked once, without its offer being written again', () => {
    const { accepts } = given(scarf);
    expect(accepts(rank(9)).events).toMatchObject([{ type: 'PlanRanked', data: { rank: 9 } }]);
    expect(accepts(rank(9)).events).toEqual([]);
  });
});

it('a creator’s terms are set once', () => {
  const { accepts } = given();
  const on = setSellingTerms({ creator_id: CREATOR, discount_option: 1 });
  expect(accepts(on).events).toMatchObject([{ type: 'SellingTermsChanged', data: { discount_option: 1 } }]);
  expect(accepts(on).events).toEqual([]);
});
