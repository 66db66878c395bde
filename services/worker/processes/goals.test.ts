import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GoalCounting, type GoalTerms, windowPeriod } from '#events/goals.ts';
import type { UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { GOAL_TYPE } from '#events/status.ts';
import { goalStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addDays } from '#events/time.ts';
import { goals as goalsProjection } from '#read-models/goals/projection.ts';
import { countedGoals } from '#read-models/goals/queries.ts';
import { readModelDatabase, shanghai } from '#read-models/testing/database.ts';
import { type Fate, fates, plainFate, stepsOf, write } from '#read-models/testing/history.ts';
import { type RunningCommitter, startCommitter } from '#services/commerce/committer/committer.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { moveGoal, saveGoal, setGoalCounting } from '#services/commerce/goals/edit-goal.ts';
import { goalKind } from '#services/commerce/goals/goal.ts';
import { goals } from './goals.ts';

const committers: RunningCommitter[] = [];
const database = fixture(() => readModelDatabase([goalsProjection(shanghai)]));
beforeAll(async () => {
  for (const offset of [0, 1]) {
    const clock = { now: () => FIRST + offset };
    committers.push(startCommitter({ log: database.log, pool: database.pool, clock }));
  }
});
afterAll(async () => {
  for (const committer of committers) await committer.close();
});

const committer = (nth = 0): RunningCommitter => {
  const found = committers[nth];
  if (!found) throw new Error('no committer');
  return found;
};
const DAY_MS = 86_400_000;
/** 2026-01-01 00:00 in Shanghai. */
const FIRST = Date.parse('2025-12-31T16:00:00Z');

type Edit =
  | { kind: 'save'; goal: number; type: 1 | 2 | 3; target: number; begin: number; minutes: number }
  | { kind: 'delete'; goal: number }
  | { kind: 'count'; counting: GoalCounting }
  | { kind: 'fire'; at: number };

const goalNumber = fc.integer({ min: 0, max: 3 });
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      goal: goalNumber,
      type: fc.constantFrom(1 as const, 2 as const, 3 as const),
      target: fc.integer({ min: 1, max: 2 }),
      begin: fc.integer({ min: 0, max: 100 * 1440 }),
      minutes: fc.integer({ min: 1, max: 60 * 1440 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), goal: goalNumber }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      counting: fc.record({ product_money: fc.boolean(), product_fans: fc.boolean() }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('fire' as const), at: fc.integer({ min: 0, max: 1 }) }),
  },
);

/** Payments and refunds of one order, as the log has them. */
interface PlainOrder {
  creator: string;
  fan: string;
  product: boolean;
  moves: { at: number; amount: number }[];
}

async function plainOrders(after: number): Promise<PlainOrder[]> {
  const { events } = await database.log.readAll(after, { limit: 100_000 });
  const orders = new Map<string, PlainOrder>();
  for (const recorded of events) {
    if (recorded.metadata.imported) continue;
    const { type, data } = recorded as unknown as DomainEvent;
    const { at } = recorded.metadata;
    if (type === 'OrderPlaced') {
      const { creator_id: creator, user_id: fan, product_type } = data;
      orders.set(data.out_trade_no, { creator, fan, product: product_type !== 0, moves: [] });
    }
    if (type === 'OrderPaid') orders.get(data.out_trade_no)?.moves.push({ at, amount: data.amount });
    if (type === 'OrderRefunded') orders.get(data.out_trade_no)?.moves.push({ at, amount: -data.amount });
  }
  return [...orders.values()].filter(({ moves }) => moves.length > 0);
}

const localDay = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

/** Computed from the definition, order by order. @param day until its end; null: everything */
function plainValue(
  all: readonly PlainOrder[],
  creator: string,
  { type, window }: Pick<GoalTerms, 'type' | 'window'>,
  { product_money, product_fans }: GoalCounting,
  { day, month }: { day: string | null; month: string },
): number {
  let money = 0;
  const fans = new Map<string, number>();
  for (const order of all) {
    const paidAt = order.moves[0]?.at ?? 0;
    const inPeriod = window
      ? paidAt >= window.begin_at && paidAt < window.end_at
      : localDay(paidAt).startsWith(month);
    if (order.creator !== creator || !inPeriod) continue;
    for (const { at, amount } of order.moves) {
      if (day !== null && localDay(at) > day) continue;
      if (!order.product || product_money) money += amount;
      if (!order.product || product_fans) fans.set(order.fan, (fans.get(order.fan) ?? 0) + amount);
    }
  }
  return type === GOAL_TYPE.sponsor ? [...fans.values()].filter((paid) => paid > 0).length : money;
}

const counted = async (creator_id: UserId, day?: string) => {
  const at = day === undefined ? {} : { day, onlyMonth: day.slice(0, 7) };
  const { rows } = await countedGoals(database.pool, { creator_id, timeZone: 'Asia/Shanghai', ...at });
  return rows;
};

/** Fires the process as if its timer were due: at one of two workers. */
async function fire(creator_id: UserId, by: Committer = committer()): Promise<void> {
  const parts = { pool: database.pool, committer: by, calendar: shanghai };
  const timer = { key: creator_id, due_at: 0, attempts: 0, data: { position: 0 } };
  await goals(parts).fire(timer, 0);
}

function termsOf({ type, target, begin, minutes }: Extract<Edit, { kind: 'save' }>): GoalTerms {
  const begin_at = FIRST + begin * 60_000;
  return {
    type,
    target: type === GOAL_TYPE.sponsor ? target : target * 3_000,
    window: type === GOAL_TYPE.sum_income ? { begin_at, end_at: begin_at + minutes * 60_000 } : null,
    description: '',
  };
}

let run = 0;

