/** The number of a day in `rm.sponsor_spans`. */
const NUMBER = (day: string): string => `((${day}) - date '1970-01-01')`;

const MEMBER = (day: string): string => `
  s.creator_id = $1 AND s.from_day <= ${NUMBER(day)} AND (s.until_day IS NULL OR s.until_day > ${NUMBER(day)})`;

/** Fans who paid from the first to the last day, or were members at the end of the last one. */
const sponsors = (from: string, to: string): string => `
  SELECT o.user_id FROM rm.orders o WHERE o.creator_id = $1 AND o.paid_day BETWEEN ${from} AND ${to}
   UNION SELECT s.user_id FROM rm.sponsor_spans s WHERE ${MEMBER(to)}`;

const THIS = sponsors('$3::date', '$4::date');
const LAST = sponsors(`($3::date - interval '1 month')::date`, '$3::date - 1');
/** Fans who paid or were members before the month. */
const EARLIER = `
  SELECT o.user_id FROM rm.orders o WHERE o.creator_id = $1 AND o.paid_day < $3::date
   UNION SELECT s.user_id FROM rm.sponsor_spans s WHERE s.creator_id = $1 AND s.from_day < ${NUMBER('$3::date')}`;
/** Fans whose first payment or membership was in the month $2; without one all. */
const OF_COHORT = `
  SELECT f.user_id FROM (${THIS}) AS f
   WHERE $2::text IS NULL
      OR $2 = (SELECT to_char(least(
                        (SELECT min(o.paid_day) FROM rm.orders o WHERE o.creator_id = $1 AND o.user_id = f.user_id),
                        (SELECT date '1970-01-01' + min(s.from_day) FROM rm.sponsor_spans s
                          WHERE s.creator_id = $1 AND s.user_id = f.user_id)), 'YYYY-MM'))`;

/** A fan counts with the newest order until the last day. */
const fans = (who: string): string => `
  SELECT o.out_trade_no, o.paid_at AS at, 1 AS contribution FROM (${who}) AS fan
   CROSS JOIN LATERAL (
     SELECT o.out_trade_no, o.paid_at FROM rm.orders o
      WHERE o.creator_id = $1 AND o.user_id = fan.user_id AND o.paid_day <= $4::date AND $2::text IS NOT DISTINCT FROM $2
      ORDER BY o.paid_at DESC, o.out_trade_no DESC LIMIT 1) AS o`;

/**
 * The figures of a month (docs/domain.md, Sponsors by month), computed from orders and memberships: $2 is a cohort's month,
 * $3 the first and $4 the last day of the month that counts.
 */
export const MONTH_PARTS = {
  month_sponsors: fans(OF_COHORT),
  month_new: fans(`(${THIS}) EXCEPT (${EARLIER})`),
  month_kept: fans(`(${THIS}) INTERSECT (${LAST})`),
  month_returned: fans(`((${THIS}) INTERSECT (${EARLIER})) EXCEPT (${LAST})`),
  month_lost: fans(`(${LAST}) EXCEPT (${THIS})`),
  recurring: `
    SELECT s.out_trade_no, o.paid_at AS at, s.recurring AS contribution
      FROM rm.sponsor_spans s JOIN rm.orders o USING (out_trade_no)
     WHERE ${MEMBER('$4::date')} AND s.recurring > 0 AND $2::text IS NOT DISTINCT FROM $2 AND $3::date <= $4::date`,
} as const;
