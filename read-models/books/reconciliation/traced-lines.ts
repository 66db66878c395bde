import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';
import type { ItemState } from './item.ts';
import type { ListedLine } from './queries.ts';

/** A provider's line of a move of money, and the state of the move. */
export interface TracedLine extends ListedLine {
  provider: string;
  state: ItemState;
}

const TRACED: Query = {
  name: 'reconciliation-traced',
  models: ['reconciliation'],
  sql: `SELECT l.line_id, l.statement_id, l.line, l.kind, l.reference, l.provider_reference, l.amount, l.fee,
               l.at / 1000 AS time, l.position, l.difference_id, l.provider, i.state
          FROM rm.reconciliation_lines l
          JOIN rm.reconciliation_items i ON i.difference_id = l.difference_id AND i.since <= $2 AND i.until > $2
         WHERE l.difference_id = ANY ($1) AND l.position <= $2 ORDER BY l.position`,
};

/** Less than the `until` of present rows. */
const LATEST = Number.MAX_SAFE_INTEGER - 1;

/** Statement lines of moves of money, by the ids of their differences, as of a position. */
export const tracedLines = (
  pool: Pool,
  difference_ids: readonly string[],
  until: number = LATEST,
): Promise<Answer<TracedLine>> => runQuery(pool, TRACED, [difference_ids, until]);