describe('goals over random payments, refunds and edits', () => {
  it('progress matches the definition on every day, and each target is reached once', async () => {
    const seen = { reached: 0, fallen: 0, refundedLater: 0, past: 0 };
    for (let round = 0; round < 10 && Object.values(seen).includes(0); round += 1) {
      await fc.assert(
        fc.asyncProperty(
          fates(14),
          fc.array(edits, { minLength: 6, maxLength: 16 }),
          async (orders, steps) => {
            run += 1;
            await live(`g${run}-`, orders, steps, seen);
          },
        ),
        { numRuns: 50, endOnFailure: true },
      );
    }
    expect(Object.values(seen)).not.toContain(0);
  });
});

it('the last order against deleting the goal: nothing follows the deletion', async () => {
  const orders = new Set<string>();
  for (let round = 0; round < 20; round += 1) {
    const prefix = `race${round}-`;
    const of = { creator_id: `${prefix}c0` as UserId, goal_id: `${prefix}goal` };
    const terms = { type: GOAL_TYPE.money, target: 500, window: null, description: '' };
    await committer().submit(saveGoal({ ...of, terms, made: true }));
    await write(database.log, stepsOf(plainFate({ plan: 0 }), prefix, round));
    await database.project();
    // Both are submitted at the same moment: after the process has read the model. One gets a head start.
    const own = committer();
    const ahead = round % 4;
    let deletion: Promise<unknown> | undefined;
    const submit: typeof own.submit = async (command) => {
      const deleting = pause(ahead).then(() => committer(1).submit(moveGoal({ ...of, to: 'deleted' })));
      deletion = deleting;
      if (ahead === 0) await deleting;
      return own.submit(command);
    };
    await fire(of.creator_id, { ...own, submit });
    await deletion;
    await fire(of.creator_id);
    const types = (await database.log.readStream(goalStream(of.goal_id))).map(({ type }) => type);
    expect(types.at(-1)).toBe('GoalDeleted');
    expect(types.filter((type) => type === 'GoalReached').length).toBeLessThan(2);
    orders.add(types.join());
  }
  // Both came first at least once.
  expect(orders.size).toBe(2);
});

async function live(
  prefix: string,
  orders: readonly Fate[],
  steps: readonly Edit[],
  seen: Record<'reached' | 'fallen' | 'refundedLater' | 'past', number>,
): Promise<void> {
  const creator_id = `${prefix}c0` as UserId;
  const begun = await database.log.head();
  // In the sequence of their times, as the log of a running shop is.
  const events = orders
    .flatMap((fate, nth) => stepsOf(fate, prefix, nth))
    .toSorted((one, other) => one.event.metadata.at - other.event.metadata.at);
  const each = Math.ceil(events.length / steps.length);
  for (const [nth, edit] of steps.entries()) {
    await write(database.log, events.slice(nth * each, (nth + 1) * each));
    const of = { creator_id, goal_id: 'goal' in edit ? `${prefix}${edit.goal}` : '' };
    if (edit.kind === 'save') {
      const known = await committer().read([goalStream(of.goal_id)], (states) =>
        states.get(goalKind, goalStream(of.goal_id)),
      );
      await committer().submit(saveGoal({ ...of, terms: termsOf(edit), made: known.phase === 'none' }));
    } else if (edit.kind === 'delete') {
      await committer(1).submit(moveGoal({ ...of, to: 'deleted' }));
    } else if (edit.kind === 'count') {
      await committer(1).submit(setGoalCounting({ creator_id, change: edit.counting }));
    } else {
      await database.project(3);
      await Promise.all([fire(creator_id, committer(edit.at)), fire(creator_id, committer(1 - edit.at))]);
    }
  }
  await database.project(7);
  await fire(creator_id);
  await database.project();

  const all = await plainOrders(begun);
  const days = [...new Set(all.flatMap(({ moves }) => moves.map(({ at }) => localDay(at))))];
  for (const day of [...days, ...days.map((one) => addDays(one, -1))]) {
    const month = day.slice(0, 7);
    for (const row of await counted(creator_id, day)) {
      const window = row.begin_at === null ? null : { begin_at: row.begin_at, end_at: row.end_at ?? 0 };
      const wanted = plainValue(all, creator_id, { type: row.type, window }, row, { day, month });
      expect(row.values[window ? windowPeriod(window) : month] ?? 0, `${row.goal_id} on ${day}`).toBe(wanted);
      if (wanted !== plainValue(all, creator_id, { type: row.type, window }, row, { day: null, month }))
        seen.past += 1;
    }
  }
  for (const order of all) {
    const [paid, ...refunds] = order.moves;
    if (refunds.some(({ at }) => paid && at - paid.at > 31 * DAY_MS)) seen.refundedLater += 1;
  }
  for (const row of await counted(creator_id)) {
    const events = await database.log.readStream(goalStream(row.goal_id));
    const state = await committer(1).read([goalStream(row.goal_id)], (states) =>
      states.get(goalKind, goalStream(row.goal_id)),
    );
    if (state.phase !== 'live') throw new Error('a goal that is counted is deleted');
    const periods = new Set([...Object.keys(row.values), ...Object.keys(state.progress)]);
    for (const period of periods) expect(state.progress[period] ?? 0).toBe(row.values[period] ?? 0);
    const reached = events
      .filter(({ type }) => type === 'GoalReached')
      .map(({ data }) => {
        const { period, target } = data as { period: string; target: number };
        return `${period} ${target}`;
      });
    expect(new Set(reached).size).toBe(reached.length);
    for (const [period, value] of Object.entries(row.values)) {
      if (value >= row.target) expect(reached).toContain(`${period} ${row.target}`);
      else if (reached.includes(`${period} ${row.target}`)) seen.fallen += 1;
    }
    seen.reached += reached.length;
  }
}
