import { beforeEach, describe, expect, it } from 'vitest';
import type { OrderPlacedData } from '#events/orders.ts';
import { fixture } from '#events/testing/fixture.ts';
import { type EditPlan, setDiscountOption } from '#services/contract/catalog/edit-plan.ts';
import { savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { editShippingTemplate, setFreeShipping } from '#services/contract/delivery/shipping.ts';
import { createOrder, type Price, prepareOrder } from '#services/contract/orders/orders.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { redeemCalls } from '../testing/redeem-calls.ts';
import { granted, keepAddress } from '../testing/sample-shop.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** The price rules of docs/domain/prices.md row by row: prepare's price is the charged price. */
let fan: TestUser;
const api = fixture(() => startTestApi({ projections: false }));
// An account may have twenty unpaid orders.
beforeEach(async () => {
  fan = await api.user();
});

const HOUR = 3600;
const now = (): number => Math.floor(api.deps.clock.now() / 1000);
const month = (price: string, more: Partial<EditPlan> = {}): EditPlan => ({
  name: 'Coffee',
  product_type: 0,
  price,
  ...more,
});
const goods = (more: Partial<EditPlan> = {}): EditPlan => ({
  name: 'Scarf',
  product_type: 1,
  sku: [forSale('Red', ''), forSale('Blue', '', { price: '2.50' })],
  ...more,
});
/** Half price that runs, has run, or is still to come. */
const half = (from: number, until: number): Partial<EditPlan> => ({
  has_time_limit_price: 1,
  time_limit_price_discount: 0.5,
  time_limit_begin: now() + from * HOUR,
  time_limit_end: now() + until * HOUR,
});
const running = () => half(-1, 1);

interface Costs {
  show_amount: string;
  discount: string;
  total_amount: string;
  shipping_fee?: string;
  per_month?: string;
  is_upgrade?: number;
}
const costs = (
  show_amount: string,
  discount: string,
  total_amount: string,
  more: Partial<Costs> = {},
): Costs => ({
  show_amount,
  discount,
  total_amount,
  ...more,
});

/** Requests the price and orders; both are equal, and so is the order's event. */
async function priced(body: object, as = fan): Promise<Price> {
  const prepared = await granted(api.call(prepareOrder, body, as));
  const calls = orderCalls(api, as);
  const { out_trade_no, total_amount } = await granted(calls.create(body, as));
  expect(total_amount).toBe(prepared.total_amount);
  const placed = (await calls.eventsOf(out_trade_no))[0]?.data as OrderPlacedData;
  const wire = (fen: number): string => (fen / 100).toFixed(2);
  expect({
    show_amount: wire(placed.show_amount),
    discount: wire(placed.discount),
    shipping_fee: wire(placed.shipping_fee),
    total_amount: wire(placed.total_amount),
  }).toEqual({
    show_amount: prepared.show_amount,
    discount: prepared.discount,
    shipping_fee: prepared.shipping_fee,
    total_amount: prepared.total_amount,
  });
  return prepared;
}

async function seller(discounts = false): Promise<TestUser> {
  const creator = await api.creator();
  if (discounts) await granted(api.call(setDiscountOption, { status: 1 }, creator));
  return creator;
}
const lines = ({ sku }: Plan, ...counts: number[]) =>
  counts.flatMap((count, at) => (count > 0 ? [{ sku_id: sku[at]?.sku_id ?? '', count }] : []));
const pay = (number: string, yuan: number, as = fan) => orderCalls(api, as).pay(number, yuan);

describe('months (steps 1 to 3 and 6)', () => {
  it.each<[string, EditPlan, number | undefined, Costs]>([
    ['one month', month('30.00'), undefined, costs('30.00', '0.00', '30.00', { per_month: '30.00' })],
    ['5 months', month('30.00'), 5, costs('150.00', '0.00', '150.00')],
    ['6 months, 6 % off', month('30.00'), 6, costs('180.00', '10.80', '169.20')],
    ['11 months, 6 % off', month('30.00'), 11, costs('330.00', '19.80', '310.20')],
    ['12 months, 10 % off', month('30.00'), 12, costs('360.00', '36.00', '324.00', { per_month: '27.00' })],
    ['23 months, 10 % off', month('30.00'), 23, costs('690.00', '69.00', '621.00')],
    ['24 months, 14 % off', month('30.00'), 24, costs('720.00', '100.80', '619.20')],
    ['35 months, 14 % off', month('30.00'), 35, costs('1050.00', '147.00', '903.00')],
    ['36 months, 16 % off', month('30.00'), 36, costs('1080.00', '172.80', '907.20')],
    ['7 months of 9.99, rounded once', month('9.99'), 7, costs('69.93', '4.20', '65.73')],
    ['a quarter', month('30.00', { pay_month: 3 }), undefined, costs('90.00', '0.00', '90.00')],
    [
      'two quarters at their own price, without the discount on top',
      month('30.00', { pay_month: 3, favorable_price: '80.00' }),
      6,
      costs('180.00', '20.00', '160.00'),
    ],
    [
      'a year at its own price',
      month('30.00', { pay_month: 12, favorable_price: '300.00' }),
      undefined,
      costs('360.00', '60.00', '300.00', { per_month: '25.00' }),
    ],
    ['for ever', month('30.00', { permanent: 1 }), undefined, costs('30.00', '0.00', '30.00')],
  ])('%s', async (_, form, months, expected) => {
    const { plan_id } = await savePlan(api, await seller(true), form);
    expect(await priced({ plan_id, ...(months && { month: months }) })).toMatchObject(expected);
  });

  it('without the creator’s discount cost the same each', async () => {
    const { plan_id } = await savePlan(api, await seller(), month('30.00'));
    expect(await priced({ plan_id, month: 12 })).toMatchObject(costs('360.00', '0.00', '360.00'));
  });

  it('for a while cost what they then do, without the discount on top', async () => {
    const creator = await seller(true);
    const monthly = await savePlan(api, creator, month('30.00', running()));
    expect(await priced({ plan_id: monthly.plan_id, month: 12 })).toMatchObject(
      costs('360.00', '180.00', '180.00'),
    );
    const yearly = {
      pay_month: 12,
      favorable_price: '300.00',
      independent: 1,
      ...running(),
    } satisfies Partial<EditPlan>;
    const { plan_id } = await savePlan(api, creator, month('30.00', yearly));
    expect(await priced({ plan_id })).toMatchObject(costs('360.00', '180.00', '180.00'));
  });

  it.each([37, 0, 1.5])('%d months are refused by field', async (months) => {
    const { plan_id } = await savePlan(api, await seller(), month('30.00'));
    for (const call of ['prepare', 'create-order']) {
      const answer = await api.post(`/api/order/${call}`, { plan_id, month: months }, fan);
      expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'month' }] } });
    }
  });
});

