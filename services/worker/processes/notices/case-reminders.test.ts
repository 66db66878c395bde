import { beforeAll, expect, test } from 'vitest';
import { asOutTradeNo, type UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { HOUR_MS } from '#events/time.ts';
import { orderCalls } from '#services/api/testing/order-calls.ts';
import { forSale, openShop, unitsOf } from '#services/api/testing/shop.ts';
import { startTestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { acceptCase, declineCase, openCase, passOnCase } from '#services/contract/cases/cases.ts';
import { openStaff } from '#services/modules/staff/staff.ts';
import { movableClock } from '#services/runtime/clock.ts';
import type { Timer } from '../../process.ts';
import { caseReminders } from './case-reminders.ts';

const clock = movableClock();
const api = fixture(() => startTestApi({ clock }));
const shop = fixture(() => openShop(api, [forSale('Red', 100)]));
const fan = fixture(() => api.user('Anna'));
const people: TestUser[] = [];
beforeAll(async () => {
  people.push(await api.staff('support'), await api.staff('support'), await api.staff('finance'));
});

async function opened(): Promise<{ out_trade_no: string; case_id: string }> {
  const out_trade_no = await orderCalls(api, fan).buy(unitsOf(shop, 1));
  const ask = { out_trade_no, kind: 'refund', topic: 'damaged', text: '碎了' } as const;
  return { out_trade_no, case_id: (await api.data(openCase, ask, fan)).case_id };
}

/** The timers of an order, as the process sets them; each fires twice at its time. */
async function work(out_trade_no: string, late = 0): Promise<number[]> {
  const staff = openStaff(api.deps.pool, clock);
  const process = caseReminders({ ...api.deps, staff });
  const { events } = await api.deps.log.readAll(0, { limit: 1_000, types: [...process.types] });
  const timers = events.flatMap((event): Timer[] => {
    const change = process.timerFor(event);
    const isIts = change && 'set' in change && change.set.data.out_trade_no === asOutTradeNo(out_trade_no);
    return isIts ? [{ key: change.key, attempts: 0, ...change.set }] : [];
  });
  for (const timer of timers) {
    for (const _ of [1, 2]) expect(await process.fire(timer, timer.due_at + late)).toBe('done');
  }
  return timers.map(({ due_at }) => due_at);
}

async function reminders(out_trade_no: string): Promise<[UserId, string][]> {
  const { rows } = await api.deps.pool.query<{ to_user: UserId; template: string }>(
    `SELECT to_user, template FROM runtime.outbox
      WHERE template LIKE 'case_due%' AND message_key LIKE '%' || $1 || '%' ORDER BY template, to_user`,
    [out_trade_no],
  );
  return rows.map(({ to_user, template }) => [to_user, template]);
}

test('the creator is reminded once, 12 hours before the case is due', async () => {
  const { out_trade_no, case_id } = await opened();
  const [due] = await work(out_trade_no);
  expect(Math.abs((due ?? 0) - (clock.now() + 60 * HOUR_MS))).toBeLessThan(HOUR_MS);
  expect(await reminders(case_id)).toEqual([[shop.creator.user_id, 'case_due']]);
});

test('the people of support are reminded of a case that was passed on, the creator no more', async () => {
  const of = await opened();
  await api.data(declineCase, { ...of, text: 'No.' }, shop.creator);
  await api.data(passOnCase, of, fan);
  expect(await work(of.out_trade_no)).toHaveLength(2);
  const support = people.slice(0, 2).map(({ user_id }) => user_id);
  expect(await reminders(of.case_id)).toEqual(
    support.toSorted().map((user_id) => [user_id, 'case_due_staff']),
  );
});

test('nobody is reminded of a case that was decided, or is due already', async () => {
  const decided = await opened();
  await api.data(acceptCase, { ...decided, amount: '1.00' }, shop.creator);
  await work(decided.out_trade_no);
  const late = await opened();
  await work(late.out_trade_no, 12 * HOUR_MS);
  for (const { case_id } of [decided, late]) expect(await reminders(case_id)).toEqual([]);
});
