import type { Pool } from 'pg';
import { linesAfter } from '#read-models/books/ledger/income.ts';
import { type LineSums, lineAdder } from './month-sums.ts';

const LINES_AT_ONCE = 10_000;

/** A creator's month as its lines add up now. */
export interface CreatorSums extends LineSums {
  user_id: string;
  lines: number;
}

/**
 * Adds up the lines of a month for creators in order, reading in pages for any number of lines. Creators without
 * lines are omitted.
 * @param until ignores lines after this position
 */
export async function* addUpMonth(
  pool: Pool,
  month: string,
  users: readonly string[],
  until = Number.POSITIVE_INFINITY,
): AsyncGenerator<CreatorSums> {
  const wanted = new Set(users);
  const [first, last] = [users[0], users.at(-1)];
  if (first === undefined || last === undefined) return;
  let present: { user_id: string; adder: ReturnType<typeof lineAdder> } | undefined;
  // Positions count from 1: this is just before the first creator's first line.
  let after = { user_id: first, position: 0 };
  for (let more = true; more; ) {
    const { rows } = await linesAfter(pool, { month, ...after, through: last, limit: LINES_AT_ONCE });
    for (const { user_id, ...line } of rows) {
      after = { user_id, position: line.position };
      if (!wanted.has(user_id) || line.position > until) continue;
      if (present?.user_id !== user_id) {
        if (present) yield { user_id: present.user_id, ...present.adder.sums() };
        present = { user_id, adder: lineAdder() };
      }
      present.adder.add(line);
    }
    more = rows.length === LINES_AT_ONCE;
  }
  if (present) yield { user_id: present.user_id, ...present.adder.sums() };
}