describe('pieces (steps 1, 2 and 5)', () => {
  it('cost price × count, over all models', async () => {
    const plan = await savePlan(api, await seller(true), goods());
    const { plan_id } = plan;
    expect(await priced({ plan_id, sku: lines(plan, 3, 2) })).toMatchObject(costs('35.00', '0.00', '35.00'));
  });

  it.each<[string, number, number, Costs]>([
    ['that runs', -1, 1, costs('35.00', '17.50', '17.50')],
    ['that is still to come', 1, 2, costs('35.00', '0.00', '35.00')],
    ['that is over', -2, -1, costs('35.00', '0.00', '35.00')],
  ])('a price for a while %s', async (_, from, until, expected) => {
    const plan = await savePlan(api, await seller(), goods(half(from, until)));
    const { plan_id } = plan;
    expect(await priced({ plan_id, sku: lines(plan, 3, 2) })).toMatchObject(expected);
  });

  it('a bundle has its own price, for any contents', async () => {
    const form = goods({ name: 'Set', product_type: 2, price: '9.90' });
    const { plan_id } = await savePlan(api, await seller(), form);
    expect(await priced({ plan_id, bundle_count: 3 })).toMatchObject(costs('29.70', '0.00', '29.70'));
  });
});

describe('members (step 4)', () => {
  it.each<[string, object, Costs, Costs]>([
    ['an amount', { vip_price: '2.00' }, costs('30.00', '24.00', '6.00'), costs('30.00', '0.00', '30.00')],
    [
      'a share',
      { vip_price_discount: 0.9 },
      costs('30.00', '3.00', '27.00'),
      costs('30.00', '0.00', '30.00'),
    ],
  ])('pay %s, others do not', async (_, vip, forMember, forOthers) => {
    const creator = await seller();
    const member = await api.user();
    const plan = await savePlan(api, creator, month('5.00'));
    const joined = await granted(orderCalls(api, member).create({ plan_id: plan.plan_id }));
    await pay(joined.out_trade_no, 5, member);
    const one = await savePlan(api, creator, goods({ vip_plan: plan.plan_id, ...vip }));
    const body = { plan_id: one.plan_id, sku: lines(one, 3) };
    expect(await priced(body, member)).toMatchObject(forMember);
    expect(await priced(body)).toMatchObject(forOthers);
  });

  it('pay the price for a while where that is lower', async () => {
    const creator = await seller();
    const member = await api.user();
    const plan = await savePlan(api, creator, month('5.00'));
    const joined = await granted(orderCalls(api, member).create({ plan_id: plan.plan_id }));
    await pay(joined.out_trade_no, 5, member);
    const one = await savePlan(
      api,
      creator,
      goods({ vip_plan: plan.plan_id, vip_price_discount: 0.9, ...running() }),
    );
    const body = { plan_id: one.plan_id, sku: lines(one, 3) };
    expect(await priced(body, member)).toMatchObject(costs('30.00', '15.00', '15.00'));
  });
});

