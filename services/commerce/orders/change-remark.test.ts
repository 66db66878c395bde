import { describe, expect, it } from 'vitest';
import { termsStream } from '#events/stream-names.ts';
import { order, payment } from '../testing/orders.ts';
import { CREATOR, decided, given, goods, LI, ORDER, onSale, RED, sku, WANG } from '../testing/scenario.ts';
import { allowRemarkChanges } from './allow-remark-changes.ts';
import { type ChangeRemark, changeRemark } from './change-remark.ts';

const allowed = decided(termsStream(CREATOR), {
  type: 'RemarkChangesAllowed',
  data: { creator_id: CREATOR, allowed: true },
});
const placed = (offer = goods) =>
  given([...onSale(offer, [[sku(RED), 5]]), allowed]).after(order({ remark_ref: 'first' }));
const paid = (offer = goods) => placed(offer).after(payment(2000));
const certified = new Set([CREATOR]);
const allow = (on: boolean, is_certified = true) =>
  allowRemarkChanges({ creator_id: CREATOR, allowed: on, certified: is_certified });
const change = (remark_ref: string | null, more: Partial<ChangeRemark> = {}) =>
  changeRemark({ orders: [{ out_trade_no: ORDER, remark_ref }], by: 'fan', user_id: LI, certified, ...more });
const note = (remark_ref: string | null, user_id = CREATOR) => change(remark_ref, { by: 'creator', user_id });

describe('a fan’s remark', () => {
  it('can be changed once; the same again is no change', () => {
    const scenario = paid();
    expect(scenario.accepts(change('first')).events).toEqual([]);
    expect(scenario.accepts(change('second'))).toMatchObject({
      result: { changes: 1 },
      events: [{ type: 'OrderRemarkChanged', data: { remark_ref: 'second' } }],
    });
    expect(scenario.accepts(change('second')).events).toEqual([]);
    expect(scenario.refuses(change('third'))).toEqual({ code: 'state_does_not_allow' });
  });

  it('a required remark cannot be removed; others can', () => {
    expect(paid({ ...goods, remark_required: true }).refuses(change(null))).toMatchObject({
      errors: [{ field: 'remark', message: { key: 'required' } }],
    });
    expect(paid().accepts(change(null)).events).toHaveLength(1);
  });

  it('is the fan’s own, and of a paid order', () => {
    expect(paid().refuses(change('x', { user_id: WANG }))).toEqual({ code: 'not_found' });
    expect(placed().refuses(change('x'))).toEqual({ code: 'state_does_not_allow' });
    expect(given().refuses(change('x'))).toEqual({ code: 'not_found' });
  });
});

it('a creator can change their note any number of times, nobody else', () => {
  const scenario = paid();
  for (const ref of ['a', 'b', null]) expect(scenario.accepts(note(ref)).events).toHaveLength(1);
  expect(scenario.refuses(note('c', LI))).toEqual({ code: 'not_found' });
});

describe('the creator’s switch', () => {
  it('is off at first and decides at the moment of the change; equal values change nothing', () => {
    const scenario = given(onSale(goods, [[sku(RED), 5]]))
      .after(order({ remark_ref: 'first' }))
      .after(payment(2000));
    expect(scenario.refuses(change('second'))).toEqual({ code: 'remark_fixed' });
    expect(scenario.accepts(change('first')).events).toEqual([]);
    expect(scenario.accepts(allow(false, false)).events).toEqual([]);
    expect(scenario.accepts(allow(true)).events).toMatchObject([{ type: 'RemarkChangesAllowed' }]);
    expect(scenario.accepts(allow(true)).events).toEqual([]);
    expect(scenario.accepts(allow(false, false)).events).toHaveLength(1);
    expect(scenario.refuses(change('second'))).toEqual({ code: 'remark_fixed' });
    scenario.accepts(allow(true));
    expect(scenario.accepts(change('second')).events).toHaveLength(1);
  });

  it('is for certified creators: without a certification it cannot be set, and has no effect', () => {
    expect(given().refuses(allow(true, false))).toMatchObject({
      errors: [{ field: 'status', message: { key: 'verified_only' } }],
    });
    expect(paid().refuses(change('second', { certified: new Set() }))).toEqual({ code: 'remark_fixed' });
  });
});
