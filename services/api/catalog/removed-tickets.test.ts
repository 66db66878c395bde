import { describe, expect, test } from 'vitest';
import { asPlanId } from '#events/ids.ts';
import { planStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deletePlan, savePlan as savePlanCall } from '#services/contract/catalog/plan-changes.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import { getOrder } from '#services/contract/orders/order-detail.ts';
import { listOrderTickets } from '#services/contract/tickets/tickets.ts';
import type { Process, Timer } from '#services/worker/process.ts';
import { eventNotices } from '#services/worker/processes/notices/event-notices.ts';
import { ticketRecalls } from '#services/worker/processes/ticket-recalls.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { holdersOf } from '../testing/sample-shop.ts';
import { forSale, savePlan } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => api.creator('Lin'));
const fan = fixture(() => api.user());
const DAY = 86_400;
const form = { name: 'Concert', product_type: 4 } as const;

/** A concert with two rounds; the second has two options. */
async function openConcert(): Promise<Plan> {
  const soon = Math.floor(api.deps.clock.now() / 1000) + DAY;
  const [first, second] = [soon, soon + DAY];
  return savePlan(api, creator, {
    ...form,
    ticket_round_list: [{ begin_time: first }, { begin_time: second }],
    sku: [
      forSale('First', 50, { ticket_round_begin_time: first }),
      forSale('Second', 50, { ticket_round_begin_time: second }),
      forSale('Balcony', 50, { ticket_round_begin_time: second }),
    ],
  });
}

/** Saves the concert with only these options, and only the rounds that they have. */
const keep = (
  { plan_id, ticket_round_list, sku }: Plan,
  options: readonly number[],
  holders?: 'inform' | 'refund',
) => {
  const left = options.map((at) => sku[at]!);
  const rounds = ticket_round_list.filter(({ id }) => left.some((one) => one.ticket_round_id === id));
  return api.send(
    savePlanCall,
    {
      ...form,
      plan_id,
      holders,
      ticket_round_list: rounds.map(({ id, begin_time }) => ({ id, begin_time })),
      sku: left.map(({ sku_id, name, ticket_round_id }) => ({
        sku_id,
        name,
        price: '10.00',
        ticket_round_id,
      })),
    },
    creator,
  );
};

/** Buys tickets of these options in one order. */
async function buy(plan: Plan, counts: readonly (readonly [number, number])[], as: TestUser = fan) {
  const sku = counts.map(([at, count]) => ({ sku_id: plan.sku[at]!.sku_id, count }));
  const tickets = holdersOf(counts.reduce((all, [, count]) => all + count, 0));
  return orderCalls(api, as).buy({ plan_id: plan.plan_id, sku, tickets });
}

const states = async (out_trade_no: string) => {
  await api.projected();
  return (await api.data(listOrderTickets, { out_trade_no }, fan)).list.map(({ status }) => status);
};
const asks = ({ ec, data }: { ec: number; data: unknown }) => ({
  ec,
  holders: (data as { errors?: { field: string; message: string }[] }).errors?.find(
    ({ field }) => field === 'holders',
  )?.message,
});

/** Does what the events of the plan ask a process for. */
async function work(process: Process, plan_id: string, now = 0) {
  await api.projected();
  const fired: unknown[] = [];
  for (const event of await api.deps.log.readStream(planStream(asPlanId(plan_id)))) {
    if (!process.types.includes(event.type as never)) continue;
    const timer = process.timerFor(event);
    if (timer === undefined || !('set' in timer)) continue;
    const due: Timer = { key: timer.key, attempts: 0, ...timer.set };
    fired.push(await process.fire(due, now || event.metadata.at));
  }
  return fired;
}
const messages = async (as: TestUser = fan) => {
  const { list } = await api.deps.inbox.page(as.user_id, 'en-US', { limit: 50, offset: 0 });
  return list.filter(({ template }) => template.startsWith('event_')).map(({ template }) => template);
};

