import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { readToken, verifyToken } from '#services/contract/tickets/ticket-token.ts';
import {
  changeTicketHolder,
  getTicketKey,
  listMyTickets,
  listOrderTickets,
} from '#services/contract/tickets/tickets.ts';
import { buyTickets, moveEvening, openEvent, orderTickets, refundTickets } from '../testing/event-tickets.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const HOLDERS = [
  { name: '张三丰', id_card: '11010519491231002X' },
  { name: '李四', id_card: '110105194912310038' },
];
const api = fixture(startTestApi);
const event = fixture(async () => openEvent(api, await api.creator(), true));
const fan = fixture(() => api.user());

const ticketsOf = async (order: { out_trade_no: string }, as: TestUser) => {
  await api.projected();
  return api.call(listOrderTickets, { out_trade_no: order.out_trade_no }, as);
};
const two = () => buyTickets(api, event, fan, { count: 2, holders: HOLDERS });

describe('GET /api/order/tickets', () => {
  test('gives the buyer one ticket per unit, with masked holders and the QR codes’ texts', async () => {
    const { ec, data } = await ticketsOf(await two(), fan);
    expect(ec).toBe(200);
    expect(data.at_door).toBe(false);
    expect(data.list.map(({ name, id_card }) => [name, id_card])).toEqual([
      ['张**', '110***********002X'],
      ['李*', '110***********0038'],
    ]);
    const round = { round_id: 'evening', begin_time: event.evening.begin_time / 1000 };
    expect(data.list[0]).toMatchObject({ sku: { name: 'Front row' }, round, status: 1, used_at: null });
  });

  test('gives the door the name whole; the number stays masked in lists', async () => {
    const { data } = await ticketsOf(await two(), event.creator);
    expect(data).toMatchObject({
      at_door: true,
      list: [{ name: '张三丰', id_card: '110***********002X' }, {}],
    });
  });

  test('others do not see them', async () => {
    const order = await two();
    expect((await ticketsOf(order, await api.user())).ec).toBe(40400);
    expect((await ticketsOf({ out_trade_no: '20000' }, fan)).ec).toBe(40400);
  });

  test('is empty while the order waits for its money', async () => {
    const { sku_id } = event.evening;
    const order = await orderTickets(api, event, fan, { sku_id, count: 2, holders: HOLDERS });
    expect((await ticketsOf(order, fan)).data).toMatchObject({ list: [], total_count: 0 });
  });

  test('shows a refunded ticket as void, without a code to show', async () => {
    const order = await two();
    const first = (await ticketsOf(order, fan)).data.list[0]!;
    await refundTickets(api, event, order, [first.id]);
    const { list } = (await ticketsOf(order, fan)).data;
    expect(list.map(({ status, token }) => [status, token !== ''])).toEqual([
      [3, false],
      [1, true],
    ]);
  });
});

describe('the public key', () => {
  test('distinguishes our tickets from altered ones, as JWK and as PEM', async () => {
    const key = await api.call(getTicketKey, {});
    const order = await two();
    const { list } = (await ticketsOf(order, fan)).data;
    const { id, token, plan } = list[0]!;
    const claim = {
      ticket_id: id,
      plan_id: plan.plan_id,
      out_trade_no: order.out_trade_no,
      begin_time: event.evening.begin_time / 1000,
      revision: 0,
    };
    expect(await verifyToken(token, key.data.keys)).toEqual(claim);
    expect(await verifyToken(token.replace(/.{4}$/, 'AAAA'), key.data.keys)).toBeUndefined();
    const { body, signature } = readToken(token)!;
    expect(verify(null, body, createPublicKey(key.data.pem), signature)).toBe(true);
  });
});

describe('GET /api/my/tickets', () => {
  test('is the fan’s wallet: every ticket, page by page, those to come first', async () => {
    const other = await api.user();
    await buyTickets(api, event, other, { count: 2, holders: HOLDERS });
    const { sku_id } = event.matinee;
    await buyTickets(api, event, other, { sku_id, holders: HOLDERS.slice(0, 1) });
    await api.projected();
    const { data } = await api.call(listMyTickets, { per_page: 2 }, other);
    const page = data;
    expect(page).toMatchObject({ total_count: 3, has_more: true });
    expect(page.list.map(({ round }) => round?.round_id)).toEqual(['matinee', 'evening']);
    expect(page.list[0]).toMatchObject({ creator: { user_id: event.creator.user_id } });
    expect((await api.call(listMyTickets, {}, await api.user())).data).toMatchObject({
      list: [],
      total_count: 0,
    });
  });
});

describe('an order’s tickets as of a past position', () => {
  test('have the time, the holder and the state of then', async () => {
    const order = await two();
    const { data: before } = await ticketsOf(order, fan);
    const [first, second] = before.list;
    const to = event.evening.begin_time + 7 * 24 * 3_600_000;
    await moveEvening(api, event, to);
    await api.data(
      changeTicketHolder,
      { out_trade_no: order.out_trade_no, id: second!.id, ...HOLDERS[0]! },
      fan,
    );
    await refundTickets(api, event, order, [first!.id]);
    await moveEvening(api, event, event.evening.begin_time);
    await moveEvening(api, event, to);
    const now = (await ticketsOf(order, fan)).data;
    expect(now.list.map(({ status, name, round }) => [status, name, round?.begin_time])).toEqual([
      [3, '张**', to / 1000],
      [1, '张**', to / 1000],
    ]);
    const then = (as_of: string, as = fan) =>
      api.call(listOrderTickets, { out_trade_no: order.out_trade_no, as_of }, as);
    const past = (await then(String(before.as_of!.position))).data;
    expect(past.list).toEqual(before.list);
    expect((await then('1')).data).toMatchObject({ list: [], total_count: 0 });
    // A moment and a day include what happened until their end.
    const seconds = Math.floor(api.deps.clock.now() / 1000);
    expect((await then(String(seconds))).data.list).toEqual(now.list);
    expect((await then(String(seconds + 60))).ec).toBe(40000);
    expect((await then('2199-01-01')).ec).toBe(40000);
    expect((await then(String(before.as_of!.position), await api.user())).ec).toBe(40400);
    await moveEvening(api, event, event.evening.begin_time);
  });
});
