import type { Pool } from 'pg';
import { type MonthSums, settlementsAfter } from '#read-models/books/ledger/income.ts';
import { STATS } from '#read-models/books/ledger/months.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import { type LineSums, lineAdder } from './month-sums.ts';
import { addUpMonth } from './stream-lines.ts';

const CREATORS_AT_ONCE = 500;

const COMPARED = [...STATS, 'first_position', 'last_position', 'lines_sha256'] as const;

/** The figures of a settlement that differ from its lines. */
export type Difference = (typeof COMPARED)[number];

export const differencesOf = (settled: MonthSums & { lines_sha256: string }, sums: LineSums): Difference[] =>
  COMPARED.filter((figure) => settled[figure] !== sums[figure]);

interface Differing {
  user_id: string;
  figures: Difference[];
}

export interface Comparison {
  compared: number;
  differing: Differing[];
}

/** A creator's month recomputed from its lines, with their number. */
export async function recomputed(
  pool: Pool,
  month: string,
  user_id: string,
): Promise<LineSums & { lines: number }> {
  for await (const sums of addUpMonth(pool, month, [user_id])) return sums;
  return lineAdder().sums();
}

/**
 * The settlements of the creators after one, some hundred at a time. `last`: continue after it; null at the end.
 * @param until as of a position
 */
export async function comparePage(
  pool: Pool,
  month: string,
  after: string,
  until?: number,
): Promise<Comparison & { last: string | null; as_of: AsOf }> {
  const { rows, as_of } = await settlementsAfter(pool, { month, after, limit: CREATORS_AT_ONCE, until });
  const users = rows.map(({ user_id }) => user_id);
  const sums = new Map<string, LineSums>();
  for await (const one of addUpMonth(pool, month, users)) sums.set(one.user_id, one);
  const differing: Differing[] = [];
  for (const settlement of rows) {
    const { user_id } = settlement;
    const figures = differencesOf(settlement, sums.get(user_id) ?? lineAdder().sums());
    if (figures.length > 0) differing.push({ user_id, figures });
  }
  return { compared: rows.length, differing, last: users.at(-1) ?? null, as_of };
}

/** Works every settlement of a month out again from its lines, and lists those that differ. */
export async function compareMonth(
  pool: Pool,
  month: string,
  onProgress: (compared: number) => void = () => undefined,
): Promise<Comparison> {
  const differing: Differing[] = [];
  let compared = 0;
  for (let after: string | null = ''; after !== null; ) {
    const page = await comparePage(pool, month, after);
    differing.push(...page.differing);
    compared += page.compared;
    onProgress(compared);
    after = page.last;
  }
  return { compared, differing };
}