describe('a change that removes valid tickets', () => {
  test('is refused without an answer, and names their number', async () => {
    const plan = await openConcert();
    await buy(plan, [
      [0, 2],
      [1, 1],
    ]);
    await buy(plan, [[2, 3]]);
    expect(asks(await keep(plan, [1, 2]))).toEqual({ ec: 40000, holders: expect.stringContaining('2') });
    expect(asks(await keep(plan, [0, 1]))).toEqual({ ec: 40000, holders: expect.stringContaining('3') });
    expect(asks(await keep(plan, [0]))).toEqual({ ec: 40000, holders: expect.stringContaining('4') });
    const gone = await api.send(deletePlan, { plan_id: plan.plan_id }, creator);
    expect(asks(gone)).toEqual({ ec: 40000, holders: expect.stringContaining('6') });
    expect((await api.send(deletePlan, { plan_id: plan.plan_id }, fan)).ec).toBe(40300);
    // What nobody holds tickets of needs no answer.
    const empty = await openConcert();
    expect((await keep(empty, [0])).ec).toBe(200);
    expect((await api.send(deletePlan, { plan_id: empty.plan_id }, creator)).ec).toBe(200);
  });

  test('also counts the tickets of a round whose option moves to another round', async () => {
    const { plan_id, ticket_round_list, sku } = await openConcert();
    const out_trade_no = await orderCalls(api, fan).buy({
      plan_id,
      sku: [{ sku_id: sku[0]!.sku_id, count: 1 }],
      tickets: holdersOf(1),
    });
    const second = ticket_round_list[1]!;
    const moved = {
      ...form,
      plan_id,
      ticket_round_list: [{ id: second.id, begin_time: second.begin_time }],
      sku: sku.map(({ sku_id, name }) => ({ sku_id, name, price: '10.00', ticket_round_id: second.id })),
    };
    expect(asks(await api.send(savePlanCall, moved, creator)).holders).toContain('1');
    expect((await api.send(savePlanCall, { ...moved, holders: 'refund' }, creator)).ec).toBe(200);
    await work(ticketRecalls(api.deps), plan_id);
    expect(await states(out_trade_no)).toEqual([3]);
  });

  test('informs the holders, whose tickets stay valid', async () => {
    const plan = await openConcert();
    const person = await api.user();
    const order = await buy(plan, [[0, 1]], person);
    expect((await api.send(deletePlan, { plan_id: plan.plan_id, holders: 'inform' }, creator)).ec).toBe(200);
    await work(eventNotices(api.deps), plan.plan_id);
    expect(await messages(person)).toEqual(['event_withdrawn']);
    expect((await api.data(listOrderTickets, { out_trade_no: order }, person)).list[0]?.status).toBe(1);
  });
});

describe('holders that are refunded', () => {
  test('of a removed round: only its tickets, at their price; each has one message, also after a kill', async () => {
    const plan = await openConcert();
    const mixed = await buy(plan, [
      [0, 2],
      [1, 1],
    ]);
    const other = await buy(plan, [[2, 1]]);
    expect((await keep(plan, [1, 2], 'refund')).ec).toBe(200);
    const before = (await messages()).length;
    // Notices of removed rounds come first, and leave refunded holders out.
    await work(eventNotices(api.deps), plan.plan_id);
    expect(await messages()).toHaveLength(before);
    // The worker is killed after the message of the first order.
    const { outbox, ...parts } = api.deps;
    let kill = true;
    const killed = {
      ...outbox,
      send: async (message: Parameters<typeof outbox.send>[0]) => {
        await outbox.send(message);
        if (kill) throw new Error('killed');
      },
    };
    const recalls = ticketRecalls({ ...parts, outbox: killed });
    await expect(work(recalls, plan.plan_id)).rejects.toThrow('killed');
    expect(await states(mixed)).toEqual([1, 1, 1]);
    kill = false;
    for (const _ of [1, 2]) await work(recalls, plan.plan_id);
    expect(await states(mixed)).toEqual([3, 3, 1]);
    expect(await states(other)).toEqual([1]);
    expect((await messages()).length - before).toBe(1);
    expect((await messages())[0]).toBe('event_refunded');
    const { story } = await api.data(getOrder, { out_trade_no: mixed }, fan);
    expect(story.filter(({ what }) => what === 'refunded')).toMatchObject([
      { amount: '20.00', count: 2, more: 2 },
    ]);
  });

  test('of a deleted event: all, and orders that are paid after it', async () => {
    const plan = await openConcert();
    const calls = orderCalls(api, fan);
    const sku = [{ sku_id: plan.sku[0]!.sku_id, count: 1 }];
    const wanted = { plan_id: plan.plan_id, sku, tickets: holdersOf(1) };
    const first = await calls.buy(wanted);
    const late = (await calls.create(wanted)).data;
    await api.projected();
    expect((await api.send(deletePlan, { plan_id: plan.plan_id, holders: 'refund' }, creator)).ec).toBe(200);
    const recalls = ticketRecalls(api.deps);
    const [fired] = await work(recalls, plan.plan_id);
    expect(fired).toMatchObject({ again_at: expect.any(Number) });
    expect(await states(first)).toEqual([3]);
    await calls.pay(late.out_trade_no, 10);
    expect(await states(late.out_trade_no)).toEqual([1]);
    expect(await work(recalls, plan.plan_id, (fired as { again_at: number }).again_at)).toEqual(['done']);
    expect(await states(late.out_trade_no)).toEqual([3]);
  });
});
