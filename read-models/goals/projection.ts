import type { ClientBase } from 'pg';
import type { GoalTerms } from '#events/goals.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { BusinessCalendar } from '#events/time.ts';
import type { Moved, Projection } from '../engine/projection.ts';
import { relation, upsertRows } from '../engine/rows.ts';
import { pick, type Row, selected } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import { type FindOrders, orderFacts } from '../orders/order-facts.ts';
import {
  GOAL_COUNTING,
  GOAL_DAYS,
  GOAL_FAN_DAYS,
  GOAL_FANS,
  GOAL_MINUTES,
  GOALS,
  type GoalFanRow,
  type GoalRow,
} from './tables.ts';

const MINUTE_MS = 60_000;
const SUMS = ['moves', 'amount'] as const;
type Sum = (typeof SUMS)[number];

/** Adds to what fans paid in a month, and to the number of fans by day. */
async function moveFans(
  tx: ClientBase,
  moves: readonly {
    fan: Omit<GoalFanRow, 'sponsored' | 'bought'>;
    day: string;
    product: boolean;
    amount: number;
  }[],
): Promise<void> {
  if (moves.length === 0) return;
  const keyOf = ({
    creator_id,
    month,
    user_id,
  }: Pick<GoalFanRow, 'creator_id' | 'month' | 'user_id'>): string => `${creator_id} ${month} ${user_id}`;
  const fans = new Map(moves.map(({ fan }) => [keyOf(fan), { ...fan, sponsored: 0, bought: 0 }]));
  const { sql, values } = relation(pick(GOAL_FANS, 'creator_id', 'month', 'user_id'), [...fans.values()]);
  const { rows } = await tx.query<GoalFanRow>(
    `SELECT ${selected(GOAL_FANS.columns, 'f.')} FROM ${sql} JOIN goal_fans f USING (creator_id, month, user_id)`,
    values,
  );
  for (const row of rows) fans.set(keyOf(row), row);
  const days = new Tally<{ creator_id: string; month: string; day: string }, 'sponsors' | 'payers'>([
    'sponsors',
    'payers',
  ]);
  for (const { fan, day, product, amount } of moves) {
    const row = fans.get(keyOf(fan));
    if (!row) throw new Error('a fan of the batch was not loaded');
    const before = { sponsors: Number(row.sponsored > 0), payers: Number(row.sponsored + row.bought > 0) };
    if (product) row.bought += amount;
    else row.sponsored += amount;
    const sponsors = Number(row.sponsored > 0) - before.sponsors;
    const payers = Number(row.sponsored + row.bought > 0) - before.payers;
    if (sponsors !== 0 || payers !== 0) {
      days.add({ creator_id: fan.creator_id, month: fan.month, day }, { sponsors, payers });
    }
  }
  await upsertRows(tx, GOAL_FANS, [...fans.values()]);
  await upsertRows(tx, GOAL_FAN_DAYS, days.rows(), { add: ['sponsors', 'payers'] });
}

const goalRow = (
  terms: GoalTerms,
): Pick<GoalRow, 'type' | 'target' | 'begin_at' | 'end_at' | 'description'> => ({
  type: terms.type,
  target: terms.target,
  begin_at: terms.window?.begin_at ?? null,
  end_at: terms.window?.end_at ?? null,
  description: terms.description,
});

