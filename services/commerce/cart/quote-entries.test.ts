import { describe, expect, it } from 'vitest';
import type { PlanOffer } from '#events/catalog.ts';
import { cartNumber, orderOfCart, type PlanId, type SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import {
  BLUE,
  buying,
  CREATOR,
  given,
  goods,
  LI,
  onSale,
  PLAN,
  planStatus,
  RED,
  saved,
  sku,
  TEMPLATE,
} from '../testing/scenario.ts';
import { type QuotedInput, quoteEntries } from './quote-entries.ts';

const CART = cartNumber(LI, 'any');
const entry = (n: number, change: Partial<QuotedInput> = {}): QuotedInput =>
  buying({ out_trade_no: orderOfCart(CART, n), lines: [{ sku_id: RED, count: 1 }], ...change });
const quoted = (entries: QuotedInput[], together = true, user_id = LI) =>
  quoteEntries({ user_id, entries: entries.map((one) => ({ ...one, user_id })), together });

const shop = (offer: Partial<PlanOffer> = {}) =>
  given(
    saved(),
    onSale({ ...goods, ...offer }, [
      [sku(RED), 2],
      [sku(BLUE), null],
    ]),
  );

describe('entries of a cart', () => {
  it('are priced line by line, with remaining stock, and without a write', () => {
    const { events, result } = shop().accepts(
      quoted([entry(0), entry(1, { lines: [{ sku_id: BLUE, count: 3 }] })]),
    );
    expect(events).toEqual([]);
    expect(result.map(({ quote, refusal }) => [quote?.price.total_amount, refusal])).toEqual([
      [1000, null],
      [3000, null],
    ]);
    expect(result.map(({ left }) => [...left])).toEqual([[[RED, 2]], [[BLUE, null]]]);
  });

  it('bought together see the units of those before them; separate ones do not', () => {
    const scenario = shop();
    const two = [
      entry(0, { lines: [{ sku_id: RED, count: 2 }] }),
      entry(1, { lines: [{ sku_id: RED, count: 1 }] }),
    ];
    const refusals = (together: boolean) =>
      scenario.accepts(quoted(two, together)).result.map(({ refusal }) => refusal?.code);
    expect(refusals(true)).toEqual([undefined, 'out_of_stock']);
    expect(refusals(false)).toEqual([undefined, undefined]);
  });

  it('have the reason why they cannot be bought, with the price if there is one', () => {
    const sold_out = shop().accepts(quoted([entry(0, { lines: [{ sku_id: RED, count: 3 }] })])).result[0];
    expect(sold_out).toMatchObject({
      refusal: { code: 'out_of_stock' },
      quote: { price: { total_amount: 3000 } },
    });
    const { memory, accepts } = shop();
    memory.given([planStatus(2)]);
    const unknown = entry(1, { plan_id: 'plan-none' as PlanId });
    const gone = entry(2, { lines: [{ sku_id: 'sku-none' as SkuId, count: 1 }] });
    expect(accepts(quoted([entry(0), unknown, gone])).result).toMatchObject([
      { plan: { plan_id: PLAN }, quote: null, refusal: { code: 'plan_deleted' } },
      { plan: null, quote: null, refusal: { code: 'not_found' } },
      { quote: null, refusal: { code: 'plan_deleted' } },
    ]);
  });

  it('of one’s own shop are not for sale to oneself', () => {
    expect(shop().accepts(quoted([entry(0)], true, CREATOR)).result).toMatchObject([
      { refusal: { code: 'not_allowed' } },
    ]);
  });

  it('omit shipping until there is a province', () => {
    const { accepts } = shop({ shipping_template_id: TEMPLATE });
    expect(accepts(quoted([entry(0)])).result[0]?.quote).toMatchObject({
      shipping_unknown: true,
      price: { shipping_fee: 0, total_amount: 1000 },
    });
    expect(accepts(quoted([entry(0, { province: '310000' })])).result[0]?.quote).toMatchObject({
      shipping_unknown: false,
      price: { shipping_fee: fenOf(500), total_amount: 1500 },
    });
    expect(accepts(quoted([entry(0, { province: '440000' })])).result[0]?.refusal).toMatchObject({
      errors: [{ field: 'province', message: { key: 'not_delivered' } }],
    });
  });

  it('without a template ship free in the mainland only, where something is shipped at all', () => {
    const abroad = {
      errors: [{ field: 'province', message: { key: 'not_delivered_abroad', country: 'JP' } }],
    };
    const to = (province: string, offer: Partial<PlanOffer>) =>
      shop(offer).accepts(quoted([entry(0, { province })])).result[0];
    expect(to('JP', { need_address: true })?.refusal).toMatchObject(abroad);
    expect(to('440000', { need_address: true })?.refusal).toBeNull();
    expect(to('JP', { need_address: false })?.refusal).toBeNull();
  });
});
