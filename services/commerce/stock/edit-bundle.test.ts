import { describe, expect, it } from 'vitest';
import { noReply } from '#events/catalog.ts';
import type { PlanId, SkuId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { bundleStream, planStream, stockStream } from '#events/stream-names.ts';
import { type EditPlan, editPlan } from '../catalog/edit-plan.ts';
import type { OfferForm, SkuEdit } from '../catalog/offer-form.ts';
import { planKind } from '../catalog/plan.ts';
import { order } from '../testing/orders.ts';
import { planEdit, present } from '../testing/plans.ts';
import {
  BLUE,
  CREATOR,
  given,
  goods,
  onSale,
  PLAN,
  planStatus,
  RED,
  STRANGER,
  sku,
} from '../testing/scenario.ts';
import { bundleKind } from './bundle.ts';
import { editBundleStock } from './edit-bundle-stock.ts';
import { editSkuStock } from './edit-sku-stock.ts';
import { stockKind } from './stock.ts';

const BUNDLE = 'plan-bundle' as PlanId;
const CARD = 'sku-card' as SkuId;

/** Goods on sale: a red and a blue one. */
const reply = { ...noReply, on: true, content: 'Thank you' };
const scarf = onSale(goods, [
  [sku(RED, { name: 'Red', price: fenOf(1200), pic: '/red.png', reply, rank: 7 }), 10],
  [sku(BLUE, { name: 'Blue' }), null],
]);

/** Goods added to the bundle by their id. */
const part = (sku_id: SkuId) => present(sku(sku_id, { name: '', price: fenOf(0) }));
/** Something that only the bundle has. */
const own = (sku_id = CARD, is_new = true): SkuEdit => ({ offer: sku(sku_id), is_new, stock: 5 });

const all: OfferForm = { ...goods, name: 'Set', product_type: 2, price: fenOf(1500) };
const choose = (select_count: number | null, repeats = false): OfferForm => ({
  ...all,
  product_type: 3,
  bundle: { select_count, repeats },
});

const edit = (skus: SkuEdit[], offer: OfferForm = all, change: Partial<EditPlan> = {}) =>
  editPlan(planEdit(offer, skus, { plan_id: BUNDLE, ...change }));

describe('a bundle', () => {
  it('copies name, price and picture of goods, refers to their replies, and shares their stock', () => {
    const { accepts, memory } = given(scarf);
    const { events } = accepts(edit([part(RED), own()], all, { bundle_stock: 20 }));
    expect(events).toMatchObject([
      { type: 'PlanCreated', data: { offer: { bundle: { select_count: null, repeats: false } } } },
      {
        type: 'SkuOffered',
        data: {
          sku: {
            sku_id: RED,
            of_plan: PLAN,
            of_version: 1,
            name: 'Red',
            price: 1200,
            pic: '/red.png',
            rank: 0,
            reply: { ...reply, content: '' },
          },
        },
      },
      { type: 'SkuOffered', data: { sku: { sku_id: CARD, of_plan: null } } },
      { type: 'StockSet', data: { sku_id: CARD, plan_id: BUNDLE, stock: 5 } },
      { type: 'BundleStockSet', data: { plan_id: BUNDLE, stock: 20 } },
    ]);
    expect(memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ plan_id: PLAN, stock: 10 });
    accepts(order({ plan_id: BUNDLE, lines: [], bundle_count: 3 }));
    expect(memory.stateOf(stockKind, stockStream(RED))).toMatchObject({ held: 3 });
    expect(memory.stateOf(bundleKind, bundleStream(BUNDLE))).toEqual({ stock: 20, held: 3, sold: 0 });
  });

  it('copies changes of its goods when it is saved again, and otherwise writes nothing', () => {
    const { accepts } = given(scarf);
    accepts(edit([part(RED), own()]));
    expect(accepts(edit([part(RED), own(CARD, false)], all, { bundle_stock: 3 })).events).toEqual([]);
    const dearer = { offer: sku(RED, { name: 'Red', price: fenOf(1300) }), is_new: false, stock: null };
    const blue = { offer: sku(BLUE, { name: 'Blue' }), is_new: false, stock: null };
    accepts(edit([dearer, blue], goods, { plan_id: PLAN }));
    expect(accepts(edit([part(RED), own(CARD, false)])).events).toMatchObject([
      { type: 'SkuOffered', data: { sku: { sku_id: RED, price: 1300 } } },
    ]);
  });

  it('removes a part and adds it again; own parts stay withdrawn', () => {
    const { accepts, refuses, memory } = given(scarf);
    accepts(edit([part(RED), part(BLUE), own()]));
    expect(accepts(edit([part(BLUE)])).types).toEqual(['SkuWithdrawn', 'SkuWithdrawn']);
    expect(accepts(edit([part(BLUE), part(RED)])).events).toMatchObject([
      { type: 'SkuOffered', data: { sku: { sku_id: RED, of_plan: PLAN } } },
    ]);
    expect(memory.stateOf(planKind, planStream(BUNDLE))).toMatchObject({
      skus: [{ sku_id: BLUE }, { sku_id: RED }],
    });
    expect(refuses(edit([part(BLUE), own(CARD, false)]))).toMatchObject({
      errors: [{ field: 'sku.1.sku_id', message: { key: 'unknown' } }],
    });
  });

  it('cannot contain parts of other creators, other types, deleted or unknown ones', () => {
    const unknown = { errors: [{ field: 'sku.0.sku_id', message: { key: 'unknown' } }] };
    expect(given(scarf).refuses(edit([part(RED)], all, { creator_id: STRANGER }))).toMatchObject(unknown);
    expect(given(scarf, planStatus(2)).refuses(edit([part(RED)]))).toMatchObject(unknown);
    expect(given().refuses(edit([part(RED)]))).toMatchObject(unknown);
    const ticket = onSale({ ...goods, product_type: 4 }, [[sku(RED), 10]]);
    expect(given(ticket).refuses(edit([part(RED)]))).toMatchObject(unknown);
    const nested = given(scarf).after(edit([own()]));
    expect(nested.refuses(edit([part(CARD)], all, { plan_id: 'plan-other' as PlanId }))).toMatchObject(
      unknown,
    );
  });

  it('accepts hidden goods', () => {
    expect(given(scarf, planStatus(3)).accepts(edit([part(RED)])).result.created).toBe(true);
  });

  it('with goods that are no longer offered can be saved without them only', () => {
    const { accepts, refuses, memory } = given(scarf);
    accepts(edit([part(RED), part(BLUE)]));
    memory.given([planStatus(2)]);
    expect(refuses(edit([part(RED), part(BLUE), own()]))).toMatchObject({
      errors: [
        { field: 'sku.0.sku_id', message: { key: 'not_on_sale' } },
        { field: 'sku.1.sku_id', message: { key: 'not_on_sale' } },
      ],
    });
    expect(accepts(edit([own()])).result.changed).toBe(true);
  });

  it.each([
    ['price', { ...all, price: null }, [own()], 'required'],
    ['price', { ...all, price: fenOf(99) }, [own()], 'below_minimum'],
    ['sku', all, [], 'required'],
    ['sku.1.sku_id', all, [own(), own()], 'repeated'],
    ['bundle_sku_select_count', { ...choose(1), bundle: null }, [own()], 'required'],
    ['bundle_sku_select_count', choose(null), [own()], 'required'],
    ['bundle_sku_select_count', choose(0), [own()], 'out_of_range'],
    ['bundle_sku_select_count', choose(2), [own()], 'out_of_range'],
    ['bundle_sku_select_count', choose(101, true), [own()], 'out_of_range'],
  ] as [string, OfferForm, SkuEdit[], string][])('is refused by %s (%#)', (field, offer, skus, key) => {
    expect(given().refuses(edit(skus, offer))).toMatchObject({ errors: [{ field, message: { key } }] });
  });

  it('lets the buyer choose as many as it has, or more when one may be chosen again', () => {
    const two = [own(), own('sku-other' as SkuId)];
    expect(given().accepts(edit(two, choose(2))).result.created).toBe(true);
    expect(given().accepts(edit(two, choose(5, true))).result.created).toBe(true);
  });
});

