import { beforeAll, expect, test } from 'vitest';
import { newPlanId, newSkuId, type OutTradeNo, orderNumber } from '#events/ids.ts';
import { orderStream, ticketStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { handOverOrder } from '#services/commerce/staff/hand-over-order.ts';
import { order, payment } from '#services/commerce/testing/orders.ts';
import { goods, offered, sku } from '#services/commerce/testing/scenario.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import { CODE_DIGITS, codeOf } from '#services/contract/tickets/ticket-code.ts';
import type { MessageLanguage } from '#services/modules/messages/messages.ts';
import { setNotifyConfig } from '#services/modules/messages/notify-config.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { Timer } from '../../process.ts';
import { dailySales } from './daily-sales.ts';
import { saleNotices } from './sale-notices.ts';

/** Far from midnight: the sales of this file are of one day. */
const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));
const creator = fixture(() => api.creator('Lin'));
const [plan_id, event_id] = [newPlanId(), newPlanId()];
const [blue, seat, posted] = [newSkuId(), newSkuId(), newSkuId()];
const mail_id = newPlanId();
const begin_time = Date.parse('2099-05-01T11:30:00Z');

beforeAll(async () => {
  clock.setOffset(Date.parse('2027-03-01T04:00:00Z') - Date.now());
  const { creator_id } = { creator_id: creator.user_id };
  const rounds = [{ round_id: 'may', begin_time }];
  const ticket = { ...goods, name: 'Concert', product_type: 4 as const, rounds };
  await given(api.deps.committer, [
    ...offered(plan_id, { ...goods, name: 'Mug' }, [[sku(blue, { name: 'Blue' }), null]], { creator_id }),
    ...offered(event_id, ticket, [[sku(seat, { name: 'Front row', round_id: 'may' }), null]], { creator_id }),
    ...offered(mail_id, { ...goods, need_address: true }, [[sku(posted), null]], { creator_id }),
  ]);
});

async function buy(fan: TestUser, change: Parameters<typeof order>[0] = {}): Promise<OutTradeNo> {
  const out_trade_no = orderNumber(fan.user_id);
  const request = { out_trade_no, user_id: fan.user_id, plan_id, lines: [{ sku_id: blue, count: 2 }] };
  const placed = await api.deps.committer.submit(order({ ...request, ...change }));
  if (!placed.accepted) throw new Error(placed.refusal.code);
  const { total_amount } = placed.result.order.placed;
  expect(await api.deps.committer.submit(payment(total_amount, out_trade_no))).toMatchObject({
    accepted: true,
  });
  return out_trade_no;
}

/** Two workers do what an order's events ask for, and one of them again. */
async function work(out_trade_no: OutTradeNo, late = 0): Promise<void> {
  const process = saleNotices(api.deps);
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: [...process.types] });
  for (const event of events) {
    const change = process.timerFor(event);
    if (!change || !('set' in change) || change.set.data.out_trade_no !== out_trade_no) continue;
    const timer: Timer = { key: change.key, attempts: 0, ...change.set };
    const fire = () => process.fire(timer, event.metadata.at + late);
    await Promise.all([fire(), fire()]);
    await fire();
  }
}

async function texts({ user_id }: { user_id: TestUser['user_id'] }, language: MessageLanguage = 'en-US') {
  const { list } = await api.deps.inbox.page(user_id, language, { limit: 20, offset: 0 });
  return list.map(({ template, text }) => `${template}: ${text}`).reverse();
}

test('a paid order: the fan gets a message with what was bought, and the creator one of a new sale, once', async () => {
  const fan = await api.user();
  const number = await buy(fan);
  await work(number);
  expect(await texts(fan)).toEqual([
    `order_paid: Your order ${number} is paid:\nMug · Blue × 2\nTotal ¥20.00. The receipt is on the order page.`,
  ]);
  expect(await texts(fan, 'zh-CN')).toEqual([
    `order_paid: 你的订单 ${number} 已付款：\nMug · Blue × 2\n合计 ¥20.00。可在订单中查看收据。`,
  ]);
  expect((await texts(creator)).filter((text) => text.includes(number))).toEqual([
    `new_sale: Order ${number}:\nMug · Blue × 2\nTotal ¥20.00. Choose a daily summary or turn this off under Analytics.`,
  ]);
});

