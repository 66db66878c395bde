import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { orderStream } from '#events/stream-names.ts';
import { orderKind } from '../orders/order.ts';
import { CREATOR, given, LI, NOON, ORDER, STRANGER } from '../testing/scenario.ts';
import { cancelled, moved, ofOrder, placed, refunded, shipped, toSend } from '../testing/sent-orders.ts';
import { type ShipOrders, shipOrders } from './ship-order.ts';

const shipping = (change: Partial<ShipOrders> = {}) =>
  shipOrders({
    out_trade_nos: [ORDER],
    creator_id: CREATOR,
    company_id: 'sf',
    express_no: 'SF100',
    ...change,
  });
const notNow = { code: 'state_does_not_allow' };

describe('shipping an order', () => {
  it('names its parcel', () => {
    const { accepts, memory } = given(toSend());
    const { events, result } = accepts(shipping());
    expect(events).toEqual([shipped().event]);
    expect(result).toEqual({ changed: true });
    expect(memory.stateOf(orderKind, orderStream(ORDER))).toMatchObject({
      delivery: {
        company_id: 'sf',
        express_no: 'SF100',
        shipped_at: NOON,
        state: 'processing',
        moved_at: NOON,
      },
    });
  });

  it('again with the same parcel changes nothing, also once it was signed for', () => {
    const { accepts } = given(toSend(), shipped(), moved('signed'));
    expect(accepts(shipping())).toMatchObject({ events: [], result: { changed: false } });
  });

  it('in another parcel starts over, until it was signed for', () => {
    for (const state of ['on_the_way', 'in_delivery', 'delivery_failed', 'returned'] as const) {
      const { accepts, memory } = given(toSend(), shipped(), moved(state));
      accepts(shipping({ company_id: 'yto', express_no: 'YT7' }));
      expect(memory.stateOf(orderKind, orderStream(ORDER))).toMatchObject({
        delivery: { company_id: 'yto', express_no: 'YT7', state: 'processing' },
      });
    }
    expect(given(toSend(), shipped(), moved('signed')).refuses(shipping({ express_no: 'SF2' }))).toEqual(
      notNow,
    );
  });

  it('waits for the address', () => {
    const missing = { address_ref: null };
    expect(given(toSend(missing)).refuses(shipping())).toEqual({
      ...notNow,
      errors: [{ field: 'out_trade_no', message: { key: 'no_address' } }],
    });
  });

  it('is refused for unpaid, cancelled and imported orders, and for those without shipping', () => {
    expect(given(placed()).refuses(shipping())).toEqual(notNow);
    expect(given(placed(), cancelled).refuses(shipping())).toEqual(notNow);
    expect(given(toSend({ provider: 'import' })).refuses(shipping())).toEqual(notNow);
    expect(given(toSend({ need_address: false })).refuses(shipping())).toEqual(notNow);
  });

  it('is refused after a full refund of money or units; the rest of a part refund is shipped', () => {
    expect(given(toSend(), refunded(2500, 2)).refuses(shipping())).toEqual(notNow);
    expect(given(toSend(), refunded(2000, 2)).refuses(shipping())).toEqual(notNow);
    expect(given(toSend(), refunded(1000, 1)).accepts(shipping()).events).toHaveLength(1);
  });

  it('of a redeemed order is refused once its units are back', () => {
    const free = {
      total_amount: fenOf(0),
      shipping_fee: fenOf(0),
      redeem: { code_id: 'c', redeem_id: 'r' },
    };
    expect(given(toSend(free)).accepts(shipping()).events).toHaveLength(1);
    expect(given(toSend(free), refunded(0, 2)).refuses(shipping())).toEqual(notNow);
    const sponsorship = { ...free, lines: [] };
    expect(given(toSend(sponsorship)).accepts(shipping()).events).toHaveLength(1);
    expect(given(toSend(sponsorship), refunded(0, 0)).refuses(shipping())).toEqual(notNow);
  });

  it('is for the creator only', () => {
    for (const creator_id of [STRANGER, LI]) {
      expect(given(toSend()).refuses(shipping({ creator_id }))).toEqual({ code: 'not_found' });
    }
    expect(given(toSend()).refuses(shipping({ out_trade_nos: ['no-such-order' as OutTradeNo] }))).toEqual({
      code: 'not_found',
    });
  });

  it('together with others sets one parcel for all, or for none', () => {
    const second = 'order-2' as OutTradeNo;
    const together = shipping({ out_trade_nos: [ORDER, second] });
    const paid = toSend();
    const both = given(paid, ofOrder(second, paid));
    expect(both.accepts(together).types).toEqual(['OrderShipped', 'OrderShipped']);
    const waiting = ofOrder(second, toSend({ address_ref: null }));
    expect(given(paid, waiting).refuses(together)).toMatchObject(notNow);
  });
});