describe('stock of bundles', () => {
  const change = (value: { set: number | null } | { by: number }, creator_id = CREATOR, plan_id = BUNDLE) =>
    editBundleStock({ creator_id, plan_id, change: value });
  const sold = () =>
    given(scarf).after(
      edit([part(RED), own()], all, { bundle_stock: 6 }),
      order({ plan_id: BUNDLE, lines: [], bundle_count: 4 }),
    );

  it('is set or changed by a difference, never below held and sold ones', () => {
    const { accepts, refuses } = sold();
    expect(accepts(change({ by: 2 })).result).toEqual({ stock: 8, left: 4 });
    expect(accepts(change({ set: 4 })).events).toEqual([]);
    expect(refuses(change({ set: -1 }))).toMatchObject({
      errors: [{ field: 'bundle_stock', message: { key: 'out_of_range', min: '0' } }],
    });
    expect(refuses(change({ by: -5 }))).toMatchObject({
      errors: [{ field: 'delta', message: { min: '-4' } }],
    });
    expect(accepts(change({ set: null })).result).toEqual({ stock: null, left: null });
    expect(refuses(change({ by: 1 }))).toMatchObject({ errors: [{ field: 'delta' }] });
  });

  it('is the creator’s, and a bundle’s', () => {
    const { refuses } = sold();
    expect(refuses(change({ set: 9 }, STRANGER))).toEqual({ code: 'not_found' });
    expect(refuses(change({ set: 9 }, CREATOR, 'none' as PlanId))).toEqual({ code: 'not_found' });
    expect(refuses(change({ set: 9 }, CREATOR, PLAN))).toMatchObject({ errors: [{ field: 'plan_id' }] });
    const deleted = { type: 'PlanStatusChanged' as const, data: { plan_id: BUNDLE, status: 2 as const } };
    const gone = sold();
    gone.memory.given([{ stream: planStream(BUNDLE), creator_id: CREATOR, event: deleted }]);
    expect(gone.refuses(change({ set: 9 }))).toEqual({ code: 'plan_deleted' });
  });

  it('of a part is the goods’ own', () => {
    const { accepts, refuses } = sold();
    const restock = (set: number) => editSkuStock({ creator_id: CREATOR, sku_id: RED, change: { set } });
    expect(accepts(restock(1)).result).toMatchObject({ plan_id: PLAN, stock: 5, left: 1 });
    expect(refuses(restock(-1))).toMatchObject({ errors: [{ field: 'stock', message: { min: '0' } }] });
  });
});