test('tickets: code, time and option of each', async () => {
  const fan = await api.user();
  const number = await buy(fan, { plan_id: event_id, lines: [{ sku_id: seat, count: 2 }] });
  await work(number);
  const [, tickets = ''] = await texts(fan);
  expect(tickets.split('\n')).toEqual([
    'tickets_issued: Your tickets for “Concert” (code, time, option):',
    expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4} · 2099-05-01 19:30 · Front row$/),
    expect.stringMatching(/ · 2099-05-01 19:30 · Front row$/),
    'Show the QR code under My tickets at the door.',
  ]);
});

test('tickets that are in another account by now: with their present code', async () => {
  const [fan, other, support] = [await api.user(), await api.user(), await api.user()];
  const number = await buy(fan, { plan_id: event_id, lines: [{ sku_id: seat, count: 1 }] });
  const people = { from: fan.user_id, to: other.user_id, by: support.user_id };
  const handed = handOverOrder({ out_trade_no: number, ...people, reason: 'lost phone', secret: 'secret' });
  expect(await api.deps.committer.submit(handed)).toMatchObject({ accepted: true });
  await work(number);
  const bought = await api.deps.committer.read([orderStream(number)], (states) =>
    states.get(orderKind, orderStream(number)),
  );
  const stream = ticketStream(bought.phase === 'paid' ? (bought.placed.tickets[0]?.ticket_id ?? '') : '');
  const state = await api.deps.committer.read([stream], (states) => states.get(ticketKind, stream));
  if (state.phase !== 'valid') throw new Error(state.phase);
  expect(state.ticket.code).not.toBe(state.ticket.ticket_id.slice(0, CODE_DIGITS));
  const [, tickets = ''] = await texts(other);
  expect(tickets).toContain(codeOf(state.ticket.code));
});

test('a parcel: carrier and number; a replaced one has a message of its own', async () => {
  const fan = await api.user();
  const lines = [{ sku_id: posted, count: 1 }];
  const address = { address_ref: 'somewhere', province: '330000' };
  const number = await buy(fan, { plan_id: mail_id, lines, ...address });
  const ship = (express_no: string) =>
    api.deps.committer.submit(
      shipOrders({ out_trade_nos: [number], creator_id: creator.user_id, company_id: 'sf', express_no }),
    );
  expect(await ship('SF1001')).toMatchObject({ accepted: true });
  await work(number);
  expect(await ship('SF1002')).toMatchObject({ accepted: true });
  await work(number);
  expect((await texts(fan)).slice(1)).toEqual(
    ['SF1001', 'SF1002'].map(
      (no) =>
        `parcel_sent: Your order ${number} was shipped with SF Express, number ${no}. Track it on the order page.`,
    ),
  );
});

test('nothing about sales of last week, as at the first start with a long log', async () => {
  const fan = await api.user();
  await work(await buy(fan), 7 * DAY_MS + 1);
  expect(await texts(fan)).toEqual([]);
});

test('a creator who wants a daily summary gets no message of each sale, and one a day; or none', async () => {
  const process = dailySales(api.deps);
  const fan = await api.user();
  const before = (await texts(creator)).length;
  await setNotifyConfig(api.deps.pool, creator.user_id, { new_sale: 'daily' });
  await work(await buy(fan));
  await api.projected();
  expect(await texts(creator)).toHaveLength(before);
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: [...process.types] });
  const timers = events.flatMap((event) => {
    const change = process.timerFor(event);
    return change && 'set' in change ? [{ key: change.key, attempts: 0, ...change.set }] : [];
  });
  expect(new Set(timers.map(({ key }) => key)).size).toBe(1);
  const timer = timers.at(-1);
  if (!timer) throw new Error('no timer');
  const due = Number(timer.data.due);
  await setNotifyConfig(api.deps.pool, creator.user_id, { new_sale: 'never' });
  expect(await process.fire(timer, due)).toBe('done');
  expect(await texts(creator)).toHaveLength(before);
  await setNotifyConfig(api.deps.pool, creator.user_id, { new_sale: 'daily' });
  await Promise.all([process.fire(timer, due), process.fire(timer, due)]);
  expect(await process.fire(timer, due + 1)).toBe('done');
  const [summary = '', ...more] = (await texts(creator)).slice(before);
  expect(more).toEqual([]);
  expect(summary).toMatch(/^daily_sales: \d{4}-\d\d-\d\d: orders 6, income ¥100\.00, refunds ¥0\.00/);
});
