import { expect, it } from 'vitest';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { DomainEvent } from '#events/registry.ts';
import { fixture } from '#events/testing/fixture.ts';
import { newest } from '#events/testing/newest-events.ts';
import { sampleEvent } from '#events/testing/sample-event.ts';
import { readModelDatabase } from '../testing/database.ts';
import { orderEvents, refunded } from '../testing/order-events.ts';
import { creatorOrders } from './creator-orders.ts';
import { searchCreatorOrders } from './search-orders.ts';

const database = fixture(readModelDatabase);

const { creator_id } = newest.OrderPlaced;
const all = { limit: 20, offset: 0 };
const orders = orderEvents(database, creator_id, 1_780_000_000_000, 1000);
const happened = (name: string, ...events: DomainEvent[]) => orders.happened(name, events);
const placed = (change: Partial<OrderPlacedData> = {}) =>
  sampleEvent('OrderPlaced', { total_amount: fenOf(1000), need_address: true, address_ref: 'a1', ...change });

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
  await happened('wait-1', placed());
  expect(await waiting()).toEqual([]);
  await happened('wait-1', sampleEvent('OrderPaid'));
  expect(await waiting()).toEqual(['wait-1']);
  await happened('wait-1', sampleEvent('OrderShipped', { company_id: 'sf', express_no: 'SF1' }));
  expect(await waiting()).toEqual([]);
  expect(await shown('wait-1')).toMatchObject({
    company_id: 'sf',
    express_no: 'SF1',
    delivery_state: 'processing',
    ship_time: orders.now / 1000,
  });
  await happened('wait-1', sampleEvent('OrderDeliveryMoved', { express_no: 'SF1', state: 'on_the_way' }));
  await happened('wait-1', sampleEvent('OrderDeliveryMoved', { express_no: 'SF0', state: 'signed' }));
  expect(await shown('wait-1')).toMatchObject({ delivery_state: 'on_the_way' });
  await happened('wait-1', sampleEvent('OrderShipped', { company_id: 'zto', express_no: '78' }));
  expect(await shown('wait-1')).toMatchObject({ company_id: 'zto', delivery_state: 'processing' });
});

it('orders without shipping, and fully refunded ones, never wait', async () => {
  await happened('kept', placed({ need_address: false }), sampleEvent('OrderPaid'));
  await happened('back', placed(), sampleEvent('OrderPaid'), refunded(1000, { s: 2 }));
  await happened('units', placed(), sampleEvent('OrderPaid'), refunded(800, { s: 2 }));
  await happened('free', placed({ total_amount: fenOf(0) }), sampleEvent('OrderPaid'), refunded(0, { s: 2 }));
  const sponsorship = { total_amount: fenOf(0), lines: [] };
  await happened(
    'code',
    placed(sponsorship),
    sampleEvent('OrderPaid'),
    sampleEvent('OrderRefunded', { amount: fenOf(0), units: [] }),
  );
  await happened('gone', placed(), sampleEvent('OrderCancelled'));
  expect(await waiting()).toEqual([]);
  await happened('part', placed(), sampleEvent('OrderPaid'), refunded(500, { s: 1 }));
  await happened('gift', placed({ total_amount: fenOf(0) }), sampleEvent('OrderPaid'));
  expect(await waiting()).toEqual(['gift', 'part']);
});

it('keeps the address and how often it was changed, and the notes', async () => {
  await happened('home', placed({ address_ref: null, remark_ref: 'r1' }), sampleEvent('OrderPaid'));
  await happened('home', sampleEvent('OrderAddressSet', { address_ref: 'a2', first: true }));
  expect(await shown('home')).toMatchObject({ address_ref: 'a2', address_changes: 0, remark_ref: 'r1' });
  await happened(
    'home',
    sampleEvent('OrderAddressSet', { address_ref: 'a3', first: false }),
    sampleEvent('OrderRemarkChanged', { remark_ref: 'r2' }),
    sampleEvent('CreatorRemarkChanged', { remark_ref: 'c1' }),
    sampleEvent('RefundSent'),
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
