import { type Expression, type InferResult, sql } from 'kysely';
import type { Pool } from 'pg';
import type { RejectedLine } from '#events/books.ts';
import { idRange } from '../../engine/id-range.ts';
import {
  anyOf,
  ifGiven,
  jsonList,
  oneRow,
  type PageRange,
  type Params,
  paged,
  pageOf,
  perShape,
  presentOrPast,
  queriesOf,
  query,
  seconds,
  single,
  withColumns,
} from '../../engine/query.ts';
import type { ItemState } from './item.ts';
import { NOW, RECONCILIATION_ITEMS, RECONCILIATION_LINES, RECONCILIATION_STATEMENTS } from './tables.ts';

const models = ['reconciliation'];
const db = queriesOf(RECONCILIATION_ITEMS, RECONCILIATION_LINES, RECONCILIATION_STATEMENTS);

/** Moves of money; amounts in fen from the view of the provider's account, times in Unix seconds. */
const items = db.selectFrom('reconciliation_items').select([
  'difference_id',
  'provider',
  'kind',
  'reference',
  'provider_reference',
  'state',
  'cause',
  // open: the difference is not resolved; difference: their amount less ours less the write-off
  'open',
  'ours',
  'theirs',
  'difference',
  'fee',
  'written_off',
  'lines',
  seconds('at').as('time'),
  'out_trade_no',
  'user_id',
  'withdrawal_id',
  'ours_position',
  'line_position',
  'resolved_position',
  seconds<number | null>('resolved_at').as('resolved_time'),
  'resolved_by',
  'resolved_reason',
]);
export type ReconciledItem = InferResult<typeof items>[number];

/** Rows that are valid now, or were at a position. */
const validAt = (until: Expression<number>, past: boolean) =>
  past ? sql<boolean>`since <= ${until} AND until > ${until}` : sql<boolean>`until = ${NOW}`;

interface AsOfPosition {
  /** As of a log position; left out: now. */
  until?: number | undefined;
}

export interface ItemFilter extends AsOfPosition {
  /** Any of these states; awaited ones only if requested. */
  states: readonly ItemState[];
  provider?: string | undefined;
  /** Only resolved ones, or only unresolved ones. */
  open?: boolean | undefined;
  /** Unix milliseconds, from the first to before the other. */
  from?: number | undefined;
  before?: number | undefined;
}

export interface StateTotal {
  state: ItemState;
  count: number;
  open: number;
  ours: number;
  theirs: number;
  difference: number;
}

/** Of an order, or with this id of ours or of the provider; also ids that begin with it. */
export interface ItemSearch {
  id: string;
  /** Further ids of ours, as the charges of a cart. */
  references: readonly string[];
}
type SearchTerms = ReturnType<typeof idRange> & Pick<ItemSearch, 'references'>;

/** The limit of a search. */
const MAX_FOUND = 1_000;

/** Each condition is one range of one index, so that no plan reads the whole table. */
const foundBy = ({ first, last, references }: Params<SearchTerms>) => {
  const ids = db.selectFrom('reconciliation_items').select('difference_id');
  const between = (column: string) => sql<boolean>`${sql.ref(column)} BETWEEN ${first} AND ${last}`;
  const named = (column: string) =>
    ids.where(between(column)).where(sql<boolean>`until = ${NOW} AND ${sql.ref(column)} <> ''`);
  const found = ids
    .where(between('reference'))
    .union(ids.where('reference', '=', anyOf(references)))
    .union(named('out_trade_no'))
    .union(named('provider_reference'))
    .limit(MAX_FOUND);
  return sql<boolean>`difference_id = ANY (ARRAY(${found}))`;
};

const listed = perShape((searched: boolean) =>
  oneRow(
    presentOrPast(models, (params: Params<ItemFilter & SearchTerms & PageRange>, past) => {
      const { states, provider, open, from, before, until } = params;
      const wanted = items
        .where(validAt(until, past))
        .$if(searched, (all) => all.where(foundBy(params)))
        .where((eb) => ifGiven(provider, 'text', eb('provider', '=', provider)))
        .where((eb) => ifGiven(from, 'bigint', eb('at', '>=', from)))
        .where((eb) => ifGiven(before, 'bigint', eb('at', '<', before)));
      const shown = wanted
        .where('state', '=', anyOf(states))
        .where((eb) => ifGiven(open, 'boolean', eb('open', '=', open)))
        .orderBy('at', 'desc')
        .orderBy('difference_id');
      const sums = wanted
        .clearSelect()
        .select([
          'state',
          sql<number>`count(*)`.as('count'),
          sql<number>`count(*) FILTER (WHERE open)`.as('open'),
          ...(['ours', 'theirs', 'difference'] as const).map((name) =>
            sql<number>`coalesce(sum(${sql.ref(name)}), 0)`.as(name),
          ),
        ])
        .groupBy('state')
        .orderBy('state');
      return withColumns(pageOf(shown, params), sql<{ totals: StateTotal[] }>`${jsonList(sums)} AS totals`);
    }),
  ),
);

/**
 * A page of moves, newest first, and the sums of each state in the same period. A search finds at most 1,000; in a past
 * view it also finds by what is known of a move now.
 */
export function itemsListed(
  pool: Pick<Pool, 'query'>,
  { search, ...filter }: ItemFilter & PageRange & { search?: ItemSearch | undefined },
) {
  const sought = { ...idRange(search?.id ?? ''), references: search?.references ?? [] };
  return listed(search !== undefined)(pool, { ...filter, ...sought });
}

