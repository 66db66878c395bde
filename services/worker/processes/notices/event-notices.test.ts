import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { asPlanId } from '#events/ids.ts';
import type { EventType } from '#events/registry.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { orderCalls } from '#services/api/testing/order-calls.ts';
import { holdersOf } from '#services/api/testing/sample-shop.ts';
import { forSale, savePlan } from '#services/api/testing/shop.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { changePlanStatus } from '#services/commerce/catalog/change-plan-status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import {
  checkInTicket,
  listDoors,
  listMyTickets,
  listOrderTickets,
  listTickets,
} from '#services/contract/tickets/tickets.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { Timer } from '../../process.ts';
import { eventNotices } from './event-notices.ts';
import { saleNotices } from './sale-notices.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));
const creator = fixture(() => api.creator('Lin'));
const DAY = DAY_MS / 1000;
/** Unix seconds of the first rounds. */
const MAY_1 = Date.parse('2027-05-01T11:30:00Z') / 1000;
const JUNE_1 = Date.parse('2027-06-01T11:30:00Z') / 1000;

beforeAll(() => clock.setOffset(Date.parse('2027-03-01T04:00:00Z') - Date.now()));

const form = { name: 'Concert', product_type: 4 } as const;

async function openConcert(): Promise<Plan> {
  return savePlan(api, creator, {
    ...form,
    ticket_round_list: [{ begin_time: MAY_1 }, { begin_time: JUNE_1 }],
    sku: [
      forSale('May', 50, { ticket_round_begin_time: MAY_1 }),
      forSale('June', 50, { ticket_round_begin_time: JUNE_1 }),
    ],
  });
}

/** Saves the concert with the same rounds at these times; a round without a time is left out with its option. */
async function setTimes({ plan_id, ticket_round_list, sku }: Plan, times: readonly (number | undefined)[]) {
  const rounds = ticket_round_list.flatMap(({ id }, at) => {
    const begin_time = times[at];
    return begin_time === undefined ? [] : [{ id, begin_time }];
  });
  const skus = sku.flatMap(({ sku_id, name }, at) =>
    times[at] === undefined
      ? []
      : [{ sku_id, name, price: '10.00', ticket_round_id: ticket_round_list[at]?.id }],
  );
  await savePlan(api, creator, {
    ...form,
    plan_id,
    holders: 'inform',
    ticket_round_list: rounds,
    sku: skus,
  });
}

const buy = (fan: TestUser, plan: Plan, at: number, count: number) =>
  orderCalls(api, fan).buy({
    plan_id: plan.plan_id,
    sku: [{ sku_id: plan.sku[at]?.sku_id, count }],
    tickets: holdersOf(count),
  });

/** Events that are done, by process. */
const done = new Set<string>();

/** Two workers do what new events ask for, and one of them again. */
async function work(): Promise<void> {
  await api.projected();
  for (const process of [eventNotices(api.deps), saleNotices(api.deps)]) {
    const types: EventType[] = [...process.types];
    const { events } = await api.deps.log.readAll(0, { limit: 1_000, types });
    for (const event of events) {
      if (done.has(`${process.name} ${event.id}`)) continue;
      done.add(`${process.name} ${event.id}`);
      const change = process.timerFor(event);
      if (!change || !('set' in change)) continue;
      const timer: Timer = { key: change.key, attempts: 0, ...change.set };
      const fire = () => process.fire(timer, event.metadata.at);
      expect(await Promise.all([fire(), fire()])).toEqual(['done', 'done']);
      await fire();
    }
  }
}

async function messagesOf(fan: TestUser): Promise<string[]> {
  const { list } = await api.deps.inbox.page(fan.user_id, 'en-US', { limit: 20, offset: 0 });
  const events = list.filter(({ template }) => template.startsWith('event_'));
  return events.map(({ text }) => text.slice(0, text.indexOf('. ')).replaceAll('\n', ' ')).reverse();
}