describe('sending (step 7)', () => {
  it('is by first and further item, never discounted, and free from the creator’s amount', async () => {
    const creator = await seller();
    const rules = [{ provinces: ['330000'], first_fee: '5.00', next_fee: '2.00' }];
    const { template } = await granted(api.call(editShippingTemplate, { name: 'Post', rules }, creator));
    const { template_id: shipping_template_id } = template;
    const plan = await savePlan(api, creator, goods({ shipping_template_id, ...running() }));
    const of = (count: number) => ({ plan_id: plan.plan_id, sku: lines(plan, count), province: '330000' });
    expect(await priced(of(1))).toMatchObject(costs('10.00', '5.00', '10.00', { shipping_fee: '5.00' }));
    expect(await priced(of(3))).toMatchObject(costs('30.00', '15.00', '24.00', { shipping_fee: '9.00' }));
    await granted(api.call(setFreeShipping, { amount: '15.00' }, creator));
    expect(await priced(of(2))).toMatchObject(costs('20.00', '10.00', '17.00', { shipping_fee: '7.00' }));
    expect(await priced(of(3))).toMatchObject(costs('30.00', '15.00', '15.00', { shipping_fee: '0.00' }));
  });
});

describe('sending outside the mainland (step 7)', () => {
  const prepare = (body: object, language: string) =>
    api.send(prepareOrder, body, fan, { 'locale-lang': language });

  it('has its own fees, and everything else is refused by name', async () => {
    const creator = await seller();
    const rules = [
      { provinces: ['330000', 'HK'], first_fee: '5.00', next_fee: '2.00' },
      { provinces: ['JP'], first_fee: '90.00', next_fee: '10.00' },
    ];
    const save = (more: object[] = [], template_id?: string) =>
      granted(
        api.send(editShippingTemplate, { name: 'Post', rules: [...rules, ...more], template_id }, creator),
      );
    const { template_id: shipping_template_id } = (await save()).template;
    const plan = await savePlan(api, creator, goods({ shipping_template_id }));
    const to = (province: string) => ({ plan_id: plan.plan_id, sku: lines(plan, 2), province });
    expect(await priced(to('HK'))).toMatchObject(costs('20.00', '0.00', '27.00', { shipping_fee: '7.00' }));
    expect(await priced(to('JP'))).toMatchObject(
      costs('20.00', '0.00', '120.00', { shipping_fee: '100.00' }),
    );
    for (const [language, message] of [
      ['zh-CN', '该创作者不配送到中国台湾'],
      ['en-US', 'This creator does not deliver to Taiwan, China'],
    ] as const) {
      expect(await prepare(to('TW'), language)).toMatchObject({
        ec: 40000,
        data: { errors: [{ field: 'province', message }] },
      });
    }
    const elsewhere = { provinces: ['elsewhere'], first_fee: '200.00', next_fee: '0' };
    await save([elsewhere], shipping_template_id);
    expect(await priced(to('TW'))).toMatchObject(
      costs('20.00', '0.00', '220.00', { shipping_fee: '200.00' }),
    );
    expect((await prepare(to('440000'), 'zh-CN')).ec).toBe(40000);
  });

  it('is by the country of a saved address, and goods without a template stay in the mainland', async () => {
    const creator = await seller();
    const address_id = await keepAddress(api, fan, {
      country: 'JP',
      addr_name: 'Ada',
      addr_phone: '+81312345678',
      addr_address: '1-1 Chiyoda',
    });
    const plan = await savePlan(api, creator, goods({ need_address: true }));
    const body = { plan_id: plan.plan_id, sku: lines(plan, 1), address_id };
    const refusal = { ec: 40000, data: { errors: [{ field: 'province', message: '该创作者不配送到日本' }] } };
    expect(await prepare(body, 'zh-CN')).toMatchObject(refusal);
    expect(await orderCalls(api, fan).create(body)).toMatchObject(refusal);
    const digital = await savePlan(api, creator, goods());
    await priced({ plan_id: digital.plan_id, sku: lines(digital, 1), address_id });
  });
});

