import { sql } from 'kysely';
import { anyOf, type Params, queriesOf, query, type RowOf } from '../../engine/query.ts';
import { LINE } from './queries.ts';
import { RECONCILIATION_ITEMS, RECONCILIATION_LINES } from './tables.ts';

interface Moves {
  difference_ids: readonly string[];
  /** As of a position. */
  until?: number | undefined;
}

/** Less than the `until` of present rows. */
const LATEST = Number.MAX_SAFE_INTEGER - 1;

/** Providers' lines of moves of money with the states of the moves, by the ids of their differences. */
export const tracedLines = query(['reconciliation'], ({ difference_ids, until }: Params<Moves>) => {
  const at = sql<number>`coalesce(${until}::bigint, ${LATEST})`;
  return queriesOf(RECONCILIATION_ITEMS, RECONCILIATION_LINES)
    .selectFrom('reconciliation_lines as l')
    .innerJoin('reconciliation_items as i', 'i.difference_id', 'l.difference_id')
    .select([...LINE, 'l.provider', 'i.state'])
    .where('l.difference_id', '=', anyOf(difference_ids))
    .where('i.since', '<=', at)
    .where('i.until', '>', at)
    .where('l.position', '<=', at)
    .orderBy('l.position');
});
export type TracedLine = RowOf<typeof tracedLines>;
