import type { ClientBase } from 'pg';
import { relation } from '../../engine/rows.ts';
import { id, integers, pick, table } from '../../engine/table.ts';
import { changesBetween, type DayChange, withDays } from './paying-runs.ts';

/** A fan within a scope: all of a creator's plans (`plan_id` empty), or one of them. */
export interface FanScope {
  creator_id: string;
  plan_id: string;
  user_id: string;
}

export const DAILY_FANS = table(
  'daily_fans',
  {
    creator_id: id(),
    plan_id: id(),
    user_id: id(),
    /** first and last day of each run of paying days, days since 1970-01-01 */
    runs: integers(),
  },
  {
    key: ['creator_id', 'plan_id', 'user_id'],
    fillfactor: 80,
  },
);

const KEY = pick(DAILY_FANS, 'creator_id', 'plan_id', 'user_id');
/** An array of arrays is no column: runs are written as text. */
const ROW = { ...KEY, runs: 'text' };

export const fanKey = (fan: FanScope): string => `${fan.creator_id}\u0000${fan.plan_id}\u0000${fan.user_id}`;

/** Days (since 1970-01-01) on which each fan paid, by `fanKey`. */
export type PayingDays = ReadonlyMap<string, FanScope & { days: ReadonlySet<number> }>;

/** Adds paying days to the fans' runs and returns what changes for the days' figures of each scope. */
export async function takePayingDays(
  tx: ClientBase,
  paying: PayingDays,
): Promise<(FanScope & { changes: DayChange[] })[]> {
  const fans = [...paying.values()];
  if (fans.length === 0) return [];
  const { sql, values } = relation(KEY, fans);
  const { rows } = await tx.query<FanScope & { runs: number[] }>(
    `SELECT creator_id, plan_id, user_id, runs FROM daily_fans JOIN ${sql} USING (creator_id, plan_id, user_id)`,
    values,
  );
  const known = new Map(rows.map((row) => [fanKey(row), row.runs]));
  const fresh: (FanScope & { runs: string })[] = [];
  const changed: (FanScope & { runs: string })[] = [];
  const changes = fans.map(({ days, ...fan }) => {
    const before = known.get(fanKey(fan)) ?? [];
    const after = withDays(before, days);
    if (after.join() === before.join()) return { ...fan, changes: [] };
    (before.length === 0 ? fresh : changed).push({ ...fan, runs: `{${after.join()}}` });
    return { ...fan, changes: changesBetween(before, after) };
  });
  if (fresh.length > 0) {
    const { sql: given, values: rowsOfFresh } = relation(ROW, fresh);
    await tx.query(
      `INSERT INTO daily_fans (creator_id, plan_id, user_id, runs)
       SELECT creator_id, plan_id, user_id, runs::integer[] FROM ${given}`,
      rowsOfFresh,
    );
  }
  if (changed.length > 0) {
    const { sql: given, values: rowsOfChanged } = relation(ROW, changed);
    await tx.query(
      `UPDATE daily_fans f SET runs = given.runs::integer[] FROM ${given}
        WHERE f.creator_id = given.creator_id AND f.plan_id = given.plan_id AND f.user_id = given.user_id`,
      rowsOfChanged,
    );
  }
  return changes;
}