export const LINE = [
  'l.line_id',
  'l.statement_id',
  'l.line',
  'l.kind',
  'l.reference',
  'l.provider_reference',
  'l.amount',
  'l.fee',
  seconds('l.at').as('time'),
  'l.position',
  'l.difference_id',
] as const;
const lines = db.selectFrom('reconciliation_lines as l').select(LINE);
export type ListedLine = InferResult<typeof lines>[number];

/** The state of an item from one log position to before another; null: still valid. */
export type ItemHistory = ReconciledItem & { since: number; until: number | null };

/** All that an item ever was, newest first, and its lines; empty for one that never was. */
export const storyOf = single(models, ({ difference_id }: Params<{ difference_id: string }>) => {
  const past = items
    .select(['since', sql<number | null>`nullif(until, ${NOW})`.as('until')])
    .where('difference_id', '=', difference_id)
    .orderBy('since', 'desc');
  const its = lines.where('l.difference_id', '=', difference_id).orderBy('l.position');
  return sql<{ past: ItemHistory[]; lines: ListedLine[] }>`
    SELECT ${jsonList(past)} AS past, ${jsonList(its)} AS lines`;
});

/** Unresolved differences, oldest first, and their number. */
export const openDifferences = oneRow(
  presentOrPast(models, (params: Params<AsOfPosition & PageRange>, past) =>
    pageOf(
      items
        .where(validAt(params.until, past))
        .where((eb) => eb.ref('open'))
        .orderBy('at')
        .orderBy('difference_id'),
      params,
    ),
  ),
);

/** Statements that were read; times in Unix seconds, amounts in fen. `reason`: the note of the uploader. */
const statements = db
  .selectFrom('reconciliation_statements as s')
  .select([
    'statement_id',
    'provider',
    'format',
    'bytes',
    seconds('from_at').as('from_time'),
    seconds('to_at').as('to_time'),
    'fresh',
    'known',
    'amount',
    'fee',
    'rejected_count',
    'reason',
    'uploaded_by',
    seconds('uploaded_at').as('uploaded_time'),
    'position',
    'reversed_position',
    'reversed_by',
    'reversed_reason',
    seconds<number | null>('reversed_at').as('reversed_time'),
  ]);
export type ListedStatement = InferResult<typeof statements>[number];

/** Business days by column, with their times in Unix milliseconds. */
interface Days {
  providers: readonly string[];
  days: readonly string[];
  from: readonly number[];
  to: readonly number[];
}

/**
 * Which of these days statements cover whole, one or several together, and which finance closed, by their number from 1 on.
 */
export const daysWithoutNeed = query(
  models,
  ({ providers, days, from, to }: Params<Days>) => sql<{ nth: number }>`
    SELECT nth::int AS nth
      FROM unnest(${providers}::text[], ${days}::text[], ${from}::bigint[], ${to}::bigint[]) WITH ORDINALITY
           AS p (provider, day, from_at, to_at, nth)
     WHERE (SELECT range_agg(int8range(s.from_at, s.to_at)) FROM rm.reconciliation_statements s
             WHERE s.provider = p.provider AND s.from_at < p.to_at AND s.to_at > p.from_at
               AND s.reversed_position IS NULL) @> int8range(p.from_at, p.to_at)
        OR EXISTS (SELECT FROM rm.reconciliation_closed_days c WHERE c.provider = p.provider AND c.day = p.day)`,
);

/** Which of these undecided payments finance closed. */
export const closedCharges = query(
  models,
  ({ charge_ids }: Params<{ charge_ids: readonly string[] }>) => sql<{ charge_id: string }>`
    SELECT charge_id FROM rm.reconciliation_closed_charges WHERE charge_id = ANY (${charge_ids}::text[])`,
);

/** A page of the statements that were read, the newest first. */
export const statementsListed = paged(models, ({ until }: Params<AsOfPosition>) =>
  statements.where((eb) => ifGiven(until, 'bigint', eb('position', '<=', until))).orderBy('position', 'desc'),
);

/** The newest import of a statement with its rejected lines and a page of its new lines: one row, or none. */
export const statementOf = query(
  models,
  ({ statement_id, limit, offset }: Params<{ statement_id: string } & PageRange>) => {
    const now = sql<Pick<ReconciledItem, 'difference_id' | 'state' | 'open'>>`
      (SELECT difference_id, state, open FROM rm.reconciliation_items WHERE until = ${NOW})`.as('now');
    const page = lines
      .innerJoin(now, 'now.difference_id', 'l.difference_id')
      .select(['now.state', 'now.open'])
      .where('l.statement_id', '=', statement_id)
      .orderBy('l.line')
      .limit(limit)
      .offset(offset);
    return statements
      .select([
        // new lines with a time outside of the statement's period
        sql<number>`(SELECT count(*) FROM rm.reconciliation_lines l
                      WHERE l.statement_id = ${statement_id} AND (l.at < s.from_at OR l.at >= s.to_at))`.as(
          'outside',
        ),
        sql<RejectedLine[]>`
          (SELECT coalesce(json_agg(bad ORDER BY nth), '[]') FROM (
             SELECT nth, line, reason FROM rm.reconciliation_rejected WHERE statement_id = ${statement_id}) AS bad)`.as(
          'rejected',
        ),
        jsonList(page).as('list'),
      ])
      .where('statement_id', '=', statement_id)
      .orderBy('position', 'desc')
      .limit(1);
  },
);
