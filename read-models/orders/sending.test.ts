import { expect, it } from 'vitest';
import { asOutTradeNo } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import { orderStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { readModelDatabase } from '../testing/database.ts';
import { stepOf } from '../testing/history.ts';
import { creatorOrders } from './creator-orders.ts';
import { searchCreatorOrders } from './search-orders.ts';

const database = fixture(readModelDatabase);

const { creator_id } = newest.OrderPlaced;
const all = { limit: 20, offset: 0 };
let clock = 1_780_000_000_000;

const placed = (name: string, change: Partial<OrderPlacedData> = {}): DomainEvent => ({
  type: 'OrderPlaced',
  data: {
    ...newest.OrderPlaced,
    out_trade_no: asOutTradeNo(name),
    total_amount: fenOf(1000),
    need_address: true,
    address_ref: 'a1',
    ...change,
  },
});
const eventOf = <Type extends DomainEvent['type']>(type: Type, change: object = {}): DomainEvent =>
  ({ type, data: { ...newest[type], ...change } }) as DomainEvent;
const refund = (amount: number, units: number): DomainEvent =>
  eventOf('OrderRefunded', {
    amount: fenOf(amount),
    refunded_before: fenOf(0),
    units: [{ sku_id: 's', count: units }],
  });

/** Appends to the order's stream and projects one event at a time. */
async function happened(name: string, ...events: DomainEvent[]): Promise<void> {
  const out_trade_no = asOutTradeNo(name);
  const steps = events.map((event) => {
    clock += 1000;
    // Every event of an order names it by this field.
    const named = { ...event, data: { ...event.data, out_trade_no } } as DomainEvent;
    return stepOf(orderStream(out_trade_no), creator_id, named, clock);
  });
  await database.happened(steps, 1);
}
const waiting = async () => {
  const page = await creatorOrders(database.pool, { creator_id, to_send: true, ...all });
  expect(page.total_count).toBe(page.list.length);
  const search = { users: [newest.OrderPlaced.user_id] };
  const filter = { creator_id, to_send: true as const };
  const found = await searchCreatorOrders(database.pool, search, { ...filter, ...all });
  expect(found.list).toEqual(page.list);
  return page.list.map(({ out_trade_no }) => out_trade_no);
};
const shown = async (name: string) => {
  const page = await creatorOrders(database.pool, { creator_id, limit: 100, offset: 0 });
  return page.list.find(({ out_trade_no }) => out_trade_no === name);
};

it('an order waits to be sent from its payment on, until it is sent', async () => {
  await happened('wait-1', placed('wait-1'));
  expect(await waiting()).toEqual([]);
  await happened('wait-1', eventOf('OrderPaid'));
  expect(await waiting()).toEqual(['wait-1']);
  await happened('wait-1', eventOf('OrderShipped', { company_id: 'sf', express_no: 'SF1' }));
  expect(await waiting()).toEqual([]);
  expect(await shown('wait-1')).toMatchObject({
    company_id: 'sf',
    express_no: 'SF1',
    delivery_state: 'processing',
    ship_time: clock / 1000,
  });
  await happened('wait-1', eventOf('OrderDeliveryMoved', { express_no: 'SF1', state: 'on_the_way' }));
  await happened('wait-1', eventOf('OrderDeliveryMoved', { express_no: 'SF0', state: 'signed' }));
  expect(await shown('wait-1')).toMatchObject({ delivery_state: 'on_the_way' });
  await happened('wait-1', eventOf('OrderShipped', { company_id: 'zto', express_no: '78' }));
  expect(await shown('wait-1')).toMatchObject({ company_id: 'zto', delivery_state: 'processing' });
});

it('orders without shipping, and fully refunded ones, never wait', async () => {
  await happened('kept', placed('kept', { need_address: false }), eventOf('OrderPaid'));
  await happened('back', placed('back'), eventOf('OrderPaid'), refund(1000, 2));
  await happened('units', placed('units'), eventOf('OrderPaid'), refund(800, 2));
  await happened('free', placed('free', { total_amount: fenOf(0) }), eventOf('OrderPaid'), refund(0, 2));
  const sponsorship = { total_amount: fenOf(0), lines: [] };
  await happened(
    'code',
    placed('code', sponsorship),
    eventOf('OrderPaid'),
    eventOf('OrderRefunded', { amount: fenOf(0), units: [] }),
  );
  await happened('gone', placed('gone'), eventOf('OrderCancelled'));
  expect(await waiting()).toEqual([]);
  await happened('part', placed('part'), eventOf('OrderPaid'), refund(500, 1));
  await happened('gift', placed('gift', { total_amount: fenOf(0) }), eventOf('OrderPaid'));
  expect(await waiting()).toEqual(['gift', 'part']);
});

it('keeps the address and how often it was changed, and the notes', async () => {
  await happened('home', placed('home', { address_ref: null, remark_ref: 'r1' }), eventOf('OrderPaid'));
  await happened('home', eventOf('OrderAddressSet', { address_ref: 'a2', first: true }));
  expect(await shown('home')).toMatchObject({ address_ref: 'a2', address_changes: 0, remark_ref: 'r1' });
  await happened(
    'home',
    eventOf('OrderAddressSet', { address_ref: 'a3', first: false }),
    eventOf('OrderRemarkChanged', { remark_ref: 'r2' }),
    eventOf('CreatorRemarkChanged', { remark_ref: 'c1' }),
    eventOf('RefundSent'),
  );
  expect(await shown('home')).toMatchObject({
    address_ref: 'a3',
    address_changes: 1,
    remark_ref: 'r2',
    remark_changes: 1,
    creator_remark_ref: 'c1',
  });
});

it('after a rebuild has exactly the live rows', () =>
  database.rebuildsEqual(
    database.projections.filter(({ name }) => name === 'orders'),
    { batch: 5 },
  ));
