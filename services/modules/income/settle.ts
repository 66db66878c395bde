import type { Pool } from 'pg';
import { asUserId } from '#events/ids.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { openCreators, openMonths } from '#read-models/books/ledger/income.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { endOfMonth, type SettlementOrder, settleMonth } from '#services/commerce/income/settle-month.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { addUpMonth } from './stream-lines.ts';

/** Commands queue in the committer; this many fill its batches. */
const CREATORS_AT_ONCE = 500;

export interface SettlementParts {
  pool: Pool;
  committer: Pick<Committer, 'submit'>;
  calendar: BusinessCalendar;
  clock: Clock;
}

export interface SettlementProgress {
  month: string;
  /** Finished creators of those with an open month at the start. */
  done: number;
  creators: number;
}

export interface SettlementRun {
  /** Creators whose month this run closed. */
  settled: number;
  /** Months of the future that hold something already, oldest first. */
  still_open: string[];
}

/** The books' position in the log. */
export async function booksPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(
    `SELECT position FROM rm.checkpoints WHERE name = 'ledger'`,
  );
  return Number(rows[0]?.position ?? 0);
}

/**
 * Creators and partners of streams that the books leave out. Their sums are incomplete, and a settled month never
 * changes, so their months stay open until the books have all of their events.
 */
async function incompleteUsers(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ user_id: string }>(
    `SELECT DISTINCT unnest(ARRAY[e.metadata->>'creator_id', e.data->'affiliate'->>'partner_id']) AS user_id
       FROM rm.left_out s
       JOIN rm.generations g ON g.name = s.name AND g.generation = s.generation AND g.state = 'live'
       JOIN log.events e ON e.stream = s.stream
      WHERE s.name = 'ledger'`,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Settles a month of some creators. @returns how many were not settled yet, and the last position written */
async function settleCreators(
  { pool, committer }: Pick<SettlementParts, 'pool' | 'committer'>,
  month: string,
  users: readonly string[],
  through: number,
  order?: SettlementOrder,
): Promise<{ settled: number; position: number }> {
  const incomplete = await incompleteUsers(pool);
  const complete = users.filter((user) => !incomplete.has(user));
  const submitted: Promise<{ settled: boolean; position: number }>[] = [];
  for await (const { user_id, lines: _count, ...sums } of addUpMonth(pool, month, complete, through)) {
    const answer = committer.submit(settleMonth({ ...sums, month, user_id: asUserId(user_id) }, order));
    submitted.push(
      answer.then((outcome) =>
        outcome.accepted
          ? { settled: outcome.result.settled, position: outcome.position }
          : { settled: false, position: 0 },
      ),
    );
  }
  const answers = await Promise.all(submitted);
  return {
    settled: answers.filter((one) => one.settled).length,
    position: Math.max(0, ...answers.map(({ position }) => position)),
  };
}

async function settleOne(
  parts: SettlementParts,
  month: string,
  creators: number,
  through: number,
  onProgress: (progress: SettlementProgress) => void,
  order?: SettlementOrder,
): Promise<number> {
  let settled = 0;
  let done = 0;
  for (let after = ''; ; ) {
    const { rows } = await openCreators(parts.pool, { month, after, limit: CREATORS_AT_ONCE });
    const users = rows.map(({ user_id }) => user_id);
    const last = users.at(-1);
    if (last === undefined) return settled;
    settled += (await settleCreators(parts, month, users, through, order)).settled;
    done += users.length;
    onProgress({ month, done, creators: Math.max(creators, done) });
    after = last;
  }
}

/**
 * Settles every finished month, oldest first: a creator at a time, in bounded memory. Settled months stay unchanged,
 * so it can run twice, concurrently, or again after a crash. The caller ensures that the books include the log up to
 * the month's end; later events belong to the next month.
 * @param through only months up to this one
 * @param order the person and reason; the schedule by default
 */
export async function settleMonths(
  parts: SettlementParts,
  through?: string,
  onProgress: (progress: SettlementProgress) => void = () => undefined,
  order?: SettlementOrder,
): Promise<SettlementRun> {
  const now = parts.clock.now();
  const position = await booksPosition(parts.pool);
  const { rows: months } = await openMonths(parts.pool, {});
  const over = ({ month }: { month: string }): boolean => endOfMonth(parts.calendar, month).ends_at <= now;
  const wanted = months.filter((one) => over(one) && (through === undefined || one.month <= through));
  let settled = 0;
  for (const { month, creators } of wanted) {
    settled += await settleOne(parts, month, creators, position, onProgress, order);
  }
  return { settled, still_open: months.filter((one) => !over(one)).map(({ month }) => month) };
}

/**
 * One step of a manual settlement: some hundred creators of the oldest open month up to this one. The caller ensures
 * that the books include the log up to the request.
 * @returns `left`: the remaining open creators; undefined if the month is not over
 */
export async function settleStep(
  { pool, committer, calendar, clock }: SettlementParts,
  month: string,
  order: SettlementOrder,
): Promise<{ settled: number; left: number; position: number } | undefined> {
  if (endOfMonth(calendar, month).ends_at > clock.now()) return undefined;
  const through = await booksPosition(pool);
  const months = (await openMonths(pool, {})).rows.filter((one) => one.month <= month);
  const [oldest] = months;
  if (oldest === undefined) return { settled: 0, left: 0, position: through };
  const { rows } = await openCreators(pool, { month: oldest.month, after: '', limit: CREATORS_AT_ONCE });
  const users = rows.map(({ user_id }) => user_id);
  const done = await settleCreators({ pool, committer }, oldest.month, users, through, order);
  const open = months.reduce((sum, { creators }) => sum + creators, 0);
  return { ...done, left: Math.max(0, open - users.length) };
}
