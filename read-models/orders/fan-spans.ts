import type { ClientBase } from 'pg';
import { addRows, deleteRows, relation, upsertRows } from '../engine/rows.ts';
import { date, id, integer, pick, type Row, selected, table } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import type { ChangedOrder } from './fold.ts';
import { ORDERS } from './tables.ts';

/**
 * The status of a fan for a month on each of its days (docs/domain/stats.md, Sponsors by month), from payments and
 * memberships. No days overlap. `until_day` is not included, and can be infinity.
 */
const SPAN = {
  creator_id: id(),
  kind: id<'new' | 'kept' | 'returned' | 'lost'>(),
  until_day: date(),
  from_day: date(),
  /** `YYYY-MM`: the fan's first month; empty for lost ones */
  cohort: id(),
};
export const FAN_SPANS = table(
  'fan_spans',
  { creator_id: id(), user_id: id(), kind: SPAN.kind, cohort: id(), from_day: date(), until_day: date() },
  {
    key: ['creator_id', 'user_id', 'from_day'],
    fillfactor: 80,
    indexes: { fan_spans_alike: '(creator_id, kind, until_day, from_day, cohort, user_id)' },
  },
);
/** The number of fans with the same span. */
export const SPAN_FANS = table(
  'span_fans',
  { ...SPAN, fans: integer() },
  { key: ['creator_id', 'kind', 'until_day', 'from_day', 'cohort'], fillfactor: 80 },
);

type FanSpan = Row<typeof FAN_SPANS>;
const INPUT_COLUMNS = {
  ...pick(ORDERS, 'creator_id', 'user_id', 'paid_day', 'sponsor_until'),
  shorter: 'boolean',
};

const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;
const monthAfter = (day: string): string =>
  `(date_trunc('month', ${day}::timestamp) + interval '1 month')::date`;

/**
 * How the spans of fans change, `n` 1 for new rows and -1 for old ones. Only fans with a payment or membership that no
 * span covers, or with one that became shorter. Sub-selects that cannot become joins read a fan's rows by index.
 */
const changesOf = (source: string): string => `
  WITH fan AS MATERIALIZED (
    SELECT DISTINCT creator_id, user_id FROM ${source}
     WHERE shorter OR (SELECT true FROM fan_spans s
                        WHERE s.creator_id = given.creator_id AND s.user_id = given.user_id AND s.kind <> 'lost'
                          AND s.from_day <= given.paid_day AND s.until_day >= given.sponsor_until LIMIT 1) IS NULL),
  paid AS (
    SELECT fan.*, o.*, max(o.until_day) OVER (PARTITION BY creator_id, user_id ORDER BY o.from_day
                                               ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reach
      FROM fan CROSS JOIN LATERAL (
        SELECT paid_day AS from_day, max(sponsor_until) AS until_day FROM orders o
         WHERE o.creator_id = fan.creator_id AND o.user_id = fan.user_id AND paid_day IS NOT NULL
           AND NOT o.imported GROUP BY 1) AS o),
  numbered AS (
    SELECT *, count(*) FILTER (WHERE reach IS NULL OR reach < from_day)
                OVER (PARTITION BY creator_id, user_id ORDER BY from_day) AS run FROM paid),
  runs AS (
    SELECT creator_id, user_id, min(from_day) AS from_day, max(until_day) AS until_day,
           to_char(min(min(from_day)) OVER fan, 'YYYY-MM') AS cohort, lag(max(until_day)) OVER fan_days AS before,
           lead(min(from_day)) OVER fan_days AS next
      FROM numbered GROUP BY creator_id, user_id, run
    WINDOW fan AS (PARTITION BY creator_id, user_id), fan_days AS (fan ORDER BY run)),
  wanted AS (
    SELECT creator_id, user_id, span.*
      FROM runs CROSS JOIN LATERAL (VALUES
        (CASE WHEN before IS NULL THEN 'new' WHEN before >= ${monthOf('from_day')} THEN 'kept' ELSE 'returned' END,
         cohort, from_day, least(until_day, ${monthAfter('from_day')})),
        ('kept', cohort, ${monthAfter('from_day')}, until_day),
        ('lost', '', until_day, least(${monthAfter('until_day')}, next))) AS span (kind, cohort, from_day, until_day)
     WHERE span.from_day < span.until_day),
  known AS (
    SELECT s.* FROM fan CROSS JOIN LATERAL (
      SELECT * FROM fan_spans s WHERE s.creator_id = fan.creator_id AND s.user_id = fan.user_id OFFSET 0) AS s)
  SELECT ${selected(FAN_SPANS.columns)}, n
    FROM (SELECT *, 1 AS n FROM (SELECT * FROM wanted EXCEPT SELECT * FROM known) AS came
          UNION ALL SELECT *, -1 FROM (SELECT * FROM known EXCEPT SELECT * FROM wanted) AS gone) AS changes`;

const keyOf = ({ creator_id, user_id, from_day }: FanSpan): string => `${creator_id} ${user_id} ${from_day}`;

/** Keeps what fans are in each month; imported orders make nobody a sponsor here. Reads the orders after the batch: they are written before. */
export async function addFanSpans(tx: ClientBase, touched: readonly ChangedOrder[]): Promise<void> {
  const orders = touched.flatMap(({ order, before }) => {
    const { creator_id, user_id, paid_day, sponsor_until, imported } = order;
    // A membership comes before the payment of its order: a page can end between them.
    const was = (before?.paid_day && before.sponsor_until) || '';
    if (imported || paid_day === null || sponsor_until === null || sponsor_until === was) return [];
    return [{ creator_id, user_id, paid_day, sponsor_until, shorter: sponsor_until < was }];
  });
  if (orders.length === 0) return;
  const { sql, values } = relation(INPUT_COLUMNS, orders);
  const { rows } = await tx.query<FanSpan & { n: 1 | -1 }>(changesOf(sql), values);
  const fans = new Tally<Omit<FanSpan, 'user_id'>, 'fans'>(['fans']);
  for (const { creator_id, kind, until_day, from_day, cohort, n } of rows) {
    fans.add({ creator_id, kind, until_day, from_day, cohort }, { fans: n });
  }
  const came = rows.filter(({ n }) => n === 1);
  const keys = new Set(came.map(keyOf));
  await upsertRows(tx, FAN_SPANS, came);
  await deleteRows(
    tx,
    FAN_SPANS,
    rows.filter((row) => !keys.has(keyOf(row))),
  );
  await addRows(tx, SPAN_FANS, fans.rows(), ['fans']);
}
