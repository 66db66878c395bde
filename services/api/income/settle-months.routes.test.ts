import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { plainFate, type Step, stepsOf, write } from '#read-models/testing/history.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { listSettlementMonths, settleMonth } from '#services/contract/income/calls.ts';
import { getSettlement } from '#services/contract/income/settlements.ts';
import { listStaffActions } from '#services/contract/staff/staff-actions.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let creators: TestUser[];

const of = (user: TestUser, prefix: string, steps: readonly Step[]): Step[] =>
  JSON.parse(JSON.stringify(steps).replaceAll(`${prefix}c0`, user.user_id));

const api = fixture(startTestApi);
const finance = fixture(() => api.staff('finance'));
beforeAll(async () => {
  creators = [await api.creator(), await api.creator()];
  const { log, clock } = api.deps;
  for (const [n, creator] of creators.entries()) {
    const prefix = `s${n}`;
    await write(
      log,
      of(creator, prefix, stepsOf(plainFate({ total: 10_000, placedHour: 12 }), prefix, n + 1)),
    );
  }
  const thisMonth = Math.floor((clock.now() - Date.parse('2025-12-31T16:00:00Z')) / 3_600_000);
  const [first] = creators;
  if (first) {
    await write(log, of(first, 'now', stepsOf(plainFate({ total: 500, placedHour: thisMonth }), 'now', 9)));
  }
  await api.projected();
});

const months = async (query: InputOf<typeof listSettlementMonths> = {}) =>
  (await api.data(listSettlementMonths, query, finance)).list;
const settle = (month: string, body: object = { reason: 'the worker was off' }) =>
  api.send(settleMonth, { month, ...body }, finance);

test('finance settles a month that is over, once, in their name', async () => {
  const before = await api.deps.log.head();
  expect((await months()).at(-1)).toMatchObject({
    month: '2026-01',
    status: 'open',
    settled_count: 0,
    open_count: 2,
    net: '0.00',
  });
  const done = await settle('2026-01');
  expect(done.data).toMatchObject({ settled: 2, left: 0 });
  await api.projected();
  const [running, settled] = await months();
  expect(running).toMatchObject({ status: 'running', open_count: 1, orders: 0 });
  expect(settled).toMatchObject({
    month: '2026-01',
    status: 'available',
    settled_count: 2,
    open_count: 0,
    orders: 2,
    gross: '200.00',
    net: '188.00',
  });
  expect((await settle('2026-01')).data).toMatchObject({ settled: 0, left: 0 });
  const { events } = await api.deps.log.readAll(before, { limit: 100 });
  expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual(
    creators.flatMap(() => [
      ['MonthSettled', `user:${finance.user_id}`],
      ['IncomeSettled', `user:${finance.user_id}`],
    ]),
  );
  expect(events.filter(({ type }) => type === 'MonthSettled').map(({ data }) => data)).toMatchObject(
    creators.map(() => ({ reason: 'the worker was off' })),
  );
  const acts = await api.call(listStaffActions, { area: 'settlement' }, finance);
  expect(acts.data).toMatchObject({
    list: [
      {
        action: 'MonthSettled',
        subject: '2026-01',
        events: 2,
        reason: 'the worker was off',
        by: { user_id: finance.user_id },
      },
    ],
    total_count: 1,
  });
  const [first] = creators;
  const one = await api.call(getSettlement, { month: '2026-01', user_id: first?.user_id ?? '' }, finance);
  expect(one.data).toMatchObject({
    because: { by: { user_id: finance.user_id }, reason: 'the worker was off' },
  });
  const then = { area: 'settlement', as_of: before };
  expect((await api.send(listStaffActions, then, finance)).data).toMatchObject({ list: [] });
  expect((await months({ as_of: before })).at(-1)).toMatchObject({ status: 'open', settled_count: 0 });
});

test('a month that is not over is refused', async () => {
  const [running] = await months();
  expect(await settle(running?.month ?? '')).toMatchObject({ ec: 40902 });
  expect(await settle('2026-13')).toMatchObject({ ec: 40000 });
  for (const body of [{}, { reason: ' ' }, { reason: '13800138000' }]) {
    expect(await settle('2026-01', body)).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'reason' }] },
    });
  }
});