/** The begin of the fan's first ticket, wherever it is shown. */
async function timesOf(fan: TestUser, out_trade_no: string, plan_id: string) {
  await api.projected();
  const [order, own, guests, doors, file] = await Promise.all([
    api.data(listOrderTickets, { out_trade_no }, fan),
    api.data(listMyTickets, {}, fan),
    api.data(listTickets, { plan_id }, creator),
    api.data(listDoors, {}, creator),
    api.app.inject({
      url: `/api/creator/ticket-export?plan_id=${plan_id}`,
      headers: { authorization: `Bearer ${creator.token}`, 'locale-lang': 'en-US' },
    }),
  ]);
  const door = doors.list.find(({ plan }) => plan.plan_id === plan_id);
  const round_id = order.list[0]?.round?.round_id;
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true });
  return {
    order: order.list.map(({ round }) => round?.begin_time),
    own: own.list.map(({ round }) => round?.begin_time),
    guests: guests.list.map(({ round }) => round?.begin_time),
    door: door?.rounds.find((round) => round.round_id === round_id)?.begin_time,
    file: rows.map(({ Date: date }) => date),
  };
}

test('a round that moves: every place says the new time, and each fan has one message with both times', async () => {
  const [fan, other] = [await api.user(), await api.user()];
  const plan = await openConcert();
  const { plan_id } = plan;
  const number = await buy(fan, plan, 0, 2);
  await api.projected();
  const [before] = (await api.data(listOrderTickets, { out_trade_no: number }, fan)).list;
  await setTimes(plan, [MAY_1 + 7 * DAY, JUNE_1]);
  const moved = MAY_1 + 7 * DAY;
  expect(await timesOf(fan, number, plan_id)).toEqual({
    order: [moved, moved],
    own: [moved, moved],
    guests: [moved, moved],
    door: moved,
    file: ['2027-05-08 19:30', '2027-05-08 19:30'],
  });
  await buy(other, plan, 1, 1);
  await work();
  const sentence = '“Concert” was moved from 2027-05-01 19:30 to 2027-05-08 19:30';
  expect([await messagesOf(fan), await messagesOf(other)]).toEqual([[sentence], []]);
  // The code that was shown before still admits.
  const { data } = await api.call(checkInTicket, { token: before?.token ?? '' }, creator);
  expect(data).toMatchObject({ outcome: 'admitted', ticket: { round: { begin_time: moved } } });
});

test('a ticket that is paid after the move has the new time from the beginning, and no message of it', async () => {
  const fan = await api.user();
  const plan = await openConcert();
  const orders = orderCalls(api, fan);
  const { data } = await orders.create({
    plan_id: plan.plan_id,
    sku: [{ sku_id: plan.sku[0]?.sku_id, count: 1 }],
    tickets: holdersOf(1),
  });
  await setTimes(plan, [MAY_1 + DAY, JUNE_1]);
  await work();
  await orders.pay(data.out_trade_no, 10);
  expect((await timesOf(fan, data.out_trade_no, plan.plan_id)).order).toEqual([MAY_1 + DAY]);
  await work();
  const { list } = await api.deps.inbox.page(fan.user_id, 'en-US', { limit: 20, offset: 0 });
  expect(list.map(({ template }) => template)).not.toContain('event_moved');
  expect(list.find(({ template }) => template === 'tickets_issued')?.text).toContain('2027-05-02 19:30');
});

test('holders hear once of a round, an option or an event that is removed; others do not', async () => {
  const [may, june] = [await api.user(), await api.user()];
  const plan = await openConcert();
  await buy(may, plan, 0, 2);
  await buy(june, plan, 1, 1);
  await setTimes(plan, [undefined, JUNE_1]);
  await work();
  const withdrawn = 'The creator removed “Concert”: 2027-05-01 19:30 Your tickets are not void';
  expect([await messagesOf(may), await messagesOf(june)]).toEqual([[withdrawn], []]);
  const input = { creator_id: creator.user_id, plan_id: asPlanId(plan.plan_id), status: PLAN_STATUS.deleted };
  await api.deps.committer.submit(changePlanStatus(input));
  await work();
  const all = 'The creator removed “Concert”: Your tickets are not void';
  expect([await messagesOf(may), await messagesOf(june)]).toEqual([[withdrawn, all], [all]]);
});