/** Writes the goals of the batch, and which orders count. */
async function projectGoals(events: readonly RecordedEvent[], tx: ClientBase): Promise<void> {
  const wanted = new Set<string>();
  for (const { type, data } of events) {
    if (type === 'GoalChanged' || type === 'GoalHidden' || type === 'GoalShown' || type === 'GoalDeleted')
      wanted.add(data.goal_id);
  }
  const goals = new Map<string, GoalRow>();
  if (wanted.size > 0) {
    const { rows } = await tx.query<GoalRow>(
      `SELECT ${selected(GOALS.columns)} FROM goals WHERE goal_id = ANY ($1)`,
      [[...wanted]],
    );
    for (const row of rows) goals.set(row.goal_id, row);
  }
  const counting = new Map<string, Row<typeof GOAL_COUNTING>>();
  const change = (goal_id: string, to: Partial<GoalRow>): void => {
    const row = goals.get(goal_id);
    if (!row) throw new Error(`goal ${goal_id} has news but was never set`);
    Object.assign(row, to);
  };
  for (const { type, data, position, metadata } of events) {
    switch (type) {
      case 'GoalSet': {
        const { goal_id, creator_id } = data;
        const fresh = { hidden: false, deleted: false, set: position, set_at: metadata.at };
        goals.set(goal_id, { goal_id, creator_id, ...goalRow(data), ...fresh });
        break;
      }
      case 'GoalChanged':
        change(data.goal_id, goalRow(data));
        break;
      case 'GoalHidden':
      case 'GoalShown':
        change(data.goal_id, { hidden: type === 'GoalHidden' });
        break;
      case 'GoalDeleted':
        change(data.goal_id, { deleted: true });
        break;
      case 'GoalCountingSet':
        counting.set(data.creator_id, data);
        break;
      default:
        break;
    }
  }
  await upsertRows(tx, GOALS, [...goals.values()]);
  await upsertRows(tx, GOAL_COUNTING, [...counting.values()]);
}

async function project(
  calendar: BusinessCalendar,
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  // Imported orders count for nothing here.
  const counted = events.filter(({ metadata }) => metadata.imported !== true);
  const orderOf = await findOrders(counted, tx);
  const days = new Tally<Omit<Row<typeof GOAL_DAYS>, Sum>, Sum>(SUMS);
  const minutes = new Tally<Omit<Row<typeof GOAL_MINUTES>, Sum>, Sum>(SUMS);
  const fans: Parameters<typeof moveFans>[1][number][] = [];
  const creators = new Set<string>();
  for (const { type, data, metadata } of counted) {
    creators.add(metadata.creator_id);
    if (type !== 'OrderPaid' && type !== 'OrderRefunded') continue;
    const { creator_id, user_id, product_type, paid_at } = orderOf(data.out_trade_no);
    if (paid_at === null) throw new Error(`order ${data.out_trade_no} was refunded but never paid`);
    const amount = type === 'OrderPaid' ? data.amount : -data.amount;
    if (amount === 0) continue;
    const product = product_type !== PRODUCT_TYPE.sponsorship;
    const paid_day = calendar.dayOf(paid_at);
    const day = calendar.dayOf(metadata.at);
    days.add({ creator_id, paid_day, day, product }, { moves: 1, amount });
    const paid_minute = Math.floor(paid_at / MINUTE_MS);
    minutes.add({ creator_id, paid_minute, day, product }, { moves: 1, amount });
    fans.push({ fan: { creator_id, month: paid_day.slice(0, 7), user_id }, day, product, amount });
  }
  await upsertRows(tx, GOAL_DAYS, days.rows(), { add: SUMS });
  await upsertRows(tx, GOAL_MINUTES, minutes.rows(), { add: SUMS });
  await moveFans(tx, fans);
  await projectGoals(events, tx);
  return { creators, users: new Set() };
}

/** Goals, and what counts for them, by day and by minute (docs/domain/goals.md). */
export const goals = (calendar: BusinessCalendar, findOrders = orderFacts()): Projection => ({
  name: 'goals',
  version: 3,
  variant: calendar.timeZone,
  types: [
    'OrderPlaced',
    'OrderPaid',
    'OrderRefunded',
    'GoalSet',
    'GoalChanged',
    'GoalHidden',
    'GoalShown',
    'GoalDeleted',
    'GoalProgressed',
    'GoalReached',
    'GoalCountingSet',
  ],
  whole: ['goal', 'goalcounting'],
  tables: [GOALS, GOAL_COUNTING, GOAL_DAYS, GOAL_MINUTES, GOAL_FANS, GOAL_FAN_DAYS],
  project: (events, tx) => project(calendar, findOrders, events, tx),
});
