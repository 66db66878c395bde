import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asOutTradeNo, asPlanId, asUserId } from '#events/ids.ts';
import type { MembershipEvent, MembershipGrant } from '#events/memberships.ts';
import { fenOf } from '#events/money.ts';
import { membershipStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { DAY_MS } from '#events/time.ts';
import { readModelDatabase } from '../testing/database.ts';
import { stepOf } from '../testing/history.ts';
import { memberships } from './projection.ts';
import { membersAt, membershipsOf, membersPage, plannedMemberships } from './queries.ts';
import type { SpanRow } from './tables.ts';

const database = fixture(readModelDatabase);

const creator_id = asUserId('mc1');
const START = Date.parse('2026-05-01T00:00:00Z');
const day = (n: number) => START + n * DAY_MS;

const grant = (
  fan: string,
  plan: string,
  from: number,
  until: number | null,
  more = {},
): MembershipGrant => ({
  creator_id,
  user_id: asUserId(fan),
  run_id: null,
  out_trade_no: asOutTradeNo(`o-${fan}-${from}`),
  plan_id: asPlanId(plan),
  plan_name: plan,
  independent: false,
  monthly_price: fenOf(3000),
  paid: fenOf(3000),
  months: 1,
  from: day(from),
  until: until === null ? null : day(until),
  ...more,
});

/** Appends to a fan's stream and projects event by event, so each meets existing rows. */
const happened = (fan: string, at: number, event: MembershipEvent) =>
  database.happened([stepOf(membershipStream(creator_id, asUserId(fan)), creator_id, event, day(at))], 1);

const members = (n: number) => membersAt(database.pool, { creator_id, at: day(n) });
const of = async (fan: string, n: number) =>
  (await membershipsOf(database.pool, { user_id: fan, at: day(n) })).rows.map(({ plan_id, until }) => [
    plan_id,
    until === null ? null : (until * 1000 - START) / DAY_MS,
  ]);

test('members on any day: started, extended, upgraded, refunded, ended', async () => {
  await happened('li', 0, { type: 'MembershipStarted', data: grant('li', 'basic', 0, 30) });
  await happened('li', 10, { type: 'MembershipExtended', data: grant('li', 'basic', 30, 60) });
  const upgrade = {
    ...grant('li', 'gold', 20, 60, { monthly_price: fenOf(5000), months: 2 }),
    from_plan: asPlanId('basic'),
  };
  await happened('li', 20, { type: 'MembershipUpgraded', data: upgrade });
  await happened('wang', 5, {
    type: 'MembershipStarted',
    data: grant('wang', 'forever', 5, null, { independent: true, paid: fenOf(12_000), months: 1 }),
  });

  expect([await members(-1), await members(0), await members(5), await members(19)]).toMatchObject([
    { members: 0, recurring: 0 },
    { members: 1, recurring: 3000 },
    { members: 2, recurring: 3000 },
    { members: 2, recurring: 3000 },
  ]);
  expect([await of('li', 19), await of('li', 20), await of('li', 59), await of('li', 60)]).toEqual([
    [['basic', 20]],
    [['gold', 60]],
    [['gold', 60]],
    [],
  ]);
  expect(await members(20)).toMatchObject({ members: 2, recurring: 5000 });

  const revoked = {
    creator_id,
    user_id: asUserId('li'),
    payer: asUserId('li'),
    plan_id: asPlanId('gold'),
    independent: false,
    out_trade_no: upgrade.out_trade_no,
    run_id: null,
    next: null,
    moved: [],
    runs_on: { plan_id: asPlanId('basic'), plan_name: 'basic', until: day(60) },
  };
  await happened('li', 25, { type: 'MembershipRevoked', data: revoked });
  // The days before the refund stay as they were.
  expect([await of('li', 24), await of('li', 25)]).toEqual([[['gold', 25]], [['basic', 60]]]);
  await happened('li', 30, {
    type: 'MembershipRevoked',
    data: { ...revoked, out_trade_no: asOutTradeNo('o-li-0'), plan_id: asPlanId('basic'), runs_on: null },
  });
  expect([await of('li', 29), await of('li', 30)]).toEqual([[['basic', 30]], []]);

  const page = await membersPage(database.pool, { creator_id, at: day(12), limit: 1, offset: 1 });
  expect(page.rows).toMatchObject([{ user_id: 'wang', until: null }]);
  expect(await members(12)).toMatchObject({ members: 2, memberships: 2 });
  await database.rebuildsEqual([memberships]);
});

test('members at any moment are those whose memberships run', async () => {
  const START_AT = START + 100 * DAY_MS;
  const moment = fc.integer({ min: 0, max: 3 * DAY_MS });
  const span = fc.record({
    fan: fc.constantFrom('a', 'b', 'c'),
    plan: fc.constantFrom('p', 'q'),
    from: moment,
    lasts: fc.option(fc.integer({ min: 0, max: 2 * DAY_MS })),
    paid: fc.integer({ min: 500, max: 9_999 }),
    months: fc.integer({ min: 1, max: 12 }),
    ends: fc.option(moment),
  });
  let run = 0;
  const property = fc.asyncProperty(
    fc.array(span, { maxLength: 12 }),
    fc.array(moment),
    async (spans, looks) => {
      run += 1;
      const creator = asUserId(`any${run}`);
      const steps = spans.flatMap(({ fan, plan, from, lasts, ends, ...amounts }, nth) => {
        const out_trade_no = asOutTradeNo(`any${run}-${nth}`);
        const until = lasts === null ? null : START_AT + from + lasts;
        const more = { creator_id: creator, out_trade_no, ...amounts, paid: fenOf(amounts.paid) };
        const data = { ...grant(`${fan}${run}`, plan, 0, null, more), from: START_AT + from, until };
        const events: [MembershipEvent, number][] = [[{ type: 'MembershipStarted', data }, from]];
        const left = { ...data, payer: data.user_id, next: null, moved: [], runs_on: null };
        if (ends !== null) events.push([{ type: 'MembershipRevoked', data: left }, ends]);
        return events.map(([event, at]) =>
          stepOf(membershipStream(creator, data.user_id), creator, event, START_AT + at),
        );
      });
      await database.happened(steps, 3);
      const { rows } = await database.pool.query<SpanRow>(
        'SELECT user_id, paid, months, from_at, until_at FROM rm.membership_spans WHERE creator_id = $1',
        [creator],
      );
      for (const look of looks) {
        const at = START_AT + look;
        const live = rows.filter(
          ({ from_at, until_at }) => Number(from_at) <= at && (until_at === null || Number(until_at) > at),
        );
        const recurring = live.map((one) =>
          one.until_at === null ? 0 : Math.round(Number(one.paid) / one.months),
        );
        const { as_of, ...counted } = await membersAt(database.pool, { creator_id: creator, at });
        expect(counted).toEqual({
          members: new Set(live.map(({ user_id }) => user_id)).size,
          memberships: live.length,
          recurring: recurring.reduce((total, one) => total + one, 0),
        });
      }
    },
  );
  await fc.assert(property, { numRuns: 40, endOnFailure: true });
  await database.rebuildsEqual([memberships]);
});

test('the refund of a membership that is over does not end the one that runs', async () => {
  const first = grant('zhao', 'basic', 0, 30);
  await happened('zhao', 0, { type: 'MembershipStarted', data: first });
  await happened('zhao', 40, { type: 'MembershipStarted', data: grant('zhao', 'basic', 40, 70) });
  const { user_id, out_trade_no, plan_id, independent } = first;
  const whose = { creator_id, user_id, payer: user_id, run_id: null, out_trade_no, plan_id, independent };
  const revoked = { ...whose, runs_on: null, next: null, moved: [] };
  await happened('zhao', 45, { type: 'MembershipRevoked', data: revoked });
  expect([await of('zhao', 20), await of('zhao', 50)]).toEqual([[['basic', 30]], [['basic', 70]]]);
});

test('a plan for later counts from its begin, which a refund of the one before moves up', async () => {
  const fan = { creator_id, user_id: asUserId('pia'), payer: asUserId('pia') };
  const gold = grant('pia', 'gold', 0, 30, { run_id: asOutTradeNo('o-pia-0') });
  const basic = grant('pia', 'basic', 30, 60, { run_id: asOutTradeNo('o-pia-30') });
  await happened('pia', 0, { type: 'MembershipStarted', data: gold });
  await happened('pia', 1, { type: 'MembershipStarted', data: basic });
  const later = async (n: number) =>
    (await plannedMemberships(database.pool, { user_id: 'pia', at: day(n) })).rows.map(
      ({ plan_id }) => plan_id,
    );
  expect([await of('pia', 2), await later(2), await of('pia', 30)]).toEqual([
    [['gold', 30]],
    ['basic'],
    [['basic', 60]],
  ]);
  const { run_id, out_trade_no, plan_id, independent } = gold;
  const next = {
    run_id: basic.out_trade_no,
    plan_id: basic.plan_id,
    plan_name: 'basic',
    from: day(10),
    until: day(40),
  };
  const data = { ...fan, run_id, out_trade_no, plan_id, independent, runs_on: null, next, moved: [] };
  await happened('pia', 10, { type: 'MembershipRevoked', data });
  expect([await of('pia', 9), await of('pia', 10), await later(10), await of('pia', 40)]).toEqual([
    [['gold', 10]],
    [['basic', 40]],
    [],
    [],
  ]);
  await database.rebuildsEqual([memberships]);
});
