import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { orderStream, termsStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { orderKind } from '../orders/order.ts';
import { CREATOR, given, LI, nearAndFar, ORDER, saved, TEMPLATE, WANG } from '../testing/scenario.ts';
import { cancelled, ofOrder, placed, refunded, shipped, toSend } from '../testing/sent-orders.ts';
import { type SetOrderAddress, setOrderAddress } from './set-order-address.ts';
import { shipOrders } from './ship-order.ts';

const address = (change: Partial<SetOrderAddress> = {}) =>
  setOrderAddress({
    out_trade_nos: [ORDER],
    user_id: LI,
    address_ref: 'address-2',
    province: '310000',
    ...change,
  });
const notNow = { code: 'state_does_not_allow' };
const tooDear = { ...notNow, errors: [{ field: 'province', message: { key: 'shipping_costs_more' } }] };
const freeFrom = (amount: number): Decided => ({
  stream: termsStream(CREATOR),
  creator_id: CREATOR,
  event: { type: 'FreeShippingSet', data: { creator_id: CREATOR, amount: fenOf(amount) } },
});

describe('the address of an order', () => {
  it('that is missing is given once, and changed once', () => {
    const { accepts, refuses, memory } = given(toSend({ address_ref: null, shipping: null }));
    expect(accepts(address()).events).toMatchObject([{ data: { first: true } }]);
    const changed = accepts(address({ address_ref: 'address-3', province: '440000' }));
    expect(changed.events).toEqual([
      {
        type: 'OrderAddressSet',
        data: { out_trade_no: ORDER, address_ref: 'address-3', province: '440000', first: false },
      },
    ]);
    expect(refuses(address({ address_ref: 'address-4' }))).toEqual({
      ...notNow,
      errors: [{ field: 'out_trade_no', message: { key: 'address_changed' } }],
    });
    expect(memory.stateOf(orderKind, orderStream(ORDER))).toMatchObject({
      address_ref: 'address-3',
      province: '440000',
      address_changes: 1,
    });
  });

  it('that was given with the order is changed once', () => {
    const { accepts, refuses } = given(toSend(), saved());
    expect(accepts(address()).events).toMatchObject([{ data: { first: false } }]);
    expect(accepts(address())).toMatchObject({ events: [], result: { changed: false } });
    expect(refuses(address({ address_ref: 'address-3' }))).toMatchObject(notNow);
  });

  it('others cannot set it', () => {
    for (const user_id of [WANG, CREATOR]) {
      expect(given(toSend()).refuses(address({ user_id }))).toEqual({ code: 'not_found' });
    }
  });

  it('stays as it is before payment, after cancelling, sending or refunding, and where nothing is sent', () => {
    expect(given(placed()).refuses(address())).toEqual(notNow);
    expect(given(placed(), cancelled).refuses(address())).toEqual(notNow);
    expect(given(toSend(), saved(), shipped()).refuses(address())).toEqual(notNow);
    expect(given(toSend(), saved(), refunded(2500, 2)).refuses(address())).toEqual(notNow);
    expect(given(toSend({ need_address: false })).refuses(address())).toEqual(notNow);
  });

  it('given late lets the order be sent', () => {
    const ship = shipOrders({
      out_trade_nos: [ORDER],
      creator_id: CREATOR,
      company_id: 'sf',
      express_no: 'SF100',
    });
    const { accepts, refuses } = given(toSend({ address_ref: null, shipping: null }));
    expect(refuses(ship)).toMatchObject(notNow);
    accepts(address());
    accepts(ship);
  });
});

it('applies to several orders together, or to none of them', () => {
  const second = 'order-2' as OutTradeNo;
  const both = address({ out_trade_nos: [ORDER, second] });
  const paid = toSend();
  expect(given(paid, ofOrder(second, paid), saved()).accepts(both).events).toHaveLength(2);
  const sent = [...ofOrder(second, paid), ...ofOrder(second, [shipped()])];
  expect(given(paid, sent, saved()).refuses(both)).toEqual(notNow);
});

/** Placed by code without an address. */
const byCode: Partial<OrderPlacedData> = {
  total_amount: fenOf(0),
  shipping_fee: fenOf(0),
  address_ref: null,
  shipping: { template_id: TEMPLATE, province: '' },
  redeem: { code_id: 'c', redeem_id: 'r' },
};

describe('another province', () => {
  it.each<[string, string, Partial<OrderPlacedData>, Decided[]]>([
    ['as dear', '320000', {}, []],
    ['the same, whatever it costs by now', '310000', { shipping_fee: fenOf(0) }, []],
    ['cheaper', '310000', { shipping: { template_id: 'template-1', province: '650000' } }, []],
    ['where the goods are sent for nothing', '650000', {}, [freeFrom(2000)]],
    ['where there is no template to say what it costs', '440000', { shipping: null }, []],
    [
      'that a redeem code paid for',
      '650000',
      { total_amount: fenOf(0), shipping_fee: fenOf(0), redeem: { code_id: 'c', redeem_id: 'r' } },
      [],
    ],
    ['that is said first, of what a redeem code paid for', '650000', byCode, []],
  ])('%s, is accepted', (_, province, change, more) => {
    given(toSend(change), saved(), more).accepts(address({ province }));
  });

  it('where sending costs more is refused', () => {
    expect(given(toSend(), saved()).refuses(address({ province: '650000' }))).toEqual(tooDear);
    expect(given(toSend(), saved(), freeFrom(2001)).refuses(address({ province: '650000' }))).toEqual(
      tooDear,
    );
  });

  it('outside the mainland needs a rule, whose cost was paid', () => {
    const abroad = (country: string) => ({
      code: 'bad_input',
      errors: [{ field: 'province', message: { key: 'not_delivered_abroad', country } }],
    });
    expect(given(toSend(), saved()).refuses(address({ province: 'HK' }))).toEqual(abroad('HK'));
    const [near, far] = nearAndFar;
    const world = saved({
      rules: [
        { ...near!, provinces: [...near!.provinces, 'HK'] },
        { ...far!, provinces: ['elsewhere'] },
      ],
    });
    given(toSend(), world).accepts(address({ province: 'HK' }));
    expect(given(toSend(), world).refuses(address({ province: 'JP' }))).toEqual(tooDear);
    // Sold without a template: delivery in the mainland.
    expect(given(toSend({ shipping: null })).refuses(address({ province: 'JP' }))).toEqual(abroad('JP'));
    const toJapan = { shipping: { template_id: TEMPLATE, province: 'JP' } };
    given(toSend(toJapan), saved()).accepts(address({ province: 'JP' }));
  });

  it('is judged by the table as it is now', () => {
    const [near] = nearAndFar;
    const dearer = saved({ rules: [{ ...near!, first_fee: fenOf(501) }] });
    expect(given(toSend(), saved(), dearer).refuses(address({ province: '320000' }))).toEqual(tooDear);
    given(toSend(), saved(), dearer).accepts(address({ province: '310000' }));
  });

  it('without delivery is refused by field', () => {
    const nowhere = {
      code: 'bad_input',
      errors: [{ field: 'province', message: { key: 'not_delivered' } }],
    };
    for (const order of [{}, byCode]) {
      expect(given(toSend(order), saved()).refuses(address({ province: '440000' }))).toEqual(nowhere);
    }
  });
});