describe('the rest', () => {
  it('an upgrade costs the difference for the time left; cheaper is refused, the same extends', async () => {
    const creator = await seller(true);
    const member = await api.user();
    const small = await savePlan(api, creator, month('30.00'));
    const large = await savePlan(api, creator, month('50.00'));
    const joined = await granted(orderCalls(api, member).create({ plan_id: small.plan_id, month: 4 }));
    await pay(joined.out_trade_no, 120, member);
    const upgrade = costs('80.00', '0.00', '80.00', { is_upgrade: 1 });
    expect(await priced({ plan_id: large.plan_id, month: 12 }, member)).toMatchObject(upgrade);
    const longer = costs('360.00', '36.00', '324.00', { is_upgrade: 0 });
    expect(await priced({ plan_id: small.plan_id, month: 12 }, member)).toMatchObject(longer);
    const tiny = await savePlan(api, creator, month('10.00'));
    for (const call of ['prepare', 'create-order']) {
      const answer = await api.post(`/api/order/${call}`, { plan_id: tiny.plan_id }, member);
      expect(answer).toMatchObject({ ec: 41004, em: '暂不支持降级方案' });
    }
  });

  it('by redeem code nothing is paid, and the price is shown', async () => {
    const creator = await seller();
    const plan = await savePlan(api, creator, goods());
    const wanted = { plan_id: plan.plan_id, sku_id: plan.sku[0]?.sku_id, num: 1, uses: 2 };
    const { list } = await granted(redeemCalls(api, creator).make(wanted));
    const paid = await priced({ redeem_code: list[0]?.code });
    expect(paid).toMatchObject(costs('10.00', '10.00', '0.00'));
  });

  it('an amount of one’s own is from 5.00', async () => {
    const { user_id } = await seller();
    expect(await priced({ user_id, custom_price: '5.00' })).toMatchObject(costs('5.00', '0.00', '5.00'));
    for (const custom_price of ['4.99', '0', '-5', '5.001', '1000000.01', 'five']) {
      const answer = await api.call(createOrder, { user_id, custom_price }, fan);
      expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'custom_price' }] } });
    }
  });

  it.each<[EditPlan, string]>([
    [month('4.99'), 'price'],
    [goods({ sku: [forSale('Red', 1, { price: '0.99' })] }), 'sku.0.price'],
    [goods({ product_type: 2, price: '0.99' }), 'price'],
  ])('below the smallest price nothing is saved: %j', async (form, field) => {
    const answer = await api.call(savePlanCall, form, await seller());
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field }] } });
  });
});
